import { entries, type JsonObject, member } from "../json.ts";
import { join } from "../pointer.ts";
import type { Model } from "./model.ts";
import { follow } from "./reference.ts";

/** One whole JSON body out of a spec; see `Example` in @a2akit/protocol. */
export interface Example {
  readonly name: string;
  readonly method: string | undefined;
  readonly kind: "request" | "result" | "error" | "card";
  readonly value: unknown;
}

/** An example with the places of itself and of the schema that it should fit, as JSON pointers. */
export interface PlacedExample extends Example {
  readonly pointer: string;
  readonly schemaPointer: string;
}

type Found = Omit<PlacedExample, "method" | "kind">;

/** The bodies of the JSON-RPC operation and of the card's, in the order of the file. */
export function readExamples(model: Model): readonly PlacedExample[] {
  const { document, rpc, card } = model;
  const known = new Set(model.methods.map(({ name }) => name));
  const requests = rpc ? inBody(document, rpc.operation.requestBody, join(rpc.pointer, "requestBody")) : [];
  const methodOfId = new Map(requests.map(({ value }) => [member(value, "id"), member(value, "method")]));
  const methodOf = ({ name, value }: Found): string | undefined => {
    const prefix = name.split(".")[0] ?? name;
    const method = member(value, "method") ?? (known.has(prefix) ? prefix : methodOfId.get(member(value, "id")));
    return typeof method === "string" && known.has(method) ? method : undefined;
  };
  const answers = rpc ? inResponses(document, rpc.operation.responses, join(rpc.pointer, "responses")) : [];
  const cards = card ? inResponses(document, card.operation.responses, join(card.pointer, "responses")) : [];
  return [
    ...requests.map((found) => ({ ...found, method: methodOf(found), kind: "request" as const })),
    ...answers.map((found) => {
      const kind = member(found.value, "error") === undefined ? ("result" as const) : ("error" as const);
      return { ...found, method: methodOf(found), kind };
    }),
    ...cards.map((found) => ({ ...found, method: undefined, kind: "card" as const })),
  ];
}

function inResponses(document: JsonObject, responses: unknown, pointer: string): Found[] {
  return entries(responses).flatMap(([status, response]) => inBody(document, response, join(pointer, status)));
}

function inBody(document: JsonObject, written: unknown, at: string): Found[] {
  const { node: body, pointer } = follow(document, written, at);
  return entries(member(body, "content")).flatMap(([type, media]) => {
    const place = join(pointer, "content", type);
    const schemaPointer = join(place, "schema");
    const named = entries(member(media, "examples")).flatMap(([name, example]) => {
      const found = follow(document, example, join(place, "examples", name));
      const value = member(found.node, "value");
      return value === undefined ? [] : [{ name, value, schemaPointer, pointer: join(found.pointer, "value") }];
    });
    const single = member(media, "example");
    return single === undefined
      ? named
      : [...named, { name: "example", value: single, schemaPointer, pointer: join(place, "example") }];
  });
}
