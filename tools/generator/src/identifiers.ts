/** Words that can name nothing. */
const reserved = [
  "break case catch class const continue debugger default delete do else enum export extends false finally",
  "for function if import in instanceof new null return super switch this throw true try typeof var void",
  "while with implements interface let package private protected public static yield await",
].flatMap((line) => line.split(" "));

/** Types that there are already, and names that the generated files need for themselves. */
const types = [
  "any bigint boolean never number object string symbol undefined unknown async type a2a z Record MethodMap",
  "Method",
].flatMap((line) => line.split(" "));

const notForTypes = new Set([...reserved, ...types]);
const notForConstants = new Set(reserved);

/** The identifier that stands for a component in TypeScript; a name that is taken gets a `_`. */
export function typeName(component: string): string {
  const name = identifier(component);
  return notForTypes.has(name) ? `${name}_` : name;
}

export function schemaName(component: string): string {
  return `${identifier(component)}Schema`;
}

/** `cdq-genius` → `cdqGenius`. */
export function camelCase(name: string): string {
  const camel = identifier(name.replaceAll(/[-_.]+(.)/g, (_match, letter: string) => letter.toUpperCase()));
  return notForConstants.has(camel) ? `${camel}_` : camel;
}

export function identifier(text: string): string {
  return text.replaceAll(/[^\p{ID_Continue}$]+/gu, "_").replace(/^(?!\p{ID_Start}|[$_])/u, "_");
}

/** The name, with the first number behind it that makes it a new one, from 2 on. */
export function unused(name: string, used: Set<string>): string {
  let free = name;
  for (let i = 2; used.has(free); i++) free = `${name}${i}`;
  used.add(free);
  return free;
}
