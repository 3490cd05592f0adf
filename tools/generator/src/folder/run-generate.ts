import manifest from "../../package.json" with { type: "json" };
import { oneOf, readCommand } from "../command-line.ts";
import { findOverlay } from "./find-overlay.ts";
import { DIALECT_NAME, exitStatusOf, generateInto, renderInto } from "./generate-into.ts";
import { parseKinds } from "./modules.ts";

const command = {
  name: "a2akit-generate",
  operands: ["OPENAPI"],
  about:
    "Makes TypeScript types, zod schemas, the A2A dialect and a README of one OpenAPI file (3.0 to 3.2). Never touches the network.",
  options: {
    out: { value: "DIR", says: "the folder to write; made when it is not there", required: true },
    name: { value: "NAME", says: "what the dialect is called; default: the name of the folder", read: dialectName },
    overlay: { value: "FILE", says: "an OpenAPI Overlay for the file; default: overlay.yaml beside it" },
    formats: {
      value: "assert",
      says: 'let the schemas check "format", which only describes by default',
      read: oneOf("--formats", ["annotate", "assert"]),
    },
    imports: {
      value: "ts",
      says: "let the modules import each other as ./types.ts; default: ./types.js",
      read: oneOf("--imports", ["js", "ts"]),
    },
    emit: {
      value: "LIST",
      says: "which of types, schemas and mini, separated by commas; default: all three",
      read: parseKinds,
    },
    check: { says: "write nothing; say what differs and exit 1 if anything does" },
    version: { says: "say which version this is", answer: `${manifest.version}\n` },
  },
  note: "Exits with 2 when file, folder or arguments cannot be used.",
} as const;

interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** 0: done, or nothing differs. 1: something differs. 2: wrong usage, or file or folder are not fit for it. */
export async function runGenerate(args: readonly string[], { out, err }: Output): Promise<0 | 1 | 2> {
  const given = readCommand(command, args);
  if ("answer" in given) {
    (given.status === 0 ? out : err)(given.answer);
    return given.status;
  }
  const [file = ""] = given.operands;
  const { version: _, out: folder = "", overlay = await findOverlay(file), ...options } = given.values;
  const report = await generateInto(file, { ...options, out: folder, ...(overlay !== undefined && { overlay }) });
  (report.ok ? out : err)(renderInto(report));
  return exitStatusOf(report);
}

function dialectName(text: string): string {
  if (!DIALECT_NAME.test(text)) throw new Error("--name takes lower-case letters, digits and hyphens");
  return text;
}
