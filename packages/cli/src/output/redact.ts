import type { OptionRow } from "../command-line/option-row.ts";
import { parseHeader } from "../command-line/option-values.ts";
import { type OptionName, optionRows, variableOf } from "../command-line/options.ts";
import type { Token } from "../command-line/tokenize.ts";

const MASK = "[redacted]";

/** Headers whose value is never shown, whoever set it. */
const SECRET_HEADERS =
  /^(authorization|proxy-authorization|cookie|set-cookie|.*(api-?key|auth|token|secret|password|credential|signature).*)$/i;
/** Service parameters that are shown; any other may carry a credential (AUTH_004). */
const SHOWN_PARAMETERS =
  /^(accept(-language)?|traceparent|tracestate|x-(request|correlation|trace)-id|user-agent|a2a-.*)$/i;
/** Members of JSON and of forms that are credentials: of OAuth 2, and of push notification configs. */
const SECRET_MEMBER =
  /("(?:access_token|refresh_token|id_token|device_code|client_secret|password|token|credentials)"\s*:\s*)"(?:[^"\\]|\\.)*"/g;
/** A URL with a password. */
const SECRET_USER = /(\/\/[^\s/?#@:]*:)[^\s/?#@]+(?=@)/g;
const SECRET_FIELD = /\b((?:access_token|refresh_token|device_code|client_secret|client_assertion|password)=)[^&\s"]+/g;
/** A secret shorter than this is only taken for one where it is a word: it would mangle other words. */
const MIN_LENGTH = 6;

/** Removes credentials from text. */
export interface Redact {
  (text: string): string;
  header(name: string, value: string): string;
}

interface Known {
  readonly tokens: readonly Token[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What was learnt on the way: tokens that an authorization server gave. */
  readonly secrets?: ReadonlySet<string>;
}

/** Knows every secret of the command line, the environment and what was learnt, as it stands and as JSON, a URL and a header write it (AUTH_004). */
export function createRedact({ tokens, env, secrets = new Set() }: Known): Redact {
  const given = (Object.keys(optionRows) as OptionName[]).flatMap((name) => givenSecrets(name, { tokens, env }));
  let forms: readonly string[] = [];
  let known = -1;
  const redact = (text: string) => {
    // `secrets` only grows.
    if (known !== secrets.size) forms = allForms([...given, ...secrets]);
    known = secrets.size;
    const named = text.replace(SECRET_MEMBER, `$1"${MASK}"`).replace(SECRET_FIELD, `$1${MASK}`);
    return forms.reduce(remove, withoutPassword(named));
  };
  return Object.assign(redact, {
    header: (name: string, value: string) => (SECRET_HEADERS.test(name) ? MASK : redact(value)),
  });
}

/** URLs without the passwords in them. */
export function withoutPassword(text: string): string {
  return text.replace(SECRET_USER, `$1${MASK}`);
}

function givenSecrets(name: OptionName, { tokens, env }: Known): string[] {
  if (!(optionRows[name] as OptionRow).secret) return [];
  const flags = tokens.flatMap((token) => (token.kind === "flag" && token.name === name ? [token.value ?? ""] : []));
  return [...flags, env[variableOf(name)] ?? ""].flatMap((text) => secretParts(name, text));
}

/** What of an option's value is secret. */
function secretParts(name: OptionName, text: string): string[] {
  if (name === "basic") return [text, text.slice(text.indexOf(":") + 1)];
  const bare = text.trim();
  if (name === "webhook-auth") return [text, bare.replace(/^\S+\s+/, "")];
  // What goes into a header goes there without the spaces around it.
  if (name !== "svc-param") return [text, bare];
  try {
    const [header, value] = parseHeader(text);
    // `Bearer abc`: the scheme is no secret, what follows is.
    return SHOWN_PARAMETERS.test(header) ? [] : [value, value.replace(/^\w+\s+/, "")];
  } catch {
    return [text];
  }
}

function allForms(secrets: readonly string[]): string[] {
  const forms = new Set(secrets.flatMap((secret) => (secret === "" ? [] : formsOf(secret))));
  return [...forms].toSorted((a, b) => b.length - a.length);
}

function formsOf(secret: string): string[] {
  const query = new URLSearchParams({ secret }).toString().slice("secret=".length);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    query,
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
  ];
}

function remove(text: string, form: string): string {
  if (form.length >= MIN_LENGTH) return text.replaceAll(form, MASK);
  const literal = form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu"), MASK);
}
