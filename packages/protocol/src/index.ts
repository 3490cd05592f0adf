export {
  A2AError,
  type A2AErrorOptions,
  ERROR_DOMAIN,
  type ErrorDetail,
  type ErrorKind,
  type ErrorName,
  type FieldViolation,
  reasonOf,
  toA2AError,
} from "./a2a-error.ts";
export { isCanonicalAnswer } from "./canonical-answer.ts";
export { isCanonicalCard } from "./canonical-card.ts";
export { type Capability, missingCapability } from "./capability.ts";
export { type ChunkReader, createChunkReader } from "./chunk-reader.ts";
export type {
  Dialect,
  EnumTable,
  ErrorRow,
  ErrorStatusRow,
  ErrorStatusTable,
  ErrorTable,
  Example,
  FieldTable,
  MethodRow,
  MethodTable,
  ParamsTable,
  SpecSource,
  Spelling,
} from "./dialect.ts";
export {
  createRequest,
  type ParsedRequest,
  parseRequest,
  type RequestEnvelope,
  type RequestId,
  requestId,
  resolveMethod,
} from "./envelope.ts";
export { type ErrorObject, MAX_VIOLATIONS, parseErrorObject, toErrorObject } from "./error-object.ts";
export { EXTENSIONS_HEADER, formatExtensions, parseExtensions } from "./extensions.ts";
export { formatPath, type PathOptions } from "./field-path.ts";
export type { MessageName } from "./field-plan.ts";
export { errorStatuses, errors } from "./gen/errors.ts";
export { methodNames, methods } from "./gen/methods.ts";
export { describeJson, isObject, type JsonObject } from "./json.ts";
export { type DecodeOptions, decodeMessage, encodeMessage, MAX_DEPTH } from "./message-codec.ts";
export { normalise } from "./normalise.ts";
export { parseVersion } from "./parse-version.ts";
export { type ErrorResponse, errorResponse, parseResponse, type SuccessResponse, successResponse } from "./response.ts";
export { encodeComment, encodeFrame, type Frame } from "./sse-encode.ts";
export { MAX_EVENT_BYTES, type ParseEventsOptions, parseEvents, readBatches } from "./sse-parse.ts";
export type { ServerSentEvent } from "./sse-parser.ts";
export { INTERRUPTED_STATES, isInterrupted, isTerminal, TERMINAL_STATES } from "./task-state.ts";
export { MAX_BODY_EXCERPT, parseRetryAfter, TransportError, type TransportErrorOptions } from "./transport-error.ts";
export { negotiateVersion, PROTOCOL_VERSION, VERSION_HEADER } from "./version.ts";
