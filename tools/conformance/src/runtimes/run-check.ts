import { suite } from "../suite.ts";
import { type OpenTestStore, openMemoryStore } from "../test-store.ts";
import type { Transport } from "../transports/transport.ts";
import { type Opening, openWorld } from "../world.ts";

/** A check by its place in the suite. */
interface CheckName {
  readonly topic: string;
  readonly title: string;
}

/** Runs a check in the runtime that it is called in; gives what went wrong, or nothing. */
async function runCheck(
  { topic, title }: CheckName,
  opening: Pick<Opening, "transport" | "openStore">,
): Promise<string | undefined> {
  const check = suite[topic]?.find((row) => row.title === title);
  if (check === undefined) return `There is no check "${title}" under "${topic}"`;
  const { variant = "A", settings = {} } = check;
  const world = await openWorld({ ...opening, variant, settings });
  try {
    await check.run(world);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    await world.close();
  }
}

/** Stores beside the one in memory, by name. */
type Stores = Readonly<Record<string, OpenTestStore>>;

/**
 * Answers a POST of a `CheckName` with what `runCheck` gives, as JSON: a text, or `null`. The query may name a store.
 * @throws Error for a store that is not there
 */
export async function answerCheck(request: Request, transport: Transport, stores: Stores = {}): Promise<Response> {
  const name = (await request.json()) as CheckName;
  const store = new URL(request.url).searchParams.get("store");
  const openStore = store === null ? openMemoryStore : stores[store];
  if (openStore === undefined) throw new Error(`There is no store named ${store}`);
  return Response.json((await runCheck(name, { transport, openStore })) ?? null);
}
