import { expect, it } from "vitest";
import { requireSecrets, signWebhook } from "./webhook-signature.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

it("signs as the example of Standard Webhooks does", () => {
  expect(signWebhook(message, [secret])).toBe(signature);
});

it("signs with every secret, so that one can follow the other", () => {
  const other = `whsec_${Buffer.alloc(64, 7).toString("base64")}`;
  const both = signWebhook(message, [other, secret]).split(" ");
  expect(both).toEqual([expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/), signature]);
});

it.each(["", "secret", "whsec_", "whsec_c2hvcnQ=", `whsec_${"A".repeat(200)}`, "whsec_not base64"])(
  "refuses the secret %s without saying it",
  (bad) => {
    expect(() => requireSecrets([secret, bad])).toThrow(
      new TypeError("A secret is whsec_ and 24 to 64 bytes in base64"),
    );
  },
);
