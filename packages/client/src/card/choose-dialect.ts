import type { Dialect } from "@a2akit/protocol";
import { a2a } from "@a2akit/protocol/dialects/a2a";

export interface DialectOptions {
  /** The dialects that the client may speak; the canonical one alone by default. */
  readonly dialects?: readonly Dialect[] | undefined;
  /** The name of the dialect to speak, whatever the card looks like. Default: what the card's shape tells. */
  readonly dialect?: string | undefined;
}

/**
 * The dialect to speak with an agent whose card has this shape: the named one; else the one that the shape fits, where that is only one of those
 * passed in; else the canonical one.
 *
 * @throws TypeError when the named dialect is not among those passed in.
 */
export function chooseDialect(
  cardShape: Dialect["cardShape"],
  { dialects = [a2a], dialect: name }: DialectOptions,
): Dialect {
  const named = dialects.find((dialect) => dialect.name === name);
  if (name !== undefined && !named) {
    throw new TypeError(
      `No dialect ${JSON.stringify(name)}; there is: ${dialects.map((dialect) => dialect.name).join(", ")}`,
    );
  }
  const [fitting, another] = dialects.filter((dialect) => dialect.cardShape === cardShape);
  return named ?? (another === undefined ? fitting : undefined) ?? a2a;
}
