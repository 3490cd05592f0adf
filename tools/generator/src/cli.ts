import { enableCompileCache } from "node:module";

// The TypeScript compiler alone takes a good part of a run to compile; the next run finds it compiled.
enableCompileCache();
const { run } = await import("./run.ts");

process.exitCode = await run(process.argv.slice(2), (text) => process.stdout.write(text));
