export interface ServeOptions {
  /** Whether the benchmark asks for a task again. A real server always remembers; the bare one only when it must. */
  readonly remember: boolean;
}

/** Listens on a free port of 127.0.0.1 and resolves with it. `POST /` takes JSON-RPC; the agent behind it is `agent.ts`. */
export type Serve = (options: ServeOptions) => Promise<number>;
