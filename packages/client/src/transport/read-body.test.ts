import { TransportError } from "@a2akit/protocol";
import { expect, test } from "vitest";
import { parseJson, readText } from "./read-body.ts";

const origin = { url: "https://agent.example/", signal: new AbortController().signal };

const readJson = async (response: Response) => parseJson(await readText(response, 100, origin), "The body", response);

test("a character may be split over chunks", async () => {
  const [bytes, half] = [new TextEncoder().encode('{"a":"ü"}'), 7];
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, half));
      controller.enqueue(bytes.slice(half));
      controller.close();
    },
  });
  expect(await readJson(new Response(body))).toEqual({ a: "ü" });
});

test("a body of exactly the limit is read, one byte more is not, and its source is told to stop", async () => {
  expect(await readText(new Response("12345"), 5, origin)).toBe("12345");
  let cancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(4)),
    cancel: () => {
      cancelled = true;
    },
  });
  await expect(readText(new Response(endless), 5, origin)).rejects.toThrow("The body is larger than 5 bytes");
  expect(cancelled).toBe(true);
});

test.each([
  ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "The body is not UTF-8"],
  ["a character that is cut", new Uint8Array([0x22, 0xc3]), "The body is not UTF-8"],
  ["JSON that is cut", '{"a":', "The body is not JSON"],
  ["nothing", null, "The body is not JSON"],
])("%s", async (_, body, message) => {
  const failure = readJson(new Response(body));
  await expect(failure).rejects.toThrow(TransportError);
  await expect(failure).rejects.toThrow(message);
});
