import { describe, expect, test } from "vitest";
import { decodeParams } from "./codec/decode-params.ts";
import { decodeResult } from "./codec/decode-result.ts";
import { encodeParams } from "./codec/encode-params.ts";
import { encodeResult } from "./codec/encode-result.ts";
import type { Dialect, Example } from "./dialect.ts";
import { a2a } from "./gen/dialects/a2a.ts";
import { cdqGenius } from "./gen/dialects/cdq-genius.ts";
import { moltrust } from "./gen/dialects/moltrust.ts";
import { examples as a2aExamples } from "./gen/examples/a2a.ts";
import { examples as cdqExamples } from "./gen/examples/cdq-genius.ts";
import { examples as moltrustExamples } from "./gen/examples/moltrust.ts";
import { parseRequest, requestId, resolveMethod } from "./json-rpc/envelope.ts";
import { toErrorObject } from "./json-rpc/error-object.ts";
import { parseResponse } from "./json-rpc/response.ts";

/* What the OpenAPI files give as examples goes through this package in both directions. */

const dialects: [Dialect, readonly Example[]][] = [
  [a2a, a2aExamples],
  [cdqGenius, cdqExamples],
  [moltrust, moltrustExamples],
];

describe.each(dialects.filter(([, examples]) => examples.length > 0))("$name", (dialect, examples) => {
  test.each(examples.filter(({ kind }) => kind === "request"))("request $name", ({ method, value }) => {
    const request = parseRequest(value, dialect);
    const name = resolveMethod(request.method, dialect);
    expect(name).toBe(method);
    const params = decodeParams(name, request.params);
    expect(encodeParams(dialect, name, params)).toEqual(request.params);
  });

  test.each(examples.filter(({ kind }) => kind === "result"))("result $name", ({ method, value }) => {
    if (method === undefined) return expect.unreachable("a result belongs to a method");
    const result = parseResponse(value, requestId(value));
    expect(encodeResult(dialect, method, decodeResult(method, result))).toEqual(result);
  });

  test.each(examples.filter(({ kind }) => kind === "error"))("error $name", ({ value }) => {
    const read = () => parseResponse(value, requestId(value));
    expect(read).toThrow(expect.objectContaining({ domain: "a2a-protocol.org" }));
    try {
      read();
    } catch (error) {
      // Ours says at least what theirs says; theirs may leave out `@type` or all of `data`.
      expect({ error: toErrorObject(error as Parameters<typeof toErrorObject>[0]) }).toMatchObject({
        error: (value as { error: object }).error,
      });
    }
  });
});
