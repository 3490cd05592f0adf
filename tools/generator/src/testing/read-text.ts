import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ReadOptions, readSpec, type Spec } from "../read-spec.ts";

/** Runs with files in a folder of their own, which is gone afterwards. */
export async function withFiles<T>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "a2akit-generator-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A document with these components and one method, which is what every spec needs. */
export function withComponents(schemas: object, rest: object = {}): object {
  const envelope = {
    type: "object",
    required: ["jsonrpc", "method"],
    properties: {
      jsonrpc: { const: "2.0" },
      id: { type: ["string", "integer", "null"] },
      method: { enum: ["GetTask"] },
      params: {},
    },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Small", version: "1" },
    paths: {
      "/": {
        post: {
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Envelope" } } } },
          responses: { 200: { description: "ok" } },
        },
      },
    },
    components: {
      schemas: { Envelope: envelope, GetTaskRequest: { type: "object" }, Task: { type: "object" }, ...schemas },
    },
    ...rest,
  };
}

export interface SmallSpec {
  readonly document: object;
  /** An overlay document. */
  readonly overlay?: object;
}

export function readSmall({ document, overlay }: SmallSpec, options: ReadOptions = {}): Promise<Spec> {
  const files = {
    "small/openapi.json": JSON.stringify(document, null, 2),
    ...(overlay && { "small/overlay.json": JSON.stringify(overlay, null, 2) }),
  };
  return withFiles(files, (folder) =>
    readSpec(join(folder, "small/openapi.json"), {
      ...options,
      ...(overlay && { overlay: join(folder, "small/overlay.json") }),
    }),
  );
}
