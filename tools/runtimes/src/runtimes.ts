import { createRequire } from "node:module";
import { join } from "node:path";
import { createWorkerdConfig } from "./workerd-config.ts";

/** What a runtime is started with. */
export interface Launch {
  /** A folder of its own, in which `app.mjs` is the bundle. */
  readonly folder: string;
  /** Classes that the script exports as Durable Objects; for workerd alone. */
  readonly durableObjects: readonly string[];
}

interface RuntimeKind {
  /** Names a condition of `exports` maps, too. */
  readonly condition: string;
  /** The module that serves what the script (imported as `app`) exports. */
  readonly launcher: string;
  /** The program and its arguments. */
  command(launch: Launch): readonly [file: string, ...args: string[]];
  /** On which file descriptor it says where it listens, and how: the first group is the port. */
  readonly ready: { readonly descriptor: 1 | 3; readonly pattern: RegExp };
}

const require = createRequire(import.meta.url);
const packagePath = (name: string, ...path: readonly string[]): string =>
  join(require.resolve(`${name}/package.json`), "..", ...path);

/** Where the install scripts of the packages put the binaries; only Windows has other names. */
const executable = (name: string): string => (process.platform === "win32" ? `${name}.exe` : name);

const LISTENING = /listening on port (\d+)/;

/** The runtimes beside Node, each from its npm package. All listen on 127.0.0.1, on a free port. */
export const runtimes = {
  bun: {
    condition: "bun",
    launcher: `
      import * as app from "app";
      const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 0, fetch: (request) => app.fetch(request) });
      console.log("listening on port " + server.port);`,
    command: ({ folder }) => [packagePath("bun", "bin", "bun.exe"), "run", join(folder, "app.mjs")],
    ready: { descriptor: 1, pattern: LISTENING },
  },
  deno: {
    condition: "deno",
    launcher: `
      import * as app from "app";
      const onListen = ({ port }) => console.log("listening on port " + port);
      Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, (request) => app.fetch(request));`,
    command: ({ folder }) => [
      packagePath("deno", executable("deno")),
      "run",
      "--no-prompt",
      "--no-remote",
      "--no-config",
      "--allow-all",
      join(folder, "app.mjs"),
    ],
    ready: { descriptor: 1, pattern: LISTENING },
  },
  workerd: {
    condition: "workerd",
    launcher: `
      import * as app from "app";
      export * from "app";
      export default { fetch: (request, env, context) => app.fetch(request, env, context) };`,
    command: (launch) => [
      packagePath("workerd", "bin", "workerd"),
      "serve",
      createWorkerdConfig(launch),
      "--socket-addr=http=127.0.0.1:0",
      "--control-fd=3",
    ],
    ready: { descriptor: 3, pattern: /"event":"listen".*"port":(\d+)/ },
  },
} as const satisfies Readonly<Record<string, RuntimeKind>>;

export type RuntimeName = keyof typeof runtimes;
