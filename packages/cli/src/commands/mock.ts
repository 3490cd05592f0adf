import { resolve } from "node:path";
import { VERSION_HEADER } from "@a2akit/protocol";
import { dialects } from "@a2akit/protocol/dialects";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { type FetchServer, serveFetch } from "../fetch/serve-fetch.ts";
import { listening } from "../listening.ts";
import { messageOf } from "../message-of.ts";
import type { Middleware } from "../mock/call.ts";
import { createMock } from "../mock/create-mock.ts";
import { parseFault } from "../mock/fault.ts";
import { logCalls } from "../mock/log-calls.ts";
import { readScript } from "../mock/read-script.ts";
import { readSource } from "../mock/read-source.ts";
import type { MockSource } from "../mock/source.ts";
import { line, warn } from "../output/output.ts";
import { print } from "../output/print.ts";
import { untilInterrupted } from "../waiting/until-interrupted.ts";

const PORT = 4_000;

/** `a2a mock`: an agent from an OpenAPI file or an Agent Card, until it is interrupted. */
export async function mock(context: Context): Promise<void> {
  const { invocation, io, signal } = context;
  const { values } = invocation;
  const faults = (values.fault ?? []).map(readFault);
  const source = await readSource(context);
  const script = values.script === undefined ? undefined : await readScript(resolve(io.cwd, values.script), signal);
  for (const warning of source.warnings) warn(io, warning);
  const mocked = createMock({
    source,
    script,
    faults,
    keys: values,
    onError: (error) => warn(io, messageOf(error)),
  });
  const { port = PORT, host = "127.0.0.1" } = values;
  const server = await listening(serveFetch(logCalls(mocked.fetch, io.stderr), { port, host }), { port, host });
  describe(context, source, server);
  try {
    await untilInterrupted(signal);
  } finally {
    await server.close();
    await mocked.close();
  }
}

function readFault(text: string): Middleware {
  try {
    return parseFault(text);
  } catch (error) {
    throw usageError(`--fault ${text}: ${messageOf(error)}`, "a2a help mock");
  }
}

/** What is mocked, where it listens, and what to try; with `-o json` one document. */
function describe(context: Context, { title, dialect, card }: MockSource, { url }: FetchServer): void {
  const { values } = context.invocation;
  const agentCard = url + dialect.cardPath;
  const endpoint = url + dialect.rpcPath;
  const key = Object.entries({ "api-key": values["api-key"], bearer: values.bearer }).find(
    ([, value]) => value !== undefined,
  )?.[0];
  const isKnown = dialects.some(({ name }) => name === dialect.name);
  const options = `${isKnown && dialect.cardShape === "interfaces" && dialect.name !== "a2a" ? ` --dialect ${dialect.name}` : ""}${key ? ` --${key} …` : ""}`;
  print(context, { title, url: endpoint, agentCard, dialect }, () =>
    [
      line("Mock", title),
      line("Agent", card.name),
      line("Card", agentCard),
      line("Endpoint", `${endpoint} (${VERSION_HEADER}: 1.0${dialect.absentVersion === "1.0" ? ", or none" : ""})`),
      line("Methods", dialect.methods.join(", ")),
      line("Callers", key ? `with the ${key} that you gave` : "everybody, with or without a credential"),
      line("Try", `a2a send -a ${url}/${options} "Hello"`),
      line("Stop", "Ctrl-C"),
    ].join(""),
  );
}
