import { COMMON, CONNECTION, type CommandRows } from "../command-line/command-row.ts";
import { type OptionName, optionRows } from "../command-line/options.ts";

/** Everything that a variable or a file can set. */
const settings = (Object.keys(optionRows) as OptionName[]).filter((name) => !optionRows[name].flagOnly);

/** The tool itself. */
export const setup: CommandRows = {
  "auth login": {
    summary: "Get an OAuth 2 token for an agent, and keep it for later calls",
    args: [],
    options: [
      "agent-card",
      "output",
      "client-id",
      "client-secret",
      "flow",
      "scope",
      "token-url",
      "device-authorization-url",
      "transport",
      ...CONNECTION,
      ...COMMON,
    ],
    examples: [
      ["a2a auth login -a agents.example --client-id my-client", "show a code that a person enters in a browser"],
      ["a2a auth login -a agents.example --client-id ci --flow client-credentials", "with A2ACLI_CLIENT_SECRET"],
    ],
    load: async () => (await import("../commands/auth-login.ts")).authLogin,
  },
  "auth logout": {
    summary: "Forget the token that is kept for an agent",
    args: [],
    options: ["agent-card", "output", "transport", ...CONNECTION, ...COMMON],
    examples: [["a2a auth logout -a agents.example", "remove its file"]],
    load: async () => (await import("../commands/auth-logout.ts")).authLogout,
  },
  "config show": {
    summary: "Show each setting, and where it comes from",
    args: [],
    options: [...settings, "help"],
    examples: [
      ["a2a config show", "flags, environment, files and defaults, with secrets masked"],
      ["a2a config show -a agents.example", "the same with what is set for this agent alone"],
    ],
    settings: "shown",
    load: async () => (await import("../commands/config-show.ts")).configShow,
  },
  completion: {
    summary: "Print what a shell needs to complete a2a: bash, zsh or fish",
    args: ["shell", "word*"],
    options: ["help"],
    examples: [
      ["a2a completion bash", "for ~/.bashrc: source <(a2a completion bash)"],
      ["a2a completion fish", "for ~/.config/fish/completions/a2a.fish"],
    ],
    settings: "unused",
    load: async () => (await import("../commands/completion.ts")).completion,
  },
  help: {
    summary: "Show help",
    args: ["command*"],
    options: ["help"],
    examples: [["a2a help task get", "about one command"]],
    settings: "unused",
    load: async () => (await import("../commands/help.ts")).help,
  },
};
