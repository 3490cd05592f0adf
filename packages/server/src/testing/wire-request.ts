import type { A2AHandler } from "../handler.ts";
import { rawRequest } from "./raw-request.ts";

/** A request as it goes over the wire, header by header. */
export interface WireRequest {
  /** Default POST. */
  readonly method?: string;
  readonly headers?: (() => Promise<[string, string][]>) | [string, string][];
  readonly query?: string;
  readonly body: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly body: string;
  /** With its headers. */
  readonly whole: string;
}

export async function sendOverSocket(port: number, request: WireRequest): Promise<WireAnswer> {
  const { method = "POST", query = "", body } = request;
  const lines = [
    `${method} /?A2A-Version=1.0&${query} HTTP/1.1`,
    "Host: agent.example",
    "Connection: close",
    "Content-Type: application/json",
    ...(await headersOf(request)).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const whole = await rawRequest(port, `${lines.join("\r\n")}\r\n\r\n${body}`);
  const [head = "", ...rest] = whole.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body: rest.join("\r\n\r\n"), whole };
}

export async function sendOverFetch({ fetch }: Pick<A2AHandler, "fetch">, request: WireRequest): Promise<WireAnswer> {
  const { method = "POST", query = "", body } = request;
  const headers = new Headers({ "content-type": "application/json" });
  for (const [name, value] of await headersOf(request)) headers.append(name, value);
  const url = `https://agent.example/?A2A-Version=1.0&${query}`;
  const response = await fetch(new Request(url, { method, headers, ...(method === "POST" && { body }) }));
  const text = await response.text();
  return { status: response.status, body: text, whole: `${JSON.stringify([...response.headers])} ${text}` };
}

async function headersOf({ headers = [] }: WireRequest): Promise<[string, string][]> {
  return typeof headers === "function" ? headers() : headers;
}
