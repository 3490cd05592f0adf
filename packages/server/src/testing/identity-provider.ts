import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

interface Signing {
  readonly kid?: string;
  /** Claims instead of the usual ones; `undefined` leaves one out. */
  readonly claims?: JWTPayload;
  readonly typ?: string;
}

/** An issuer of tokens with its OpenID configuration and JWKS, on this machine. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string;
  /** Public keys by `kid`; what is taken out is revoked. */
  readonly keys: Map<string, JWK>;
  /** Requests for the JWKS so far. */
  readonly fetches: () => number;
  /** What the JWKS is answered with instead. */
  broken?: { readonly status: number; readonly body?: string; readonly location?: string } | undefined;
  addKey(kid: string, alg?: string): Promise<void>;
  /** A good token for this subject. */
  sign(sub: string, signing?: Signing): Promise<string>;
  close(): Promise<void>;
}

/** @param configurationPath where its OpenID configuration is */
export async function startIdentityProvider(
  configurationPath = "/.well-known/openid-configuration",
): Promise<IdentityProvider> {
  const keys = new Map<string, JWK>();
  const privateKeys = new Map<string, { readonly key: CryptoKey; readonly alg: string }>();
  let fetches = 0;
  const server = createServer((request, response) => {
    if (request.url === configurationPath) {
      response.end(JSON.stringify({ issuer: provider.issuer, jwks_uri: provider.jwksUrl }));
      return;
    }
    fetches += 1;
    const { status, body, location } = provider.broken ?? { status: 200 };
    response.writeHead(status, { ...(location !== undefined && { location }) });
    response.end(body ?? JSON.stringify({ keys: [...keys.values()] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const audience = "https://agent.example/";

  const provider: IdentityProvider = {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    audience,
    keys,
    fetches: () => fetches,
    async addKey(kid, alg = "ES256") {
      const { privateKey, publicKey } = await generateKeyPair(alg);
      keys.set(kid, { ...(await exportJWK(publicKey)), kid, alg, use: "sig" });
      privateKeys.set(kid, { key: privateKey, alg });
    },
    async sign(sub, { kid = "k1", claims = {}, typ } = {}) {
      const signer = privateKeys.get(kid);
      if (signer === undefined) throw new Error(`There is no key ${kid}`);
      const now = Math.floor(Date.now() / 1_000);
      const payload = { iss: issuer, aud: audience, sub, iat: now, exp: now + 300, ...claims };
      const header = { alg: signer.alg, kid, ...(typ !== undefined && { typ }) };
      return new SignJWT(payload).setProtectedHeader(header).sign(signer.key);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  await provider.addKey("k1");
  return provider;
}
