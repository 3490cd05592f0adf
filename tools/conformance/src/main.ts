/** `pnpm scripted-agent --variant A|B|C|D|E --port N [--store URL]`: the scripted agent as a server on the loopback interface. */
import { parseArgs } from "node:util";
import { createA2AHandler } from "@a2akit/server";
import { serve } from "@a2akit/server/node";
import { createScriptedAgent } from "./scripted-agent.ts";
import { openStore } from "./stores.ts";
import { isVariant, optionsOf, variants } from "./variants.ts";

const options = {
  variant: { type: "string", default: "A" },
  port: { type: "string", default: "0" },
  store: { type: "string", default: "memory" },
} as const;

function fail(message: string): never {
  process.stderr.write(`scripted-agent: ${message}\n`);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

const values = readOptions();
const { variant } = values;
if (!isVariant(variant)) fail(`--variant must be one of ${variants.join(", ")}, not ${variant}`);
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail(`--port must be from 0 to 65535, not ${values.port}`);
const store = openStore(values.store) ?? fail(`--store must be memory or sqlite:FILE, not ${values.store}`);

const handler = createA2AHandler({
  ...optionsOf(variant),
  agent: createScriptedAgent(),
  store,
  onError: (error) => process.stderr.write(`${error}\n`),
});
const server = await serve({ handler, port });

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await server.close();
    await store.close();
  });
}
// Last: whoever reads it may ask at once for the end.
process.stdout.write(`${server.url}/\n`);
