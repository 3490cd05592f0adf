import { A2AError, type ErrorName, errors, type RequestId, toErrorObject } from "@a2akit/protocol";
import { didYouMean } from "../command-line/suggest.ts";

/** What an error answers with: a row of the error table, or a code of one's own. */
export interface ScriptedError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * `TaskNotFound`, `TaskNotFoundError` or `-32001`.
 *
 * @throws Error that names what was probably meant.
 */
export function parseError(text: string): ScriptedError {
  if (/^-?\d{1,9}$/.test(text)) {
    const code = Number(text);
    const known = errorNames().find((name) => errors[name].code === code);
    return known ? fromTable(known) : { code, message: `The mock answers with the code ${code}` };
  }
  const wanted = text.replace(/Error$/, "");
  const name = errorNames().find((known) => known === wanted);
  if (name) return fromTable(name);
  throw new Error(
    `${JSON.stringify(text)} is no error of A2A${didYouMean(wanted, errorNames()) || `: ${errorNames().join(", ")}`}`,
  );
}

function fromTable(name: ErrorName): ScriptedError {
  return toErrorObject(new A2AError(name));
}

function errorNames(): ErrorName[] {
  // Object.keys widens the keys of the table to string.
  return Object.keys(errors) as ErrorName[];
}

export function errorAnswer({ code, message, data }: ScriptedError, id: RequestId): Response {
  const error = { code, message, ...(data !== undefined && { data }) };
  return Response.json({ jsonrpc: "2.0", id, error }, { headers: { "content-type": "application/json" } });
}
