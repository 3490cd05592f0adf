import assert from "node:assert/strict";
import { errors } from "@a2akit/protocol";
import type { Check } from "../check.ts";
import { type Peer, type Reply, readReply, script } from "../peer.ts";

/** Case C09: a plain request with exactly these headers. */
async function ask(peer: Peer, headers: Record<string, string>, query = ""): Promise<Reply> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: script("message:x") });
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
  return readReply(await peer.fetch(`${peer.path}${query}`, init), 1);
}

const accepted = (reply: Reply) => assert.ok(reply.envelope.result !== undefined, reply.text);
const notSupported = ({ envelope, status, text }: Reply) => {
  assert.equal(envelope.error?.code, errors.VersionNotSupported.code, text);
  assert.equal(envelope.error?.data?.[0]?.reason, "VERSION_NOT_SUPPORTED");
  assert.equal(status, 200);
};

export const versionChecks: readonly Check[] = [
  {
    title: "1.0 is spoken, and the name of the header may be written in any case",
    cites: ["header-case", "version-minor"],
    needs: ["SendMessage"],
    async run({ peer }) {
      for (const name of ["A2A-Version", "a2a-version", "A2A-VERSION"]) accepted(await ask(peer, { [name]: "1.0" }));
    },
  },
  {
    title: "a patch number does not matter",
    cites: ["version-minor"],
    needs: ["SendMessage"],
    async run({ peer }) {
      for (const version of ["1.0.0", "1.0.1", "1.0.99"]) accepted(await ask(peer, { "A2A-Version": version }));
    },
  },
  {
    title: "another version is not supported",
    cites: ["version-unsupported", "error-codes"],
    needs: ["SendMessage"],
    async run({ peer }) {
      for (const version of ["99.0", "0.3", "2.0", "1.1", "10", "one", "1.0,1.1"])
        notSupported(await ask(peer, { "A2A-Version": version }));
    },
  },
  {
    title: "no version, or an empty one, means what the dialect says",
    cites: ["version-absent"],
    needs: ["SendMessage"],
    async run({ peer }) {
      const outcome = peer.dialect.absentVersion === "1.0" ? accepted : notSupported;
      outcome(await ask(peer, {}));
      outcome(await ask(peer, { "A2A-Version": "" }));
    },
  },
  {
    title: "the version may come as a query parameter",
    cites: ["version-query"],
    needs: ["SendMessage"],
    async run({ peer }) {
      accepted(await ask(peer, {}, "?A2A-Version=1.0"));
      notSupported(await ask(peer, {}, "?A2A-Version=99.0"));
    },
  },
];
