/** The other end of a connection. */
export interface Peer {
  readonly address: string;
  /** What TLS asked for and verified; with node:http a `PeerCertificate`. */
  readonly certificate?: unknown;
}

/** An HTTP request as plain values, however it arrived. What costs something is a function, so that only who asks pays. */
export interface Incoming {
  readonly method: string;
  /** Below where a framework has mounted the handler. */
  readonly path: string;
  /** The whole of it, where a framework has taken its beginning off. */
  readonly fullPath?: string;
  readonly query: URLSearchParams;
  /** A header by its lower-case name; repeated values joined with ", ". */
  header(name: string): string | undefined;
  /** Aborts when the response closed. */
  signal(): AbortSignal;
  /** `https://host` as the writer saw it; `undefined` where it did not see one. */
  origin(): string | undefined;
  peer?(): Peer;
  /**
   * Reads the body, once.
   * @throws A2AError PAYLOAD_TOO_LARGE beyond `limit` bytes, JSONParse where it is not UTF-8.
   */
  text(limit: number): Promise<string>;
  /**
   * Where a framework has read the body already: what it made of it, which may be text, bytes or a value out of JSON.
   * @throws A2AError for what the framework could not read, Error where it kept nothing.
   */
  parsed?: (() => unknown) | undefined;
}
