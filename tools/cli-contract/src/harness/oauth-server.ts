import { readFileSync, writeFileSync } from "node:fs";
import { createScriptedAgent } from "@a2akit/conformance/scripted-agent";
import { createA2AHandler } from "@a2akit/server";
import type { AgentCard } from "@a2akit/types";
import { onTestFinished } from "vitest";
import { type Served, serve } from "./serve.ts";

interface Grants {
  /** The user enters the code. */
  approve(): void;
  lastToken(): string;
  /** Tokens that calls to the agent came with. */
  tokensUsed(): string[];
  /** Puts the end of a stored token into the past. */
  expire(file: string): void;
}

/** An agent, and on the same origin the authorization server that its card names (RFC 8628, RFC 6749 §4.4). */
export async function oauthServer(): Promise<Served & { agent: Grants }> {
  let approved = false;
  let issued = 0;
  const used: string[] = [];
  const lastToken = () => `access-t0ken-${issued}`;

  const issue = (more: object = {}) => {
    issued += 1;
    return Response.json({ access_token: lastToken(), token_type: "Bearer", expires_in: 3600, ...more });
  };
  const refuse = (error: string) => Response.json({ error }, { status: 400 });
  const grants: Readonly<Record<string, (request: Request) => Response>> = {
    "urn:ietf:params:oauth:grant-type:device_code": () =>
      approved ? issue({ refresh_token: "refresh-t0ken" }) : refuse("authorization_pending"),
    client_credentials: ({ headers }) =>
      headers.get("authorization") === `Basic ${btoa("ci:client-s3cret")}` ? issue() : refuse("invalid_client"),
    refresh_token: () => issue(),
  };

  const served: Served = await serve(async (request, { path, body }) => {
    const form = new URLSearchParams(body);
    if (path === "/device")
      return Response.json({
        device_code: "device-s3cret",
        user_code: "WDJB-MJHT",
        verification_uri: `${served.url}activate`,
        expires_in: 600,
        interval: 0.05,
      });
    if (path === "/token") return grants[form.get("grant_type") ?? ""]?.(request) ?? refuse("unsupported_grant_type");
    return handler(served.url).fetch(request);
  });

  let made: ReturnType<typeof createA2AHandler> | undefined;
  const handler = (url: string) => {
    made ??= createA2AHandler({
      agent: createScriptedAgent(),
      card: {
        name: "OAuth agent",
        description: "Takes tokens",
        version: "1.0.0",
        securitySchemes: schemesAt(url),
        securityRequirements: [
          { schemes: { user: { list: ["tasks"] } } },
          { schemes: { service: { list: ["tasks"] } } },
        ],
      },
      authenticate: async ({ header }) => {
        const token = header("authorization")?.replace("Bearer ", "");
        if (token === undefined || token !== lastToken()) return { status: 401 };
        used.push(token);
        return { owner: "tester", tenant: "" };
      },
      onError: () => {},
    });
    return made;
  };
  onTestFinished(() => made?.close());

  return {
    ...served,
    agent: {
      approve: () => {
        approved = true;
      },
      lastToken,
      tokensUsed: () => used,
      expire(file) {
        writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), expiresAt: 1 }));
      },
    },
  };
}

function schemesAt(url: string): NonNullable<AgentCard["securitySchemes"]> {
  const endpoints = { tokenUrl: `${url}token`, scopes: { tasks: "Tasks" } };
  const deviceCode = { ...endpoints, deviceAuthorizationUrl: `${url}device` };
  return {
    user: { oauth2SecurityScheme: { flows: { deviceCode } } },
    service: { oauth2SecurityScheme: { flows: { clientCredentials: endpoints } } },
  };
}
