import type { ErrorRow } from "./dialect.ts";
import { errors } from "./gen/errors.ts";

/** A row of the error table: the name in the specification without its suffix `Error`. */
export type ErrorName = keyof typeof errors;

/** One entry of a google.rpc.BadRequest; `field` is a path such as `message.parts[0].text`. */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

/** A google.rpc detail other than ErrorInfo and BadRequest, as it stands in `error.data`. */
export interface ErrorDetail {
  readonly "@type": string;
  readonly [member: string]: unknown;
}

export interface A2AErrorOptions {
  /** Shown to the peer; without it the text of the error table is. */
  readonly message?: string;
  /** Goes into the ErrorInfo, every value as a string; `undefined` is left out. */
  readonly metadata?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly violations?: readonly FieldViolation[];
  readonly details?: readonly ErrorDetail[];
  /** Stays on this side. */
  readonly cause?: unknown;
}

/** An error that is no row of the table, as a peer may send one. */
export type ErrorKind = Required<ErrorRow> & {
  readonly domain?: string;
  readonly name?: string;
};

/** `domain` of the ErrorInfo of every error that the specification defines (A2A §9.5). */
export const ERROR_DOMAIN = "a2a-protocol.org";

/** The `reason` of an error of the table: `TaskNotFound` → `TASK_NOT_FOUND`. */
export function reasonOf(name: ErrorName): string {
  const { reason }: ErrorRow = errors[name];
  return reason ?? wordsOf(name).replaceAll(" ", "_").toUpperCase();
}

/** What an error of the table says by itself: `TaskNotFound` → `Task not found`. */
export function textOf(name: ErrorName): string {
  const { message }: ErrorRow = errors[name];
  return message ?? wordsOf(name).replace(/ [A-Z]/g, (letter) => letter.toLowerCase());
}

function wordsOf(name: ErrorName): string {
  return name.replace(/\B[A-Z](?=[a-z])/g, " $&");
}

/** An error that crosses the wire (A2A §3.3.2, §5.4). Code, reason and default text come from the error table. */
export class A2AError extends Error {
  declare readonly code: number;
  /** `reason` of the ErrorInfo, such as `TASK_NOT_FOUND`. */
  declare readonly reason: string;
  declare readonly domain: string;
  declare readonly metadata: Readonly<Record<string, string>>;
  declare readonly violations: readonly FieldViolation[];
  declare readonly details: readonly ErrorDetail[];
  /** HTTP status of the response that an agent sent it in; absent in an error that is made here. */
  declare readonly status?: number | undefined;
  /** Milliseconds to wait before another try, as its Retry-After header asks. */
  declare readonly retryAfter?: number | undefined;
  /** Tells an error of another copy of this package, as bundlers make them: `instanceof` does not know those. */
  readonly isA2AError = true;

  constructor(kind: ErrorName | ErrorKind, options: A2AErrorOptions = {}) {
    const {
      message,
      code,
      reason,
      name = "A2AError",
      domain = ERROR_DOMAIN,
    } = typeof kind === "string" ? kindOf(kind) : kind;
    const { metadata = {}, violations = [], details = [] } = options;
    super(options.message ?? message, options);
    const stated = Object.entries(metadata).filter(([, value]) => value !== undefined);
    this.name = name;
    this.code = code;
    this.reason = reason;
    this.domain = domain;
    this.metadata = Object.fromEntries(stated.map(([key, value]) => [key, String(value)]));
    this.violations = violations;
    this.details = details;
  }
}

/** The row of the table with what follows from its name. */
export function kindOf(name: ErrorName): ErrorKind {
  return { code: errors[name].code, name: `${name}Error`, message: textOf(name), reason: reasonOf(name) };
}

/**
 * The one translation of what was thrown into what crosses the wire. Anything but an A2AError becomes "Internal error" with the cause
 * attached, so that no exception text reaches a peer.
 */
export function toA2AError(error: unknown): A2AError {
  return isA2AError(error) ? error : new A2AError("Internal", { cause: error });
}

function isA2AError(error: unknown): error is A2AError {
  return error instanceof Error && "isA2AError" in error;
}
