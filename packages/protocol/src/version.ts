import { A2AError } from "./a2a-error.ts";
import type { Dialect } from "./dialect.ts";
import { parseVersion } from "./parse-version.ts";

/** The protocol version that this package speaks. */
export const PROTOCOL_VERSION = "1.0";

/** Name of the header, and of the query parameter, that states the version of a request (A2A §3.6.1). */
export const VERSION_HEADER = "A2A-Version";

const HEADER = VERSION_HEADER.toLowerCase();

/**
 * The version that a request asks for: the header, else the query parameter, else what the dialect takes an absent one for. Empty is absent
 * (A2A §3.6.2).
 *
 * @throws A2AError VersionNotSupported (−32009) with `requestedVersion` and `supportedVersions`.
 */
export function negotiateVersion(
  call: { header(name: string): string | undefined; readonly query: { get(name: string): string | null } },
  { absentVersion }: Pick<Dialect, "absentVersion">,
): string {
  const stated = call.header(HEADER)?.trim() || call.query.get(VERSION_HEADER)?.trim();
  const requested = stated || absentVersion;
  if (requested === PROTOCOL_VERSION || parseVersion(requested) === PROTOCOL_VERSION) return PROTOCOL_VERSION;
  const origin = stated ? "" : `, which a request without ${VERSION_HEADER} asks for`;
  throw new A2AError("VersionNotSupported", {
    message: `A2A ${JSON.stringify(requested.slice(0, 40))} is not supported${origin}; ${PROTOCOL_VERSION} is`,
    metadata: { requestedVersion: requested.slice(0, 40), supportedVersions: PROTOCOL_VERSION },
  });
}
