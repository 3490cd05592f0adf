import type { Report } from "../findings.ts";
import { at, entries, list, member } from "../json.ts";
import type { PlacedExample } from "../model/examples.ts";
import type { Model } from "../model/model.ts";
import { envelopeMember, type Rpc } from "../model/operations.ts";
import { deref, follow } from "../model/reference.ts";
import { join } from "../pointer.ts";
import { misfit, sample } from "../samples/sample.ts";
import { isSchemaObject, type Schema, walkPlaced } from "../schema.ts";
import { isTimeout, within } from "../time-limit.ts";
import { createValidator, type Validator, ValidatorFault } from "./validator.ts";
import { validatorDocument } from "./validator-document.ts";

/** The milliseconds in which a spec is checked against itself; with every example of a file as long as may be, it takes some hundreds. */
export const LINT_TIMEOUT = 10_000;

export interface LintOptions {
  readonly report: Report;
  /** In milliseconds. */
  readonly timeout: number;
}

/** Looks for what a spec says against itself: examples that do not fit, requests that are judged wrongly. */
export function lint(model: Model, examples: readonly PlacedExample[], { report, timeout }: LintOptions): void {
  let place = "";
  const check = () => {
    const validator = createValidator(model.document);
    for (const { pointer, schemaPointer, value } of [...examples, ...schemaExamples(model)]) {
      place = pointer;
      const wrong = validator.checkAt(schemaPointer, value);
      if (wrong) report("example-invalid", pointer, wrong);
    }
    if (!model.rpc) return;
    place = requestPlace(model, model.rpc);
    lintRequest(model, model.rpc, { pointer: place, validator, report });
  };
  try {
    within(timeout, check);
  } catch (error) {
    const fault = error instanceof ValidatorFault ? error.message : undefined;
    if (fault === undefined && !isTimeout(error)) throw error;
    const reason = fault ?? `that takes more than ${timeout} ms`;
    report("check-stopped", place, `not checked, nor what comes behind it: ${reason}`);
  }
}

type Placed = Pick<PlacedExample, "pointer" | "schemaPointer" | "value">;

/** The `example` and `examples` of the component schemas, and of those below them. */
function schemaExamples({ document, places }: Model): readonly Placed[] {
  const named = entries(at(validatorDocument(document), "components", "schemas")).filter(([name]) => !places.has(name));
  return named.flatMap(([name, component]) =>
    [...walkPlaced(component as Schema, join("/components/schemas", name))].flatMap(([schema, schemaPointer]) => {
      const single = "example" in schema ? [["example", schema.example] as const] : [];
      const listed = list(member(schema, "examples")).map((value, i) => [`examples/${i}`, value] as const);
      return [...single, ...listed].map(([key, value]) => ({
        pointer: `${schemaPointer}/${key}`,
        schemaPointer,
        value,
      }));
    }),
  );
}

interface Checking {
  /** Where the schema of the request body stands. */
  readonly pointer: string;
  readonly validator: Validator;
  readonly report: Report;
}

/** Asks the schema of the request body about params that are right, and about some that are wrong, for each method. */
function lintRequest(model: Model, rpc: Rpc, { pointer, validator, report }: Checking): void {
  const { methods, components } = model;
  const own = methods.filter(({ params }) => !params.canonical && components.has(params.component));
  const wrong = misfits(
    model,
    own.map(({ params }) => params.component),
  );
  const refused: unknown[] = [];
  const accepted: unknown[] = [];
  for (const { name, params } of own) {
    const right = sample(components.get(params.component) ?? true, components);
    const request = (value: unknown, id: number | string = 1) => ({ jsonrpc: "2.0", id, method: name, params: value });
    // Some files want a number for the id of a request, others a string; neither is what is looked for here.
    const isTaken = (value: unknown) => [1, "1"].some((id) => validator.checkAt(pointer, request(value, id)) === "");
    const isRight = validator.check(params.component, right) === "";
    if (isRight && !isTaken(right)) refused.push(request(right));
    const passes = (value: unknown) => isTaken(value) && validator.check(params.component, value) !== "";
    const found = choosesParams(model, rpc) ? nearly(wrong).find(passes) : undefined;
    if (found) accepted.push(request(shrink(found, passes)));
  }
  tell("request-refused", "refuses a request that is right", refused);
  tell("request-accepted", "accepts a request that is wrong", accepted);

  function tell(rule: "request-refused" | "request-accepted", what: string, witnesses: readonly unknown[]): void {
    const methods = witnesses.length === own.length ? "every method" : `${witnesses.length} of ${own.length} methods`;
    if (witnesses.length > 0) report(rule, pointer, `for ${methods}, this schema ${what}`, witnesses[0]);
  }
}

function requestPlace({ document }: Model, rpc: Rpc): string {
  const body = follow(document, rpc.operation.requestBody, join(rpc.pointer, "requestBody")).pointer;
  return join(body, "content", "application/json", "schema");
}

/** The document without the members that it can do without and still show the fault. */
function shrink(document: Params, shows: (value: unknown) => boolean): Params {
  return Object.keys(document).reduce(
    (smaller, key) => (shows(without(smaller, key)) ? without(smaller, key) : smaller),
    document,
  );
}

function without(document: Params, key: string): Params {
  const { [key]: _gone, ...rest } = document;
  return rest;
}

/** Whether the file tries to say which params there are; where it does not, it cannot be wrong about them. */
function choosesParams({ document }: Model, rpc: Rpc): boolean {
  const params = deref(document, envelopeMember(document, rpc.envelope, "params"));
  return member(params, "oneOf") !== undefined || member(params, "anyOf") !== undefined;
}

type Params = Readonly<Record<string, unknown>>;

/** One document with a wrong value for every member of these components. */
function misfits(model: Model, names: readonly string[]): Params {
  const objects = names.map((name) => model.components.get(name)).filter(isSchemaObject);
  const members = objects.flatMap(({ properties = {} }) => Object.entries(properties));
  const wrong = members.map(([name, schema]) => [name, misfit(schema, model.components)] as const);
  return Object.fromEntries(wrong.filter(([, value]) => value !== undefined));
}

/** The document, and what is left of it without each member in turn. */
function nearly(document: Params): readonly Params[] {
  return [document, ...Object.keys(document).map((key) => without(document, key))];
}
