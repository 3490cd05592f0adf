/** How often the request for a card may be sent on. */
export const MAX_REDIRECTS = 5;

/** Redirects are not left to `fetch`: each hop is looked at. */
export const CARD_REQUEST = { headers: { accept: "application/json" }, redirect: "manual" } as const;

/** A redirect that was not followed. A browser does not let a page see where to. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
}
