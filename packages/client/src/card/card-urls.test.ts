import { expect, test } from "vitest";
import { cardUrls } from "./card-urls.ts";
import { readReference } from "./read-reference.ts";

const wellKnown = "/.well-known/agent-card.json";
const dialects = [{ cardPath: wellKnown }, { cardPath: wellKnown }, { cardPath: "/card" }];

test.each([
  ["agents.example", ["https://agents.example/.well-known/agent-card.json", "https://agents.example/card"]],
  [
    "agents.example:8443",
    ["https://agents.example:8443/.well-known/agent-card.json", "https://agents.example:8443/card"],
  ],
  ["localhost:4000", ["http://localhost:4000/.well-known/agent-card.json", "http://localhost:4000/card"]],
  ["127.0.0.1:4000/x/", ["http://127.0.0.1:4000/x/.well-known/agent-card.json", "http://127.0.0.1:4000/x/card"]],
  ["localhost.example", ["https://localhost.example/.well-known/agent-card.json", "https://localhost.example/card"]],
  ["http://[::1]:9/", ["http://[::1]:9/.well-known/agent-card.json", "http://[::1]:9/card"]],
  ["https://h/a/b.json", ["https://h/a/b.json"]],
  ["https://h/card?v=1", ["https://h/card?v=1"]],
])("%s", (reference, want) => {
  expect(cardUrls(readReference(reference), dialects)).toEqual(want);
});

test.each(["", "http://", "https://a b/", "ftp://h/", "file:///etc/passwd"])("%j is refused", (reference) => {
  expect(() => cardUrls(readReference(reference), dialects)).toThrow(TypeError);
});
