import { credentialsOf } from "../auth/credentials.ts";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { openFetch } from "../fetch/open-fetch.ts";
import { createProgress } from "../output/progress.ts";
import { examine } from "./examine.ts";
import { type Judgement, judge } from "./judge.ts";
import { meetAgent } from "./meet-agent.ts";
import { rules } from "./rules.ts";
import type { Seen } from "./seen.ts";

/** What came out of the examination of an agent. */
export interface Examination {
  readonly seen: Seen;
  readonly judgements: readonly Judgement[];
  /** What was asked, in its order. */
  readonly asked: readonly string[];
}

/**
 * Examines the agent that the command line names, or the card in the file that it names.
 *
 * @throws CliError USAGE, CARD_NOT_FOUND or UNREACHABLE, where there is no card.
 */
export async function runExamination(context: Context): Promise<Examination> {
  const { invocation, io, signal } = context;
  const { values, args } = invocation;
  const fetch = await openFetch(context);
  const progress = createProgress(io);
  const asked: string[] = [];
  const met = await meetAgent(context, fetch, args[0] ?? values["agent-card"]);
  const { auth } = await credentialsOf(context, fetch);
  try {
    const seen = await examine({
      ...met,
      auth,
      headers: Object.fromEntries(values["svc-param"] ?? []),
      fetch,
      signal,
      text: values.send,
      onProbe: (title) => {
        asked.push(title);
        progress.show(title);
      },
    });
    return { seen, judgements: judge(seen, rules), asked };
  } catch (error) {
    if (!(error instanceof CliError && error.code === "A2ACLI_ERR_TIMEOUT")) throw error;
    throw new CliError(error.code, `${error.message}; no answer yet to: ${asked.at(-1)}`, { cause: error });
  } finally {
    progress.clear();
  }
}
