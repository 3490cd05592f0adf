/** `fetch` by its standard objects: the global one fits, and so does a server's `handler.fetch`, which calls it in the same process. */
export type Fetch = (request: Request) => Promise<Response>;
