import { suite } from "../suite.ts";
import type { Transport } from "../transports/transport.ts";
import { openWorld } from "../world.ts";

/** A check by its place in the suite. */
interface CheckName {
  readonly topic: string;
  readonly title: string;
}

/** Runs a check in the runtime that it is called in; gives what went wrong, or nothing. */
async function runCheck({ topic, title }: CheckName, transport: Transport): Promise<string | undefined> {
  const check = suite[topic]?.find((row) => row.title === title);
  if (check === undefined) return `There is no check "${title}" under "${topic}"`;
  const { variant = "A", settings = {} } = check;
  const world = await openWorld({ transport, variant, settings });
  try {
    await check.run(world);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    await world.close();
  }
}

/** Answers a POST of a `CheckName` with what `runCheck` gives, as JSON: a text, or `null`. */
export async function answerCheck(request: Request, transport: Transport): Promise<Response> {
  const name = (await request.json()) as CheckName;
  return Response.json((await runCheck(name, transport)) ?? null);
}
