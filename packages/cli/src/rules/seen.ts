import type { Agent, ResolvedCard } from "@a2akit/client";
import type { RequestId } from "@a2akit/protocol";

/** An HTTP answer as it was read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where the text is no JSON. */
  readonly json: unknown;
}

/** A stream as far as it was read. */
export interface StreamSeen {
  /** The data of each event: JSON, or the text where it is none. */
  readonly frames: readonly unknown[];
  /** Whether it was closed, broke off, or was still open some time after its last event. */
  readonly end: "closed" | "broken" | "open";
}

/** The requests of an examination; `probes` says what each is. */
export type ProbeName =
  | "unknown-task"
  | "no-params"
  | "unknown-method"
  | "no-json"
  | "other-version"
  | "no-version"
  | "anonymous"
  | "cancel"
  | "list"
  | "list-snake"
  | "subscribe"
  | "push-configs"
  | "extended-card"
  | "send"
  | "get-sent"
  | "cancel-finished"
  | "subscribe-finished"
  | "stream";

/** What was asked, and what came back. */
export interface Exchange {
  readonly probe: ProbeName;
  /** The JSON-RPC method; undefined where none was sent. */
  readonly method: string | undefined;
  readonly id: RequestId;
  readonly answer?: Answer;
  /** Beside the answer, whose text is empty then. */
  readonly stream?: StreamSeen;
  /** Why there is no answer. */
  readonly failure?: string;
}

/** The card as it was found. */
export interface CardSeen {
  readonly json: unknown;
  /** Absent for a card out of a file. */
  readonly answer?: Answer;
  /** The answer to asking again with the ETag of the first. */
  readonly again?: Answer;
  /** Absent where it cannot be used. */
  readonly resolved?: ResolvedCard;
}

/** Why nobody can be called by a card. */
export interface Fault {
  /** Whether it is only that the versions do not match. */
  readonly isVersion: boolean;
  readonly message: string;
}

/** Everything that was found out about an agent; rules are functions of it. */
export interface Seen {
  readonly card: CardSeen;
  /** Who is called, by the card; absent where nobody can be. */
  readonly agent?: Agent;
  readonly fault?: Fault;
  readonly hasCredentials: boolean;
  readonly exchanges: Readonly<Partial<Record<ProbeName, Exchange>>>;
}
