import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Finding, formatFinding, hasErrors } from "./findings.ts";
import { formatDifference } from "./format-difference.ts";
import { generate } from "./generate.ts";
import { compare, UnsafeTargetError, write } from "./write.ts";

const USAGE = `generate [--check] [--root FOLDER]

Reads specs/manifest.json and writes the generated files of packages/types, packages/schemas and packages/protocol.

  --check        write nothing; say what differs and exit 1 if anything does
  --root FOLDER  the folder that holds specs and packages; default: this repository
`;

/** 0: done, or nothing differs. 1: a finding is an error, or something differs. 2: wrong usage. */
export async function run(args: readonly string[], print: (text: string) => void): Promise<0 | 1 | 2> {
  const options = parse(args);
  if (!options || options.help) {
    print(USAGE);
    return options ? 0 : 2;
  }
  const { root, check } = options;
  const generated = await generate({ root });
  const isError = ({ severity }: Finding) => Number(severity === "error");
  const errorsFirst = [...generated.findings].sort((a, b) => isError(b) - isError(a));
  for (const finding of errorsFirst) print(`${formatFinding(finding)}\n`);
  for (const { name, components, methods } of generated.specs) {
    const own = generated.findings.filter(({ file }) => file.startsWith(`specs/${name}/`)).length;
    print(`${name}: ${counted({ component: components, method: methods, finding: own })}\n`);
  }
  if (hasErrors(generated.findings)) {
    print("Nothing was written: fix the errors first.\n");
    return 1;
  }
  const differences = await compare(root, generated);
  if (check) for (const difference of differences) print(`${formatDifference(difference)}\n`);
  const refusal = check ? undefined : await refusalOf(write(root, differences));
  if (refusal !== undefined) {
    print(`${refusal}\nNothing was written.\n`);
    return 1;
  }
  const verb = check ? "differ" : "written";
  print(
    `${counted({ file: generated.files.size })}, ${differences.length} ${verb}.${check && differences.length > 0 ? " Run `pnpm generate`." : ""}\n`,
  );
  return check && differences.length > 0 ? 1 : 0;
}

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([noun, count]) => `${count} ${noun}${count === 1 ? "" : "s"}`)
    .join(", ");
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

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        check: { type: "boolean", default: false },
        root: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    return { ...values, root: resolve(values.root ?? fileURLToPath(new URL("../../..", import.meta.url))) };
  } catch {
    return undefined;
  }
}
