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
export { type Capability, missingCapability } from "./capability.ts";
export { isCanonicalCard } from "./card/canonical-card.ts";
export { isCanonicalAnswer } from "./codec/canonical-answer.ts";
export { formatPath, type PathOptions } from "./codec/field-path.ts";
export type { MessageName } from "./codec/field-plan.ts";
export { type DecodeOptions, decodeMessage, encodeMessage, MAX_DEPTH } from "./codec/message-codec.ts";
export { normalise } from "./codec/normalise.ts";
export type {
  Dialect,
  EnumTable,
  ErrorRow,
  ErrorStatusRow,
  ErrorStatusTable,
  ErrorTable,
  Example,
  FieldTable,
  MessageTable,
  MethodRow,
  MethodTable,
  SpecSource,
  Spelling,
} from "./dialect.ts";
export { EXTENSIONS_HEADER, formatExtensions, parseExtensions } from "./extensions.ts";
export { errorStatuses, errors } from "./gen/errors.ts";
export { methodNames, methods } from "./gen/methods.ts";
export { describeJson, isObject, type JsonObject } from "./json.ts";
export {
  createRequest,
  type ParsedRequest,
  parseRequest,
  type RequestEnvelope,
  type RequestId,
  requestId,
  resolveMethod,
} from "./json-rpc/envelope.ts";
export { type ErrorObject, MAX_VIOLATIONS, parseErrorObject, toErrorObject } from "./json-rpc/error-object.ts";
export {
  type ErrorResponse,
  errorResponse,
  parseResponse,
  type SuccessResponse,
  successResponse,
} from "./json-rpc/response.ts";
export { parseVersion } from "./parse-version.ts";
export { type ChunkReader, createChunkReader } from "./sse/chunk-reader.ts";
export { encodeComment, encodeFrame, type Frame } from "./sse/encode-frame.ts";
export type { ServerSentEvent } from "./sse/event-parser.ts";
export { MAX_EVENT_BYTES, type ParseEventsOptions, parseEvents, readBatches } from "./sse/parse-events.ts";
export { INTERRUPTED_STATES, isInterrupted, isTerminal, TERMINAL_STATES } from "./task-state.ts";
export { MAX_BODY_EXCERPT, parseRetryAfter, TransportError, type TransportErrorOptions } from "./transport-error.ts";
export { negotiateVersion, PROTOCOL_VERSION, VERSION_HEADER } from "./version.ts";
