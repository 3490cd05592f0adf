import { Client } from "undici";

/** One keep-alive connection to the server under test. */
export const connect = (port: number) =>
  new Client(`http://127.0.0.1:${port}`, { pipelining: 1, keepAliveTimeout: 60_000, bodyTimeout: 0 });

const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "a2a-version": "1.0",
};

/** Posts a body and hands over what comes back as it comes. @throws Error on a connection error and on any status but 200 */
export function post(client: Client, body: string, onData: (data: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    client.dispatch(
      { path: "/", method: "POST", headers, body },
      {
        onRequestStart() {},
        onResponseStart(_, status) {
          if (status !== 200) reject(new Error(`HTTP status ${status}`));
        },
        onResponseData: (_, data) => onData(data),
        onResponseEnd: () => resolve(),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

/** Fills a number that no other call has into every `$n` of the template. */
export function numbered(template: string): () => string {
  const parts = template.split("$n");
  let count = 0;
  return () => {
    count += 1;
    return parts.join(String(count));
  };
}
