import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { createDnsResolver, resolveBySystem } from "./resolve-host.ts";

const TYPES: Readonly<Record<number, "A" | "AAAA">> = { 1: "A", 28: "AAAA" };

/** RCODE of RFC 1035 §4.1.1. */
const NAME_ERROR = 3;

type Records = Readonly<Record<string, { readonly A?: readonly number[]; readonly AAAA?: readonly number[] }>>;

/** A DNS server on the loopback interface that knows one address per name and type. */
async function startDns(records: Records): Promise<string> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port }) => socket.send(answerTo(query, records), port, "127.0.0.1"));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

function answerTo(query: Buffer, records: Records): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const type = TYPES[query.readUInt16BE(at + 1)];
  const known = records[labels.join(".")];
  const address = type && known?.[type];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (known === undefined ? NAME_ERROR : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(address === undefined ? 0 : 1, 6);
  if (address === undefined) return Buffer.concat([header, question]);
  // The name is the one of the question; class IN, 60 seconds.
  const record = Buffer.from([0xc0, 12, ...question.subarray(-4), 0, 0, 0, 60, 0, address.length, ...address]);
  return Buffer.concat([header, question, record]);
}

const LOCAL_IPV6 = [...Array(15).fill(0), 1];

it.each([
  { name: "both.example", want: ["10.0.0.1", "::1"] },
  { name: "four.example", want: ["10.0.0.2"] },
  { name: "six.example", want: ["::1"] },
])("$name has $want", async ({ name, want }) => {
  const server = await startDns({
    "both.example": { A: [10, 0, 0, 1], AAAA: LOCAL_IPV6 },
    "four.example": { A: [10, 0, 0, 2] },
    "six.example": { AAAA: LOCAL_IPV6 },
  });
  expect(await createDnsResolver([server])(name)).toEqual(want);
});

it.each(["none.example", "unknown.example"])("%s has no address", async (name) => {
  const server = await startDns({ "none.example": {} });
  await expect(createDnsResolver([server])(name)).rejects.toThrow(name);
});

it("the system knows its own names", async () => {
  const addresses = await resolveBySystem("localhost");
  expect(["127.0.0.1", "::1"]).toEqual(expect.arrayContaining([...addresses]));
});
