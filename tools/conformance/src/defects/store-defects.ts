import type { LogEntry, Scope, TaskStore } from "@a2akit/server";
import { boundStore } from "./bound-store.ts";
import type { Defect } from "./defect.ts";

/** Faults between the server and its store. */
export const storeDefects: readonly Defect[] = [
  { title: "the store shows tasks of others", breaks: "hide-existence", store: blindToOwners },
  { title: "the store lists tasks of others", breaks: "list-own", store: listsEverything },
  {
    title: "the store loses artifacts",
    breaks: "send-all-artifacts",
    store: appending((entries) => entries.filter(({ type }) => type !== "artifact")),
  },
  {
    title: "the store keeps events twice",
    breaks: "stream-order",
    store: appending((entries) => entries.flatMap((entry) => [entry, entry])),
  },
  { title: "the store forgets turns", breaks: "turns-in-order", store: forgetful },
  { title: "the store's cursor skips an entry", breaks: "log-resume", store: cursor((after) => after + 1) },
  {
    title: "the store's cursor repeats an entry",
    breaks: "log-resume",
    store: cursor((after) => Math.max(0, after - 1)),
  },
  { title: "the store does not find the task of a second turn", breaks: "context-inferred", store: forgetsTasks },
  { title: "the store lets a fenced run write on", breaks: "cancel-ignored", store: unfenced },
  {
    title: "a webhook that failed is not tried again",
    breaks: "push-retried",
    store: outbox({ settle: givesUp }),
    hangs: true,
  },
  { title: "the outbox loses frames", breaks: "push-delivery", store: outbox({ claim: losesArtifacts }), hangs: true },
  { title: "webhooks are not deleted", breaks: "push-delete", store: outbox({ delete: () => async () => {} }) },
];

function blindToOwners(store: TaskStore): TaskStore {
  const owners = new Map<string, Scope>();
  const of = (scope: Scope, taskId: string) => owners.get(taskId) ?? scope;
  return {
    ...boundStore(store),
    async create(scope, entries, options) {
      const made = await store.create(scope, entries, options);
      owners.set(made.run.taskId, scope);
      return made;
    },
    load: (scope, taskId, upTo) => store.load(of(scope, taskId), taskId, upTo),
    requestCancel: (scope, taskId) => store.requestCancel(of(scope, taskId), taskId),
    entries: (scope, taskId, after, signal) => store.entries(of(scope, taskId), taskId, after, signal),
  };
}

function listsEverything(store: TaskStore): TaskStore {
  let first: Scope | undefined;
  return {
    ...boundStore(store),
    create(scope, entries, options) {
      first ??= scope;
      return store.create(scope, entries, options);
    },
    list: (scope, query) => store.list(first ?? scope, query),
  };
}

function appending(change: (entries: readonly LogEntry[]) => LogEntry[]): (store: TaskStore) => TaskStore {
  return (store) => ({ ...boundStore(store), append: (run, entries) => store.append(run, change(entries)) });
}

function forgetful(store: TaskStore): TaskStore {
  return {
    ...boundStore(store),
    async load(scope, taskId, upTo) {
      const loaded = await store.load(scope, taskId, upTo);
      return loaded && { ...loaded, task: { ...loaded.task, history: (loaded.task.history ?? []).slice(-1) } };
    },
  };
}

function cursor(change: (after: number) => number): (store: TaskStore) => TaskStore {
  return (store) => ({
    ...boundStore(store),
    entries: (scope, taskId, after, signal) => store.entries(scope, taskId, change(after), signal),
  });
}

function forgetsTasks(store: TaskStore): TaskStore {
  return { ...boundStore(store), enqueue: async () => "absent" };
}

/** What a run wrote after it was fenced is shown to readers all the same. */
function unfenced(store: TaskStore): TaskStore {
  const late = new Map<string, LogEntry[]>();
  return {
    ...boundStore(store),
    async append(run, entries) {
      const outcome = await store.append(run, entries);
      if (outcome === "fenced") late.set(run.taskId, [...(late.get(run.taskId) ?? []), ...entries]);
      return outcome;
    },
    async load(scope, taskId, upTo) {
      const loaded = await store.load(scope, taskId, upTo);
      const artifacts = (late.get(taskId) ?? []).flatMap((entry) =>
        entry.type === "artifact" ? [entry.event.artifact] : [],
      );
      return loaded && artifacts.length > 0 ? { ...loaded, task: { ...loaded.task, artifacts } } : loaded;
    },
  };
}

type Outbox = TaskStore["push"];
type Changes = { readonly [Name in keyof Outbox]?: (push: Outbox) => Outbox[Name] };

/** Methods of the outbox, made anew out of what they were. */
function outbox(changes: Changes): (store: TaskStore) => TaskStore {
  return (store) => {
    const changed = Object.entries(changes).map(([name, change]) => [name, change(store.push)]);
    return { ...boundStore(store), push: { ...store.push, ...Object.fromEntries(changed) } };
  };
}

function givesUp(push: Outbox): Outbox["settle"] {
  return (delivery) => push.settle(delivery, { kind: "delivered" });
}

function losesArtifacts(push: Outbox): Outbox["claim"] {
  return async (options) => {
    const claimed = await push.claim(options);
    const lost = claimed.filter(({ frame }) => frame.artifactUpdate !== undefined);
    for (const delivery of lost) await push.settle(delivery, { kind: "delivered" });
    return claimed.filter((delivery) => !lost.includes(delivery));
  };
}
