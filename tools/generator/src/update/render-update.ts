import { renderReport } from "../diff/render-report.ts";
import { type Finding, formatFinding, hasErrors } from "../findings.ts";
import type { UpdatePlan } from "./plan-update.ts";

export interface Outcome {
  readonly plan: UpdatePlan;
  /** Whether the repository was changed. */
  readonly written: boolean;
  readonly dryRun: boolean;
}

/** What an update means and what was done about it, as Markdown, fit for the text of a pull request. */
export function renderUpdate({ plan, written, dryRun }: Outcome): string {
  const { refusal, diff, types, changeset, differences } = plan;
  const failed = refusal !== undefined || hasErrors(plan.findings) || (types?.errors.length ?? 0) > 0;
  const parts = [
    `# Update of ${plan.name}`,
    ...(refusal === undefined ? [] : [refusal]),
    ...renderFindings(plan),
    ...(diff ? [renderReport(diff).trimEnd()] : []),
    ...(types ? [renderTypes(types)] : []),
    ...(diff
      ? [
          changeset === undefined
            ? "No changeset: no user of a package notices the change."
            : `Changeset: \`${changeset}\``,
        ]
      : []),
    ...(differences.length > 0 ? [renderFiles(differences)] : []),
    written ? "All of it is in place." : `Nothing was written${dryRun && !failed ? ": this was a dry run" : ""}.`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function renderFiles(differences: UpdatePlan["differences"]): string {
  const [generated, others] = [true, false].map((wanted) =>
    differences.filter(({ path }) => path.includes("/src/gen/") === wanted),
  );
  const named = (others ?? []).map(({ path }) => `\`${path}\``);
  const count = generated?.length ?? 0;
  return `Files: ${[...named, ...(count > 0 ? [`${count} generated`] : [])].join(", ")}`;
}

function renderFindings({ findings }: UpdatePlan): readonly string[] {
  const isError = ({ severity }: Finding) => Number(severity === "error");
  const told = findings.toSorted((a, b) => isError(b) - isError(a)).map(formatFinding);
  return told.length > 0 ? [`Findings:\n\n\`\`\`text\n${told.join("\n")}\n\`\`\``] : [];
}

function renderTypes({ projects, errors, known }: NonNullable<UpdatePlan["types"]>): string {
  const scope = `Types: ${projects.length} ${projects.length === 1 ? "package" : "packages"} checked`;
  const before = known > 0 ? ` ${known} of the errors are there without the update, too, and are not counted.` : "";
  if (errors.length === 0) return `${scope}, no errors.${before}`;
  const list = `\`\`\`text\n${errors.join("\n")}\n\`\`\``;
  return `${scope}, ${errors.length} ${errors.length === 1 ? "error" : "errors"}.${before}\n\n${list}`;
}
