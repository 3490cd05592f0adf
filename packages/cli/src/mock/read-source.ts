import { join, resolve } from "node:path";
import type { Dialect } from "@a2akit/protocol";
import { dialects } from "@a2akit/protocol/dialects";
import { locateCard, openCard, pathOf } from "../agent/open-card.ts";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { openFetch } from "../fetch/open-fetch.ts";
import { findStats } from "../files/find-stats.ts";
import { readNamed } from "../files/read-named.ts";
import { cardSource } from "./card-source.ts";
import type { MockSource } from "./source.ts";
import { readSpecSource } from "./spec-source.ts";

/** Bytes that a file may have: as many as the generator takes, which would be slow to load for that number. */
export const MAX_SOURCE_BYTES = 16_777_216;
/** The names under which a folder holds its OpenAPI file. */
const SPEC_NAMES = ["openapi.json", "openapi.yaml", "openapi.yml"];

/**
 * What the argument of `a2a mock` names: an OpenAPI file, a folder with one, a file with a card, or the host of an agent whose card is taken.
 *
 * @throws CliError USAGE where it is none of them, or as `openCard` does.
 */
export async function readSource(context: Context): Promise<MockSource> {
  const { invocation, io, signal } = context;
  const { dialect: name, overlay } = invocation.values;
  const [reference = ""] = invocation.args;
  const file = fileOf(reference, io.cwd);
  if (file !== undefined && (await isSpec(file, reference, signal))) {
    if (name !== undefined) throw usageError("--dialect is for a card; an OpenAPI file says what its dialect is");
    return readSpecSource(file, { overlay: overlay && resolve(io.cwd, overlay), cwd: io.cwd });
  }
  if (overlay !== undefined) throw usageError(`--overlay is for an OpenAPI file, which ${reference} is not`);
  const dialect = name === undefined ? undefined : dialectOf(name);
  return cardSource(
    await openCard(context, await openFetch(context), await locateCard(context, file ?? reference)),
    dialect,
  );
}

function fileOf(reference: string, cwd: string): string | undefined {
  const path = resolve(cwd, reference);
  const found = reference === "" ? undefined : findStats(path);
  if (found?.isDirectory()) {
    const spec = SPEC_NAMES.map((name) => join(path, name)).find((each) => findStats(each)?.isFile());
    if (spec === undefined) throw usageError(`The folder ${reference} has none of ${SPEC_NAMES.join(", ")}`);
    return spec;
  }
  // It looks like a file, and not like a host.
  if (!found && /^[^:]*\.(json|ya?ml)$/i.test(reference)) throw usageError(`There is no file ${reference}`);
  return pathOf(reference, cwd);
}

/** Whether a file is an OpenAPI document: it says so itself. */
async function isSpec(file: string, name: string, signal: AbortSignal): Promise<boolean> {
  if (findStats(file)?.isFIFO())
    throw usageError(`${name} is a pipe, and what is mocked is read more than once: give a file`);
  const { bytes } = await readNamed(file, { limit: MAX_SOURCE_BYTES, name, signal });
  return /^[\s{]*["']?openapi["']?\s*:/m.test(bytes.toString("utf8"));
}

function dialectOf(name: string): Dialect {
  const found = dialects.find((dialect) => dialect.name === name);
  if (found) return found;
  throw usageError(`--dialect: ${JSON.stringify(name)} is none of ${dialects.map((each) => each.name).join(", ")}`);
}
