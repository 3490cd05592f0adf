import type { TaskStore } from "@a2akit/server";
import type { Envelope } from "../peer.ts";
import type { RequirementId } from "../requirements.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A request on its way to the server. */
export interface Asked {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Fields;
}

/** A server-sent event on its way back. */
export interface Sent {
  readonly id: string | undefined;
  readonly data: Envelope;
}

export interface Head {
  readonly status: number;
  readonly headers: Headers;
}

/** A fault put into the server from outside; every part of it is optional, what is absent changes nothing. */
export interface Fault {
  /** Wraps the store. */
  readonly store?: (store: TaskStore) => TaskStore;
  /** Changes a request before the server sees it. */
  readonly ask?: (asked: Asked) => Asked;
  /** Changes a JSON answer, and each frame of a stream. */
  readonly answer?: (envelope: Envelope) => unknown;
  /** Changes a stream as a whole. */
  readonly stream?: (events: AsyncIterable<Sent>) => AsyncIterable<Sent>;
  /** Changes status and headers. */
  readonly head?: (head: Head) => Head;
}

/** A fault, and the requirement whose checks have to notice it. */
export interface Defect extends Fault {
  readonly title: string;
  readonly breaks: RequirementId;
  /** It is noticed because something is waited for that never comes; default: because a check fails. */
  readonly hangs?: true;
}
