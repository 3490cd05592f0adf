import fc from "fast-check";
import { isObject } from "../json.ts";
import { anyJson } from "./arbitrary.ts";

type Path = readonly (string | number)[];

interface Change {
  /** Which of the places in the document, modulo their number. */
  readonly place: number;
  readonly kind: (typeof kinds)[number];
  readonly name: string;
  readonly value: unknown;
}

const kinds = ["replace", "remove", "add", "empty", "nudge", "wrap"] as const;

/** Documents with up to three changes, each of which may or may not make them invalid. `names` are worth adding. */
export function mutated(documents: fc.Arbitrary<unknown>, names: readonly string[]): fc.Arbitrary<unknown> {
  const change = fc.record<Change>({
    place: fc.nat(),
    kind: fc.constantFrom(...kinds),
    name: fc.constantFrom(...names, "extra"),
    value: anyJson,
  });
  return fc
    .tuple(documents, fc.array(change, { maxLength: 3 }))
    .map(([document, changes]) => changes.reduce<unknown>(apply, structuredClone(document)));
}

function apply(document: unknown, change: Change): unknown {
  const places = [...paths(document)];
  const path = places[change.place % places.length] ?? [];
  return edit(document, path, change);
}

function* paths(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* paths(item, [...path, i]);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* paths(item, [...path, key]);
}

/** A copy in which the node at `path` is changed. */
function edit(node: unknown, path: Path, change: Change): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return edits[change.kind](node, change);
  const removes = rest.length === 0 && change.kind === "remove";
  if (Array.isArray(node))
    return node.flatMap((item, i) => (i !== key ? [item] : removes ? [] : [edit(item, rest, change)]));
  const pairs = Object.entries(isObject(node) ? node : {});
  return Object.fromEntries(
    pairs.flatMap(([name, item]) =>
      name !== key ? [[name, item]] : removes ? [] : [[name, edit(item, rest, change)]],
    ),
  );
}

const edits: Readonly<Record<Change["kind"], (node: unknown, change: Change) => unknown>> = {
  replace: (_node, { value }) => value,
  remove: () => null,
  add: (node, { name, value }) =>
    isObject(node) ? { ...node, [name]: value } : Array.isArray(node) ? [...node, value] : value,
  empty: (node) => (Array.isArray(node) ? [] : isObject(node) ? {} : typeof node === "string" ? "" : 0),
  nudge: (node) => (typeof node === "number" ? node + 0.5 : typeof node === "string" ? `${node}x` : !node),
  wrap: (node) => [node],
};
