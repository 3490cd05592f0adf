import type { Stored, TaskStore } from "../task-store.ts";

/** Milliseconds; some answers take none. */
const LATENESS = [0, 1, 0, 3, 0, 0, 2];

/** A store whose every answer comes late, each by another time, before and after the work is done. */
export function slowStore(store: TaskStore): TaskStore {
  let calls = 0;
  const pause = async (): Promise<void> => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, LATENESS[calls % LATENESS.length]));
  };
  async function* slowly(entries: AsyncIterable<Stored>): AsyncGenerator<Stored> {
    for await (const stored of entries) {
      await pause();
      yield stored;
    }
  }
  function slow<T extends object>(target: T): T {
    return new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member === "object" && member !== null) return slow(member);
        if (typeof member !== "function") return member;
        return (...values: unknown[]) => {
          const work = (): unknown => Reflect.apply(member, target, values);
          return name === "entries" ? slowly(work() as AsyncIterable<Stored>) : late(work);
        };
      },
    });
  }
  async function late(work: () => unknown): Promise<unknown> {
    await pause();
    const answer = await work();
    await pause();
    return answer;
  }
  return slow(store);
}
