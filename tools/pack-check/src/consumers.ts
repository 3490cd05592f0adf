import type { Platform } from "./compile.ts";
import { packageOf } from "./imports.ts";
import { type NodeLine, nodes } from "./toolchain.ts";
import { published } from "./workspace.ts";

/** A program that a stranger would write: `consumer/<name>.ts` exports as `result` what it found out. */
export interface Consumer {
  readonly name: string;
  /** Which project it belongs to; see `projects`. */
  readonly project: Project;
  readonly platform: Platform;
  /** The packages, or import paths, it uses: it runs on every Node that all of them promise. */
  readonly uses: readonly string[];
  readonly result: unknown;
}

const all = published.map(({ name }) => name);

/** The projects outside the workspace: each installs the tarballs of these packages. */
export const projects = {
  /** Data and validation, and no protocol. */
  "schemas-alone": ["@a2akit/types", "@a2akit/schemas"],
  /** What a browser that talks to an agent downloads. */
  "client-alone": ["@a2akit/types", "@a2akit/protocol", "@a2akit/client"],
  everything: all,
} as const satisfies Record<string, readonly string[]>;

export type Project = keyof typeof projects;

export const consumers: readonly Consumer[] = [
  {
    name: "schemas-alone",
    project: "schemas-alone",
    platform: "web",
    uses: projects["schemas-alone"],
    result: {
      read: { id: "task-1", status: { state: "TASK_STATE_WORKING" }, metadata: { priority: 2 } },
      params: { id: "task-1", historyLength: 0 },
      vendors: { message_id: "message-1", role: "ROLE_USER", parts: [{ text: "Hello" }] },
      refused: ["status.state"],
    },
  },
  {
    name: "in-process",
    project: "everything",
    platform: "web",
    uses: ["@a2akit/client", "@a2akit/protocol", "@a2akit/schemas", "@a2akit/server", "@a2akit/types"],
    result: {
      dialect: "cdq-genius",
      text: "Hello, world!",
      state: "TASK_STATE_COMPLETED",
      artifacts: ["Greeting"],
      streams: false,
    },
  },
  {
    name: "over-http",
    project: "everything",
    platform: "node",
    uses: ["@a2akit/client", "@a2akit/protocol", "@a2akit/schemas", "@a2akit/server"],
    result: {
      first: "task",
      last: "statusUpdate",
      artifacts: true,
      vendor: ["moltrust", "TASK_STATE_COMPLETED", 1],
      refusal: "TaskNotFoundError",
    },
  },
  {
    name: "sqlite",
    project: "everything",
    platform: "node",
    uses: ["@a2akit/client", "@a2akit/server/sqlite"],
    result: { state: "TASK_STATE_COMPLETED", parts: [{ text: "Remember!" }] },
  },
  {
    name: "generate",
    project: "everything",
    platform: "node",
    uses: ["@a2akit/generator"],
    result: { rpcPath: "/rpc", methods: ["GetTask"], absentVersion: "0.3", errors: [] },
  },
];

/** Import paths that need a newer Node than their package promises. */
const floors: Readonly<Record<string, string>> = { "@a2akit/server/sqlite": "22.13.0" };

/** The lines of Node on which all these import paths promise to run: by the table of floors, else by the `engines` of the package. */
export function promisedNodes(paths: readonly string[]): NodeLine[] {
  const wanted = paths.map((path) => numbers(floors[path] ?? engineOf(packageOf(path))));
  const lines = Object.keys(nodes) as NodeLine[];
  return lines.filter((line) => wanted.every((floor) => isAtLeast(numbers(nodes[line]), floor)));
}

function engineOf(name: string): string {
  const engine = published.find((pkg) => pkg.name === name)?.manifest.engines?.node;
  if (engine === undefined) throw new Error(`${name} does not say on which Node it runs`);
  return engine.replace(">=", "");
}

const numbers = (version: string) => version.split(".").map(Number);

function isAtLeast(version: readonly number[], floor: readonly number[]): boolean {
  const differing = version.findIndex((part, index) => part !== floor[index]);
  return differing < 0 || (version[differing] ?? 0) > (floor[differing] ?? 0);
}
