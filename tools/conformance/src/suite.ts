import type { Check } from "./check.ts";
import { cancelChecks } from "./suite/cancel.ts";
import { cardChecks } from "./suite/card.ts";
import { dataModelChecks } from "./suite/data-model.ts";
import { dialectChecks } from "./suite/dialects.ts";
import { envelopeChecks } from "./suite/envelope.ts";
import { errorCodeChecks } from "./suite/error-codes.ts";
import { eventLogChecks } from "./suite/event-log.ts";
import { gateChecks } from "./suite/gates.ts";
import { historyChecks } from "./suite/history.ts";
import { httpChecks } from "./suite/http.ts";
import { limitChecks } from "./suite/limits.ts";
import { listTasksChecks } from "./suite/list-tasks.ts";
import { multiTurnChecks } from "./suite/multi-turn.ts";
import { ownerChecks } from "./suite/owners.ts";
import { pushConfigChecks } from "./suite/push-configs.ts";
import { pushDeliveryChecks } from "./suite/push-deliveries.ts";
import { queueChecks } from "./suite/queue.ts";
import { runChecks } from "./suite/runs.ts";
import { scalarChecks } from "./suite/scalars.ts";
import { sendMessageChecks } from "./suite/send-message.ts";
import { storeChecks } from "./suite/store.ts";
import { streamChecks } from "./suite/streams.ts";
import { subscribeChecks } from "./suite/subscribe.ts";
import { unknownTaskChecks } from "./suite/unknown-task.ts";
import { versionChecks } from "./suite/versions.ts";

/** The behaviour suite by topic. */
export const suite: Readonly<Record<string, readonly Check[]>> = {
  SendMessage: sendMessageChecks,
  "several turns": multiTurnChecks,
  history: historyChecks,
  "unknown tasks": unknownTaskChecks,
  streams: streamChecks,
  subscriptions: subscribeChecks,
  "event log": eventLogChecks,
  canceling: cancelChecks,
  "messages within a task": queueChecks,
  runs: runChecks,
  ListTasks: listTasksChecks,
  versions: versionChecks,
  gates: gateChecks,
  owners: ownerChecks,
  "push configurations": pushConfigChecks,
  "push deliveries": pushDeliveryChecks,
  "Agent Card": cardChecks,
  "error codes": errorCodeChecks,
  envelope: envelopeChecks,
  "data model": dataModelChecks,
  scalars: scalarChecks,
  HTTP: httpChecks,
  limits: limitChecks,
  store: storeChecks,
  dialects: dialectChecks,
};
