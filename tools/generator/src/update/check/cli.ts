import { runCheck } from "./run.ts";

process.exitCode = await runCheck(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  env: process.env,
});
