import { messages } from "../command-rows/messages.ts";
import { practice } from "../command-rows/practice.ts";
import { pushConfig } from "../command-rows/push-config.ts";
import { setup } from "../command-rows/setup.ts";
import { specs } from "../command-rows/specs.ts";
import { tasks } from "../command-rows/tasks.ts";
import { testing } from "../command-rows/testing.ts";
import type { CommandRow, CommandRows } from "./command-row.ts";

/**
 * Groups of commands by their title in help, in its order.
 *
 * A new command is a row in `command-rows/`, its options rows in `option-rows/`, and its code a module in `commands/` that the row's `load`
 * imports: nothing else is to be changed for parsing, help, completion and suggestions to know it.
 */
export const commandGroups: Readonly<Record<string, CommandRows>> = {
  Messages: messages,
  Tasks: tasks,
  "Push notifications": pushConfig,
  Testing: { ...practice, ...testing },
  "OpenAPI files": specs,
  Setup: setup,
};

/** Every command, in the order of help. */
export const commands: Readonly<Record<string, CommandRow>> = Object.assign({}, ...Object.values(commandGroups));
