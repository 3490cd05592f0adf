import type { Requirement, Rows } from "./requirement.ts";
import { adviceRows, behaviourRows } from "./requirements/behaviour.ts";
import { methodRows } from "./requirements/methods.ts";
import { promiseRows } from "./requirements/promises.ts";
import { wireRows } from "./requirements/wire.ts";

export type RequirementId =
  | keyof typeof methodRows
  | keyof typeof behaviourRows
  | keyof typeof adviceRows
  | keyof typeof wireRows
  | keyof typeof promiseRows;

const at = (level: Requirement["level"], rows: Rows): Requirement[] =>
  Object.entries(rows).map(([id, [section, text]]) => ({ id, section, level, side: "server", text }));

/** Everything a server of the JSON-RPC binding has to do, and what a2akit promises on top. */
export const requirements: readonly Requirement[] = [
  ...at("MUST", methodRows),
  ...at("MUST", behaviourRows),
  ...at("SHOULD", adviceRows),
  ...at("MUST", wireRows),
  ...at("MUST", promiseRows),
];
