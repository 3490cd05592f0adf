import { dialects } from "@a2akit/protocol/dialects";
import { whatToSet } from "../agent/explain-refusal.ts";
import { block, line } from "../output/output.ts";
import { RATE_LIMITED } from "../rules/ask.ts";
import { type Fit, fitDialect, overlayOf } from "../rules/fit-dialect.ts";
import type { Judgement } from "../rules/judge.ts";
import { isOffered } from "../rules/probes.ts";
import { isLocked } from "../rules/results.ts";
import type { Severity } from "../rules/rule.ts";
import type { Examination } from "../rules/run-examination.ts";
import type { Seen } from "../rules/seen.ts";

interface Finding {
  /** The rule that is broken, and its section of A2A 1.0.1. */
  readonly rule: string;
  readonly section: string;
  readonly severity: Severity;
  /** What was seen. */
  readonly message: string;
  /** What the rule asks. */
  readonly requirement: string;
  readonly costs: string;
  /** The dialect that is spoken and that accounts for it. */
  readonly dialect?: string;
}

/** What a doctor has to say about an agent. */
export interface Report {
  readonly agent: string | undefined;
  readonly url: string | undefined;
  /** The dialect that was spoken. */
  readonly dialect: string | undefined;
  readonly asked: readonly string[];
  /** Whether the agent was sent a message. */
  readonly sent: boolean;
  /** What the agent asks for before it answers anybody; nothing else can be judged then. */
  readonly locked?: string;
  /** Requests that a rate limit refused; what they would have shown is not judged. */
  readonly limited?: number;
  readonly findings: readonly Finding[];
  /** A known dialect that accounts for what was found. */
  readonly tryDialect?: string;
  /** An overlay for the OpenAPI file of the agent, which states what no known dialect does. */
  readonly overlay?: string;
  readonly counts: Readonly<Record<Severity | "passed" | "skipped", number>>;
}

const ORDER: readonly Severity[] = ["error", "warning", "info"];

export function reportOf({ seen, judgements, asked }: Examination): Report {
  const { agent, card } = seen;
  const failed = judgements.filter(({ outcome }) => outcome === "fail");
  const findings = failed
    .flatMap((judgement) => findingsOf(judgement, seen))
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  // No dialect is one of another version of A2A.
  const isOther = failed.some(({ rule }) => rule.id === "card-version");
  const fit = isOther
    ? undefined
    : fitDialect(judgements, { spoken: agent?.dialect, known: dialects, cardShape: card.resolved?.shape });
  const limited = Object.values(seen.exchanges).filter(({ failure }) => failure === RATE_LIMITED).length;
  return {
    agent: card.resolved?.card.name,
    url: agent?.interface.url,
    dialect: agent?.dialect.name,
    asked,
    ...(isLocked(seen) && agent && { locked: whatToSet(agent) }),
    ...(limited > 0 && { limited }),
    sent: seen.exchanges.send !== undefined || seen.exchanges.stream !== undefined,
    findings,
    ...mending(fit, seen),
    counts: countsOf(findings, judgements),
  };
}

/** One finding a message. */
function findingsOf({ rule, severity, messages, isExcused }: Judgement, { agent }: Seen): Finding[] {
  const { id, section, text, costs } = rule;
  const spoken = isExcused && agent ? { dialect: agent.dialect.name } : {};
  return messages.map((message) => ({ rule: id, section, severity, message, requirement: text, costs, ...spoken }));
}

function countsOf(findings: readonly Finding[], judgements: readonly Judgement[]): Report["counts"] {
  const found = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const judged = (outcome: Judgement["outcome"]) =>
    judgements.filter((judgement) => judgement.outcome === outcome).length;
  return {
    error: found("error"),
    warning: found("warning"),
    info: found("info"),
    passed: judged("pass"),
    skipped: judged("skip"),
  };
}

function mending(fit: Fit | undefined, seen: Seen): Pick<Report, "tryDialect" | "overlay"> {
  if (!fit) return {};
  if (fit.dialect !== undefined) return { tryDialect: fit.dialect };
  const { methods, ...facts } = fit.facts;
  const name = seen.card.resolved?.card.name ?? "the agent";
  const path = seen.agent ? new URL(seen.agent.interface.url).pathname : "/";
  // What the card does not offer was not asked for, so it is not known to be there.
  const offered = methods && { methods: methods.filter((method) => isOffered(seen, method)) };
  return { overlay: overlayOf({ ...facts, ...offered }, { name, path }) };
}

const LABELS: Readonly<Record<Severity, string>> = { error: "Error", warning: "Warning", info: "Info" };

interface RenderOptions {
  /** The command line that was run. */
  readonly again: string;
  /** Whether each request is told. */
  readonly verbose: boolean;
}

const NOT_SENT = 'a message, which may cost something; --send "Hello" sends it once or twice';

/** The report for people (OUT_005). */
export function renderReport(report: Report, { again, verbose }: RenderOptions): string {
  const { agent, url, dialect, asked, sent, locked, limited, findings, tryDialect, overlay, counts } = report;
  const shown = findings.map(({ rule, section, severity, message, requirement, costs, dialect: spoken }) =>
    [
      line(LABELS[severity], message),
      line("Rule", `${requirement} (${rule}, A2A §${section})`),
      line("Costs", spoken ? `Nothing to who knows the dialect ${spoken}. Else: ${costs}` : costs),
      "\n",
    ].join(""),
  );
  return [
    line("Agent", agent),
    line("Endpoint", url),
    line("Dialect", dialect),
    ...(verbose ? asked.map((title) => line("Asked", title)) : [line("Asked", summaryOf(asked, sent))]),
    line("Locked", locked && `the agent lets nobody in without a credential: ${locked}`),
    line(
      "Refused",
      limited && `${plural(limited, "request")}, by a rate limit (HTTP 429): what they would show is not judged`,
    ),
    line("Not sent", url && !sent && !locked ? NOT_SENT : undefined),
    "\n",
    ...shown,
    line("Try", tryDialect && `${again} --dialect ${tryDialect}`),
    overlay ? block("Overlay", overlay) : "",
    line(
      "Found",
      `${plural(counts.error, "error")}, ${plural(counts.warning, "warning")}, ${plural(counts.info, "info")}`,
    ),
    line("Checked", `${counts.passed} rules kept, ${counts.skipped} not judged`),
  ].join("");
}

function summaryOf(asked: readonly string[], sent: boolean): string {
  if (asked.length === 0) return "nothing: a card in a file is examined alone";
  return `${plural(asked.length, "request")}${sent ? "" : ", which change nothing"} (--verbose lists them)`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
