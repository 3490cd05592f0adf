import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { installPackages } from "../npm.ts";

/** A registry of npm packages on this machine, empty and for one test. */
export interface Registry {
  /** On the loopback interface, with a slash at the end. */
  readonly url: string;
  /** The lines of an `.npmrc` by which npm and pnpm take our scope from it, and may publish to it. */
  readonly npmrc: string;
  /** What it holds under a name; undefined for nothing. */
  metadata(name: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  stop(): Promise<void>;
}

/** Verdaccio as it is today does not install: a version of node-fetch that one of its parts names has gone. */
const VERDACCIO = { version: "6.8.0", overrides: { "node-fetch": "2.7.0" } };

/** Milliseconds. */
const START_TIMEOUT = 60_000;

/** Installs verdaccio below `folder` and starts it there, on a port of its own. It ends with this process at the latest. */
export async function startRegistry(folder: string): Promise<Registry> {
  await installPackages(folder, { verdaccio: VERDACCIO.version }, VERDACCIO.overrides);
  writeFileSync(join(folder, "serve.mjs"), program);
  mkdirSync(join(folder, "storage"));
  const child = spawn(process.execPath, ["serve.mjs"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const url = `http://127.0.0.1:${await portOf(child)}/`;
  const user = { name: "releaser", password: "only for this test" };
  const answer = await fetch(`${url}-/user/org.couchdb.user:${user.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(user),
  });
  const { token } = (await answer.json()) as { token: string };
  return {
    url,
    npmrc: `@a2akit:registry=${url}\n${url.replace("http:", "")}:_authToken=${token}\n`,
    async metadata(name) {
      const response = await fetch(`${url}${name.replace("/", "%2f")}`);
      return response.ok ? ((await response.json()) as Readonly<Record<string, unknown>>) : undefined;
    },
    async stop() {
      const closed = once(child, "close");
      child.kill();
      await closed;
    },
  };
}

/** The first line that the program prints. */
async function portOf(child: ChildProcess): Promise<string> {
  const signal = AbortSignal.timeout(START_TIMEOUT);
  if (!child.stdout) throw new Error("the registry has no output");
  const [line] = await once(createInterface(child.stdout), "line", { signal });
  return String(line);
}

/** Takes nothing from any other registry: what it has was published to it. Ends when its parent does. */
const program = `
import { createRequire } from "node:module";
const { runServer } = createRequire(import.meta.url)("verdaccio");
const app = await runServer({
  storage: "./storage",
  configPath: "./verdaccio.yaml",
  self_path: "./",
  uplinks: {},
  web: { enable: false },
  auth: { htpasswd: { file: "./htpasswd", algorithm: "bcrypt", rounds: 4 } },
  packages: { "@a2akit/*": { access: "$all", publish: "$authenticated" } },
  max_body_size: "50mb",
  log: { type: "stdout", format: "json", level: "fatal" },
});
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume().on("end", () => process.exit(0));
`;
