import { methods } from "@a2akit/protocol";
import { PartSchema } from "@a2akit/schemas";
import { artifact, authRequired, canceled, completed, failed, inputRequired, rejected, working } from "@a2akit/server";
import type { Method, Part } from "@a2akit/types";
import * as z from "zod";
import { messageOf } from "../message-of.ts";
import { parseDuration } from "../waiting/duration.ts";
import { parseError, type ScriptedError } from "./error-answer.ts";
import { parseFault } from "./fault.ts";
import type { Reply, ReplyAnswer, Script, Step } from "./script.ts";

/** Replies of one script, steps of one reply. */
export const MAX_SCRIPT_ITEMS = 1_000;

/** A text whose meaning `read` finds; what it throws is the finding. */
function reading<T>(read: (text: string) => T) {
  return z.string().transform((text, context): T => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue({ code: "custom", message: messageOf(error) });
      return z.NEVER;
    }
  });
}

const content = z
  .union([z.string(), PartSchema, z.array(PartSchema).min(1)], { error: "must be a text, a part, or a list of parts" })
  .transform((given): Part[] => {
    if (typeof given === "string") return [{ text: given }];
    return Array.isArray(given) ? given : [given];
  });
const said = content.nullable().transform((parts) => parts ?? undefined);

const artifactOptions = z.strictObject({
  artifactId: z.exactOptional(z.string().min(1)),
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  parts: content,
  metadata: z.exactOptional(z.record(z.string(), z.unknown())),
  extensions: z.exactOptional(z.array(z.string())),
  append: z.exactOptional(z.boolean()),
  lastChunk: z.exactOptional(z.boolean()),
});

/** Each step of a task is an object with one of these members, or a text: a chunk of one text artifact. */
const steps = {
  wait: reading(parseDuration).transform((wait): Step => ({ wait })),
  working: said.transform((parts): Step => ({ event: () => working(parts) })),
  completed: said.transform((parts): Step => ({ event: () => completed(parts) })),
  canceled: said.transform((parts): Step => ({ event: () => canceled(parts) })),
  failed: content.transform((parts): Step => ({ event: () => failed(parts) })),
  rejected: content.transform((parts): Step => ({ event: () => rejected(parts) })),
  "input-required": content.transform((parts): Step => ({ event: () => inputRequired(parts) })),
  "auth-required": content.transform((parts): Step => ({ event: () => authRequired(parts) })),
  artifact: z.union([content, artifactOptions]).transform((given): Step => {
    if (Array.isArray(given)) return { event: () => artifact(given) };
    const { artifactId, append, lastChunk, ...details } = given;
    return {
      event: () => ({
        artifact: { ...details, artifactId: artifactId ?? crypto.randomUUID() },
        ...(append && { append }),
        ...(lastChunk && { lastChunk }),
      }),
    };
  }),
};

const step = z.union([
  z.string().transform((text): Step => ({ event: () => text })),
  z
    .strictObject(steps)
    .partial()
    .transform((given, context): Step => {
      const [only, ...more] = Object.values(given);
      if (only && more.length === 0) return only;
      context.addIssue({ code: "custom", message: `must have exactly one of ${Object.keys(steps).join(", ")}` });
      return z.NEVER;
    }),
]);

const errorObject = z.strictObject({ code: z.int(), message: z.string(), data: z.unknown().optional() });
const anError = z.union([reading(parseError), z.int().transform((code) => parseError(String(code))), errorObject]);

const condition = z.strictObject({
  text: z.exactOptional(z.string()),
  regex: z.exactOptional(reading((source) => new RegExp(source, "is"))),
  // The keys of the table are the methods; Object.keys widens them to string.
  method: z.exactOptional(z.enum(Object.keys(methods) as [Method, ...Method[]])),
  part: z.exactOptional(z.enum(["text", "raw", "url", "data"])),
  continues: z.exactOptional(z.boolean()),
});

/** The ways to answer: at most one of them is given. */
const answers = {
  message: content.transform((parts): ReplyAnswer => ({ kind: "message", parts })),
  events: z
    .array(step)
    .max(MAX_SCRIPT_ITEMS)
    .transform((all): ReplyAnswer => ({ kind: "task", steps: all })),
  error: anError.transform((error: ScriptedError): ReplyAnswer => ({ kind: "error", error })),
  result: z.unknown().transform((result): ReplyAnswer => ({ kind: "result", result })),
};

const faults = z.array(reading(parseFault)).max(MAX_SCRIPT_ITEMS).default([]);

const reply = z
  .strictObject({
    when: condition.default({}),
    times: z.int().min(1).default(Number.POSITIVE_INFINITY),
    faults,
    ...z.strictObject(answers).partial().shape,
  })
  .transform(({ when, times, faults: own, ...rest }, context): Reply => {
    const given = Object.values(rest).filter((answer) => answer !== undefined);
    const [answer] = given;
    if (given.length > 1 || (given.length === 0 && own.length === 0))
      context.addIssue({
        code: "custom",
        message: `must have one of ${Object.keys(answers).join(", ")}, or faults alone`,
      });
    const takesMessage = when.method === undefined || /^Send/.test(when.method);
    if (!takesMessage && (answer?.kind === "message" || answer?.kind === "task"))
      context.addIssue({ code: "custom", message: `${when.method} is answered with error or result` });
    return { when, times, faults: own, answer };
  });

/** A script as it stands in its file → what the mock plays. */
export const scriptSchema: z.ZodType<Script> = z.strictObject({
  replies: z.array(reply).max(MAX_SCRIPT_ITEMS).default([]),
  faults,
});
