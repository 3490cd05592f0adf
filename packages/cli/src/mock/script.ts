import type { AgentEvent } from "@a2akit/server";
import type { Method, Part } from "@a2akit/types";
import type { Middleware } from "./call.ts";
import type { ScriptedError } from "./error-answer.ts";

/** What the mock answers to what: the first reply that fits is given. */
export interface Script {
  readonly replies: readonly Reply[];
  /** For every call, beside those of its reply. */
  readonly faults: readonly Middleware[];
}

/** When a reply fits; what is absent does not matter. */
export interface Condition {
  /** The whole text of the message, in any case and without the space around it. */
  readonly text?: string;
  /** Found anywhere in the text. */
  readonly regex?: RegExp;
  readonly method?: Method;
  /** Some part of the message is of this kind. */
  readonly part?: PartKind;
  /** Whether the message continues a task. */
  readonly continues?: boolean;
}

export type PartKind = "text" | "raw" | "url" | "data";

export interface Reply {
  readonly when: Condition;
  /** How often it is given; then the next one that fits is. */
  readonly times: number;
  readonly faults: readonly Middleware[];
  /** Absent where only the faults are meant and the usual answer is given. */
  readonly answer?: ReplyAnswer | undefined;
}

export type ReplyAnswer =
  | { readonly kind: "message"; readonly parts: readonly Part[] }
  | { readonly kind: "task"; readonly steps: readonly Step[] }
  | { readonly kind: "error"; readonly error: ScriptedError }
  /** As it stands, whatever the dialect. */
  | { readonly kind: "result"; readonly result: unknown };

/** What a task does next: it waits so many milliseconds, or it tells something, each time under new ids. */
export type Step = { readonly wait: number } | { readonly event: () => AgentEvent };
