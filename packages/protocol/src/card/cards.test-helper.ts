/*
 * One agent as cards of all ages show it.
 */

export const skill = { id: "lookup", name: "Look up", description: "Finds a book.", tags: ["books"] };
/** What cards of all ages share. */
export const common = {
  name: "Librarian",
  description: "Knows where the books are.",
  version: "1.2.0",
  capabilities: { streaming: false },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [skill],
};
export const rpc = { url: "https://library.example/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" };
export const rest = { url: "https://library.example/rest", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" };
export const v1 = { ...common, supportedInterfaces: [rpc] };
export const v03 = {
  ...common,
  protocolVersion: "0.3.0",
  url: "https://library.example/a2a",
  preferredTransport: "JSONRPC",
};
