import type { Dialect } from "@a2akit/protocol";
import type { AgentCard } from "@a2akit/types";
import type { Check, World } from "./check.ts";
import { liveWorld, NotHere } from "./live-world.ts";
import type { RequirementId } from "./requirements.ts";
import { suite } from "./suite.ts";
import type { Variant } from "./variants.ts";

/** Milliseconds that one check may take. */
export const CHECK_TIMEOUT = 10_000;

/** A server with the scripted agent behind it, in another process. */
export interface LiveAgent {
  readonly card: AgentCard;
  readonly dialect: Dialect;
  /** URL of its endpoint. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

export interface CheckResult {
  readonly topic: string;
  readonly title: string;
  readonly cites: readonly RequirementId[];
  readonly outcome: "pass" | "fail" | "skip";
  /** Why it failed or was skipped. */
  readonly message?: string;
  readonly milliseconds: number;
}

/** The variant of the scripted agent whose card this is; undefined for any other agent. Variants that a card does not tell apart count as A. */
export function variantOf({ name, skills, capabilities }: AgentCard): Variant | undefined {
  if (name !== "Scripted agent" || skills[0]?.id !== "script") return undefined;
  if (capabilities.streaming === false) return "B";
  if (capabilities.extensions?.some(({ required }) => required)) return "C";
  return capabilities.extendedAgentCard ? "E" : "A";
}

interface RunOptions {
  readonly signal: AbortSignal;
  /** Milliseconds; {@link CHECK_TIMEOUT} when absent. */
  readonly timeout?: number;
}

/**
 * Runs the checks of the suite that can be run from outside: those that need neither a hand on the agent nor a server with settings of its
 * own. The others are skipped, each with the reason.
 */
export async function* runLive(
  agent: LiveAgent,
  { signal, timeout = CHECK_TIMEOUT }: RunOptions,
): AsyncGenerator<CheckResult> {
  const variant = variantOf(agent.card);
  for (const [topic, checks] of Object.entries(suite)) {
    for (const check of checks) {
      signal.throwIfAborted();
      const { title, cites } = check;
      const why = reasonToSkip(check, agent, variant);
      const start = performance.now();
      const result =
        why === undefined ? await runCheck(check, agent, timeout) : { outcome: "skip" as const, message: why };
      yield { topic, title, cites, ...result, milliseconds: Math.round(performance.now() - start) };
    }
  }
}

function reasonToSkip(
  { needs, settings, variant = "A" }: Check,
  { dialect }: LiveAgent,
  given: Variant | undefined,
): string | undefined {
  const missing = needs.find((method) => !dialect.methods.includes(method));
  if (missing !== undefined) return `the dialect ${dialect.name} has no ${missing}`;
  if (settings !== undefined) return "it needs a server with settings of its own";
  return variant === given ? undefined : `it is for variant ${variant} of the scripted agent`;
}

async function runCheck(
  check: Check,
  agent: LiveAgent,
  timeout: number,
): Promise<Pick<CheckResult, "outcome" | "message">> {
  const late = AbortSignal.timeout(timeout);
  const world: World = liveWorld(agent, late);
  const expired = new Promise<never>((_, reject) => {
    late.addEventListener("abort", () => reject(new Error(`It did not come to its end within ${timeout} ms`)), {
      once: true,
    });
  });
  try {
    await Promise.race([check.run(world), expired]);
    return { outcome: "pass" };
  } catch (error) {
    if (error instanceof NotHere) return { outcome: "skip", message: error.message };
    return { outcome: "fail", message: error instanceof Error ? error.message : String(error) };
  }
}
