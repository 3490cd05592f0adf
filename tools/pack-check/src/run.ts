import { execFile } from "node:child_process";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** What the command is for, as the object of "could not": `install zod`. */
  readonly purpose: string;
  /** Milliseconds; the child is killed after it. */
  readonly timeout: number;
  /** On top of the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Most that a child may print, in bytes. */
const MAX_OUTPUT = 16 * 1024 * 1024;
/** Longest tail of a child's output that an error repeats, in characters. */
const MAX_QUOTED = 4_000;

/** Runs a command and resolves to what it printed on stdout. Rejects, quoting its output, unless it ends with exit code 0. */
export function run({ command, args, cwd, purpose, timeout, env }: Command): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...cleanEnvironment(process.env), ...env }, timeout, maxBuffer: MAX_OUTPUT };
    execFile(command, args, options, (cause, stdout, stderr) => {
      if (cause === null) return resolve(stdout);
      const said = `${stdout}${stderr}`.trim().slice(-MAX_QUOTED);
      const ending = cause.killed ? `no end within ${timeout} ms` : `exit code ${cause.code}`;
      reject(new Error(`could not ${purpose} (${ending}): ${command} ${args.join(" ")}\n${said}`, { cause }));
    });
  });
}

/** What npm must keep to reach the registry the way the machine's owner has set it up. */
const KEPT = /^npm_config_(registry|userconfig|cache|cafile|proxy|https_proxy|noproxy|strict_ssl)$/i;
/** What pnpm sets for the scripts it runs. `NODE_PATH` would let a package outside the workspace find the modules inside. */
const DROPPED = /^(npm_|pnpm_|NODE_PATH$|NODE_OPTIONS$|INIT_CWD$|VITEST|VITE_|NODE_ENV$|FORCE_COLOR$)/i;

export function cleanEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => KEPT.test(name) || !DROPPED.test(name)));
}
