import { isObject, type JsonObject } from "@a2akit/protocol";

/** How a document of an identity provider is fetched. */
export interface FetchJsonOptions {
  /** Default: the runtime's. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes of the document. */
  readonly maxBytes: number;
}

/** A JSON object from an https URL (http on this machine alone). Redirects are not followed. Rejects with an Error that names the URL. */
export async function fetchJson(url: string, options: FetchJsonOptions): Promise<JsonObject> {
  const { fetch: get = fetch, timeout, maxBytes } = options;
  const fail = (fault: string, cause?: unknown): Error => new Error(`${url} ${fault}`, { cause });
  if (!isSafe(url)) throw fail("is not an https URL");
  try {
    const signal = AbortSignal.timeout(timeout);
    const headers = { accept: "application/json" };
    const response = await get(url, { headers, redirect: "manual", signal });
    if (response.status !== 200) {
      // Else its connection is held until somebody reads it.
      response.body?.cancel().catch(() => {});
      throw fail(`answered with HTTP ${response.status}`);
    }
    const document: unknown = JSON.parse(await readText(response.body, maxBytes));
    if (isObject(document)) return document;
  } catch (error) {
    throw fail("could not be fetched", error);
  }
  throw fail("is no JSON object");
}

/** @throws RangeError */
async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = "";
  for (let size = 0; ; ) {
    const step = await reader?.read();
    if (step === undefined || step.done) return text + decoder.decode();
    size += step.value.byteLength;
    if (size > maxBytes) {
      reader?.cancel().catch(() => {});
      throw new RangeError(`The document is larger than ${maxBytes} bytes`);
    }
    text += decoder.decode(step.value, { stream: true });
  }
}

function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname));
}
