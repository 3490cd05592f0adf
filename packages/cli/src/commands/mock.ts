import { resolve } from "node:path";
import { type Dialect, VERSION_HEADER } from "@a2akit/protocol";
import { dialects } from "@a2akit/protocol/dialects";
import { usageError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { listenError } from "../listen-error.ts";
import type { Middleware } from "../mock/call.ts";
import { cardSource } from "../mock/card-source.ts";
import { createMock } from "../mock/create-mock.ts";
import { parseFault } from "../mock/fault.ts";
import { logCalls } from "../mock/log-calls.ts";
import { readScript } from "../mock/read-script.ts";
import type { MockSource } from "../mock/source.ts";
import { isSpec, readSpecSource } from "../mock/spec-source.ts";
import { openCard, pathOf } from "../open-card.ts";
import { openFetch } from "../open-fetch.ts";
import { line, warn } from "../output.ts";
import { print } from "../print.ts";
import { type FetchServer, serveFetch } from "../serve-fetch.ts";
import { untilInterrupted } from "../until-interrupted.ts";

const PORT = 4_000;

/** `a2a mock`: an agent from an OpenAPI file or an Agent Card, until it is interrupted. */
export async function mock(context: Context): Promise<void> {
  const { invocation, io, signal } = context;
  const { values } = invocation;
  const faults = (values.fault ?? []).map(readFault);
  const source = await readSource(context);
  const script = values.script === undefined ? undefined : await readScript(resolve(io.cwd, values.script));
  for (const warning of source.warnings) warn(io, warning);
  const mocked = createMock({
    source,
    script,
    faults,
    keys: values,
    onError: (error) => warn(io, error instanceof Error ? error.message : String(error)),
  });
  const { port = PORT, host = "127.0.0.1" } = values;
  const server = await serveFetch(logCalls(mocked.fetch, io.stderr), { port, host }).catch((error: unknown) => {
    throw listenError(error, { port, host });
  });
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
    throw usageError(`--fault ${text}: ${error instanceof Error ? error.message : String(error)}`, "a2a help mock");
  }
}

async function readSource(context: Context): Promise<MockSource> {
  const { invocation, io } = context;
  const { dialect: name, overlay } = invocation.values;
  const [reference = ""] = invocation.args;
  const file = pathOf(reference, io.cwd);
  if (file !== undefined && (await isSpec(file))) {
    if (name !== undefined) throw usageError("--dialect is for a card; an OpenAPI file says what its dialect is");
    return readSpecSource(file, { overlay: overlay && resolve(io.cwd, overlay), cwd: io.cwd });
  }
  if (overlay !== undefined) throw usageError(`--overlay is for an OpenAPI file, which ${reference} is not`);
  return cardSource(
    await openCard(context, await openFetch(context), reference),
    name === undefined ? undefined : dialectOf(name),
  );
}

function dialectOf(name: string): Dialect {
  const found = dialects.find((dialect) => dialect.name === name);
  if (found) return found;
  throw usageError(
    `--dialect: ${JSON.stringify(name)} is none of ${dialects.map((dialect) => dialect.name).join(", ")}`,
  );
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
