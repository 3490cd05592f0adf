import { runUpdate } from "./run.ts";

process.exitCode = await runUpdate(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  tell: (text) => process.stderr.write(text),
});
