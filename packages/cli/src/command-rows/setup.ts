import type { CommandRows } from "../command-row.ts";

/** The tool itself. */
export const setup: CommandRows = {
  help: {
    summary: "Show help",
    args: ["command*"],
    options: ["help"],
    examples: [["a2a help task get", "about one command"]],
    load: async () => (await import("../commands/help.ts")).help,
  },
};
