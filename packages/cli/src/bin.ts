#!/usr/bin/env node
// Not by its name: an older Node, which lacks it, would not get as far as to say so.
import * as nodeModule from "node:module";
import { guardOutput } from "./output/guard-output.ts";
import { isTooOld, requiredNode } from "./required-node.ts";
import { version } from "./version.ts";

guardOutput();
const [only, ...rest] = process.argv.slice(2);
if (isTooOld(process.versions.node)) {
  process.stderr.write(`a2a needs Node ${requiredNode} or newer; this is Node ${process.versions.node}\n`);
  process.exitCode = 1;
} else if (rest.length === 0 && (only === "--version" || only === "-v")) {
  // What scripts ask most often costs next to nothing.
  process.stdout.write(`${version}\n`);
} else {
  // What was compiled once need not be compiled again by the next command.
  nodeModule.enableCompileCache();
  const { main } = await import("./main.ts");
  await main();
}
