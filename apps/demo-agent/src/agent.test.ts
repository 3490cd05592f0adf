import { createClient } from "@a2akit/client";
import { createA2AHandler } from "@a2akit/server";
import { afterAll, expect, test } from "vitest";
import { onboardingAgent } from "./agent.ts";
import { card } from "./card.ts";

const errors: unknown[] = [];
const handler = createA2AHandler({ agent: onboardingAgent, card, onError: (error) => errors.push(error) });
const client = await createClient("http://demo.test/", { fetch: handler.fetch });

afterAll(async () => {
  await handler.close();
  expect(errors).toEqual([]);
});

test("a stream says that it works, then the artifact, then that it is done", async () => {
  const seen: unknown[] = [];
  for await (const event of client.stream("Novo Nordisk")) {
    seen.push(event.statusUpdate?.status.state ?? event.artifactUpdate?.artifact.name ?? event.task?.status.state);
  }
  expect(seen).toEqual(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "Onboarding data", "TASK_STATE_COMPLETED"]);
});

test("a data part asks, a data part answers", async () => {
  const { task } = await client.send({ data: { name: "Roche", address: { city: "Mannheim" } } });
  expect(task?.artifacts?.[0]?.parts[1]).toMatchObject({
    data: { postalCode: "68305" },
    mediaType: "application/json",
  });
});

test.each([
  { given: ["application/json"], want: ["application/json"] },
  { given: ["text/plain"], want: ["text/plain"] },
  { given: ["image/png"], want: ["text/plain", "application/json"] },
])("a caller that takes $given gets $want", async ({ given, want }) => {
  const { task } = await client.send("BASF", { configuration: { acceptedOutputModes: given } });
  expect(task?.artifacts?.[0]?.parts.map(({ mediaType }) => mediaType)).toEqual(want);
});

test("the conversation goes on over several questions", async () => {
  const first = (await client.send("please help me onboarding a partner")).task;
  expect(first?.status).toMatchObject({ state: "TASK_STATE_INPUT_REQUIRED", message: { parts: [{}] } });
  const second = (await client.send("Siemens", { taskId: first?.id })).task;
  expect(second?.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  const third = (await client.send({ data: { city: "Forchheim" } }, { taskId: first?.id })).task;
  expect(third?.artifacts?.[0]?.parts[0]?.text).toContain("Siemens Healthineers AG");
});

test.each([
  { given: { text: "Name: X, Country: Atlantis" }, want: 'Country: "Atlantis" is neither' },
  { given: { text: "x ".repeat(2_001) }, want: "more than 4000 characters" },
  { given: { data: ["BASF"] }, want: "parts[0].data: must be an object" },
  {
    given: { url: "https://example.com/partner.txt", mediaType: "text/plain" },
    want: "parts[0]: must have text or data",
  },
])("rejects what it cannot read: $want", async ({ given, want }) => {
  const { task } = await client.send(given);
  expect(task?.status.state).toBe("TASK_STATE_REJECTED");
  expect(task?.status.message?.parts[0]?.text).toContain(want);
});
