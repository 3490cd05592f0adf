import type { Rows } from "../requirement.ts";

/** The data model as JSON, and the JSON-RPC binding (A2A §4, §5.4–5.7, §9). */
export const wireRows = {
  "camel-case-out": ["5.5", "Member names are written in camelCase, or as the dialect spells them."],
  "both-spellings-in": ["5.5", "camelCase and snake_case member names are both understood."],
  "enum-names-out": ["5.5", "Enum values are written by name."],
  "enum-numbers-in": ["5.5", "Enum values are understood by name and by number; others are invalid."],
  "timestamps-utc": ["5.6.1", "Timestamps are written in UTC with Z."],
  "timestamps-in": [
    "5.6.1",
    "Timestamps with any fraction and offset are understood; what is no timestamp is invalid.",
  ],
  "required-in": ["5.7", "A request that lacks a required member, or has an empty required list, is invalid."],
  "required-out": ["5.7", "Every required member is written."],
  "part-one-of": ["4.1.6", "A part holds exactly one of text, raw, url and data."],
  bytes: ["5.5", "Bytes are written as padded base64; base64url and missing padding are understood."],
  "integers-in": ["5.5", "Integers are understood as numbers and as decimal strings; fractions are invalid."],
  "defaults-omitted": ["5.7", "Optional members at their default are left out."],
  "null-unset": ["5.5", "null means unset, except as the value of data."],
  "opaque-json": ["4.1", "metadata and data come back exactly as they were given."],
  "no-kind": ["A.2.1", "Nothing carries the kind and final members of version 0.3."],
  unicode: ["14.1.1", "Text of every script survives, as UTF-8."],
  "content-type": ["9.1", "Requests are application/json; answers are application/json or text/event-stream."],
  "header-case": ["9.2", "Header names may be written in any case."],
  envelope: ["9.3", "Every answer is JSON-RPC 2.0 and has a result or an error, not both."],
  "id-echoed": [
    "9.3",
    "The id of the request comes back with its type: strings, numbers, 0 and the empty string alike.",
  ],
  methods: ["9.4", "Methods are called by their names of version 1.0, and only those of the dialect exist."],
  "stream-frames": [
    "9.4.2",
    "Each data: line is one whole JSON-RPC response with the request's id and one StreamResponse.",
  ],
  "stream-early-error": ["9.4.2", "What fails before the stream opens is answered as plain JSON."],
  "error-codes": ["5.4", "Each error has the code and the reason of the error table."],
  "parse-error": ["9.5", "A body that is no JSON is -32700 with a null id."],
  "invalid-request": ["9.5", "JSON that is no JSON-RPC request, a batch included, is -32600."],
  "method-not-found": ["9.5", "A method that does not exist is -32601."],
  "invalid-params": ["9.5", "Params that break a rule are -32602."],
  "internal-error": ["9.5", "What nobody foresaw is -32603."],
} as const satisfies Rows;
