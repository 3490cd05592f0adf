import { spawnSync } from "node:child_process";

export interface Run {
  /** User and system time, of all threads. */
  readonly seconds: number;
  readonly succeeded: boolean;
  readonly output: string;
}

/** One run of Node in a folder. */
export function runNode(args: readonly string[], cwd: string): Run {
  const report =
    'process.on("exit", () => { const { user, system } = process.cpuUsage(); console.error("cpu", user + system); });';
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", preload, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const taken = /^cpu (\d+)$/m.exec(stderr)?.[1];
  return { seconds: Number(taken) / 1e6, succeeded: status === 0 && taken !== undefined, output: `${stdout}${stderr}` };
}

/** What a run takes that must succeed; throws the end of what it said when it does not. */
export function cpuSeconds(args: readonly string[], cwd: string): number {
  const { seconds, succeeded, output } = runNode(args, cwd);
  if (!succeeded) throw new Error(`${args.join(" ")} failed:\n${output.slice(-2_000)}`);
  return seconds;
}
