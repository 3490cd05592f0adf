import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCompiler, platforms, resolutions, strict } from "./compile.ts";
import { consumers, promisedNodes } from "./consumers.ts";
import { type ExportedNames, exportedNames, renderSurface } from "./exported-names.ts";
import { compileFolder, generateFolder } from "./generated-folder.ts";
import { outwardImports, packageOf } from "./imports.ts";
import { type Installation, installEverything } from "./installation.ts";
import { forbiddenImports } from "./layers.ts";
import { run } from "./run.ts";
import { type NodeLine, nodes, typescripts } from "./toolchain.ts";
import { codeEntries, declarationEntries, published } from "./workspace.ts";

/** Milliseconds, with room for a busy machine. */
const INSTALL_TIMEOUT = 600_000;
const COMPILE_TIMEOUT = 120_000;
const RUN_TIMEOUT = 120_000;

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) => Object.keys(table) as Key[];

let installation: Installation;
let compile: ReturnType<typeof createCompiler>;
let surface: ReadonlyMap<string, ExportedNames>;
beforeAll(async () => {
  installation = await installEverything();
  compile = createCompiler(installation);
  const declarations = published.flatMap((pkg) => [...declarationEntries(installation.installed(pkg))]);
  surface = exportedNames(new Map(declarations));
}, INSTALL_TIMEOUT);
afterAll(() => installation && rmSync(installation.folder, { recursive: true, force: true }), RUN_TIMEOUT);

it("the installed packages export the names that surface.txt lists", () => {
  const listed = readFileSync(join(import.meta.dirname, "surface.txt"), "utf8");
  expect(renderSurface(surface)).toBe(listed);
});

describe.each(published)("$name, installed", (pkg) => {
  it("imports only what lies below it", () => {
    const installed = installation.installed(pkg);
    const found = [declarationEntries(installed), codeEntries(installed)].flatMap((entries) =>
      forbiddenImports(pkg.name, entries),
    );
    expect(found.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
  });

  it("depends on what it imports and on nothing else", () => {
    const installed = installation.installed(pkg);
    const files = [declarationEntries(installed), codeEntries(installed)].flatMap((entries) => [...entries.values()]);
    const imported = new Set(outwardImports(files).map(({ specifier }) => packageOf(specifier)));
    imported.delete("node:");
    const { dependencies, peerDependencies } = installed.manifest;
    expect([...imported].sort()).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
  });
});

it("the client brings types and protocol and nothing else: no zod", () => {
  const modules = join(installation.project("client-alone"), "node_modules");
  expect(readdirSync(modules).filter((name) => !name.startsWith("."))).toEqual(["@a2akit"]);
  expect(readdirSync(join(modules, "@a2akit"))).toEqual(["client", "protocol", "types"]);
});

describe.each(keysOf(typescripts))("a consumer with TypeScript %s", (typescript) => {
  describe.each(keysOf(resolutions))("under %s", (resolution) => {
    it.each(consumers)(
      "compiles $name for $platform",
      async (consumer) => {
        await compile({ consumer, typescript, resolution });
      },
      COMPILE_TIMEOUT,
    );
  });
});

describe("what the installed generator makes of a vendor's file", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await generateFolder(installation);
  }, COMPILE_TIMEOUT);

  it.each(keysOf(typescripts))(
    "compiles with TypeScript %s, beside a client and a server of its dialect",
    async (typescript) => {
      const options = { ...strict, ...resolutions.nodenext, ...platforms.web };
      await compileFolder(folder, installation, { typescript, options });
    },
    COMPILE_TIMEOUT,
  );
});

describe.each(keysOf(nodes))("a consumer on plain Node %s", (line) => {
  const runnable = consumers.filter(({ uses }) => promisedNodes(uses).includes(line));

  it.each(runnable)(
    "runs $name",
    async (consumer) => {
      const program = pathToFileURL(await compile({ consumer, typescript: "5.9", resolution: "nodenext" })).href;
      const result = await evaluate(line, `(await import(${JSON.stringify(program)})).result`);
      expect(result).toEqual(consumer.result);
    },
    COMPILE_TIMEOUT + RUN_TIMEOUT,
  );

  const commands = published.filter(({ name, manifest }) => manifest.bin && promisedNodes([name]).includes(line));
  it.each(commands)("starts the command of $name", async (pkg) => {
    const { folder, manifest } = installation.installed(pkg);
    for (const [command, path] of Object.entries(manifest.bin ?? {})) {
      const purpose = `start ${command} on Node ${line}`;
      const started = { command: installation.toolchain.node(line), args: [join(folder, path), "--version"], purpose };
      expect(await run({ ...started, cwd: folder, timeout: RUN_TIMEOUT })).toContain(manifest.version);
    }
  });

  it(
    "finds the values that each module exports, by import and by require",
    async () => {
      const paths = [...surface.keys()].filter((path) => promisedNodes([path]).includes(line));
      const values = paths.map((path) => surface.get(path)?.values);
      const list = JSON.stringify(paths);
      const imported = await evaluate(line, `(await Promise.all(${list}.map((path) => import(path)))).map(names)`);
      expect(imported).toEqual(values);
      expect(await evaluate(line, `${list}.map((path) => names(require(path)))`)).toEqual(values);
    },
    RUN_TIMEOUT,
  );
});

const PRELUDE = `
  const require = (await import("node:module")).createRequire(process.cwd() + "/");
  const names = (module) => Object.keys(module).sort();
`;

/** The value, as JSON, of an expression in the project that has all packages. */
async function evaluate(line: NodeLine, expression: string): Promise<unknown> {
  const stdout = await run({
    command: installation.toolchain.node(line),
    args: ["--input-type=module", "--eval", `${PRELUDE} process.stdout.write(JSON.stringify(${expression}));`],
    cwd: installation.project("everything"),
    purpose: `evaluate ${expression} on Node ${line}`,
    timeout: RUN_TIMEOUT,
  });
  return JSON.parse(stdout);
}
