import { messageOf } from "./message-of.ts";

/**
 * @param name what the text is called; without one the message begins with "is not JSON", to follow a name
 * @throws Error with the reason, line and column; of the text, it quotes no more than a character.
 */
export function parseJson(text: string, name?: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = messageOf(cause);
    const { line, column } = placeOf(text, positionIn(message) ?? faultIn(text));
    const fault = `is not JSON: ${reasonIn(message)} (line ${line}, column ${column})`;
    throw new Error(name === undefined ? fault : `${name} ${fault}`, { cause });
  }
}

/** What the parser of the platform says, without what it quotes of the text. */
function reasonIn(message: string): string {
  const reason = message.replace(/( in JSON)? at position.*|, (\.\.\.)?".*/s, "");
  // Of some words, such as undefined, it says no more than that they are none.
  return lowerFirst(reason).replace(/^"(.).*/, "unexpected token '$1'");
}

/** Where the parser of the platform says that it stopped; of a token that it did not expect it does not. */
function positionIn(message: string): number | undefined {
  const [, digits] = /at position (\d+)/.exec(message) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The index at which the text stops being JSON: the longest beginning that could still become some ends there. */
function faultIn(text: string): number {
  if (isBeginning(text)) return text.length;
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginning(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = messageOf(error);
    const position = positionIn(message);
    return position === undefined ? message.startsWith("Unexpected end") : position >= text.length;
  }
}

function placeOf(text: string, index: number): { line: number; column: number } {
  const lines = text.slice(0, index).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
