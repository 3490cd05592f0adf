import type { Peer } from "../http/incoming.ts";
import { sha256, toHex } from "./secrets.ts";
import type { Verification, Verifier, VerifyContext } from "./verifier.ts";

/** The certificate of a caller, which TLS has verified. */
export interface ClientCertificate {
  /** SHA-256 of the certificate in DER, hexadecimal, in small letters. */
  readonly sha256: string;
  /** The certificate in DER, for a parser such as `X509Certificate` of `node:crypto`. */
  readonly der: Uint8Array;
}

export interface MutualTlsOptions {
  /** Whose a certificate is. Which authorities are trusted is for TLS to say; that a name in it may be believed follows from that. */
  readonly identify: (certificate: ClientCertificate, context: VerifyContext) => Promise<Verification> | Verification;
  /**
   * The header in which a trusted proxy puts the certificate, and removes what clients put there. Default `client-cert` (RFC 9440).
   */
  readonly header?: string;
  /** The DER that the header's value stands for; default: a byte sequence of structured fields, as RFC 9440 has it. */
  readonly parse?: (value: string) => Uint8Array<ArrayBuffer> | undefined;
}

/**
 * Callers by their TLS certificate (A2A §4.5.6): that of the socket, or – from a trusted proxy alone – that of the header. A proxy's own
 * certificate never stands for a caller.
 */
export function mutualTls({ identify, header = "client-cert", parse = parseByteSequence }: MutualTlsOptions): Verifier {
  const forwarded = ({ request }: VerifyContext): string | undefined => request.header(header.toLowerCase());
  return {
    kinds: ["mtlsSecurityScheme"],
    isPresent: (context) => (context.isProxied ? forwarded(context) : derOf(context.request.peer)) !== undefined,
    async verify(_, context) {
      const der = context.isProxied ? parse(forwarded(context) ?? "") : derOf(context.request.peer);
      if (der === undefined) return { refused: "no certificate" };
      return identify({ sha256: toHex(await sha256(der)), der }, context);
    },
  };
}

/** RFC 8941 §3.3.5. A header that was given twice is no byte sequence. */
function parseByteSequence(value: string): Uint8Array<ArrayBuffer> | undefined {
  const [, base64] = /^:([A-Za-z\d+/=]+):$/.exec(value.trim()) ?? [];
  if (base64 === undefined) return undefined;
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** What Node calls `raw`. The adapter gives verified certificates only. */
function derOf(peer: Peer | undefined): Uint8Array<ArrayBuffer> | undefined {
  const { certificate } = peer ?? {};
  const raw: unknown =
    typeof certificate === "object" && certificate !== null && "raw" in certificate ? certificate.raw : undefined;
  return raw instanceof Uint8Array ? new Uint8Array(raw) : undefined;
}
