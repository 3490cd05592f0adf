import { describe } from "vitest";
import type { TaskStore } from "../task-store.ts";
import { deadLettersContract } from "./dead-letters-contract.ts";
import { outboxContract } from "./outbox-contract.ts";
import { setUpBench } from "./push-bench.ts";

/** What the outbox of every TaskStore must do; `create` gives an empty store. */
export function pushStoreContract(name: string, create: () => Promise<TaskStore> | TaskStore): void {
  describe(`PushStore contract: ${name}`, () => {
    const bench = setUpBench(create);
    outboxContract(bench);
    deadLettersContract(bench);
  });
}
