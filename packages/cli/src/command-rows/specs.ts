import { COMMON, type CommandRows } from "../command-line/command-row.ts";

/** OpenAPI files of agents, and of anything else. */
export const specs: CommandRows = {
  generate: {
    summary: "Make types, schemas and a dialect of an OpenAPI file",
    args: ["openapi"],
    options: ["out", "name", "overlay", "formats", "imports", "emit", "check", "output", ...COMMON],
    examples: [
      ["a2a generate openapi.yaml --out src/acme", "a folder that needs zod and nothing else"],
      ["a2a generate openapi.yaml --out src/acme --check", "in CI: is the folder what the file gives?"],
    ],
    load: async () => (await import("../commands/generate.ts")).generate,
  },
  diff: {
    summary: "Say what has changed from one OpenAPI file to another, and what breaks",
    args: ["old", "new"],
    options: ["overlay", "formats", "check", "output", ...COMMON],
    examples: [
      ["a2a diff old.yaml new.yaml", "a report in Markdown, with documents that show what breaks"],
      ["a2a diff old.yaml new.yaml --check", "in CI: exit with 1 when something breaks"],
    ],
    load: async () => (await import("../commands/diff.ts")).diff,
  },
};
