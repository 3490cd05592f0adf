import { join, split } from "../pointer.ts";
import type { Index } from "./identifier-index.ts";

/** Name of an anchor → JSON pointer of the schema that it means: that of the outermost of the schema resources that were entered and have it. */
export type Bindings = ReadonlyMap<string, string>;

/** Where the validation has begun, and what was bound before. */
export interface Entry {
  readonly pointer: string;
  readonly bindings: Bindings;
}

/** What dynamic anchors mean (JSON Schema 2020-12 core §8.2.3.2), of those that several schema resources have. */
export interface DynamicScope {
  /** Whether there is any such anchor. */
  readonly isNeeded: boolean;
  readonly isAmbiguous: (anchor: string) => boolean;
  /** What is bound at a place, of what was entered at `entry`; where a component, or else the document, was, when absent. */
  readonly at: (pointer: string, entry?: Entry) => Bindings;
  /** The bindings, and behind them those of the schema resource that a place is part of. */
  readonly enter: (bindings: Bindings, pointer: string) => Bindings;
}

export function createDynamicScope({ dynamic, anchors, bases }: Index): DynamicScope {
  const ambiguous = new Map([...dynamic].filter(([, uris]) => uris.length > 1));

  function enter(bindings: Bindings, pointer: string): Bindings {
    const base = bases.get(pointer);
    const own = [...ambiguous].flatMap(([name, uris]): (readonly [string, string])[] => {
      const uri = `${base}#${name}`;
      const target = uris.includes(uri) ? anchors.get(uri) : undefined;
      return target === undefined || bindings.has(name) ? [] : [[name, target]];
    });
    return own.length === 0 ? bindings : new Map([...bindings, ...own]);
  }

  function at(pointer: string, entry: Entry = entryOf(pointer)): Bindings {
    let place = entry.pointer;
    let bindings = enter(entry.bindings, place);
    for (const step of split(pointer).slice(split(place).length)) {
      place = join(place, step);
      bindings = enter(bindings, place);
    }
    return bindings;
  }

  return { isNeeded: ambiguous.size > 0, isAmbiguous: (anchor) => ambiguous.has(anchor), at, enter };
}

function entryOf(pointer: string): Entry {
  const [components, schemas, name] = split(pointer);
  const isInComponent = components === "components" && schemas === "schemas" && name !== undefined;
  return { pointer: isInComponent ? join("", components, schemas, name) : "", bindings: new Map() };
}
