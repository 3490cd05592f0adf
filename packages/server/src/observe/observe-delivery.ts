import type { DeliveryAttempt } from "../push/push-notification-sender.ts";
import type { Delivery, DeliveryOutcome } from "../push-store.ts";
import type { Observation, Observed } from "./combine.ts";
import type { DeliveryFacts } from "./instrumentation.ts";

export interface ObservedDelivery {
  readonly observer: Observed;
  end(outcome: DeliveryOutcome, attempt: DeliveryAttempt): void;
}

/** One attempt to deliver, under observation. */
export function observeDelivery(observation: Observation, delivery: Delivery): ObservedDelivery {
  const { id, scope, config, attempt } = delivery;
  const { taskId, id: configId } = config;
  const facts: DeliveryFacts = {
    agent: observation.agent,
    id,
    scope,
    taskId,
    configId,
    host: hostOf(config.url),
    attempt,
  };
  const observer = observation.delivery(facts);
  return {
    observer,
    end(outcome, { status }) {
      facts.outcome = outcome;
      if (status !== undefined) facts.status = status;
      observer.ended();
    },
  };
}

/** The rest of a webhook's URL may hold secrets. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}
