import { fileURLToPath } from "node:url";
import { build } from "esbuild";

interface BundleOptions {
  readonly script: string | URL;
  /** Source of the entry; imports the script as `app`. */
  readonly launcher: string;
  /** Of `exports` maps, before `import` and `default`. */
  readonly condition: string;
  readonly outfile: string;
}

/** One ES module for the web platform; only modules of Node stay outside. @throws Error that names what cannot be resolved */
export async function bundle({ script, launcher, condition, outfile }: BundleOptions): Promise<void> {
  await build({
    stdin: { contents: launcher, resolveDir: import.meta.dirname, loader: "js" },
    alias: { app: script instanceof URL ? fileURLToPath(script) : script },
    outfile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    mainFields: ["module", "main"],
    conditions: [condition, "import"],
    external: ["node:*"],
    logLevel: "silent",
  });
}
