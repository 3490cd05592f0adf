/** What a fault is called, what its value is (absent: it takes none), and what goes wrong. */
export const faultNames = {
  delay: ["duration", "the answer begins later"],
  hang: [undefined, "there is no answer until the caller leaves"],
  disconnect: [undefined, "the connection is closed without an answer"],
  error: ["name|code", "a JSON-RPC error, such as TaskNotFound or -32603"],
  status: ["code", "an HTTP status without JSON, such as 503"],
  "error-status": ["code", "JSON-RPC errors come with this HTTP status"],
  malformed: [undefined, "JSON that breaks off in the middle; in a stream, each event"],
  "wrong-id": [undefined, "the id of another request"],
  "content-type": ["type", "another media type, such as text/html"],
  header: ["name:value", "a header of the answer; without a value it is left out"],
  "request-header": ["name:value", "what the agent sees in place of a header of the request"],
  drop: ["n", "a stream breaks off after n events"],
  duplicate: ["n", "the nth event of a stream comes twice"],
  lose: ["n", "the nth event of a stream is missing"],
  reorder: ["n", "the nth event of a stream comes after the next one"],
  pace: ["duration", "a pause before each event of a stream"],
  "keep-open": [undefined, "a stream is not closed at its end"],
  set: ["pointer=json", "a member of the answer has this value"],
  remove: ["pointer", "a member of the answer is missing"],
  rename: ["pointer=name", "a member of the answer has another name"],
} as const satisfies Readonly<Record<string, readonly [value: string | undefined, summary: string]>>;

export type FaultName = keyof typeof faultNames;

/** The faults as help lists them. */
export const faultRows: readonly (readonly [left: string, right: string])[] = Object.entries(faultNames).map(
  ([name, [value, summary]]) => [value === undefined ? name : `${name}=<${value}>`, summary],
);
