import type { OptionRow } from "./option-row.ts";
import { type OptionName, optionRows, variableOf } from "./options.ts";
import type { Token } from "./tokenize.ts";

const MASK = "[redacted]";

/** Headers whose value is never shown, whoever set it. */
const SECRET_HEADERS =
  /^(authorization|proxy-authorization|cookie|set-cookie|.*(api-?key|token|secret|password|credential).*)$/i;

/** Removes credentials from text. */
export interface Redact {
  (text: string): string;
  header(name: string, value: string): string;
}

/** Knows every secret of the command line and the environment, as it stands and as JSON, a URL and a header write it (AUTH_004). */
export function createRedact(tokens: readonly Token[], env: Readonly<Record<string, string | undefined>>): Redact {
  const names = (Object.keys(optionRows) as OptionName[]).filter((name) => (optionRows[name] as OptionRow).secret);
  const flags = tokens.flatMap((token) => (token.kind === "flag" && names.includes(token.name) ? [token.value] : []));
  const secrets = [...flags, ...names.map((name) => env[variableOf(name)])];
  const forms = new Set(secrets.flatMap((secret) => (secret === undefined || secret === "" ? [] : formsOf(secret))));
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
  const redact = (text: string) => longestFirst.reduce((before, form) => before.replaceAll(form, MASK), text);
  return Object.assign(redact, {
    header: (name: string, value: string) => (SECRET_HEADERS.test(name) ? MASK : redact(value)),
  });
}

function formsOf(secret: string): string[] {
  const query = new URLSearchParams({ secret }).toString().slice("secret=".length);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    query,
    Buffer.from(secret).toString("base64"),
  ];
}
