import { MAX_DEPTH } from "./message-codec.ts";

/**
 * The one text that RFC 8785 (JCS) gives a JSON value: members sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript
 * writes them. `undefined` members are left out, as JSON.stringify does.
 *
 * @throws TypeError that names the place, for what is no I-JSON: NaN, a lone surrogate, a function; and beyond 100 levels of nesting.
 */
export function canonicalJson(value: unknown): string {
  return write(value, []);
}

type Path = readonly (string | number)[];

function write(value: unknown, path: Path): string {
  if (path.length > MAX_DEPTH) throw fault(path.slice(0, 3), `nests deeper than ${MAX_DEPTH} levels`);
  if (typeof value === "string") return text(value, path);
  if (typeof value === "boolean" || value === null || Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value !== "object") throw fault(path, "is not JSON");
  if (Array.isArray(value)) return `[${value.map((item, index) => write(item, [...path, index])).join()}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // Names differ, so that no two compare as equal; `<` compares by UTF-16 code units.
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${text(name, path)}:${write(member, [...path, name])}`).join()}}`;
}

function text(value: string, path: Path): string {
  // With the flag `u`, a surrogate that has its other half is none.
  if (/\p{Surrogate}/u.test(value)) throw fault(path, "has half a character (a lone surrogate)");
  return JSON.stringify(value);
}

function fault(path: Path, rule: string): TypeError {
  return new TypeError(`${path.join(".") || "The value"} ${rule} (RFC 8785)`);
}
