#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// The TypeScript compiler alone takes a good part of a run to compile; the next run finds it compiled.
enableCompileCache();
const { runGenerate } = await import("./folder/run-generate.ts");

process.exitCode = await runGenerate(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
