import type { SecurityScheme } from "@a2akit/types";
import type { AuthenticationRequest } from "./authenticate.ts";

/** A credential where it lies; schemes that share a slot look at the same one. `fault`: it is there, and cannot be one. */
export interface Presented {
  readonly slot: string;
  readonly credential: string;
  readonly fault?: string;
}

/** What a caller presents under a scheme; undefined where it presents nothing. */
export function readCredential(scheme: SecurityScheme, request: AuthenticationRequest): Presented | undefined {
  const { apiKeySecurityScheme: key, httpAuthSecurityScheme: http, mtlsSecurityScheme } = scheme;
  if (mtlsSecurityScheme !== undefined) return { slot: "certificate", credential: "" };
  if (key === undefined) return readAuthorization(request, http?.scheme ?? "bearer");
  const { location, name } = key;
  const values = Object.hasOwn(LOCATIONS, location) ? (LOCATIONS[location]?.(name, request) ?? []) : [];
  const slot = `${location}:${location === "header" ? name.toLowerCase() : name}`;
  return values.length === 0 ? undefined : { slot, credential: values[0] ?? "", ...faultOf(values) };
}

/** RFC 9110 §11.6.2: `scheme credentials`. */
function readAuthorization({ header }: AuthenticationRequest, scheme: string): Presented | undefined {
  const text = (header("authorization") ?? "").trim();
  const gap = text.search(/[\s,]/);
  const name = (gap < 0 ? text : text.slice(0, gap)).toLowerCase();
  if (name !== scheme.toLowerCase()) return undefined;
  const credential = gap < 0 ? "" : text.slice(gap).trim();
  return { slot: `authorization:${name}`, credential, ...faultOf([credential], TOKEN68.has(name)) };
}

/** Schemes whose credential is one token68 (RFC 9110 §11.2), which a second header cannot hide in. */
const TOKEN68: ReadonlySet<string> = new Set(["basic", "bearer"]);

function faultOf(values: readonly string[], isToken = false): { readonly fault?: string } {
  const [value = ""] = values;
  if (values.length > 1) return { fault: "given twice" };
  if (value === "") return { fault: "empty" };
  return isToken && !/^[\w.~+/-]+=*$/.test(value) ? { fault: "malformed or given twice" } : {};
}

/** Characters of the Cookie header that are read; browsers send no more than a few thousand. */
const MAX_COOKIES = 65_536;

type ReadKey = (name: string, request: AuthenticationRequest) => readonly string[];

/** Where an API key may lie (A2A §4.5.1). */
const LOCATIONS: Readonly<Record<string, ReadKey>> = {
  // Repeated headers arrive joined with commas, so that a key has none.
  header: (name, { header }) =>
    header(name.toLowerCase())
      ?.split(",")
      .map((value) => value.trim()) ?? [],
  query: (name, { query }) => query.getAll(name),
  cookie: (name, { header }) =>
    (header("cookie") ?? "")
      .slice(0, MAX_COOKIES)
      .split(/[;,]/)
      .flatMap((pair) => {
        const [key = "", ...value] = pair.split("=");
        return key.trim() === name && value.length > 0 ? [value.join("=").trim()] : [];
      }),
};

/** Names under which tokens are put into URLs, where logs and the Referer header show them (RFC 6750 §5.3). */
const TOKEN_PARAMETERS: readonly string[] = ["access_token", "authorization", "api_key", "apikey", "token"];

/** What must not be there: an `Authorization` that no scheme of the card reads, or a credential in the URL that no scheme puts there. */
export function findStray(
  schemes: readonly SecurityScheme[],
  { presented, request }: { readonly presented: readonly Presented[]; readonly request: AuthenticationRequest },
): string | undefined {
  const { header, query } = request;
  const reads = ({ slot }: Presented): boolean => slot.startsWith("authorization:") || slot === "header:authorization";
  if (header("authorization") !== undefined && !presented.some(reads))
    return "Authorization of a scheme that the card does not have";
  if (query.size === 0) return undefined;
  const keys = schemes.flatMap(({ apiKeySecurityScheme: key }) => key ?? []);
  const inUrl = new Set(keys.filter(({ location }) => location === "query").map(({ name }) => name));
  const elsewhere = [...TOKEN_PARAMETERS, ...keys.map(({ name }) => name.toLowerCase())];
  const stray = [...query.keys()].some((name) => !inUrl.has(name) && elsewhere.includes(name.toLowerCase()));
  return stray ? "credential in the URL" : undefined;
}
