import { isObject } from "@a2akit/protocol";
import { cardFields, fields } from "@a2akit/protocol/codec";

/** The member names of A2A that differ in snake_case: as they are spelled there, and as A2A spells them. */
export const snakeNames: ReadonlyMap<string, string> = new Map(
  [...Object.values(fields), ...Object.values(cardFields)].flatMap((members) =>
    members.split(" ").flatMap((member): [string, string][] => {
      const name = member.split(":")[0] ?? "";
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return snake === name ? [] : [[snake, name]];
    }),
  ),
);

/** The members that are spelled in snake_case, in A2A's own spelling. */
export function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [snakeNames.get(key) ?? key, camelCased(inner)]),
  );
}
