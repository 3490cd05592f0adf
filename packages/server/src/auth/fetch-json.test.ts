import { expect, it } from "vitest";
import { fetchJson } from "./fetch-json.ts";

it("leaves no answer open that it does not read", async () => {
  const canceled: string[] = [];
  const answer = (status: number, text: string): Response =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode(text)),
        cancel: () => void canceled.push(text),
      }),
      { status },
    );
  for (const [status, text, fault] of [
    [503, "down", "HTTP 503"],
    [200, "long", "larger than 10 bytes"],
  ] as const) {
    const get = async () => answer(status, text);
    const fetching = fetchJson("https://idp.example/jwks", { fetch: get, timeout: 10_000, maxBytes: 10 });
    await expect(fetching).rejects.toMatchObject({ cause: { message: expect.stringContaining(fault) } });
  }
  expect(canceled).toEqual(["down", "long"]);
});
