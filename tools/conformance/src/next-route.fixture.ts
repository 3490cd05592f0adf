import { createA2AHandler } from "@a2akit/server";

/** As `app/[[...path]]/route.ts`: Next calls the export that is named like the HTTP method. */
const { fetch: answer } = createA2AHandler({
  card: { name: "Greeter", description: "Greets people by name", version: "1.0.0" },
  agent: async function* ({ text }) {
    yield `Hello, ${text}!`;
  },
});

export const dynamic = "force-dynamic";
export { answer as GET, answer as HEAD, answer as OPTIONS, answer as POST };
