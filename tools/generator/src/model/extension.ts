import { CANONICAL, canonicalMethods } from "../canonical.ts";
import {
  checkMembers,
  choice,
  flag,
  integer,
  type Members,
  object,
  pattern,
  required,
  text,
} from "../check-members.ts";
import { didYouMean } from "../did-you-mean.ts";
import type { Report } from "../findings.ts";
import { entries, type JsonObject, member } from "../json.ts";
import { join } from "../pointer.ts";
import type { Rpc } from "./operations.ts";

const EXTENSION = "x-a2akit";

/** The facts of a dialect that `x-a2akit` may state. */
export const statedFacts: Members = {
  paramsSpelling: choice("camelCase", "snake_case"),
  resultSpelling: choice("camelCase", "snake_case"),
  sendMessageResult: choice("wrapped", "bare"),
  cardShape: choice("interfaces", "flat"),
  absentVersion: pattern(/^\d+\.\d+$/, 'a version in quotes, such as "1.0"'),
  errorStatus: choice(200, "mapped"),
};

const methodRow: Members = { params: required(text), result: required(text), streaming: flag };

const rpcStatuses = [
  ...["CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS"],
  ...["PERMISSION_DENIED", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED"],
  ...["OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"],
];

/** A2A §5.4; the codes are those that JSON-RPC 2.0 §5.1 reserves. */
const errorRow: Members = {
  code: required(integer(-32768, -32000)),
  reason: required(pattern(/^[A-Z][A-Z0-9_]*$/, "a name in capitals")),
  httpStatus: required(integer(400, 599)),
  rpcStatus: required({ ...choice(...rpcStatuses), expected: "the name of a gRPC status" }),
  message: required(text),
};

type Tell = (message: string, ...path: readonly string[]) => void;

/** Checks all that `x-a2akit` says, and that it stands where it is read. */
export function checkExtension(document: JsonObject, rpc: Rpc, options: { name: string; report: Report }): void {
  const tell: Tell = (message, ...path) =>
    options.report("extension-invalid", join(rpc.pointer, EXTENSION, ...path), message);
  const { [EXTENSION]: extension } = rpc.operation;
  if (extension !== undefined) {
    const isCanonical = options.name === CANONICAL;
    checkMembers(extension, { methods: object, ...statedFacts, errors: isCanonical ? required(object) : object }, tell);
    checkMethods(member(extension, "methods"), tell);
    const errors = member(extension, "errors");
    checkErrors(errors, tell);
    if (errors !== undefined && !isCanonical)
      options.report("errors-not-canonical", join(rpc.pointer, EXTENSION, "errors"), "nothing is made of these errors");
  }
  for (const pointer of placesOf(document).filter((found) => found !== rpc.pointer)) {
    options.report("extension-invalid", join(pointer, EXTENSION), `only ${rpc.pointer} may have ${EXTENSION}`);
  }
}

function checkMethods(table: unknown, tell: Tell): void {
  for (const [name, row] of entries(table)) {
    const path = ["methods", name];
    if (Object.hasOwn(canonicalMethods, name))
      checkMembers(row, methodRow, (message, ...rest) => tell(message, ...path, ...rest));
    else tell(`${name} is no method of A2A 1.0${didYouMean(name, Object.keys(canonicalMethods))}`, ...path);
  }
}

function checkErrors(table: unknown, tell: Tell): void {
  for (const [name, row] of entries(table)) {
    const path = ["errors", name];
    checkMembers(row, errorRow, (message, ...rest) => tell(message, ...path, ...rest));
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) tell(`${name} is no name of an error, such as TaskNotFound`, ...path);
  }
}

/** JSON pointers to what has an `x-a2akit`: the document, its paths, their operations. */
function placesOf(document: JsonObject): readonly string[] {
  const nodes: readonly (readonly [string, unknown])[] = [
    ["", document],
    ...entries(document.paths).flatMap(([path, item]) => {
      const pointer = join("/paths", path);
      return [[pointer, item] as const, ...entries(item).map(([key, value]) => [join(pointer, key), value] as const)];
    }),
  ];
  return nodes.filter(([, node]) => member(node, EXTENSION) !== undefined).map(([pointer]) => pointer);
}
