import type { Method, SecurityRequirement, SecurityScheme } from "@a2akit/types";

/** How member names are written on the wire. Reading always accepts both (ProtoJSON, A2A §5.5). */
export type Spelling = "camelCase" | "snake_case";

/**
 * What is particular about one agent vendor's A2A JSON-RPC endpoint, read off its OpenAPI file by the generator.
 *
 * A dialect is a plain value that is passed in (`createClient(url, { dialects: [dialect] })`); no code branches on its name.
 */
export interface Dialect {
  /** The folder in `specs/` and the name that `--dialect` takes. */
  readonly name: string;
  /** Path of the JSON-RPC endpoint below the agent's base URL; starts with `/`. */
  readonly rpcPath: string;
  /** Path of the Agent Card below the agent's base URL (A2A §8.2). */
  readonly cardPath: string;
  /** The methods that the endpoint offers, in the order of the canonical table. */
  readonly methods: readonly Method[];
  /** Spelling of member names in the params that a client writes. */
  readonly paramsSpelling: Spelling;
  /** Spelling of member names in the results that a server writes. */
  readonly resultSpelling: Spelling;
  /** Whether SendMessage answers `{task}` / `{message}` (A2A §3.1.1) or the bare Task or Message. */
  readonly sendMessageResult: "wrapped" | "bare";
  /** Whether the Agent Card lists `supportedInterfaces` (A2A §4.4.1) or carries one flat `url`. */
  readonly cardShape: "interfaces" | "flat";
  /** The protocol version that a request without an `A2A-Version` header asks for (A2A §3.6.2: 0.3). */
  readonly absentVersion: string;
  /** What a JSON-RPC request id may be, beside a string or an integer. */
  readonly requestId: { readonly required: boolean; readonly null: boolean };
  /** HTTP status of a response that carries a JSON-RPC error; `"mapped"` takes it from the error table. */
  readonly errorStatus: 200 | "mapped";
  /** Security that the OpenAPI file states; absent where the Agent Card alone says it. */
  readonly security?: {
    readonly schemes: Readonly<Record<string, SecurityScheme>>;
    readonly requirements: readonly SecurityRequirement[];
  };
}

/** The OpenAPI file that a dialect was read from; each dialect's module exports its own beside the record. */
export interface SpecSource {
  readonly title: string;
  readonly version: string;
  /** Of the file as it lies there, in hex. */
  readonly sha256: string;
}

/** One row of the method table. */
export interface MethodRow {
  readonly streaming: boolean;
}
export type MethodTable = Readonly<Record<Method, MethodRow>>;
/** Method → the message that its params or its result is. */
export type MessageTable = Readonly<Record<Method, string>>;

/** One row of the error table (A2A §5.4). */
export interface ErrorRow {
  readonly code: number;
  /** Where it is not the name as a sentence: see `textOf`. */
  readonly message?: string;
  /** `reason` of the google.rpc.ErrorInfo in `error.data`, where it is not the name in capitals: see `reasonOf`. */
  readonly reason?: string;
}
export type ErrorTable = Readonly<Record<string, ErrorRow>>;

/** What an error is called outside JSON-RPC. */
export interface ErrorStatusRow {
  readonly httpStatus: number;
  /** The `google.rpc.Code` name. */
  readonly rpcStatus: string;
}
export type ErrorStatusTable = Readonly<Record<string, ErrorStatusRow>>;

/**
 * Message name → its members in JSON, parted by spaces, each with what it holds, unless that is a string: `boolean` `int32` `bytes`
 * `timestamp`, opaque JSON (`json`; `value` where `null` is a value), or the name of a message or enum; `X[]` is a list, `{X}` a map from
 * string, a trailing `?` marks tracked presence.
 */
export type FieldTable = Readonly<Record<string, string>>;
/** Enum name → value names; the index is the number of the value in the protocol buffer. */
export type EnumTable = Readonly<Record<string, readonly string[]>>;

/** An example taken from an OpenAPI file: one whole JSON body. */
export interface Example {
  readonly name: string;
  readonly method: Method | undefined;
  readonly kind: "request" | "result" | "error" | "card";
  readonly value: unknown;
}
