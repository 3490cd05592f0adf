/** How often the request for a card may be sent on. */
export const MAX_REDIRECTS = 5;

/** Redirects are not left to `fetch`: each hop is looked at. */
export const CARD_REQUEST = { headers: { accept: "application/json" }, redirect: "manual" } as const;

/** A redirect that was not followed. A browser does not let a page see where to: there its status is 0. */
export function isRedirect({ ok, status }: Response): boolean {
  return !ok && status < 400;
}
