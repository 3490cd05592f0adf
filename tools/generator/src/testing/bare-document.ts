import { readSmall } from "./read-text.ts";

/** A document with these components and nothing else. */
export function bareDocument(schemas: object): object {
  return { openapi: "3.1.0", info: { title: "Small", version: "1" }, paths: {}, components: { schemas } };
}

/** What is told of them: rule, pointer below the components, message. That there is no endpoint does not count. */
export async function toldOf(schemas: object): Promise<(readonly [rule: string, pointer: string, message: string])[]> {
  const { findings } = await readSmall({ document: bareDocument(schemas) }, { lenient: true });
  return findings
    .filter(({ rule }) => rule !== "dialect-left-out")
    .map(({ rule, pointer, message }) => [rule, pointer.replace("/components/schemas/", ""), message]);
}
