import { agentOptions } from "../option-rows/agent.ts";
import { authOptions } from "../option-rows/auth.ts";
import { cardOptions } from "../option-rows/card.ts";
import { messageOptions } from "../option-rows/message.ts";
import { pushOptions } from "../option-rows/push.ts";
import { specOptions } from "../option-rows/spec.ts";
import { taskOptions } from "../option-rows/task.ts";
import { testingOptions } from "../option-rows/testing.ts";
import { toolOptions } from "../option-rows/tool.ts";
import type { OptionRow } from "./option-row.ts";

/** Every option of every command, once: a name means the same wherever it is taken. */
const options = {
  ...agentOptions,
  ...authOptions,
  ...cardOptions,
  ...messageOptions,
  ...pushOptions,
  ...specOptions,
  ...taskOptions,
  ...testingOptions,
  ...toolOptions,
};

export type OptionName = keyof typeof options;

type ValueOf<Row> = Row extends { parse: (text: string) => infer Value }
  ? Value
  : Row extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Row extends { value: string }
      ? string
      : true;

/** What was given or stands by default, by option. */
export type Values = {
  readonly [Name in OptionName]?: (typeof options)[Name] extends { multiple: true }
    ? readonly ValueOf<(typeof options)[Name]>[]
    : ValueOf<(typeof options)[Name]>;
};

/** The rows under one type, for code that goes through them. */
export const optionRows: Readonly<Record<OptionName, OptionRow>> = options;

/** The environment variable that stands in for an option. */
export function variableOf(name: string): string {
  return `A2ACLI_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** The variables whose values are never shown. */
export const secretVariables: readonly string[] = Object.entries(optionRows).flatMap(([name, { secret }]) =>
  secret ? [variableOf(name)] : [],
);
