import { CANONICAL } from "../canonical.ts";
import { isObject } from "../json.ts";

/** Package → the entries that it exports for a dialect: name in the map → path below `src` or `dist`, without extension. */
const entriesOf: Readonly<Record<string, (dialect: string) => readonly (readonly [string, string])[]>> = {
  types: (dialect) => [[subpath(dialect), `gen/${dialect}`]],
  schemas: (dialect) => [
    [subpath(dialect), `gen/${dialect}`],
    [`./mini${subpath(dialect).slice(1)}`, `gen/mini/${dialect}`],
  ],
  protocol: (dialect) => [
    [`./dialects/${dialect}`, `gen/dialects/${dialect}`],
    [`./examples/${dialect}`, `gen/examples/${dialect}`],
  ],
};

/** Package → the entries that it exports once, whatever the dialects. */
const sharedEntries: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  protocol: [["./dialects", "gen/dialects"]],
};

function subpath(dialect: string): string {
  return dialect === CANONICAL ? "." : `./${dialect}`;
}

/** The module that exports the types of a dialect. */
export function typesModule(dialect: string): string {
  return `@a2akit/types${subpath(dialect).slice(1)}`;
}

/** The package.json with one entry per dialect in both export maps. Entries that lead elsewhere stay. */
export function updateExports(text: string, packageName: string, dialects: readonly string[]): string {
  const manifest: unknown = JSON.parse(text);
  if (!isObject(manifest) || !isObject(manifest.publishConfig)) return text;
  const perDialect = dialects.flatMap((dialect) => entriesOf[packageName]?.(dialect) ?? []);
  const generated = [...(sharedEntries[packageName] ?? []), ...sortByPrefix(perDialect)];
  const source = generated.map(([key, path]) => [key, `./src/${path}.ts`] as const);
  const published = generated.map(
    ([key, path]) => [key, { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` }] as const,
  );
  const updated = {
    ...manifest,
    exports: rebuild(manifest.exports, source),
    publishConfig: { ...manifest.publishConfig, exports: rebuild(manifest.publishConfig.exports, published) },
  };
  return `${JSON.stringify(updated, null, 2)}\n`;
}

/** First the dialects, then the examples; each in the order of the manifest. */
function sortByPrefix(pairs: readonly (readonly [string, string])[]) {
  const folder = (path: string) => path.slice(0, path.lastIndexOf("/"));
  const groups = [...new Set(pairs.map(([, path]) => folder(path)))];
  return groups.flatMap((group) => pairs.filter(([, path]) => folder(path) === group));
}

function rebuild(map: unknown, generated: readonly (readonly [string, unknown])[]) {
  const kept = isObject(map)
    ? Object.entries(map).filter(([, target]) => !JSON.stringify(target).includes("/gen/"))
    : [];
  const last = kept.filter(([key]) => key === "./package.json");
  const first = kept.filter(([key]) => key !== "./package.json");
  return Object.fromEntries([...first, ...generated, ...last]);
}
