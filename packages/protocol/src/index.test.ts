import { expect, test } from "vitest";
import * as signing from "./card/signing.ts";
import * as protocol from "./index.ts";

test("the package exports these names and no others", () => {
  expect(Object.keys(protocol).sort()).toEqual([
    "A2AError",
    "ERROR_DOMAIN",
    "EXTENSIONS_HEADER",
    "INTERRUPTED_STATES",
    "MAX_BODY_EXCERPT",
    "MAX_DEPTH",
    "MAX_EVENT_BYTES",
    "MAX_VIOLATIONS",
    "PROTOCOL_VERSION",
    "TERMINAL_STATES",
    "TransportError",
    "VERSION_HEADER",
    "createChunkReader",
    "createRequest",
    "decodeMessage",
    "describeJson",
    "encodeComment",
    "encodeFrame",
    "encodeMessage",
    "errorResponse",
    "errorStatuses",
    "errors",
    "formatExtensions",
    "formatPath",
    "isCanonicalAnswer",
    "isCanonicalCard",
    "isInterrupted",
    "isObject",
    "isTerminal",
    "methodNames",
    "methods",
    "missingCapability",
    "negotiateVersion",
    "normalise",
    "parseErrorObject",
    "parseEvents",
    "parseExtensions",
    "parseRequest",
    "parseResponse",
    "parseRetryAfter",
    "parseVersion",
    "readBatches",
    "reasonOf",
    "requestId",
    "resolveMethod",
    "successResponse",
    "toA2AError",
    "toErrorObject",
  ]);
});

test("what signing takes has an entry of its own, so that nobody else pays for it", () => {
  expect(Object.keys(signing).sort()).toEqual(["canonicalJson", "cardPayload"]);
});
