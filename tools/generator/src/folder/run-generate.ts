import { parseArgs } from "node:util";
import manifest from "../../package.json" with { type: "json" };
import { findOverlay } from "./find-overlay.ts";
import { DIALECT_NAME, exitStatusOf, generateInto, type IntoOptions, renderInto } from "./generate-into.ts";
import { parseKinds } from "./modules.ts";

const USAGE = `a2akit-generate OPENAPI --out DIR [options]

Makes TypeScript types, zod schemas, the A2A dialect and a README of one OpenAPI file (3.0 to 3.2). Never touches the network.

  --out DIR          the folder to write; made when it is not there
  --name NAME        what the dialect is called; default: the name of the folder
  --overlay FILE     an OpenAPI Overlay for the file; default: overlay.yaml beside it
  --formats assert   let the schemas check "format", which only describes by default
  --imports ts       let the modules import each other as ./types.ts; default: ./types.js
  --emit LIST        which of types, schemas and mini, separated by commas; default: all three
  --check            write nothing; say what differs and exit 1 if anything does
  --help, --version

Exits with 2 when file, folder or arguments cannot be used.
`;

interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** 0: done, or nothing differs. 1: something differs. 2: wrong usage, or file or folder are not fit for it. */
export async function runGenerate(args: readonly string[], { out, err }: Output): Promise<0 | 1 | 2> {
  const command = parse(args);
  if (typeof command === "string") {
    err(`${command}\n\n${USAGE}`);
    return 2;
  }
  if ("print" in command) {
    out(command.print);
    return 0;
  }
  const { file, options } = command;
  const overlay = options.overlay ?? (await findOverlay(file));
  const report = await generateInto(file, { ...options, ...(overlay !== undefined && { overlay }) });
  (report.ok ? out : err)(renderInto(report));
  return exitStatusOf(report);
}

type Command = { readonly file: string; readonly options: IntoOptions } | { readonly print: string };

/** What to do, or what is wrong with the arguments. */
function parse(args: readonly string[]): Command | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: "string" },
        name: { type: "string" },
        overlay: { type: "string" },
        formats: { type: "string" },
        imports: { type: "string" },
        emit: { type: "string" },
        check: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        version: { type: "boolean", default: false },
      },
    });
    if (values.help) return { print: USAGE };
    if (values.version) return { print: `${manifest.version}\n` };
    const [file, ...more] = positionals;
    const { out, name, overlay, formats, imports, check } = values;
    if (file === undefined || more.length > 0) return "Name one OpenAPI file.";
    if (!out) return "--out is missing: the folder to write.";
    if (name !== undefined && !DIALECT_NAME.test(name)) return "--name takes lower-case letters, digits and hyphens.";
    if (formats !== undefined && !isOneOf(formats, ["annotate", "assert"])) return "--formats is annotate or assert.";
    if (imports !== undefined && !isOneOf(imports, ["js", "ts"])) return "--imports is js or ts.";
    const emit = values.emit === undefined ? undefined : parseKinds(values.emit);
    const given = { name, overlay, formats, imports, emit };
    const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return { file, options: { ...options, out, check } };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isOneOf<const T extends string>(value: string, known: readonly T[]): value is T {
  return known.some((item) => item === value);
}
