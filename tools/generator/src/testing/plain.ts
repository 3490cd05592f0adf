const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** An API that has nothing to do with A2A. */
export const plainDocument = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/orders": {
      get: { responses: { 200: { description: "ok", content: { "application/json": { schema: ref("Order") } } } } },
    },
  },
  components: {
    schemas: {
      Order: {
        type: "object",
        required: ["id", "lines"],
        properties: { id: { type: "string", format: "uuid" }, lines: { type: "array", items: ref("Line") } },
      },
      Line: {
        type: "object",
        properties: { article: { type: "string", maxLength: 40 }, parts: { type: "array", items: ref("Line") } },
      },
    },
  },
};
