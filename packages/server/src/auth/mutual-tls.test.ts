import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer, request as httpsRequest, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createNodeListener } from "../adapters/node.ts";
import { type A2AHandler, createA2AHandler } from "../handler.ts";
import { authenticationRequest } from "../testing/authentication-request.ts";
import { cert, key } from "../testing/certificate.ts";
import { CARD } from "../testing/harness.ts";
import { scripted } from "../testing/scripted-steps.ts";
import { createAuthenticate } from "./create-authenticate.ts";
import { type ClientCertificate, type MutualTlsOptions, mutualTls } from "./mutual-tls.ts";

const certificate = new X509Certificate(cert);
const sha256 = certificate.fingerprint256.replaceAll(":", "").toLowerCase();
const header = `:${certificate.raw.toString("base64")}:`;

const card = {
  ...CARD,
  securitySchemes: { tls: { mtlsSecurityScheme: {} } },
  securityRequirements: [{ schemes: { tls: {} } }],
};
const known = ({ sha256: found }: ClientCertificate) => (found === sha256 ? { owner: "service" } : undefined);
const authenticate = (options: Partial<MutualTlsOptions> = {}, trustedProxies: string[] = []) =>
  createAuthenticate(card, { verify: { tls: mutualTls({ identify: known, ...options }) }, trustedProxies });

describe("the certificate of the socket", () => {
  let handler: A2AHandler;
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function status(server: ServerOptions, client: object): Promise<number | undefined> {
    handler = createA2AHandler({ agent: scripted, card, authenticate: authenticate() });
    const listening = createServer({ key, cert, requestCert: true, ...server }, createNodeListener(handler));
    closing.push(
      () => handler.close(),
      async () => {
        listening.closeAllConnections();
        listening.close();
      },
    );
    await once(listening.listen(0, "127.0.0.1"), "listening");
    const { port } = listening.address() as AddressInfo;
    const headers = { "content-type": "application/json", "a2a-version": "1.0" };
    const asked = httpsRequest({
      port,
      host: "127.0.0.1",
      method: "POST",
      headers,
      rejectUnauthorized: false,
      ...client,
    });
    asked.end('{"jsonrpc":"2.0","id":1,"method":"ListTasks"}');
    const [response] = await once(asked, "response");
    response.resume();
    return response.statusCode;
  }

  it("counts when TLS has verified it", async () => {
    expect(await status({ ca: cert }, { key, cert })).toBe(200);
  });

  it("does not count when TLS let it through unverified", async () => {
    expect(await status({ rejectUnauthorized: false }, { key, cert })).toBe(401);
  });

  it("is missed when there is none", async () => {
    expect(await status({ ca: cert, rejectUnauthorized: false }, {})).toBe(401);
  });
});

describe("the certificate that a proxy names", () => {
  const PROXY = { address: "10.0.0.1" };
  const own = { ...PROXY, certificate: { raw: certificate.raw } };

  it.each([
    {
      name: "by a trusted one: counts",
      peer: PROXY,
      headers: { "client-cert": header },
      want: { owner: "service", tenant: "" },
    },
    {
      name: "by anybody else: is nothing",
      peer: { address: "192.0.2.1" },
      headers: { "client-cert": header },
      want: { status: 401 },
    },
    {
      name: "where nobody knows the peer: is nothing",
      peer: undefined,
      headers: { "client-cert": header },
      want: { status: 401 },
    },
    { name: "twice: is none", peer: PROXY, headers: { "client-cert": `${header}, ${header}` }, want: { status: 401 } },
    { name: "as nonsense: is none", peer: PROXY, headers: { "client-cert": ":!!:" }, want: { status: 401 } },
    {
      name: "of somebody unknown: is unknown",
      peer: PROXY,
      headers: { "client-cert": ":AAAA:" },
      want: { status: 401 },
    },
    { name: "the proxy's own does not stand for a caller", peer: own, headers: {}, want: { status: 401 } },
    {
      name: "nor does it when the caller's is unknown",
      peer: own,
      headers: { "client-cert": ":AAAA:" },
      want: { status: 401 },
    },
    {
      name: "the socket's counts where no proxy is",
      peer: { ...own, address: "192.0.2.1" },
      headers: { "client-cert": ":AAAA:" },
      want: { owner: "service" },
    },
  ])("$name", async ({ peer, headers, want }) => {
    const request = authenticationRequest({ headers, ...(peer && { peer }) });
    expect(await authenticate({}, ["10.0.0.0/8"])(request)).toMatchObject(want);
  });

  it("in the proxy's own format", async () => {
    const parse = (value: string) => Uint8Array.from(Buffer.from(decodeURIComponent(value), "base64"));
    const headers = { "x-client-der": encodeURIComponent(certificate.raw.toString("base64")) };
    const request = authenticationRequest({ headers, peer: PROXY });
    expect(await authenticate({ header: "X-Client-DER", parse }, ["10.0.0.1"])(request)).toMatchObject({
      owner: "service",
    });
  });
});
