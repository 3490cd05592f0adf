/** `fetch` by its standard objects: the global one fits, and so does a server's `handler.fetch`, which calls it in the same process. */
export type Fetch = (request: Request) => Promise<Response>;

/** One way to call either: the global `fetch` is given URL and init as they are, which saves a Request. */
export function fetchWith(fetch: Fetch | undefined): (url: string, init: RequestInit) => Promise<Response> {
  return fetch ? (url, init) => fetch(new Request(url, init)) : (url, init) => globalThis.fetch(url, init);
}
