import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatFinding, readSpec } from "@a2akit/generator";

const envelope = {
  type: "object",
  required: ["jsonrpc", "method"],
  properties: {
    jsonrpc: { const: "2.0" },
    id: { type: "string" },
    method: { enum: ["GetTask"] },
    params: { $ref: "#/components/schemas/GetTaskRequest" },
  },
};
const document = {
  openapi: "3.1.0",
  info: { title: "An agent", version: "3.0.0" },
  paths: {
    "/rpc": {
      post: {
        "x-a2akit": { methods: { GetTask: { params: "GetTaskRequest", result: "a2a#Task" } } },
        requestBody: { content: { "application/json": { schema: envelope } } },
        responses: { "200": { description: "The answer" } },
      },
    },
  },
  components: { schemas: { GetTaskRequest: { type: "object", properties: { id: { type: "string" } } } } },
};

const folder = mkdtempSync(join(tmpdir(), "a2akit-consumer-"));
const file = join(folder, "openapi.json");
writeFileSync(file, JSON.stringify(document));
const { dialect, findings } = await readSpec(file, { name: "an-agent" });
rmSync(folder, { recursive: true });

/** What the test compares. */
export const result = {
  rpcPath: dialect?.rpcPath,
  methods: dialect?.methods,
  absentVersion: dialect?.absentVersion,
  errors: findings.filter(({ severity }) => severity === "error").map(formatFinding),
};
