import { type Auth, authorize, withHeader } from "./authorize.ts";

/**
 * User and password for the HTTP Basic scheme that the card states (RFC 7617, in UTF-8).
 *
 * @throws TypeError for a user with a colon, after which the password begins.
 */
export function basic(user: string, password: string): Auth {
  if (user.includes(":")) throw new TypeError("No colon may be in the user of HTTP Basic (RFC 7617 §2)");
  const secret = encodeBasic(user, password);
  return (agent) =>
    authorize(
      agent,
      {
        title: "user and password",
        placeIn: ({ httpAuthSecurityScheme: scheme }) =>
          scheme?.scheme.toLowerCase() === "basic"
            ? (call, credentials) => withHeader(call, "authorization", credentials)
            : undefined,
      },
      secret,
    );
}

export function encodeBasic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}
