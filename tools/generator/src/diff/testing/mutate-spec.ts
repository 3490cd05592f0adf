import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { at, isObject, sameJson } from "../../json.ts";
import { readManifest } from "../../manifest.ts";
import { split } from "../../pointer.ts";
import { readSpec, type Spec } from "../../read-spec.ts";
import { withFiles } from "../../testing/read-text.ts";
import { repository } from "../../testing/repository.ts";
import type { Edit, Mutation } from "./mutation.ts";

const folder = join(repository, "specs");

/** A spec of this repository, with edits of its file and of its overlay. */
export async function readMutated(
  name: string,
  { edits, overlay: more = [] }: Pick<Mutation, "edits" | "overlay">,
): Promise<Spec> {
  const { entries } = await readManifest(folder);
  const entry = entries.find((own) => own.name === name);
  if (!entry) throw new Error(`there is no spec ${name}`);
  // JSON, which is YAML too, is read many times faster.
  const edited = async (path: string, list: readonly Edit[]) =>
    JSON.stringify(list.reduce(apply, await parsed(path)), null, 1);
  const { file, overlay } = entry;
  const files = {
    [file]: await edited(file, edits),
    ...(overlay !== undefined && { [overlay]: await edited(overlay, more) }),
  };
  return withFiles(files, (root) =>
    readSpec(join(root, file), { name: dirname(file), ...(overlay !== undefined && { overlay: join(root, overlay) }) }),
  );
}

const documents = new Map<string, Promise<unknown>>();

/** A file of the folder, parsed once. */
function parsed(path: string): Promise<unknown> {
  const known = documents.get(path) ?? readFile(join(folder, path), "utf8").then((text): unknown => parse(text));
  documents.set(path, known);
  return known;
}

/** A copy of the document with one edit; an edit that finds nothing is a mistake. */
function apply(document: unknown, edit: Edit): unknown {
  const pointer =
    "set" in edit
      ? edit.set
      : "remove" in edit
        ? edit.remove
        : "rename" in edit
          ? edit.rename
          : "append" in edit
            ? edit.append
            : edit.drop;
  const path = split(pointer);
  if (!("set" in edit) && at(document, ...path) === undefined) throw new Error(`there is nothing at ${pointer}`);
  return editAt(document, path, edit);
}

function editAt(node: unknown, path: readonly string[], edit: Edit): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return editValue(node, edit);
  if (rest.length === 0 && "remove" in edit && Array.isArray(node)) return node.filter((_, i) => i !== Number(key));
  if (Array.isArray(node)) return node.map((item, i) => (i === Number(key) ? editAt(item, rest, edit) : item));
  const pairs = Object.entries(isObject(node) ? node : {});
  if (rest.length === 0 && "remove" in edit) return Object.fromEntries(pairs.filter(([name]) => name !== key));
  if (rest.length === 0 && "rename" in edit)
    return Object.fromEntries(pairs.map(([name, value]) => [name === key ? edit.to : name, value]));
  const own = Object.fromEntries(pairs);
  return { ...own, [key]: editAt(own[key], rest, edit) };
}

function editValue(node: unknown, edit: Edit): unknown {
  if ("set" in edit) return edit.to;
  const items = Array.isArray(node) ? node : [];
  if ("append" in edit) return [...items, edit.value];
  if ("drop" in edit) return items.filter((item) => !sameJson(item, edit.value));
  return node;
}
