/** What became of a requirement, in the words of the report. */
export type Status = "pass" | "partial" | "fail" | "not_measured" | "na";

export interface Requirement {
  readonly tier: 1 | 2 | 3;
  /** What is asked, in a few words. */
  readonly requirement: string;
  /** Why it cannot be claimed whatever the tests say; a pass of theirs does not lift it. */
  readonly gap?: { readonly status: Exclude<Status, "pass">; readonly note: string };
}

/** The requirements of the a2a-cli specification, version 0.2, by their ids without the prefix `A2ACLI_`. */
export const requirements = {
  CARD_GET_001: {
    tier: 1,
    requirement: "card get resolves a host, a URL or a file, and the card chooses the transport",
  },
  SEND_001: { tier: 1, requirement: "send starts an interaction" },
  SEND_002: { tier: 1, requirement: "send waits by default; --async returns identifiers at once" },
  SEND_003: {
    tier: 1,
    requirement: "--stream follows events, falls back where there are none, and ends well on a direct Message",
  },
  SEND_004: { tier: 1, requirement: "artifacts are rendered; no part is dropped" },
  SEND_005: { tier: 1, requirement: "--media-type binds to the part before it; a type is inferred only without it" },
  SEND_006: { tier: 1, requirement: "parts repeat and keep their order; --data - reads standard input" },
  TASK_GET_001: { tier: 1, requirement: "task get shows state, artifacts and history" },
  TASK_CANCEL_001: { tier: 1, requirement: "task cancel is idempotent and shows the state" },
  INTERACT_001: { tier: 1, requirement: "--context-id goes on in a context" },
  INTERACT_002: { tier: 1, requirement: "--task-id goes on with a task; a rejected one fails and creates nothing" },
  INTERACT_003: { tier: 1, requirement: "identifiers of the server are never invented" },
  INTERACT_004: { tier: 1, requirement: "task, context and state are shown, with the command to resume" },
  INTERACT_005: { tier: 1, requirement: "nothing is remembered from one invocation to the next" },
  TASK_POLL_001: { tier: 1, requirement: "task get, and task get --wait" },
  TASK_POLL_002: {
    tier: 1,
    requirement: "--poll-interval and --timeout; backoff; interruptible after the task id was shown",
  },
  TASK_POLL_003: { tier: 1, requirement: "a wait stops on interrupted states and goes on through UNSPECIFIED" },
  TASK_POLL_004: { tier: 1, requirement: "a wait whose stream fails goes on by polling" },
  OUT_001: { tier: 1, requirement: "context, task and state in every mode; payload on stdout, diagnostics on stderr" },
  OUT_002: { tier: 1, requirement: "-o json is one document" },
  OUT_003: { tier: 1, requirement: "-o json --stream is JSON Lines, with a final object or error" },
  OUT_004: { tier: 1, requirement: "errors carry the name of the protocol or a code of the tool, with a hint" },
  OUT_005: {
    tier: 1,
    requirement: "text: one field per line, blocks closed by a blank line, no control sequences, no prompts",
  },
  OUT_006: { tier: 1, requirement: "--async shows task and context" },
  EXIT_001: { tier: 1, requirement: "exit status 0, 1, 2, and the reserved ones by their meaning" },
  EXIT_002: { tier: 1, requirement: "what became of the task is no exit status" },
  AUTH_001: { tier: 1, requirement: "bearer token and API key go where the card says; --svc-param apart" },
  AUTH_002: { tier: 1, requirement: "each credential has a variable; help says that flags are visible" },
  AUTH_003: { tier: 1, requirement: "--insecure warns" },
  AUTH_004: { tier: 1, requirement: "credentials are redacted whatever the verbosity" },
  TX_001: { tier: 1, requirement: "the card chooses the transport" },
  TX_002: { tier: 1, requirement: "the first supported interface; --transport is repeatable and ordered" },
  TX_003: { tier: 1, requirement: "the interface's tenant goes into every request" },
  VER_001: { tier: 1, requirement: "the version goes with every request; none below 1.0 in silence" },
  DEFAULT_001: { tier: 1, requirement: "six defaults, each overridable and shown" },
  CONFIG_001: {
    tier: 1,
    requirement: "configuration at a conventional path, secrets for the owner alone, config show",
  },
  CLI_001: { tier: 1, requirement: "help, --version, effective defaults in help" },
  SKILL_001: { tier: 1, requirement: "exactly one skill, short, pointing at help" },
  SKILL_002: { tier: 1, requirement: "skill and specification are apart" },
  CARD_GET_002: { tier: 2, requirement: "card get --validate checks the schema" },
  TASK_LIST_001: { tier: 2, requirement: "task list pages and filters" },
  TASK_SUBSCRIBE_001: { tier: 2, requirement: "task subscribe follows a task" },
  TASK_SUBSCRIBE_002: { tier: 2, requirement: "a stream that breaks is taken up again; the first event is the Task" },
  AUTH_005: { tier: 2, requirement: "auth login by device code" },
  AUTH_006: { tier: 2, requirement: "auth login by client credentials" },
  AUTH_007: { tier: 2, requirement: "tokens are stored for the owner alone and attached later" },
  TX_004: {
    tier: 2,
    requirement: "two transports at least",
    gap: {
      status: "partial",
      note: "JSON-RPC is the one binding that is spoken; --transport orders and names the others, HTTP+JSON is to come",
    },
  },
  VER_003: { tier: 2, requirement: "capabilities are checked on the card first" },
  CONFIG_002: { tier: 2, requirement: "flag, environment, local, global, default; per agent; sources shown" },
  DOWNLOAD_001: { tier: 2, requirement: "task download saves artifacts" },
  OUT_007: { tier: 2, requirement: "--debug shows raw protocol messages on stderr" },
  CONFORM_001: {
    tier: 2,
    requirement: "conformance checks a live agent",
    gap: {
      status: "partial",
      note: "own checks against a live agent; the A2A TCK is run only where a checkout is given",
    },
  },
  CLI_002: { tier: 2, requirement: "completion for shells" },
  PUSH_001: { tier: 2, requirement: "task push-config create, get, list, delete" },
  CARD_GET_003: { tier: 3, requirement: "the extended card, by a scheme of the public one" },
  AUTH_008: { tier: 3, requirement: "no credential where no scheme takes it" },
  CARD_GET_004: { tier: 3, requirement: "signatures: verified, unverifiable or absent" },
  CARD_GET_005: {
    tier: 3,
    requirement: "catalog references",
    gap: { status: "fail", note: "catalog references are not resolved" },
  },
  PUSH_002: { tier: 3, requirement: "a receiver of webhooks" },
  CHAT_001: { tier: 3, requirement: "chat carries context and task" },
  TX_005: { tier: 3, requirement: "gRPC", gap: { status: "fail", note: "gRPC is not spoken" } },
  AUTH_009: { tier: 3, requirement: "mutual TLS" },
  AUTH_010: {
    tier: 3,
    requirement: "OpenID Connect",
    gap: {
      status: "fail",
      note: "a token of an OpenID Connect provider is taken by --bearer; discovery and login are not there",
    },
  },
  AUTH_011: { tier: 3, requirement: "AUTH_REQUIRED is resolved" },
  DEMO_SERVER_001: { tier: 3, requirement: "an agent to practise with" },
  VER_002: { tier: 3, requirement: "required extensions are declared" },
} as const satisfies Readonly<Record<string, Requirement>>;

export type RequirementId = keyof typeof requirements;
