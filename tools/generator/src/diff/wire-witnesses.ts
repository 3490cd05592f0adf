import { entries, isObject } from "../json.ts";
import type { DialectRecord } from "../model/dialect.ts";
import { sample } from "../samples/sample.ts";
import type { Witness } from "./change.ts";
import type { FactDifference } from "./compare-facts.ts";
import { headersOf, keyOf } from "./compare-headers.ts";
import { isMet } from "./compare-security.ts";
import type { ReadableSpec } from "./diff-specs.ts";
import type { FactCode } from "./fact-effects.ts";

/** A spec with the facts of its endpoint. */
type Endpoint = ReadableSpec & { readonly dialect: DialectRecord };

interface Row {
  readonly of: "call" | "answer" | "card";
  /** What is right by this spec, as far as the fact goes. */
  readonly make: (spec: Endpoint, difference: FactDifference) => readonly Exchange[];
  /** Why the spec refuses it; the empty string when it does not. */
  readonly refusal: (spec: Endpoint, exchange: Exchange, difference: FactDifference) => string;
}

/** What goes over the wire, no more of it than the fact needs. */
type Exchange = Readonly<Record<string, unknown>>;

const expected = (wanted: unknown, given: unknown, what: string) =>
  wanted === given ? "" : `${what} is ${JSON.stringify(wanted)}`;

/** A row for a fact that stands in one member of the exchange. */
function plain(of: Row["of"], name: string, read: (spec: Endpoint) => unknown, what: string): Row {
  return {
    of,
    make: (spec) => [{ [name]: read(spec) }],
    refusal: (spec, exchange) => expected(read(spec), exchange[name], what),
  };
}

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const spelled = { camelCase: "taskId", snake_case: "task_id" } as const;

function spelling(of: Row["of"], fact: "paramsSpelling" | "resultSpelling"): Row {
  return {
    of,
    make: ({ dialect }) => [{ [of === "call" ? "params" : "result"]: { [spelled[dialect[fact]]]: "t" } }],
    refusal: ({ dialect }, exchange) => {
      const [member = ""] = Object.values(exchange).flatMap((value) => Object.keys(Object(value)));
      const name = spelled[dialect[fact]];
      return member === name ? "" : `${camel(member) === camel(name) ? member : "it"} is spelled ${name}`;
    },
  };
}

const task = { id: "t", status: { state: "TASK_STATE_COMPLETED" } };

const security: Row = {
  of: "call",
  make: ({ dialect }) =>
    (dialect.security?.requirements ?? [{ schemes: {} }]).map(({ schemes }) => ({ credentials: schemes })),
  refusal: ({ dialect }, { credentials }) => {
    const held = {
      schemes: isObject(credentials) ? (credentials as Readonly<Record<string, { list?: string[] }>>) : {},
    };
    const demands = dialect.security?.requirements ?? [];
    const needed = demands.map(({ schemes }) => Object.keys(schemes).join(" and ")).join(" or ");
    return demands.length === 0 || demands.some((demand) => isMet(demand, held)) ? "" : `it needs ${needed}`;
  },
};

const scheme: Row = {
  of: "call",
  make: ({ dialect }, { subject }) => {
    const name = subject.replace("security scheme ", "");
    return [{ credentials: { [name]: dialect.security?.schemes[name] ?? null } }];
  },
  refusal: ({ dialect }, { credentials }) => {
    const [[name, given] = ["", null]] = entries(credentials);
    const own = dialect.security?.schemes[name];
    if (own === undefined) return `there is no security scheme ${name}`;
    return JSON.stringify(own) === JSON.stringify(given) ? "" : `${name} is ${JSON.stringify(own)}`;
  },
};

