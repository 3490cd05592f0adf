/**
 * What becomes of tasks: `forget` – nobody asks for them again, so that the bare server need not keep them (a real server does
 * anyway); `remember` – they are kept; `settled` – and the way they are kept for long, without what is only of use at first.
 */
export type Keeping = "forget" | "remember" | "settled";

/** Listens on a free port of 127.0.0.1 and resolves with it. `POST /` takes JSON-RPC; the agent behind it is `agent.ts`. */
export type Serve = (keeping: Keeping) => Promise<number>;
