import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TransportError } from "../transport-error.ts";
import { encodeComment, encodeFrame } from "./encode-frame.ts";
import type { ServerSentEvent } from "./event-parser.ts";
import { parseEvents } from "./parse-events.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

async function* generate(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? bytes(part) : part;
}

function chunks(...parts: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(generate(...parts));
}

async function collect(events: AsyncIterable<ServerSentEvent>): Promise<ServerSentEvent[]> {
  const all: ServerSentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The algorithm of WHATWG HTML §9.2.6 on a whole text, line by line, as it is written there. */
function reference(text: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  let [data, event, id] = ["", "", ""];
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  for (const line of lines.slice(0, -1)) {
    if (line === "") {
      if (data !== "")
        events.push({ data: data.slice(0, -1), ...(id !== "" && { id }), ...(event !== "" && { event }) });
      [data, event] = ["", ""];
      continue;
    }
    const [, name, value] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? [];
    if (name === "data") data += `${value}\n`;
    if (name === "event") event = value ?? "";
    if (name === "id" && !value?.includes("\0")) id = value ?? "";
  }
  return events;
}

describe("the format", () => {
  test.each([
    { title: "one event", text: "data: a\n\n", want: [{ data: "a" }] },
    {
      title: "no space after the colon, and only one is removed",
      text: "data:a\n\ndata:  b\n\n",
      want: [{ data: "a" }, { data: " b" }],
    },
    { title: "lines of data", text: "data: a\ndata:\ndata: b\n\n", want: [{ data: "a\n\nb" }] },
    { title: "empty data", text: "data\n\ndata:\n\n", want: [{ data: "" }, { data: "" }] },
    {
      title: "CR and CRLF",
      text: "data: a\r\rdata: b\r\n\r\ndata: c\n\r\n",
      want: [{ data: "a" }, { data: "b" }, { data: "c" }],
    },
    {
      title: "comments and unknown fields",
      text: ": hello\nretry: 5\nfoo: bar\n:\ndata: a\n\n",
      want: [{ data: "a" }],
    },
    { title: "no event without data", text: "event: x\n\nid: 1\n\ndata: a\n\n", want: [{ data: "a", id: "1" }] },
    {
      title: "an id that lasts until it is emptied",
      text: "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
      want: [{ data: "a", id: "1" }, { data: "b", id: "1" }, { data: "c" }],
    },
    { title: "an id with NUL is ignored", text: "id: 1\nid: 2\0\ndata: a\n\n", want: [{ data: "a", id: "1" }] },
    {
      title: "an event name lasts for one event",
      text: "event: e\ndata: a\n\ndata: b\n\n",
      want: [{ data: "a", event: "e" }, { data: "b" }],
    },
    { title: "one BOM", text: "\uFEFFdata: a\n\n\uFEFFdata: b\n\n", want: [{ data: "a" }] },
    { title: "a cut-off event is dropped", text: "data: a\n\ndata: b\n", want: [{ data: "a" }] },
    { title: "a cut-off line is dropped", text: "data: a\n\ndata: b", want: [{ data: "a" }] },
    { title: "field names are exact", text: "Data: a\n data: b\ndata : c\ndata: d\n\n", want: [{ data: "d" }] },
    { title: "nothing", text: "", want: [] },
  ])("$title", async ({ text, want }) => {
    expect(await collect(parseEvents(chunks(text)))).toEqual(want);
    expect(reference(text)).toEqual(want);
  });

  test("what is encoded is read back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ data: fc.string({ unit: "grapheme" }), id: fc.integer({ min: 1 }) }), { maxLength: 5 }),
        async (frames) => {
          const text = frames.map((frame) => encodeComment("tick") + encodeFrame(frame)).join("");
          const want = frames.map(({ data, id }) => ({ data: data.replace(/\r\n?/g, "\n"), id: String(id) }));
          expect(await collect(parseEvents(chunks(text)))).toEqual(want);
        },
      ),
    );
  });
});

