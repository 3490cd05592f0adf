import { expect, test } from "vitest";
import { tokenize } from "../command-line/tokenize.ts";
import { createRedact } from "./redact.ts";

const secret = 'p/w "q" ü';
const redact = createRedact({
  tokens: tokenize(["task", "get", "T", "--bearer", secret, "--svc-param", "x-session:Custom s3ss10n"]),
  env: { A2ACLI_API_KEY: " k3y-from-env\n", A2ACLI_BASIC: "ada:l0velace", A2ACLI_SVC_PARAM: "x-trace-id:trace-1" },
  secrets: new Set(["learnt-token"]),
});

test.each([
  ["as it stands", `Bearer ${secret}`],
  ["as JSON", JSON.stringify({ secret })],
  ["in a URL", `https://x/?k=${encodeURIComponent(secret)}`],
  ["in a query", new URLSearchParams({ k: secret }).toString()],
  ["in Base64", Buffer.from(secret).toString("base64")],
  ["from the environment", "key k3y-from-env"],
  ["of a password", "l0velace"],
  ["of user and password", `Basic ${Buffer.from("ada:l0velace").toString("base64")}`],
  ["in a service parameter", "x-session: s3ss10n"],
  ["that was learnt", "Bearer learnt-token"],
  ["that an authorization server gives", '{"access_token": "unkn0wn\\"s3cret","token_type":"Bearer"}'],
  ["in a form", "grant_type=x&refresh_token=unkn0wn&client_secret=unkn0wn"],
  ["in a URL with a user", "Cannot reach https://ada:unkn0wn@agent.example/a2a"],
  ["of a push notification config", '{"token":"unkn0wn","authentication":{"scheme":"x","credentials":"unkn0wn"}}'],
])("a secret %s is removed", (_, text) => {
  const shown = redact(text);
  expect(shown).toContain("[redacted]");
  expect(shown).not.toContain(secret);
  expect(shown).not.toMatch(/k3y|l0ve|s3ss|learnt|unkn0wn/);
});

test.each(["authorization", "Cookie", "x-api-key", "X-Auth-Token", "client-secret"])(
  "the header %s is never shown",
  (name) => {
    expect(redact.header(name, "anything")).toBe("[redacted]");
  },
);

test("other headers and text are", () => {
  expect(redact.header("a2a-version", "1.0")).toBe("1.0");
  expect(redact("hello")).toBe("hello");
});

test("a service parameter by which requests are traced is shown", () => {
  expect(redact.header("x-trace-id", "trace-1")).toBe("trace-1");
});

test("a short secret is taken out where it is a word, and leaves other words alone", () => {
  const short = createRedact({ tokens: tokenize(["send", "--api-key", "e"]), env: { A2ACLI_BEARER: "ab.c" } });
  expect(short("the key e, or &k=e&, of the agent")).toBe("the key [redacted], or &k=[redacted]&, of the agent");
  expect(short("ab.c abxc drab.c")).toBe("[redacted] abxc drab.c");
});
