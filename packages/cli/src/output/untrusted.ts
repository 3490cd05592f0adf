/** Whether an error, or what it comes of, is a certificate that nobody known has signed. */
export function isUntrusted(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ("code" in at && /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(String(at.code))) return true;
  return false;
}

/** What can be done about it. */
export const TRUST_HINT = "--ca PATH trusts a certificate";