describe("chunk borders", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "",
      "",
      "data",
      "data:",
      "data: ",
      ":",
      "id",
      "id: 1",
      "id: \0",
      "event: e",
      "retry: 1",
      "data: \uFEFF",
    ),
    fc.string({ unit: "binary" }).map((text) => `data: ${text}`),
    fc.string({ unit: fc.constantFrom("d", "a", ":", " ", "é", "€", "😀", "\0") }),
  );
  const text = fc
    .array(fc.tuple(line, fc.constantFrom("\n", "\r", "\r\n", "\n\n", "\r\n\r\n")), { maxLength: 12 })
    .map((lines) => lines.flat().join(""));

  test("anywhere, even inside a character or a CRLF, make no difference", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("", "\uFEFF"), text, fc.array(fc.nat({ max: 6 })), async (bom, body, sizes) => {
        const whole = bytes(bom + body);
        const parts: Uint8Array[] = [];
        let from = 0;
        for (const size of [...sizes, whole.length]) {
          parts.push(whole.subarray(from, from + size));
          from += size;
        }
        expect(await collect(parseEvents(chunks(...parts)))).toEqual(
          reference(new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole)),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test("any bytes at all are events, nothing, or too large", async () => {
    const noise = fc.oneof(
      fc.uint8Array(),
      fc.array(fc.constantFrom(10, 13, 58, 32, 100, 97, 116, 0xc3, 0xef, 0)).map((list) => Uint8Array.from(list)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(noise), async (parts) => {
        try {
          await collect(parseEvents(chunks(...parts), { maxEventBytes: 20 }));
        } catch (error) {
          expect(error).toBeInstanceOf(TransportError);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a stream is read as an iterable is", async () => {
    const stream = new Response("data: a\n\ndata: b\n\n").body;
    expect(stream && (await collect(parseEvents(stream)))).toEqual([{ data: "a" }, { data: "b" }]);
  });
});

describe("the limit", () => {
  const tooLarge = expect.objectContaining({
    name: "TransportError",
    message: "A server-sent event is larger than 10 bytes",
  });
  const limited = (...parts: string[]) => collect(parseEvents(chunks(...parts), { maxEventBytes: 10 }));

  test.each([["0123456789", "ééééé", "01234\ndata: 6789"]].flat())("%j fits", async (data) => {
    expect(await limited(`data: ${data}\n\n`)).toHaveLength(1);
  });

  test.each([
    { title: "one byte more", parts: ["data: 0123456789a\n\n"] },
    { title: "bytes, not characters", parts: ["data: éééééé\n\n"] },
    { title: "many lines", parts: ["data: 01234\ndata: 56789\n\n"] },
    {
      title: "an event that never ends",
      parts: ["data: 0\n", "data: 0\n", "data: 0\n", "data: 0\n", "data: 0\n", "data: 0\n"],
    },
    { title: "a line that never ends", parts: [":01234", "56789", "abcdef"] },
  ])("$title", async ({ parts }) => {
    await expect(limited(...parts)).rejects.toThrow(tooLarge);
  });

  test("is for one event, and those before it are delivered", async () => {
    const seen: string[] = [];
    const read = async () => {
      for await (const { data } of parseEvents(chunks("data: 01234\n\ndata: 56789\n\ndata: 0123456789a\n\n"), {
        maxEventBytes: 10,
      }))
        seen.push(data);
    };
    await expect(read()).rejects.toThrow(tooLarge);
    expect(seen).toEqual(["01234", "56789"]);
  });

  test("comments may go on for ever", async () => {
    expect(await limited(...Array.from({ length: 100 }, () => ": keep-alive\n\n"), "data: a\n\n")).toEqual([
      { data: "a" },
    ]);
  });
});

/** An endless stream, and a promise of its cancellation. */
function cancellable(text: string): { stream: ReadableStream<Uint8Array>; cancelled: Promise<void> } {
  let cancel: () => void = () => {};
  const cancelled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  return { stream: new ReadableStream({ start: (controller) => controller.enqueue(bytes(text)), cancel }), cancelled };
}

describe("the end", () => {
  test("leaving the loop cancels a stream", async () => {
    const { stream, cancelled } = cancellable("data: a\n\ndata: b\n\n");
    for await (const { data } of parseEvents(stream)) {
      expect(data).toBe("a");
      break;
    }
    await cancelled;
  });

  test("leaving the loop ends an iterable", async () => {
    await new Promise<void>((resolve) => {
      async function* source() {
        try {
          yield bytes("data: a\n\n");
          yield bytes("data: b\n\n");
        } finally {
          resolve();
        }
      }
      const first = async () => {
        for await (const _ of parseEvents(ReadableStream.from(source()))) return;
      };
      void first();
    });
  });

  test("an abort ends the wait at once, also where the source never answers", async () => {
    const controller = new AbortController();
    const never = async function* (): AsyncGenerator<Uint8Array> {
      yield bytes("data: a\n\n");
      await new Promise(() => {});
    };
    const reason = new Error("enough");
    const events = parseEvents(ReadableStream.from(never()), { signal: controller.signal });
    expect(await events[Symbol.asyncIterator]().next()).toEqual({ done: false, value: { data: "a" } });
    const next = events[Symbol.asyncIterator]().next();
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
  });

  test("a signal that is aborted already reads nothing and cancels the source", async () => {
    const { stream, cancelled } = cancellable("data: a\n\n");
    const reason = new Error("too late");
    await expect(collect(parseEvents(stream, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    await cancelled;
  });

  test("calls of next that do not wait for each other get the events in order", async () => {
    const events = parseEvents(chunks("data: a\n\ndata: b\n\n", "", "data: c\n\n"));
    const results = await Promise.all(Array.from({ length: 5 }, () => events.next()));
    expect(results.map(({ value }) => value?.data)).toEqual(["a", "b", "c", undefined, undefined]);
  });

  test("after the end there is nothing more", async () => {
    const events = parseEvents(chunks("data: a\n\ndata: b\n\n"));
    await events.next();
    await events.return(undefined);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    const broken = parseEvents(chunks("data: 0123\n\n"), { maxEventBytes: 1 });
    await expect(broken.next()).rejects.toThrow(TransportError);
    expect(await broken.next()).toEqual({ done: true, value: undefined });
  });

  test("what the source throws is thrown", async () => {
    const broken = new Error("connection reset");
    const stream = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(broken) });
    await expect(collect(parseEvents(stream))).rejects.toBe(broken);
  });
});
