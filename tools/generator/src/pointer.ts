/** JSON pointers (RFC 6901), always written as URI fragments without the `#`. */
export function join(pointer: string, ...keys: readonly (string | number)[]): string {
  let joined = pointer;
  for (const key of keys) joined += `/${escapeKey(String(key))}`;
  return joined;
}

/** Nearly no key has anything to escape. */
function escapeKey(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

export function split(pointer: string): string[] {
  const keys = pointer.split("/").slice(1);
  return pointer.includes("~") ? keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")) : keys;
}

const COMPONENT = "#/components/schemas/";

/** The component that a `$ref` names, or undefined when it leads elsewhere. */
export function componentOf(ref: string): string | undefined {
  if (!ref.startsWith(COMPONENT)) return undefined;
  const keys = split(`/${decodeURIComponent(ref.slice(COMPONENT.length))}`);
  return keys.length === 1 ? keys[0] : undefined;
}

export function componentRef(name: string): string {
  return join(COMPONENT.slice(0, -1), name);
}
