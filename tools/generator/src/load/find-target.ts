import { member, type Open } from "../json.ts";
import { split } from "../pointer.ts";
import { type Index, resolve } from "./identifier-index.ts";

interface Target {
  /** JSON pointer into the document; of a reference that begins with `#`, whether anything is there or not. */
  readonly pointer: string;
  /** Whether the reference means, as it is written, a place where nothing is. */
  readonly isAssumed: boolean;
}

interface Searched {
  readonly index: Index;
  readonly document: Open;
}

/** Where a reference leads in the document; undefined when it leads elsewhere. */
export function findTarget(reference: string, base: string, { index, document }: Searched): Target | undefined {
  const target = resolve(reference, base);
  const root = target && index.resources.get(target.uri);
  if (target === undefined || root === undefined) return undefined;
  const { uri, fragment } = target;
  const found = (pointer: string | undefined) => (pointer === undefined ? undefined : { pointer, isAssumed: false });
  if (fragment !== "" && !fragment.startsWith("/")) return found(index.anchors.get(`${uri}#${fragment}`));
  if (root === "" && reference.startsWith("#")) return found(fragment);
  if (exists(document, root + fragment)) return found(root + fragment);
  // Many who give a schema an `$id` do not know that this moves what `#` means.
  return exists(document, fragment) ? { pointer: fragment, isAssumed: true } : undefined;
}

function exists(document: Open, pointer: string): boolean {
  let node: unknown = document;
  for (const key of split(pointer)) {
    node = Array.isArray(node) ? node[Number(key)] : member(node, key);
    if (node === undefined) return false;
  }
  return true;
}
