export interface SmallInput {
  readonly name: string;
  readonly given: object;
  /** Component → documents that come back whole. */
  readonly keeps?: Readonly<Record<string, readonly unknown[]>>;
  readonly refuses?: Readonly<Record<string, readonly unknown[]>>;
  /** Whether ajv is wrong about members that every object inherits, such as `toString`: it looks for them without asking whose they are. */
  readonly ajvInherits?: true;
  /** Statements that compile, with `T` the emitted types. */
  readonly types?: string;
}

const text = { type: "string" };
const number = { type: "number" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const person = { type: "object", required: ["name"], properties: { name: text, email: text, age: number } };
const link = { type: "object", properties: { to: ref("Folder"), by: person, at: text } };

/** Inputs that generators are known to get wrong. */
export const smallInputs: readonly SmallInput[] = [
  {
    name: "a free-form object keeps its keys",
    given: { Meta: { type: "object", properties: { metadata: { type: "object" } } } },
    keeps: { Meta: [{ metadata: { a: 1, b: { c: [null] } } }, {}] },
    refuses: { Meta: [{ metadata: [] }, { metadata: null }] },
    types: "export const a: T.Meta = { metadata: { anything: [1] } };",
  },
  {
    name: "the constant of a discriminator comes from the member, not from the name of the schema",
    given: {
      TextBlock: {
        type: "object",
        required: ["kind", "text"],
        properties: { kind: { type: "string", enum: ["text"] }, text },
      },
      QuoteBlock: {
        type: "object",
        required: ["kind", "of"],
        properties: { kind: { type: "string", enum: ["quote"] }, of: text },
      },
      Block: { oneOf: [ref("TextBlock"), ref("QuoteBlock")], discriminator: { propertyName: "kind" } },
    },
    keeps: {
      Block: [
        { kind: "text", text: "x" },
        { kind: "quote", of: "x" },
      ],
    },
    refuses: { Block: [{ kind: "TextBlock", text: "x" }, { kind: "quote", text: "x" }, { text: "x" }] },
    types: `export const a: T.Block = { kind: "quote", of: "x" };
      // @ts-expect-error the name of the schema is no value
      export const b: T.Block = { kind: "QuoteBlock", of: "x" };`,
  },
  {
    name: "components whose names are one identifier get numbers, and a cycle of them holds together",
    given: {
      "order-line": { type: "object", required: ["of"], properties: { of: ref("order.line") } },
      order_line: text,
      "order.line": {
        type: "object",
        properties: { parts: { type: "array", items: ref("order-line") }, note: ref("order_line") },
      },
      class: number,
      class_: { type: "array", items: ref("class") },
      Method: text,
      Method_: number,
    },
    keeps: {
      "order-line": [{ of: { note: "x", parts: [{ of: {} }] } }],
      order_line: ["x"],
      "order.line": [{}, { parts: [] }],
      class: [1],
      class_: [[1]],
      Method: ["x"],
      Method_: [1],
    },
    refuses: { "order-line": [{}, "x"], order_line: [{}], "order.line": [{ note: 1 }], class: ["x"], Method: [1] },
    types: `export const a: T.order_line2 = { of: { note: "x", parts: [{ of: {} }] } };
      export const b: T.order_line = "x";
      export const c: T.order_line3 = { note: b };
      export const d: T.class_ = [1 satisfies T.class2];
      export const e: T.Method = "GetTask";
      export const f: T.Method_ = 1;
      export const g: T.Method2 = "x";`,
  },
  {
    name: "what one part of a composition refuses does not pass because another one knows it",
    given: {
      Closed: {
        oneOf: [
          { type: "object", required: ["a"], properties: { a: text }, additionalProperties: false },
          { type: "object", required: ["b"], properties: { b: text, c: text }, additionalProperties: false },
        ],
      },
      Open: {
        oneOf: [
          { type: "object", required: ["c"], properties: { c: text } },
          { type: "object", properties: { c: number } },
        ],
      },
      Both: { allOf: [ref("Closed"), ref("Open")] },
    },
    keeps: { Both: [{ a: "1" }, { b: "1", c: "2" }, { b: "1" }] },
    refuses: { Both: [{ a: "1", c: "2" }, { a: "1", other: 1 }, { b: "1", c: 2 }, { c: "1" }] },
  },
  {
    name: "a default does not make a member required, and is not filled in",
    given: { Page: { type: "object", properties: { size: { type: "integer", default: 50 } } } },
    keeps: { Page: [{}, { size: 1 }] },
    types: "export const a: T.Page = {};",
  },
  {
    name: "anyOf of required lists is a real union",
    given: {
      Contact: {
        type: "object",
        properties: { a: text, b: number },
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
      },
    },
    keeps: { Contact: [{ a: "x" }, { b: 1 }, { a: "x", b: 1 }] },
    refuses: { Contact: [{}, { a: 1 }, { a: "x", b: "y" }] },
    types: `export const a: T.Contact = { b: 1 };
      // @ts-expect-error neither is there
      export const b: T.Contact = {};`,
  },
  {
    name: "named members beside typed others",
    given: { Scores: { type: "object", required: ["id"], properties: { id: text }, additionalProperties: number } },
    keeps: { Scores: [{ id: "x", n: 1 }, { id: "x" }] },
    refuses: { Scores: [{ id: "x", n: "y" }, { n: 1 }] },
    types: `export const a: T.Scores = { id: "x", n: 1 };
      // @ts-expect-error no value of a named or other member
      export const b: T.Scores = { id: "x", n: true };`,
  },
  {
    name: "oneOf of two open objects, one a part of the other",
    given: {
      Either: {
        oneOf: [
          { type: "object", properties: { id: text } },
          { type: "object", required: ["id", "n"], properties: { id: text, n: number } },
        ],
      },
    },
    keeps: { Either: [{ id: "x" }, { id: "x", n: "not a number", more: 1 }] },
    refuses: { Either: [{ id: "x", n: 1 }, { id: 1 }] },
  },
  {
    name: "keywords beside a reference count, in code points",
    given: { Str: text, Short: { ...ref("Str"), maxLength: 3 } },
    keeps: { Short: ["abc", "😀😀😀"], Str: ["abcd"] },
    refuses: { Short: ["abcd", 1] },
  },
  {
    name: "names that mean something to JavaScript",
    given: {
      Strange: {
        type: "object",
        required: ["constructor"],
        properties: Object.fromEntries([
          ["constructor", text],
          ["toString", number],
        ]),
      },
      Error: { type: "object", properties: { code: number } },
      default: text,
      Map: { type: "object", additionalProperties: ref("Error") },
      Record: { type: "object", properties: { map: ref("Map"), free: { type: "object" } } },
      string: { type: "array", items: ref("default") },
    },
    keeps: {
      Strange: [{ constructor: "x" }, { constructor: "x", toString: 1 }],
      Map: [{ toString: { code: 1 } }],
      Record: [{ map: {}, free: { constructor: 1 } }],
      string: [["x"]],
    },
    refuses: { Strange: [{}, { constructor: "x", toString: "y" }] },
    types: `export const a: T.Error = { code: 1 };
      export const b: T.Record_ = { map: { a: {} }, free: { x: 1 } };
      export const c: T.string_ = ["x" satisfies T.default_];
      export const d: T.Strange = { constructor: "x", toString: 1 };`,
  },
  {
    name: "a part has exactly one content",
    given: {
      Part: {
        type: "object",
        properties: { text, raw: { type: "string", format: "byte" }, data: {}, metadata: { type: "object" } },
        oneOf: [{ required: ["text"] }, { required: ["raw"] }, { required: ["data"] }],
      },
    },
    keeps: { Part: [{ text: "" }, { data: null }, { data: false, metadata: {} }, { text: "x", kind: "text" }] },
    refuses: { Part: [{}, { text: "x", data: 1 }, { text: 1 }, null] },
    types: `export const a: T.Part = { data: null };
      // @ts-expect-error two contents
      export const b: T.Part = { text: "x", raw: "" };
      // @ts-expect-error kind is of 0.3
      export const c: T.Part = { kind: "text", text: "x" };
      // @ts-expect-error none
      export const d: T.Part = {};`,
  },
  {
    name: "what OpenAPI 3.0 has left behind",
    given: {
      Old: {
        type: "object",
        properties: {
          a: { type: "string", nullable: true },
          b: { type: "number", minimum: 0, exclusiveMinimum: true },
          c: { anyOf: [ref("Role"), { type: "null" }] },
          d: { type: "string", enum: ["x"], nullable: true },
          value: { type: "string", nullable: true },
          nullable: number,
          properties: { type: "object", properties: { example: { type: "string", nullable: true } } },
        },
      },
      Role: { type: "string", enum: ["ROLE_USER"] },
      default: { type: "string", nullable: true },
    },
    keeps: {
      Old: [
        { a: null, b: 0.1, c: null, d: null },
        { c: "ROLE_USER", d: "x" },
        { value: null, nullable: 1, properties: { example: null } },
      ],
      default: [null, "x"],
    },
    refuses: { Old: [{ b: 0 }, { c: 1 }, { d: "y" }, { nullable: "x" }] },
    types: "export const a: T.Old = { a: null, c: null, d: null };",
  },
  {
    name: "what occurs in many places reads and refuses the same in each",
    given: {
      Folder: {
        type: "object",
        properties: { owner: person, "read-by": { type: "array", items: person }, parent: link, file: ref("File") },
      },
      File: { type: "object", additionalProperties: false, properties: { owner: person, folder: link } },
      Owner: {
        type: "object",
        properties: { owner: { ...person, required: ["email"] }, or: { anyOf: [person, text] } },
      },
      $Odd: { type: "object", properties: { ownerSchema: { ...person, required: ["email"] } } },
    },
    keeps: {
      Folder: [{ owner: { name: "x" }, "read-by": [{ name: "y" }], parent: { to: { parent: {} }, by: { name: "z" } } }],
      File: [{ folder: { to: { file: { owner: { name: "x", age: 1 } } } } }],
      Owner: [{ owner: { email: "x" }, or: "x" }, { or: { name: "x" } }],
      $Odd: [{ ownerSchema: { email: "x" } }],
    },
    refuses: {
      Folder: [{ owner: {} }, { "read-by": [{ email: "x" }] }, { parent: { to: { file: { owner: {} } } } }],
      File: [{ folder: { by: {} } }, { owner: { name: 1 } }],
      Owner: [{ owner: { name: "x" } }, { or: {} }],
      $Odd: [{ ownerSchema: { name: "x" } }],
    },
    types: `export const a: T.Folder = { owner: { name: "x" }, parent: { to: { owner: { name: "y" } } } };
      // @ts-expect-error a person has a name
      export const b: T.File = { folder: { to: { owner: { age: 1 } } } };`,
  },
];
