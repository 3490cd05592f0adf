import { collectText } from "./collect-text.ts";
import { createClient } from "./create-client.ts";
import { foldEvent } from "./stream/fold-event.ts";

/** What the tour saw, as JSON can tell it. */
export interface Seen {
  /** Which runtime it was, as that says itself. */
  readonly runtime: string;
  readonly card: string;
  readonly answer: string;
  readonly stream: readonly string[];
  /** A stream that is cut in the middle: its text, how often it went on, and whether something may be missing. */
  readonly resumed: { readonly text: string; readonly gaps: readonly boolean[] };
  /** What the agent answers once it has seen that a stream was left. */
  readonly left: string;
  /** The state of that task, which was canceled afterwards. */
  readonly canceled: string;
  /** What a call that was given up rejects with. */
  readonly aborted: string;
  readonly refused: readonly [name: string, code: number, reason: string];
  readonly lost: readonly [name: string, status: number];
}

/** Does, in whatever runtime it is called in, what clients do most; `createTourAgent` is what it visits. */
export async function tour(url: string): Promise<Seen> {
  const client = await createClient(url, { resume: { delay: 0 } });
  const stream: string[] = [];
  for await (const event of client.stream("hello")) {
    stream.push(event.statusUpdate?.status.state ?? (event.artifactUpdate ? collectText(event) : "task"));
  }

  const gaps: boolean[] = [];
  let task: Parameters<typeof foldEvent>[0];
  for await (const event of client.stream("wait", { onResume: ({ gap }) => gaps.push(gap) })) {
    task = foldEvent(task, event);
    if (event.artifactUpdate && gaps.length === 0) await client.send("cut");
  }

  let held = "";
  for await (const event of client.stream("hold")) {
    held = event.task?.id ?? "";
    break;
  }
  const left = collectText(await client.send("left"));
  const { state: canceled } = (await client.cancelTask({ id: held })).status;

  const controller = new AbortController();
  const givenUp = client.send("hold", { signal: controller.signal }).catch((error) => error);
  controller.abort(new Error("enough"));

  const refused = await client.getTask({ id: "nope" }).catch((error) => error);
  const lost = await createClient(`${url}nobody/`).catch((error) => error);
  return {
    runtime: globalThis.navigator?.userAgent ?? "",
    card: client.card.name,
    answer: collectText(await client.send("hello")),
    stream,
    resumed: { text: collectText(task), gaps },
    left,
    canceled,
    aborted: (await givenUp).message,
    refused: [refused.name, refused.code, refused.reason],
    lost: [lost.name, lost.status],
  };
}

/** For `startRuntime`: a POST of the agent's URL is answered with what the tour sees there. */
export async function fetch(request: Request): Promise<Response> {
  return Response.json(await tour(await request.text()));
}

/** For `startPage`: shows what the tour sees at the agent's URL. */
export async function show(url: string, print: (line: string) => void): Promise<void> {
  print(JSON.stringify(await tour(url)));
}
