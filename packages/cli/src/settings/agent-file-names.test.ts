import { expect, test } from "vitest";
import { agentFileNames } from "./agent-file-names.ts";

test.each([
  [
    "https://agents.example/a2a/weather/",
    ["agents.example_a2a_weather.env", "agents.example_a2a.env", "agents.example.env"],
  ],
  ["agents.example", ["agents.example.env"]],
  ["http://127.0.0.1:4000/.well-known/agent-card.json", ["127.0.0.1_4000.env"]],
  ["https://ada:s3cret@agents.example/?key=s3cret", ["agents.example.env"]],
])("%s", (reference, want) => {
  expect(agentFileNames(reference)).toEqual(want);
});
