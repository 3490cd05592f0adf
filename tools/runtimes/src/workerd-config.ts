import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "./runtimes.ts";

/** Fixes how workerd behaves, whatever version of it is installed. */
const COMPATIBILITY_DATE = "2026-11-01";

/**
 * Writes the configuration of workerd beside the bundle: one Worker that may reach this machine, its Durable Objects kept in
 * memory, each bound under the name of its class. Gives the path of the file.
 */
export function createWorkerdConfig({ folder, durableObjects }: Launch): string {
  const namespaces = durableObjects.map((name) => `( className = "${name}", uniqueKey = "${name}" )`);
  const bindings = durableObjects.map((name) => `( name = "${name}", durableObjectNamespace = "${name}" )`);
  const file = join(folder, "workerd.capnp");
  writeFileSync(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ( name = "app", worker = (
      modules = [( name = "app.mjs", esModule = embed "app.mjs" )],
      compatibilityDate = "${COMPATIBILITY_DATE}",
      durableObjectNamespaces = [${namespaces.join(", ")}],
      durableObjectStorage = ( inMemory = void ),
      bindings = [${bindings.join(", ")}],
      globalOutbound = "network"
    ) ),
    ( name = "network", network = ( allow = ["private", "public"] ) )
  ],
  sockets = [( name = "http", address = "127.0.0.1:0", http = (), service = "app" )]
);
`,
  );
  return file;
}
