/** What the benchmarks do with a client. */
export interface TestClient {
  /** Resolves with the state of the task. */
  getTask(id: string): Promise<string>;
  /** Sends the text and gives the results of the stream, event by event. */
  stream(text: string): AsyncIterable<unknown>;
}

/** A client for the agent whose JSON-RPC endpoint is at the URL. */
export type OpenClient = (url: string) => Promise<TestClient>;
