import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hasErrors } from "../findings.ts";
import { UnsafeTargetError, write } from "../write.ts";
import { planUpdate, type UpdatePlan } from "./plan-update.ts";
import { renderUpdate } from "./render-update.ts";

const USAGE = `spec:update NAME FILE [--dry-run] [--json] [--allow-type-errors] [--max-bytes N] [--root FOLDER]

Puts FILE in the place of the spec NAME: moves its pin in specs/manifest.json, applies its overlay, generates, type-checks, compares
with the file before, and writes a changeset. All of it or, when anything fails, nothing.

  --dry-run            say what would be done, and write nothing
  --json               the report as JSON
  --allow-type-errors  write even though the hand-written code no longer compiles with it
  --max-bytes N        the longest file that is read; default: 16777216
  --root FOLDER        the folder that holds specs and packages; default: this repository
`;

export interface Output {
  /** Takes the report. */
  readonly print: (text: string) => void;
  /** Takes what is being done, as it takes a while. */
  readonly tell: (text: string) => void;
}

/** 0: in place, or would be. 1: refused, nothing was written. 2: wrong usage. */
export async function runUpdate(args: readonly string[], { print, tell }: Output): Promise<0 | 1 | 2> {
  const options = parse(args);
  if (!options || options.help) {
    print(USAGE);
    return options ? 0 : 2;
  }
  const { root, name, file, dryRun } = options;
  tell("Reading, generating, comparing and type-checking; this takes half a minute …\n");
  const plan = await planUpdate({
    root,
    name,
    file,
    ...(options.maxBytes !== undefined && { maxSpecBytes: options.maxBytes }),
  });
  const sound = isSound(plan, options.allowTypeErrors);
  const refusal = sound && !dryRun ? await refusalOf(write(root, plan.differences)) : undefined;
  const outcome = {
    plan: refusal === undefined ? plan : { ...plan, refusal },
    dryRun,
    written: sound && !dryRun && refusal === undefined,
  };
  print(options.json ? `${JSON.stringify(toJson(outcome), null, 2)}\n` : renderUpdate(outcome));
  return sound && refusal === undefined ? 0 : 1;
}

function isSound({ refusal, findings, types }: UpdatePlan, allowTypeErrors: boolean): boolean {
  return refusal === undefined && !hasErrors(findings) && (allowTypeErrors || types?.errors.length === 0);
}

/** Why nothing was written; undefined when all was. */
async function refusalOf(writing: Promise<void>): Promise<string | undefined> {
  try {
    await writing;
    return undefined;
  } catch (error) {
    if (error instanceof UnsafeTargetError) return error.message;
    throw error;
  }
}

function toJson({ plan, written, dryRun }: { plan: UpdatePlan; written: boolean; dryRun: boolean }): object {
  const { differences, ...rest } = plan;
  return { ...rest, files: differences.map(({ path, kind }) => ({ path, kind })), written, dryRun };
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        "allow-type-errors": { type: "boolean", default: false },
        "max-bytes": { type: "string" },
        root: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    const [name = "", file = "", ...others] = positionals;
    const maxBytes = values["max-bytes"] === undefined ? undefined : Number(values["max-bytes"]);
    const isLimit = maxBytes === undefined || (Number.isInteger(maxBytes) && maxBytes > 0);
    if (!values.help && (name === "" || file === "" || others.length > 0 || !isLimit)) return undefined;
    return {
      ...values,
      name,
      file,
      maxBytes,
      dryRun: values["dry-run"],
      allowTypeErrors: values["allow-type-errors"],
      root: resolve(values.root ?? fileURLToPath(new URL("../../../..", import.meta.url))),
    };
  } catch {
    return undefined;
  }
}
