/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same after a colon: in lower case, unless it begins with a name. */
export function reasonOf(error: unknown): string {
  return messageOf(error).replace(/^[A-Z](?=[a-z]*[ ,])/, (letter) => letter.toLowerCase());
}

/** What the operating system says, without its code and what it was doing: `no such file or directory`. */
export function reasonOfSystem(error: unknown): string {
  return messageOf(error).replace(/^E[A-Z0-9]+: (.*?)(, \w+( '.*')?)?$/s, "$1");
}
