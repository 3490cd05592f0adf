import { createHash } from "node:crypto";
import {
  type Alias,
  type Document,
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import { split } from "../pointer.ts";
import { findUnfit } from "./find-unfit.ts";
import { createJsonLocator, parseJson } from "./json-text.ts";
import { quoteVersions } from "./quote-versions.ts";

/** Syntax errors of one file that are told: one leads to others, and a file that is no text at all has thousands. */
const MAX_SYNTAX_ERRORS = 5;

/** How often one anchor (`&name`) may be meant by its aliases, those in what it holds counted. */
const MAX_ALIASES = 1000;

/** Characters of a line in a message: the parser quotes what it stumbled over, however long. */
const MAX_MESSAGE_LINE = 200;

/** The text of one YAML or JSON file, with the way from a JSON pointer to a line. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly sha256: string;
  readonly value: unknown;
  readonly syntaxErrors: readonly { message: string; line: number; column: number }[];
  /** Where the node stands, or the nearest one above it that the file has. 1-based. */
  locate(pointer: string): { line: number; column: number };
}

/** Reads YAML 1.2, of which JSON is a part. */
export function parseSource(file: string, text: string): Source {
  const sha256 = createHash("sha256").update(text).digest("hex");
  const json = parseJson(text);
  const parsed = json === undefined ? parseYaml(text) : readJson(text, json);
  const unfit = parsed.syntaxErrors.length === 0 ? findUnfit(parsed.value) : undefined;
  if (!unfit) return { file, text, sha256, ...parsed };
  const place = parsed.locate(unfit.pointer);
  const syntaxErrors = [{ message: `${unfit.pointer}: ${unfit.message}`, ...place }];
  return { file, text, sha256, ...parsed, value: undefined, syntaxErrors };
}

type Parsed = Pick<Source, "value" | "syntaxErrors" | "locate">;

function readJson(text: string, value: unknown): Parsed {
  const lines = new LineCounter();
  for (const { index } of text.matchAll(/^/gm)) lines.addNewLine(index);
  const offsetOf = createJsonLocator(text);
  const locate = (pointer: string) => placeOf(lines, offsetOf(split(pointer)));
  return { value, syntaxErrors: [], locate };
}

function parseYaml(text: string): Parsed {
  const lines = new LineCounter();
  // YAML 1.2 has no `<<` any more, but those who write OpenAPI by hand do, and so do the other tools.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: true });
  quoteVersions(document);
  const syntaxErrors = document.errors
    .slice(0, MAX_SYNTAX_ERRORS)
    .map(({ message, pos }) => ({ message: printable(message), ...placeOf(lines, pos[0]) }));
  const endless = endlessAlias(document);
  if (endless) {
    const message = `*${endless.source} leads to a value that it is a part of; say it with a $ref`;
    syntaxErrors.push({ message: printable(message), ...placeOf(lines, endless.range[0]) });
  }
  const locate = (pointer: string) => placeOf(lines, offsetOf(document.contents, split(pointer)));
  if (syntaxErrors.length > 0) return { value: undefined, syntaxErrors, locate };
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }), syntaxErrors, locate };
  } catch (error) {
    // The only thing that can still be wrong: aliases of aliases, which stand for more the more of them there are.
    if (!(error instanceof ReferenceError)) throw error;
    const message = `aliases (*name) that stand for more than ${MAX_ALIASES} values; say what repeats by a $ref`;
    return { value: undefined, syntaxErrors: [{ message, ...placeOf(lines, lastAlias(document)) }], locate };
  }
}

/** Where the last alias stands, which those before have made the largest. */
function lastAlias(document: Document.Parsed): number {
  let offset = 0;
  visit(document, {
    Alias: (_key, { range }) => {
      offset = range?.[0] ?? offset;
    },
  });
  return offset;
}

/** The first alias within what it stands for, whose value would never end; undefined when there is none. */
function endlessAlias(document: Document.Parsed): Alias.Parsed | undefined {
  const anchored = new Map<string, unknown>();
  let found: Alias | undefined;
  visit(document, {
    Value: (_key, node) => {
      if (node.anchor !== undefined) anchored.set(node.anchor, node);
    },
    Alias: (_key, node, path) => {
      // An anchor may be set again: an alias means the last one before it.
      if (!path.some((above) => above === anchored.get(node.source))) return undefined;
      found = node;
      return visit.BREAK;
    },
  });
  return found as Alias.Parsed | undefined;
}

/** A message that is fit for a terminal: lines of bounded length, without control characters. */
function printable(message: string): string {
  if (message.startsWith("Maximum call stack size exceeded")) return "nested too deeply to be read";
  const line = (text: string) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    const plain = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
    return plain.length > MAX_MESSAGE_LINE ? `${plain.slice(0, MAX_MESSAGE_LINE)}…` : plain;
  };
  return message.split("\n").map(line).join("\n");
}

function placeOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

/** The offset of the key that leads to the node, or of the item of a list. */
function offsetOf(root: Node | null, path: readonly string[]): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      if (!pair || !isScalar(pair.key)) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isCollection(node)) {
      const item = node.items[Number(key)] as Node | undefined;
      if (!item) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}
