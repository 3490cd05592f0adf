import { isObject } from "@a2akit/protocol";
import { decodeCard } from "@a2akit/protocol/card";
import type { CardOptions } from "@a2akit/server";
import type { Method } from "@a2akit/types";
import { recordOf } from "../agent/dialect-record.ts";
import { usageError } from "../cli-error.ts";
import { findingText } from "../output/finding-text.ts";
import { showPaths } from "../output/show-path.ts";
import { exampleReplies, exampleTasks } from "./example-replies.ts";
import { ANY_INPUT, cardOptionsOf, type MockSource } from "./source.ts";

type Generator = typeof import("@a2akit/generator");
type Spec = Awaited<ReturnType<Generator["readSpec"]>>;
type Model = NonNullable<Spec["model"]>;

/** Findings that one error names. */
const MAX_FINDINGS = 5;

interface SpecOptions {
  /** In place of one that lies beside the file. */
  readonly overlay?: string | undefined;
  /** What paths in messages are relative to. */
  readonly cwd: string;
}

/**
 * Reads an OpenAPI file, with the overlay beside it.
 *
 * @throws CliError A2ACLI_ERR_USAGE when it is none, or describes no A2A endpoint; the message names file, place and rule.
 */
export async function readSpecSource(file: string, { overlay: stated, cwd }: SpecOptions): Promise<MockSource> {
  const { readSpec, exemplify, fillRequired, findOverlay } = await import("@a2akit/generator");
  const overlay = stated ?? (await findOverlay(file));
  const spec = await readSpec(file, overlay === undefined ? {} : { overlay });
  const show = showPaths(cwd);
  const errors = spec.findings.filter(({ severity }) => severity === "error");
  const said = errors.map((finding) => findingText({ ...finding, file: show(finding.file) }));
  const { model, dialect } = spec;
  if (!model || !dialect || dialect.methods.length === 0) {
    const why = said.slice(0, MAX_FINDINGS).join("; ") || "it names no method";
    throw usageError(`${show(file)} cannot be mocked: ${why}`);
  }
  const result = (method: string) => {
    const row = model.methods.find(({ name }) => name === method)?.result;
    return row && !row.canonical ? model.components.get(row.component) : undefined;
  };
  const cardSchema = model.card && model.components.get(model.card.component);
  const cardExample =
    spec.examples.find(({ kind }) => kind === "card")?.value ?? (cardSchema && exemplify(cardSchema, model.components));
  const sample = (method: Method) => {
    const schema = result(method);
    return schema && exemplify(schema, model.components);
  };
  return {
    title: model.title,
    dialect: recordOf(dialect),
    card: cardOf(cardExample, model),
    replies: exampleReplies(spec.examples, sample),
    tasks: exampleTasks(spec.examples),
    complete(what, value) {
      const schema = what === "card" ? cardSchema : result(what);
      return schema ? fillRequired(value, schema, model.components) : value;
    },
    warnings: said,
  };
}

/** The card of the examples; where there is none, what `info` says. */
function cardOf(example: unknown, { title, version, document }: Model): CardOptions {
  const { info } = document;
  const text = isObject(info) && typeof info.description === "string" ? info.description : title;
  const known = { name: title, description: firstSentence(text), version: version || "0" };
  const plain: CardOptions = { ...known, defaultInputModes: [...ANY_INPUT] };
  if (!isObject(example)) return plain;
  try {
    return { ...known, ...cardOptionsOf(decodeCard({ ...known, url: "/", ...example }).card) };
  } catch {
    return plain;
  }
}

function firstSentence(text: string): string {
  return (/^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text).replace(/\s+/g, " ").trim();
}
