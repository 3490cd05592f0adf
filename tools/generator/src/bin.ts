#!/usr/bin/env node
// Not by its name: an older Node, which lacks it, would not get as far as to say so.
import * as nodeModule from "node:module";

if ("enableCompileCache" in nodeModule) {
  // The TypeScript compiler alone takes a good part of a run to compile; the next run finds it compiled.
  nodeModule.enableCompileCache();
  const { runGenerate } = await import("./folder/run-generate.ts");

  process.exitCode = await runGenerate(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
} else {
  process.stderr.write(`a2akit-generate needs Node 22.13 or newer; this is Node ${process.versions.node}\n`);
  process.exitCode = 1;
}
