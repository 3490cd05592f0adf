import { createHash, timingSafeEqual } from "node:crypto";
import { type A2AHandler, type Agent, createA2AHandler } from "@a2akit/server";
import { createPushSender } from "@a2akit/server/node";
import { echo, scenarios } from "./scenarios.ts";

/** What the demo agent takes for a credential; those who have it see the extended card. */
export const DEMO_TOKEN = "demo-token";

const agent: Agent = (context) => {
  const [word = "", ...rest] = context.text.trim().split(/\s+/);
  // Whoever answers a question names no scenario.
  const asked = context.task?.history?.[0]?.parts[0]?.text?.trim().split(/\s+/)[0];
  const name = (asked ?? word).toLowerCase();
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  return scenario ? scenario.run(context, rest.join(" ")) : echo(context);
};

/** An agent to try a client with: it streams, pushes, asks back, makes files and fails, as it is told (DEMO_SERVER_001). */
export function createDemoAgent({ onError }: { readonly onError: (error: unknown) => void }): A2AHandler {
  return createA2AHandler({
    agent,
    card: {
      name: "Demo agent",
      description: `Does what the first word of a message says: ${Object.keys(scenarios).join(", ")}; anything else comes back`,
      version: "1.0.0",
      defaultInputModes: ["text/plain", "application/json", "application/octet-stream", "*/*"],
      defaultOutputModes: ["text/plain", "application/json", "text/csv"],
      capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
      securitySchemes: {
        token: { httpAuthSecurityScheme: { scheme: "Bearer", description: `The token is ${DEMO_TOKEN}` } },
      },
      // Without the token everybody is let in, too.
      securityRequirements: [{ schemes: { token: {} } }, { schemes: {} }],
      skills: Object.entries(scenarios).map(([id, { summary }]) => ({
        id,
        name: id,
        description: summary,
        tags: ["demo"],
        examples: [id],
      })),
    },
    extendedCard: { description: "The demo agent, for those who have shown its token" },
    authenticate: async ({ header }) => {
      const authorization = header("authorization");
      if (authorization === undefined) return { owner: "", tenant: "" };
      return isDemoToken(authorization) ? { owner: "demo", tenant: "" } : { status: 401, challenge: "Bearer" };
    },
    push: createPushSender({ allow: ["127.0.0.1", "::1", "localhost"] }),
    onError,
  });
}

function isDemoToken(authorization: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization), digest(`Bearer ${DEMO_TOKEN}`));
}
