import type { TaskState } from "@a2akit/types";

const STATES: readonly TaskState[] = [
  "TASK_STATE_SUBMITTED",
  "TASK_STATE_WORKING",
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_REJECTED",
  "TASK_STATE_AUTH_REQUIRED",
];

/** A whole number of at least `minimum`. */
export function parseCount(minimum: number): (text: string) => number {
  return (text) => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < minimum)
      throw new Error(`${JSON.stringify(text)} is not a whole number from ${minimum}`);
    return Number(text);
  };
}

export function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("is not a JSON object");
  return Object.fromEntries(Object.entries(value));
}

/** `name:value`; the value may hold further colons. */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Error(`${JSON.stringify(text)} is not name:value`);
  return [name.toLowerCase(), value];
}

/** `working`, `input-required` or `TASK_STATE_WORKING`. */
export function parseState(text: string): TaskState {
  const wanted = text.toUpperCase().replaceAll("-", "_");
  const state = STATES.find((name) => name === wanted || name === `TASK_STATE_${wanted}`);
  if (!state) throw new Error(`${JSON.stringify(text)} is none of ${STATES.map(shortState).join(", ")}`);
  return state;
}

function shortState(state: TaskState): string {
  return state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error("is not JSON", { cause });
  }
}
