/** The body of a call; the load generator fills another number into every `$n`. */
export function request(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id: "request-$n", method, params });
}

export function sendMessage(text: string, method = "SendMessage"): string {
  return request(method, { message: userMessage(text) });
}

export const userMessage = (text: string) => ({ messageId: "message-$n", role: "ROLE_USER", parts: [{ text }] });

/** A question as people ask it: what comes back is about 700 bytes. */
export const QUESTION = "What happened in the night between number $n and its neighbours, in two sentences?";
export const COMPLETED = "TASK_STATE_COMPLETED";

/** Creates a task and resolves with its id. @throws Error when the answer holds no task */
export async function createTask(url: string, text: string): Promise<string> {
  const params = { message: userMessage(text), configuration: { returnImmediately: text === "hold" } };
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": "1.0" },
    body: request("SendMessage", params).replaceAll("$n", "0"),
  });
  const body: unknown = await response.json();
  const id = /** Parsed by the caller's next call: an id that is none is answered with TaskNotFound. */ (
    body as { result?: { task?: { id?: string } } }
  ).result?.task?.id;
  if (id === undefined) throw new Error(`no task in ${JSON.stringify(body)}`);
  return id;
}
