import { stripVTControlCharacters } from "node:util";
import type { Io } from "../io.ts";

/** Text of others without control characters other than line feed and tab: `text` output never carries any (OUT_005). */
export function plain(text: string): string {
  return stripVTControlCharacters(text.replaceAll("\r\n", "\n")).replace(/(?![\n\t])\p{Cc}/gu, "");
}

/** `Label: value` on one line; nothing where there is no value. */
export function line(label: string, value: string | number | undefined): string {
  return value === undefined || value === "" ? "" : `${label}: ${plain(String(value)).replace(/\s*\n\s*/g, " ")}\n`;
}

/** A block of text under its label, closed by a blank line. */
export function block(label: string, text: string): string {
  return `${label}:\n${plain(text).replace(/\n+$/, "")}\n\n`;
}

/** One JSON document. */
export function document(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One line of JSON Lines. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
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
