/**
 * A fenced TypeScript block of a Markdown file.
 *
 * ` ```ts ` is compiled and run; a ` ```text ` block that follows it directly is what it must print. ` ```ts check ` is compiled only
 * (a server that runs for ever, say).
 */
export interface Snippet {
  readonly file: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly code: string;
  readonly run: boolean;
  readonly output?: string;
}

/**
 * A `console` block that opens with `$ a2a …`: the command is run against the demo agent, and prints what follows it. One that ends with ` &` is
 * a server that the blocks behind it on the page may call.
 */
export interface Transcript {
  readonly file: string;
  readonly line: number;
  readonly command: string;
  readonly output: string;
  readonly stays: boolean;
}

export function findTranscripts(file: string, markdown: string): Transcript[] {
  return fencedBlocks(markdown).flatMap(({ info, line, text }) => {
    const [, command, output] = /^\$ (a2a [^\n]*)\n(.*)$/s.exec(text) ?? [];
    return info === "console" && command !== undefined && output !== undefined
      ? [{ file, line, command: command.replace(/ &$/, ""), output, stays: command.endsWith(" &") }]
      : [];
  });
}

/** Anything between fences. */
export interface Block {
  readonly info: string;
  readonly line: number;
  readonly end: number;
  readonly text: string;
}

export function findSnippets(file: string, markdown: string): Snippet[] {
  const blocks = fencedBlocks(markdown);
  return blocks.flatMap((block, index) => {
    const [language, mode] = block.info.split(" ");
    if (language !== "ts") return [];
    if (mode !== undefined && mode !== "check") {
      throw new Error(`${file}:${block.line}: a ts block is marked "check" or not at all, not "${mode}"`);
    }
    const next = blocks[index + 1];
    const follows = next?.info === "text" && next.line - block.end <= 2;
    const snippet = { file, line: block.line, code: block.text, run: mode !== "check" };
    return [follows ? { ...snippet, output: next.text } : snippet];
  });
}

export function fencedBlocks(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const info = /^```(\S.*)$/.exec(lines[at] ?? "")?.[1];
    if (info === undefined) continue;
    const close = lines.indexOf("```", at + 1);
    const end = close < 0 ? lines.length : close;
    blocks.push({ info: info.trim(), line: at + 1, end: end + 1, text: `${lines.slice(at + 1, end).join("\n")}\n` });
    at = end;
  }
  return blocks;
}
