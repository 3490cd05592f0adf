import type { Interface } from "node:readline";

/** What is typed while the agent answers waits for its turn, also when the person has left by then. */
export interface LineQueue {
  /** Whether more can be typed; a terminal that is closed takes no prompt. */
  isOpen(): boolean;
  /** The next line, undefined when there is none to come. */
  next(): Promise<string | undefined>;
  /** Forgets the lines that wait, and says how many there were. */
  drop(): number;
}

export function createLineQueue(terminal: Interface): LineQueue {
  const lines: string[] = [];
  let isOpen = true;
  let wake = (): void => {};
  terminal.on("line", (text) => {
    lines.push(text);
    wake();
  });
  terminal.on("close", () => {
    isOpen = false;
    wake();
  });
  return {
    isOpen: () => isOpen,
    async next() {
      while (lines.length === 0 && isOpen) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return lines.shift();
    },
    drop: () => lines.splice(0).length,
  };
}
