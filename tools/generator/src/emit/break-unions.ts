import { WIDTH } from "./code.ts";

/** A line that ends in a union without braces: indent, what stands before, the union. */
const unionLine = /^( *)([^\n*]*?[:=]) ([^\n{}]* \| [^\n{}]*);$/gm;

/** Puts the members of a union that is too long for its line on lines of their own. */
export function breakUnions(text: string): string {
  return text.replaceAll(unionLine, (line: string, indent: string, head: string, union: string) =>
    line.length <= WIDTH ? line : `${indent}${head}${broken(union, `${indent}  `)};`,
  );
}

/** The members below each other; those of a list of unions within its brackets. */
function broken(union: string, indent: string): string {
  const found = members(union);
  const [only = union] = found;
  const list = /^\((.*)\)((?:\[\])+)$/s.exec(only);
  if (found.length > 1) return found.map((member) => `\n${indent}| ${member}`).join("");
  if (!list) return ` ${only}`;
  const [, inner = "", brackets] = list;
  return ` (${broken(inner, indent)}\n${indent.slice(2)})${brackets}`;
}

/** Splits at each `|` that is not within brackets or quotes; a union in brackets of its own is part of the one around it. */
function members(union: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const [token] of union.matchAll(/"(?:[^"\\]|\\.)*"|[\s\S]/g)) {
    depth += Number("([<".includes(token)) - Number(")]>".includes(token));
    if (token !== "|" || depth > 0) part += token;
    else {
      parts.push(part);
      part = "";
    }
  }
  const found = [...parts, part].map((member) => member.trim()).filter((member) => member !== "");
  return found.flatMap((member) => (found.length > 1 && isBracketed(member) ? members(member.slice(1, -1)) : [member]));
}

/** `(a | b)`, but not `(a | b)[]` or `(a) | (b)`, which {@link members} has split. */
function isBracketed(member: string): boolean {
  return member.startsWith("(") && member.endsWith(")");
}
