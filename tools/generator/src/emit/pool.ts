import { identifier, unused } from "../identifiers.ts";
import { type Code, fits, mapParts, oneLine, partsOf } from "./code.ts";

/** Columns up to which an expression is rather written again than given a name. */
const SHORT = 60;

/** Expressions, of which those that read the same are one. */
export interface Pool {
  /** Gives the expression, or the one that reads the same and is there already. `place` is what it is the schema of. */
  readonly add: (code: Code, place: string) => Code;
  /** Takes out of the codes what is long and occurs more than once in all of them; no name is one of `taken`. */
  readonly share: (codes: readonly Code[], taken: ReadonlySet<string>) => readonly Shared[];
}

interface Shared {
  readonly code: Code;
  /** What `code` uses by name and no code before it did, each behind those that it uses itself. */
  readonly named: readonly (readonly [name: string, code: Code])[];
}

interface Entry {
  readonly id: string;
  readonly place: string;
}

export function createPool(): Pool {
  const byText = new Map<string, Code>();
  const entries = new Map<Code, Entry>();

  function add(code: Code, place: string): Code {
    if (typeof code === "string") return code;
    const text = oneLine(code, (part) => entries.get(part)?.id);
    const known = byText.get(text);
    if (known !== undefined) return known;
    byText.set(text, code);
    entries.set(code, { id: `#${entries.size}`, place });
    return code;
  }

  function share(codes: readonly Code[], taken: ReadonlySet<string>): readonly Shared[] {
    const repeated = repeatedOf(codes);
    const names = new Map<Code, string>();
    const used = new Set(taken);
    return codes.map((code) => {
      const named: (readonly [string, Code])[] = [];
      const replace = (part: Code): Code => {
        const known = names.get(part);
        if (known !== undefined) return known;
        const inner = mapParts(part, replace);
        if (!repeated.has(part)) return inner;
        const name = unused(`$${identifier(entries.get(part)?.place ?? "")}`, used);
        names.set(part, name);
        named.push([name, inner]);
        return name;
      };
      return { code: replace(code), named };
    });
  }

  function repeatedOf(codes: readonly Code[]): ReadonlySet<Code> {
    const seen = new Set<Code>();
    const repeated = new Set<Code>();
    const visit = (code: Code): void => {
      if (seen.has(code)) {
        if (!fits(code, SHORT)) repeated.add(code);
        return;
      }
      if (entries.has(code)) seen.add(code);
      for (const part of partsOf(code)) visit(part);
    };
    for (const code of codes) visit(code);
    return repeated;
  }

  return { add, share };
}
