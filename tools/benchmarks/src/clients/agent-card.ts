/** The card of the bare server, which has none of its own. */
export const agentCard = (url: string) => ({
  name: "Benchmark agent",
  description: "Answers at once, or in chunks",
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  version: "1.0.0",
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "answer", name: "Answer", description: "Repeats what it was told", tags: ["benchmark"] }],
});
