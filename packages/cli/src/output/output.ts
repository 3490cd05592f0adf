import { stripVTControlCharacters } from "node:util";
import type { Io } from "../io.ts";

/** Text of others without control characters other than line feed and tab: `text` output never carries any (OUT_005). */
export function plain(text: string): string {
  return stripVTControlCharacters(text.replaceAll("\r\n", "\n")).replace(/(?![\n\t])\p{Cc}/gu, "");
}

/** What changes the order in which a terminal shows characters (UAX #9): a command could look like another one. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;

/** `Label: value` on one line, in the order of its characters; nothing where there is no value. */
export function line(label: string, value: string | number | undefined): string {
  if (value === undefined || value === "") return "";
  return `${label}: ${oneLine(String(value))}\n`;
}

/** Text of others on one line. */
export function oneLine(text: string): string {
  return plain(text)
    .replace(BIDI, "")
    .replace(/\s*\n\s*/g, " ")
    .trimEnd();
}

/** A block of text under its label, closed by a blank line. */
export function block(label: string, text: string): string {
  return `${label}:\n${plain(text).replace(/\n+$/, "")}\n\n`;
}

/** One JSON document. */
export function document(value: unknown): string {
  return `${escaped(JSON.stringify(value, null, 2))}\n`;
}

/** One line of JSON Lines. */
export function jsonLine(value: unknown): string {
  return `${escaped(JSON.stringify(value))}\n`;
}

/** The same JSON without characters that terminals act upon: those that JSON may hold as they are. */
function escaped(json: string): string {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(/[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, toEscape);
}

export function warn(io: Io, text: string): void {
  io.stderr.write(line("Warning", text));
}

/** A number of bytes as people read it. */
export function formatSize(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const amount = bytes / 1000 ** power;
  return `${power === 0 ? amount : amount.toFixed(1)} ${units[power]}`;
}
