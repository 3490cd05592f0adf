#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { version } from "./version.ts";

const [only, ...rest] = process.argv.slice(2);
if (rest.length === 0 && (only === "--version" || only === "-v")) {
  // What scripts ask most often costs next to nothing.
  process.stdout.write(`${version}\n`);
} else {
  // What was compiled once need not be compiled again by the next command.
  enableCompileCache();
  const { main } = await import("./main.ts");
  await main();
}