const rows: Readonly<Partial<Record<FactCode, Row>>> = {
  "path-changed": plain("call", "POST", ({ dialect }) => dialect.rpcPath, "the path"),
  "card-path-changed": plain("card", "GET", ({ dialect }) => dialect.cardPath, "the path of the card"),
  "card-shape-changed": plain(
    "card",
    "urlStandsIn",
    ({ dialect }) => (dialect.cardShape === "flat" ? "url" : "supportedInterfaces"),
    "the place",
  ),
  "error-status-changed": plain(
    "answer",
    "status",
    ({ dialect }) => (dialect.errorStatus === 200 ? 200 : 400),
    "the status of an error",
  ),
  "params-spelling-changed": spelling("call", "paramsSpelling"),
  "result-spelling-changed": spelling("answer", "resultSpelling"),
  "result-wrapping-changed": {
    of: "answer",
    make: ({ dialect }) => [{ result: dialect.sendMessageResult === "bare" ? task : { task } }],
    refusal: ({ dialect }, { result }) => {
      const bare = isObject(result) && "id" in result;
      return bare === (dialect.sendMessageResult === "bare")
        ? ""
        : `the task stands in ${bare ? "result.task" : "result"}`;
    },
  },
  "method-removed": {
    of: "call",
    make: ({ model }, { subject }) => {
      const params = model.methods.find(({ name }) => name === subject)?.params;
      const own =
        params && !params.canonical ? sample(model.components.get(params.component) ?? true, model.components) : {};
      return [{ method: subject, params: own }];
    },
    refusal: ({ dialect }, { method }) => (dialect.methods.includes(String(method)) ? "" : `${method} is not offered`),
  },
  "method-streaming-changed": {
    of: "answer",
    make: ({ model }, { subject }) => [{ to: subject, contentType: contentTypeOf(model.methods, subject) }],
    refusal: ({ model }, { contentType }, { subject }) =>
      expected(contentTypeOf(model.methods, subject), contentType, "the content type"),
  },
  "version-required": {
    of: "call",
    make: () => [{ headers: {} }],
    refusal: ({ dialect }) =>
      dialect.absentVersion.startsWith("1.") ? "" : `without A2A-Version it asks for ${dialect.absentVersion}`,
  },
  "request-id-tightened": {
    of: "call",
    make: () => [
      { body: { jsonrpc: "2.0", method: "GetTask" } },
      { body: { jsonrpc: "2.0", id: null, method: "GetTask" } },
    ],
    refusal: ({ dialect: { requestId } }, { body }) => {
      const own = isObject(body) ? body : {};
      if (!("id" in own)) return requestId.required ? "it needs an id" : "";
      return own.id === null && !requestId.null ? "its id may not be null" : "";
    },
  },
  "security-tightened": security,
  "security-scheme-changed": scheme,
  "security-scheme-removed": scheme,
  "header-required": parameter({ headers: {} }),
  "parameter-required": parameter({ query: {}, cookies: {} }),
  "error-removed": error(),
  "error-changed": error(),
};

function parameter(exchange: Exchange): Row {
  return {
    of: "call",
    make: () => [exchange],
    refusal: (spec, _exchange, { subject }) =>
      headersOf(spec).get(keyOf(subject))?.required ? `it needs the ${subject}` : "",
  };
}

function error(): Row {
  const read = (spec: Endpoint, { subject }: FactDifference) => {
    const [, row] = entries(spec.model.rpc?.extension.errors).find(([name]) => `error ${name}` === subject) ?? [];
    return isObject(row)
      ? { code: row.code, reason: row.reason, httpStatus: row.httpStatus, rpcStatus: row.rpcStatus }
      : undefined;
  };
  return {
    of: "answer",
    make: (spec, difference) => [{ error: read(spec, difference) }],
    refusal: (spec, { error }, difference) => {
      const own = read(spec, difference);
      if (!own) return "there is no such error";
      return JSON.stringify(own) === JSON.stringify(error) ? "" : `the error is ${JSON.stringify(own)}`;
    },
  };
}

function contentTypeOf(methods: ReadableSpec["model"]["methods"], name: string): string {
  return methods.find((method) => method.name === name)?.streaming ? "text/event-stream" : "application/json";
}

/** What was right on the wire by the old file and is not by the new one; undefined where the fact is none of the wire. */
export function wireWitness(difference: FactDifference, old: ReadableSpec, fresh: ReadableSpec): Witness | undefined {
  const row = rows[difference.code];
  if (!row || !isEndpoint(old) || !isEndpoint(fresh)) return undefined;
  for (const document of row.make(old, difference)) {
    const because = row.refusal(fresh, document, difference);
    if (row.refusal(old, document, difference) === "" && because !== "")
      return { verdict: "refused", of: row.of, document, because };
  }
  return undefined;
}

function isEndpoint(spec: ReadableSpec): spec is Endpoint {
  return spec.dialect !== undefined;
}
