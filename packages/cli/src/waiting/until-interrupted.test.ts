import { expect, test } from "vitest";
import { CliError } from "../cli-error.ts";
import { untilInterrupted } from "./until-interrupted.ts";

const interrupted = new CliError("A2AKIT_ERR_INTERRUPTED", "Interrupted");
const late = new CliError("A2ACLI_ERR_TIMEOUT", "Not done");

test("an interrupt ends the wait, before or after it began", async () => {
  await untilInterrupted(AbortSignal.abort(interrupted));
  const controller = new AbortController();
  const waiting = untilInterrupted(controller.signal);
  controller.abort(interrupted);
  await waiting;
});

test("anything else is a failure", async () => {
  await expect(untilInterrupted(AbortSignal.abort(late))).rejects.toBe(late);
});
