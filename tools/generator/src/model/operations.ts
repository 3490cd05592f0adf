import type { Report } from "../findings.ts";
import { at, entries, isObject, type JsonObject, list, member, type Open } from "../json.ts";
import { componentOf, join } from "../pointer.ts";
import { deref, follow, partsOf } from "./reference.ts";

export interface Rpc {
  readonly path: string;
  /** JSON pointer to the operation. */
  readonly pointer: string;
  readonly operation: Open;
  /** The schema of the request body, as it stands in the file. */
  readonly envelope: unknown;
  /** What the file or its overlay says in `x-a2akit`. */
  readonly extension: Open;
}

export interface Card {
  readonly path: string;
  readonly pointer: string;
  readonly operation: Open;
  readonly component: string;
}

const JSON_TYPE = "application/json";

/** The POST whose body is a JSON-RPC envelope. */
export function findRpc(document: JsonObject, report: Report): Rpc | undefined {
  const found = entries(document.paths).flatMap(([path, item]): Rpc[] => {
    const operation = member(item, "post");
    const envelope = at(deref(document, member(operation, "requestBody")), "content", JSON_TYPE, "schema");
    if (!isObject(operation) || !isEnvelope(document, envelope)) return [];
    const extension = operation["x-a2akit"];
    return [
      {
        path,
        pointer: join("/paths", path, "post"),
        operation,
        envelope,
        extension: isObject(extension) ? extension : {},
      },
    ];
  });
  const marked = found.filter(({ operation }) => "x-a2akit" in operation);
  const [rpc, second] = marked.length > 0 ? marked : found;
  if (!rpc) report("rpc-missing", "/paths", "no JSON-RPC endpoint");
  if (second) report("rpc-ambiguous", second.pointer, `${rpc?.path} and ${second.path} both take JSON-RPC requests`);
  return rpc;
}

function isEnvelope(document: JsonObject, schema: unknown): boolean {
  return (
    envelopeMember(document, schema, "jsonrpc") !== undefined &&
    envelopeMember(document, schema, "method") !== undefined
  );
}

/** A property of an envelope, also when it stands in a branch of `allOf`, `oneOf` or `anyOf`. */
export function envelopeMember(document: JsonObject, schema: unknown, name: string): unknown {
  for (const { node } of partsOf(document, schema)) {
    const found = at(node, "properties", name);
    if (found !== undefined) return found;
  }
  return undefined;
}

export interface Parameter {
  readonly name: string;
  /** `header`, `query`, `cookie` or `path`. */
  readonly place: string;
  readonly required: boolean;
  readonly node: unknown;
  readonly pointer: string;
}

/** The parameters of the JSON-RPC operation and those of its path, of which the operation may say others. */
export function parametersOf(document: JsonObject, { path, pointer, operation }: Rpc): readonly Parameter[] {
  const above = join("/paths", path);
  const read = (written: unknown, place: string) =>
    list(written).map((parameter, i): Parameter => {
      const found = follow(document, parameter, join(place, "parameters", i));
      const text = (key: string) => String(member(found.node, key));
      return { name: text("name"), place: text("in"), required: member(found.node, "required") === true, ...found };
    });
  const shared = read(at(document, "paths", path, "parameters"), above);
  const own = read(operation.parameters, pointer);
  const isSame = (a: Parameter, b: Parameter) => a.name === b.name && a.place === b.place;
  return [...shared.filter((parameter) => !own.some((other) => isSame(parameter, other))), ...own];
}

/** Where A2A §8.2 has the card, and where it was before 1.0. */
const CARD_PATH = /\/\.well-known\/agent(-card)?\.json$/;

/** The GET that returns an AgentCard, or whatever it is called at the card's own path. */
export function findCard(document: JsonObject): Card | undefined {
  for (const [path, item] of entries(document.paths)) {
    const operation = member(item, "get");
    const ref = at(deref(document, at(operation, "responses", "200")), "content", JSON_TYPE, "schema", "$ref");
    const component = typeof ref === "string" ? componentOf(ref) : undefined;
    if (isObject(operation) && component && (component.endsWith("AgentCard") || CARD_PATH.test(path))) {
      return { path, pointer: join("/paths", path, "get"), operation, component };
    }
  }
  return undefined;
}
