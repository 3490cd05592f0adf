/** Controls, what is invisible, and what turns the direction of the text around it: in source nobody would see that it is there. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** What an identifier may be, as far as it can be seen. */
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** A string as a literal in which everything can be seen. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(unseen, escaped);
}

/** A key as it can stand in an object literal and in a type; `__proto__` sets the prototype in the one, unless it is computed. */
export function quotedKey(key: string): string {
  return identifier.test(key) && key.search(unseen) < 0 ? key : quoted(key);
}

function escaped(text: string): string {
  return text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
