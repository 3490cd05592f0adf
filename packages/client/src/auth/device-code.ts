import { TransportError } from "@a2akit/protocol";
import { delay } from "../waiting/delay.ts";
import { isTransient } from "../waiting/retry.ts";
import { type Auth, authorize } from "./authorize.ts";
import { accessToken, findFlow, type OAuthOptions, requestToken, trustedUrl } from "./oauth2.ts";
import { OAuthRefusal, postForm } from "./token-endpoint.ts";
import { createTokenSource, type Token } from "./token-source.ts";

/** What to show to the user, who opens the page on any device and enters the code. */
export interface DevicePrompt {
  readonly verificationUri: string;
  readonly userCode: string;
  /** The page with the code filled in, where the server offers one. */
  readonly verificationUriComplete?: string | undefined;
  /** Milliseconds until the code ends. */
  readonly expiresIn: number;
}

export interface DeviceCodeOptions extends OAuthOptions {
  readonly prompt: (prompt: DevicePrompt) => void | Promise<void>;
  /** What the card names, by default; see `tokenUrl`. */
  readonly deviceAuthorizationUrl?: string | undefined;
}

const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";
/** Seconds between polls where the server does not say, and what it adds by `slow_down` (RFC 8628 §3.5). */
const POLL_SECONDS = 5;
/** Seconds that a code is polled for, whatever the server says. */
const MAX_CODE_SECONDS = 1_800;

/**
 * OAuth 2 device authorization (RFC 8628): asks the user when the first call needs a token, and keeps it fresh while the server lets it.
 *
 * @throws A2AError Unauthenticated when the card has no OAuth 2 scheme, or no endpoints that may be trusted; on a call, when the user declines
 * or the code ends.
 */
export function deviceCode(options: DeviceCodeOptions): Auth {
  return (agent) => {
    const { flow, scopes } = findFlow(agent, "deviceCode");
    const endpoints = {
      token: trustedUrl(agent, "tokenUrl", { given: options.tokenUrl, stated: flow?.tokenUrl }),
      device: trustedUrl(agent, "deviceAuthorizationUrl", {
        given: options.deviceAuthorizationUrl,
        stated: flow?.deviceAuthorizationUrl,
      }),
    };
    const scope = (options.scopes ?? scopes).join(" ") || undefined;
    const source = createTokenSource({
      ...options,
      obtain: () => askUser(endpoints, scope, options),
      refresh: (token) => requestToken(endpoints.token, { grant_type: "refresh_token", refresh_token: token }, options),
    });
    return authorize(agent, accessToken, source);
  };
}

async function askUser(
  endpoints: { readonly token: string; readonly device: string },
  scope: string | undefined,
  options: DeviceCodeOptions,
): Promise<Token> {
  const { clientId, prompt, signal } = options;
  const answer = await postForm(endpoints.device, { client_id: clientId, scope }, options);
  const code = textOf(answer, "device_code");
  const userCode = textOf(answer, "user_code");
  const verificationUri = textOf(answer, "verification_uri");
  const complete = answer.verification_uri_complete;
  const seconds = Math.min(Number(answer.expires_in) || MAX_CODE_SECONDS, MAX_CODE_SECONDS);
  await prompt({
    verificationUri,
    userCode,
    ...(typeof complete === "string" && { verificationUriComplete: complete }),
    expiresIn: seconds * 1000,
  });
  const end = Date.now() + seconds * 1000;
  for (let interval = intervalOf(answer.interval); ; ) {
    await delay(interval * 1000, signal);
    try {
      return await requestToken(endpoints.token, { grant_type: GRANT_TYPE, device_code: code }, options);
    } catch (error) {
      const isWaiting = error instanceof OAuthRefusal && /^(authorization_pending|slow_down)$/.test(error.error);
      if (!(isWaiting || isLost(error)) || Date.now() >= end) throw error;
      // The user may be at it: what is lost on the way is asked again, more slowly too.
      if (!isWaiting || error.error === "slow_down") interval += POLL_SECONDS;
    }
  }
}

/** Whether a poll has no answer, or one that says "later". That its own time was up is no reason to give up, either (RFC 8628 §3.5). */
function isLost(error: unknown): boolean {
  return isTransient(error) || (error instanceof TransportError && error.status === undefined);
}

/** Seconds between polls; of what makes no sense, or is longer than a timer can wait, nothing is taken. */
function intervalOf(asked: unknown): number {
  const seconds = Number(asked);
  return seconds > 0 && seconds <= MAX_CODE_SECONDS ? seconds : POLL_SECONDS;
}

/** @throws TransportError where there is no such text in the answer (RFC 8628 §3.2). */
function textOf(answer: Readonly<Record<string, unknown>>, name: string): string {
  const value = answer[name];
  if (typeof value === "string" && value !== "") return value;
  throw new TransportError(`No ${name} in the answer`, { status: 200 });
}
