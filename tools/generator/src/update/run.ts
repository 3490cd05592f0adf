import { countOf, readCommand } from "../command-line.ts";
import { hasErrors } from "../findings.ts";
import { MAX_SPEC_BYTES } from "../load/read-source.ts";
import { rootOption, thisRepository } from "../this-repository.ts";
import { refusalOf, write } from "../write.ts";
import { planUpdate, type UpdatePlan } from "./plan-update.ts";
import { renderUpdate } from "./render-update.ts";

const command = {
  name: "spec:update",
  operands: ["NAME", "FILE"],
  about: `Puts FILE in the place of the spec NAME: moves its pin in specs/manifest.json, applies its overlay, generates, type-checks, compares
with the file before, and writes a changeset. All of it or, when anything fails, nothing.`,
  options: {
    "dry-run": { says: "say what would be done, and write nothing" },
    json: { says: "the report as JSON" },
    "allow-type-errors": { says: "write even though the hand-written code no longer compiles with it" },
    "max-bytes": {
      value: "N",
      says: `the longest file that is read; default: ${MAX_SPEC_BYTES}`,
      read: countOf("--max-bytes"),
    },
    root: rootOption("specs and packages"),
  },
} as const;

export interface Output {
  /** Takes the report. */
  readonly print: (text: string) => void;
  /** Takes what is being done, as it takes a while. */
  readonly tell: (text: string) => void;
}

/** 0: in place, or would be. 1: refused, nothing was written. 2: wrong usage. */
export async function runUpdate(args: readonly string[], { print, tell }: Output): Promise<0 | 1 | 2> {
  const given = readCommand(command, args);
  if ("answer" in given) {
    print(given.answer);
    return given.status;
  }
  const [name = "", file = ""] = given.operands;
  const { root = thisRepository, json = false, "max-bytes": maxSpecBytes } = given.values;
  const { "dry-run": dryRun = false, "allow-type-errors": allowTypeErrors = false } = given.values;
  tell("Reading, generating, comparing and type-checking; this takes up to half a minute …\n");
  const plan = await planUpdate({ root, name, file, ...(maxSpecBytes !== undefined && { maxSpecBytes }) });
  const sound = isSound(plan, allowTypeErrors);
  const refusal = sound && !dryRun ? await refusalOf(write(root, plan.differences)) : undefined;
  const outcome = {
    plan: refusal === undefined ? plan : { ...plan, refusal },
    dryRun,
    written: sound && !dryRun && refusal === undefined,
  };
  print(json ? `${JSON.stringify(toJson(outcome), null, 2)}\n` : renderUpdate(outcome));
  return sound && refusal === undefined ? 0 : 1;
}

function isSound({ refusal, findings, types }: UpdatePlan, allowTypeErrors: boolean): boolean {
  return refusal === undefined && !hasErrors(findings) && (allowTypeErrors || types?.errors.length === 0);
}

function toJson({ plan, written, dryRun }: { plan: UpdatePlan; written: boolean; dryRun: boolean }): object {
  const { differences, ...rest } = plan;
  return { ...rest, files: differences.map(({ path, kind }) => ({ path, kind })), written, dryRun };
}
