import { quote, sameJson } from "../json.ts";
import type { DialectRecord, Facts } from "../model/dialect.ts";
import type { Spec } from "../read-spec.ts";
import type { FactCode } from "./fact-effects.ts";

/** A difference that is not one of a component. */
export interface FactDifference {
  readonly code: FactCode;
  readonly subject: string;
  readonly message: string;
  /** JSON pointer into the old document; absent where it is new. */
  readonly old?: string;
  readonly new?: string;
}

type Compare<T> = (old: T, fresh: T) => FactCode;

const always =
  (code: FactCode): Compare<unknown> =>
  () =>
    code;

/** The version that every endpoint of a2akit speaks. */
const isSpoken = (version: string) => version.startsWith("1.");

const rows: { readonly [Name in Exclude<keyof Facts, "methods">]: Compare<Facts[Name]> } = {
  rpcPath: always("path-changed"),
  cardPath: always("card-path-changed"),
  paramsSpelling: always("params-spelling-changed"),
  resultSpelling: always("result-spelling-changed"),
  sendMessageResult: always("result-wrapping-changed"),
  cardShape: always("card-shape-changed"),
  absentVersion: (_old, fresh) => (isSpoken(fresh) ? "version-optional" : "version-required"),
  requestId: (old, fresh) =>
    (fresh.required && !old.required) || (old.null && !fresh.null) ? "request-id-tightened" : "request-id-loosened",
  errorStatus: always("error-status-changed"),
};

/** What is particular about the endpoint, fact by fact. */
export function compareFacts(old: Spec, fresh: Spec): readonly FactDifference[] {
  const [from, to] = [old.dialect, fresh.dialect];
  if (!from || !to) return compareEndpoints(old, fresh);
  return (Object.keys(rows) as (keyof typeof rows)[]).flatMap((name) => {
    if (sameJson(from[name], to[name])) return [];
    return [
      {
        code: codeOf(name, from, to),
        subject: name,
        message: `was ${quote(from[name])}, is ${quote(to[name])}`,
        old: placeOf(name, old),
        new: placeOf(name, fresh),
      },
    ];
  });
}

/** One of the files has no JSON-RPC endpoint; where neither has one, there is no dialect to speak of. */
function compareEndpoints(old: Spec, fresh: Spec): readonly FactDifference[] {
  const subject = "JSON-RPC endpoint";
  if (old.dialect) return [{ code: "endpoint-removed", subject, message: "is gone", old: placeOf("rpcPath", old) }];
  if (fresh.dialect) return [{ code: "endpoint-added", subject, message: "is new", new: placeOf("rpcPath", fresh) }];
  return [];
}

function codeOf<Name extends keyof typeof rows>(name: Name, old: DialectRecord, fresh: DialectRecord): FactCode {
  const compare: Compare<Facts[Name]> = rows[name];
  return compare(old[name], fresh[name]);
}

/** The operation that the fact is read off; the card's where it is about that. */
function placeOf(name: keyof typeof rows, { model }: Spec): string {
  const operation = name === "cardPath" || name === "cardShape" ? (model?.card ?? model?.rpc) : model?.rpc;
  return operation?.pointer ?? "/paths";
}
