import type { TaskStore } from "@a2akit/server";

/** The store's own methods as members, so that a wrapper can replace some of them. */
export function boundStore(store: TaskStore): TaskStore {
  return {
    create: (...args) => store.create(...args),
    enqueue: (...args) => store.enqueue(...args),
    append: (...args) => store.append(...args),
    release: (...args) => store.release(...args),
    heartbeat: (...args) => store.heartbeat(...args),
    handOver: (...args) => store.handOver(...args),
    requestCancel: (...args) => store.requestCancel(...args),
    seize: (...args) => store.seize(...args),
    claimExpired: (...args) => store.claimExpired(...args),
    claimWaiting: (...args) => store.claimWaiting(...args),
    load: (...args) => store.load(...args),
    entries: (...args) => store.entries(...args),
    list: (...args) => store.list(...args),
    push: store.push,
    purge: (...args) => store.purge(...args),
    close: () => store.close(),
  };
}
