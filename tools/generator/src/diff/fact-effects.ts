import { CANONICAL } from "../canonical.ts";
import type { Effect, Effects, Level, PackageName } from "./change.ts";

type Row = Partial<Record<PackageName, Effect>>;

const major = (reason: string): Effect => ({ level: "major", reason });
const minor = (reason: string): Effect => ({ level: "minor", reason });
const patch = (reason: string): Effect => ({ level: "patch", reason });

const follows = patch("goes along; there is nothing to do");

/** A fact that agents and callers must agree on: the record says it, a mount keeps it, a caller goes along. */
function agreed(record: string, mount: string): Row {
  return {
    "@a2akit/protocol": major(record),
    "@a2akit/server": major(mount),
    "@a2akit/client": follows,
    "@a2akit/cli": follows,
  };
}

function everywhere(level: Level, reasons: Readonly<Partial<Record<PackageName, string>>>): Row {
  return Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [name, { level, reason }]));
}

/** What changes about an endpoint, its methods and its file, and which packages show it how. */
export const factEffects = {
  "path-changed": agreed(
    "the record has another path",
    "an agent in this dialect answers at another path; callers that know the old one get 404",
  ),
  "endpoint-added": everywhere("minor", {
    "@a2akit/protocol": "there is a record of the endpoint",
    "@a2akit/server": "it can be served",
    "@a2akit/client": "it can be called",
    "@a2akit/cli": "it can be called",
  }),
  "endpoint-removed": everywhere("major", {
    "@a2akit/protocol": "the record is gone",
    "@a2akit/server": "it can no longer be served",
    "@a2akit/client": "it can no longer be called",
    "@a2akit/cli": "it can no longer be called",
  }),
  "card-path-changed": agreed(
    "the record has another path of the card",
    "the card is served at another path; callers that know the old one get 404",
  ),
  "method-added": everywhere("minor", {
    "@a2akit/types": "MethodMap has one more method",
    "@a2akit/schemas": "methodSchemas has one more method",
    "@a2akit/protocol": "the record offers one more method",
    "@a2akit/server": "an agent in this dialect answers one more method",
    "@a2akit/client": "one more method can be called in this dialect",
    "@a2akit/cli": "one more method can be called in this dialect",
  }),
  "method-removed": everywhere("major", {
    "@a2akit/types": "MethodMap has lost it; code that names it does not compile",
    "@a2akit/schemas": "methodSchemas has lost it; code that names it does not compile",
    "@a2akit/protocol": "the record no longer offers it",
    "@a2akit/server": "an agent in this dialect answers it with MethodNotFound",
    "@a2akit/client": "the call is refused before it is sent",
    "@a2akit/cli": "the command is refused before it is sent",
  }),
  "method-params-changed": everywhere("major", {
    "@a2akit/types": "the params have another type in MethodMap",
    "@a2akit/schemas": "methodSchemas checks the params with another schema",
  }),
  "method-result-changed": everywhere("major", {
    "@a2akit/types": "the result has another type in MethodMap",
    "@a2akit/schemas": "methodSchemas checks the result with another schema",
  }),
  "method-streaming-changed": everywhere("major", { "@a2akit/types": "MethodMap says otherwise whether it streams" }),
  "params-spelling-changed": {
    "@a2akit/protocol": major("params are written in the other spelling"),
    "@a2akit/server": patch("reads both spellings"),
    "@a2akit/client": follows,
    "@a2akit/cli": follows,
  },
  "result-spelling-changed": agreed(
    "results are written in the other spelling",
    "an agent in this dialect writes results in the other spelling; callers may not find what they look for",
  ),
  "result-wrapping-changed": agreed(
    "the result of SendMessage is wrapped, or no longer",
    "an agent in this dialect wraps the result of SendMessage, or no longer does; callers look in the wrong place",
  ),
  "card-shape-changed": agreed(
    "the Agent Card has another shape",
    "an agent in this dialect serves a card of another shape; callers look for the URL in the wrong place",
  ),
  "version-optional": {
    "@a2akit/protocol": minor("a request without A2A-Version asks for a version that is spoken"),
    "@a2akit/server": minor("an agent in this dialect takes requests without A2A-Version"),
  },
  "version-required": {
    "@a2akit/protocol": major("a request without A2A-Version asks for a version that is not spoken"),
    "@a2akit/server": major("an agent in this dialect refuses requests without A2A-Version"),
    "@a2akit/client": patch("sends the header always"),
    "@a2akit/cli": patch("sends the header always"),
  },
  "request-id-tightened": {
    "@a2akit/protocol": major("requests need an id that they could do without"),
    "@a2akit/server": major("an agent in this dialect refuses requests without such an id"),
    "@a2akit/client": patch("sends an id always"),
    "@a2akit/cli": patch("sends an id always"),
  },
  "request-id-loosened": {
    "@a2akit/protocol": minor("more ids are allowed, or none"),
    "@a2akit/server": minor("an agent in this dialect takes requests that it refused"),
  },
  "error-status-changed": agreed(
    "errors come with another HTTP status",
    "an agent in this dialect answers errors with another HTTP status; callers may look at that alone",
  ),
  "security-tightened": {
    "@a2akit/protocol": major("the record states credentials that were not needed"),
    "@a2akit/server": major("the card demands credentials, which the agent has to check"),
    "@a2akit/client": major("calls need credentials that they did without"),
    "@a2akit/cli": major("commands need credentials that they did without"),
  },
  "security-loosened": everywhere("minor", {
    "@a2akit/protocol": "the record states fewer credentials, or others that do as well",
    "@a2akit/server": "the card demands fewer credentials, or others do as well",
    "@a2akit/client": "calls do with fewer credentials, or with others",
    "@a2akit/cli": "commands do with fewer credentials, or with others",
  }),
  "security-scheme-changed": agreed(
    "the record states that the credentials travel otherwise",
    "the card says that the credentials travel otherwise; the agent has to look there",
  ),
  "security-scheme-described": { "@a2akit/protocol": patch("the record describes the scheme otherwise") },
  "security-scheme-added": { "@a2akit/protocol": minor("the record has one more scheme") },
  "security-scheme-removed": { "@a2akit/protocol": major("the record has lost the scheme") },
  "header-required": {
    "@a2akit/client": major("calls lack it until they are made to send it"),
    "@a2akit/cli": major("commands lack it; `--header` adds it"),
  },
  "header-optional": {},
  "parameter-required": {
    "@a2akit/client": major("calls lack it, and have no place for it but a fetch of their own"),
    "@a2akit/cli": major("commands lack it, and have no option for it"),
  },
  "parameter-optional": {},
  "servers-changed": {},
  "error-added": everywhere("minor", {
    "@a2akit/protocol": "there is one more error to throw and to catch",
    "@a2akit/server": "an agent may throw it",
    "@a2akit/client": "a call may reject with it",
  }),
  "error-removed": everywhere("major", {
    "@a2akit/protocol": "code that names the error does not compile",
    "@a2akit/server": "an agent that throws it does not compile",
    "@a2akit/client": "code that expects it waits in vain",
  }),
  "error-changed": everywhere("major", {
    "@a2akit/protocol": "the error looks different on the wire",
    "@a2akit/server": "callers that know the old code, reason or status do not recognize it",
    "@a2akit/client": "the answer of an older agent is taken for another error",
  }),
  "error-text-changed": { "@a2akit/protocol": patch("the message has other words") },
  "formats-checked": { "@a2akit/schemas": major("documents that passed are refused for a format") },
  "formats-described": { "@a2akit/schemas": minor("formats are no longer checked") },
  "examples-changed": { "@a2akit/protocol": patch("other examples") },
  "revision-changed": { "@a2akit/protocol": patch("the record names another title or version of the file") },
  "spec-added": everywhere("minor", {
    "@a2akit/types": "a sub-path for the new dialect",
    "@a2akit/schemas": "a sub-path for the new dialect",
    "@a2akit/protocol": "a record of the new dialect",
    "@a2akit/cli": "speaks the new dialect",
  }),
  "spec-removed": everywhere("major", {
    "@a2akit/types": "the sub-path is gone",
    "@a2akit/schemas": "the sub-path is gone",
    "@a2akit/protocol": "the record is gone",
    "@a2akit/cli": "no longer speaks the dialect",
  }),
} as const satisfies Record<string, Row>;

export type FactCode = keyof typeof factEffects;

/** What the server and the client take over from the canonical table of methods. */
const methodTable: Row = {
  "@a2akit/protocol": major("the table of methods has changed"),
  "@a2akit/server": major("its handler takes or gives something else"),
  "@a2akit/client": major("its method takes or gives something else"),
};

const tableCodes: ReadonlySet<FactCode> = new Set([
  "method-params-changed",
  "method-result-changed",
  "method-streaming-changed",
]);

export function effectsOfFact(code: FactCode, spec: string): Effects {
  return spec === CANONICAL && tableCodes.has(code) ? { ...methodTable, ...factEffects[code] } : factEffects[code];
}
