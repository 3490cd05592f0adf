import { readCommand } from "./command-line.ts";
import { type Finding, formatFinding, hasErrors } from "./findings.ts";
import { formatDifference } from "./format-difference.ts";
import { generate } from "./generate.ts";
import { rootOption, thisRepository } from "./this-repository.ts";
import { compare, refusalOf, write } from "./write.ts";

const command = {
  name: "generate",
  operands: [],
  about:
    "Reads specs/manifest.json and writes the generated files of packages/types, packages/schemas and packages/protocol.",
  options: {
    check: { says: "write nothing; say what differs and exit 1 if anything does" },
    root: rootOption("specs and packages"),
  },
} as const;

/** 0: done, or nothing differs. 1: a finding is an error, or something differs. 2: wrong usage. */
export async function run(args: readonly string[], print: (text: string) => void): Promise<0 | 1 | 2> {
  const given = readCommand(command, args);
  if ("answer" in given) {
    print(given.answer);
    return given.status;
  }
  const { root = thisRepository, check = false } = given.values;
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
