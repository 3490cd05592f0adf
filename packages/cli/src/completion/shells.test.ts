import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SHELLS, type Shell } from "./scripts.ts";

const BIN = join(import.meta.dirname, "../bin.ts");
/** Milliseconds; a test that waits for a process blocks its thread, so that the limit of the test would not end it. */
const TIMEOUT = 60_000;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "a2a-shells-"));
  const a2a = join(folder, "a2a");
  writeFileSync(a2a, `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`);
  chmodSync(a2a, 0o755);
  writeFileSync(join(folder, "order.json"), "{}");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a shell writes that runs this script, in a folder with one file, with `a2a` on its path. */
function run(shell: Shell, script: string): string {
  const file = join(folder, `script.${shell}`);
  writeFileSync(file, script);
  const flags = { bash: ["--norc"], zsh: ["-f"], fish: ["--no-config"] }[shell];
  const env = { ...process.env, HOME: folder, TERM: "dumb", PATH: `${folder}${delimiter}${process.env.PATH}` };
  return execFileSync(shell, [...flags, file], { cwd: folder, env, encoding: "utf8", timeout: TIMEOUT });
}

function isInstalled(shell: Shell): boolean {
  try {
    execFileSync(shell, ["-c", "true"], { stdio: "ignore" });
    return true;
  } catch {
    process.stderr.write(`WARNING: ${shell} is not installed, so that its completions are NOT tested\n`);
    return false;
  }
}

const scripts: Readonly<Record<Shell, string>> = {
  bash: `
source <(a2a completion bash)
try() { COMP_WORDS=(a2a "$@"); COMP_CWORD=$#; _a2a; printf '%s ' "$1" "\${COMPREPLY[@]}"; echo; }
complete -p a2a
try task push-config ""
try send --output = j
`,
  // The line editor of a shell in a terminal of its own, and the Tab key.
  zsh: `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "autoload -Uz compinit; compinit -u -d $PWD/dump; source <(a2a completion zsh); setopt no_beep; print LOAD''ED"
zpty -r shell out '*LOADED*'
zpty -w -n shell $'a2a task push-config \\t'
zpty -r shell out '*delete*'
print -r -- task "\${out##*LOADED}"
zpty -w -n shell $'\\x15a2a send --output j\\t'
zpty -r shell out '*json*'
print -r -- send "$out"
zpty -d shell
`,
  fish: `
a2a completion fish | source
echo task (complete -C "a2a task push-config " | string split -f1 \\t)
echo send (complete -C "a2a send --output j")
echo files (complete -C "a2a send --file ord")
`,
};

for (const shell of SHELLS) {
  test.skipIf(!isInstalled(shell))(`${shell} completes commands and values (CLI_002)`, () => {
    const output = run(shell, scripts[shell]);
    for (const verb of ["create", "get", "list", "delete"])
      expect(output).toMatch(new RegExp(`^task [\\s\\S]*\\b${verb}\\b`, "m"));
    expect(output).toMatch(/^send [\s\S]*json/m);
    if (shell === "bash") expect(output).toMatch(/complete .*-F _a2a a2a/);
    if (shell === "fish") expect(output).toContain("files order.json");
  });
}
