import { expect, test } from "vitest";
import { explainNoMatch } from "./nearest-match.ts";

const document = {
  paths: { "/v1/a2a": { post: { summary: "x" } }, "/health": { get: {} } },
  components: { schemas: { ContentPart: {}, Task: {}, Message: {}, A: {}, B: {}, C: {} } },
  tags: ["one"],
};

test.each([
  ["$.paths['/a2a'].post", "$.paths has no /a2a; nearest: $.paths['/v1/a2a'].post"],
  ["$.paths['/v1/a2a'].posts", "$.paths['/v1/a2a'] has no posts; did you mean post?"],
  ["$.components.schemas.Tasks", "$.components.schemas has no Tasks; did you mean Task?"],
  [
    "$.components.schemas.Event",
    "$.components.schemas has no Event; it has ContentPart, Task, Message, A, B and 1 more",
  ],
  ["$.components.parameters.Version", "$.components has no parameters; it has schemas"],
  ['$["tags"][3]', '$["tags"] has no 3; it has 0'],
  ["$.components.schemas.Task.properties", "$.components.schemas.Task has no properties; it has nothing in it"],
  ["$..post.parameters", "$..post has no parameters; it has summary"],
  ["$.paths[?@.post]", ""],
])("%s", (target, want) => {
  expect(explainNoMatch(document, target)).toBe(want);
});
