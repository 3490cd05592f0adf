import type { Spelling } from "../dialect.ts";
import { toSnakeCase } from "./snake-case.ts";

export interface PathOptions {
  /** The value as it came in, before decoding: each step is spelled as it is there. */
  readonly value?: unknown;
  /** For members that are not there: how the dialect spells params. Default camelCase. */
  readonly spelling?: Spelling;
}

/** A path of member names and list indexes as google.rpc.BadRequest writes it: `message.parts[0].media_type`. */
export function formatPath(path: readonly PropertyKey[], { value, spelling = "camelCase" }: PathOptions = {}): string {
  let at: unknown = value;
  return joinPath(
    path.map((step) => {
      const parent: object = typeof at === "object" && at !== null ? at : {};
      const name = typeof step === "number" ? step : spell(String(step), parent, spelling);
      at = Object.getOwnPropertyDescriptor(parent, name)?.value;
      return name;
    }),
  );
}

export function joinPath(path: readonly (string | number)[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}

function spell(name: string, parent: object, spelling: Spelling): string {
  if (Object.hasOwn(parent, name)) return name;
  const snake = toSnakeCase(name);
  return spelling === "snake_case" || Object.hasOwn(parent, snake) ? snake : name;
}
