/** Loopback, private, link-local and carrier-grade ranges, and names that only a local network resolves (RFC 1918, 6598, 6761, 6762, 4193). */
const PRIVATE =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^\[(::|f[cd]|fe[89ab])|(^|\.)(localhost|local|internal|home\.arpa)\.?$/;

/** Whether a URL names a host that only this machine or its network reaches. Names are not looked up. */
export function isPrivate(url: string | URL): boolean {
  // A URL has IPv4 addresses in four decimal numbers, however they were written, and names in lower case.
  return PRIVATE.test(new URL(url).hostname);
}
