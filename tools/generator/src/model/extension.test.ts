import { expect, test } from "vitest";
import { readSmall, withComponents } from "../testing/read-text.ts";

const methods = { GetTask: { params: "GetTaskRequest", result: "Task" } };
const error = { code: -32001, reason: "TASK_NOT_FOUND", httpStatus: 404, rpcStatus: "NOT_FOUND", message: "Gone" };
const errors = { TaskNotFound: error };
const canonical = { methods, errors };

/** What the extension says → the pointer below `x-a2akit` and the message; `a2a` is the only name that must have errors. */
const rows: readonly (readonly [string, unknown, string, string])[] = [
  ["x", "methods", "", '"methods" is no object'],
  ["x", { methods: [] }, "/methods", "methods is []; it must be an object"],
  [
    "x",
    { methods: { CancleTask: methods.GetTask } },
    "/methods/CancleTask",
    "CancleTask is no method of A2A 1.0; did you mean CancelTask?",
  ],
  [
    "x",
    { methods: { ...methods, CancelTask: methods.GetTask } },
    "/methods/CancelTask",
    "CancelTask is none of the methods that the request body may name",
  ],
  [
    "x",
    { methods: { GetTask: { ...methods.GetTask, parms: "A" } } },
    "/methods/GetTask/parms",
    "parms is not known here; did you mean params?",
  ],
  ["x", { methods: { GetTask: { params: "Task" } } }, "/methods/GetTask", "result is missing; it must be text"],
  [
    "x",
    { methods: { GetTask: { ...methods.GetTask, streaming: "yes" } } },
    "/methods/GetTask/streaming",
    'streaming is "yes"; it must be true or false',
  ],
  [
    "x",
    { absentVersion: 0.3 },
    "/absentVersion",
    'absentVersion is 0.3; it must be a version in quotes, such as "1.0"',
  ],
  [
    "x",
    { absentVersion: "v1" },
    "/absentVersion",
    'absentVersion is "v1"; it must be a version in quotes, such as "1.0"',
  ],
  ["x", { sendMessageResult: "Bare" }, "/sendMessageResult", 'sendMessageResult is "Bare"; it must be wrapped or bare'],
  [
    "x",
    { paramsSpelling: "kebab" },
    "/paramsSpelling",
    'paramsSpelling is "kebab"; it must be camelCase or snake_case',
  ],
  ["x", { resultSpelling: null }, "/resultSpelling", "resultSpelling is null; it must be camelCase or snake_case"],
  ["x", { errorStatus: "200" }, "/errorStatus", 'errorStatus is "200"; it must be 200 or mapped'],
  ["x", { rpcPath: "/x" }, "/rpcPath", "rpcPath is not known here"],
  ["x", { methods, errors: [] }, "/errors", "errors is []; it must be an object"],
  ["a2a", { methods }, "", "errors is missing; it must be an object"],
  [
    "a2a",
    withError({ code: "x" }),
    "/errors/TaskNotFound/code",
    'code is "x"; it must be an integer from -32768 to -32000',
  ],
  [
    "a2a",
    withError({ reason: "not found" }),
    "/errors/TaskNotFound/reason",
    'reason is "not found"; it must be a name in capitals',
  ],
  [
    "a2a",
    withError({ httpStatus: 200 }),
    "/errors/TaskNotFound/httpStatus",
    "httpStatus is 200; it must be an integer from 400 to 599",
  ],
  [
    "a2a",
    withError({ rpcStatus: "NOTFOUND" }),
    "/errors/TaskNotFound/rpcStatus",
    'rpcStatus is "NOTFOUND"; it must be the name of a gRPC status',
  ],
  ["a2a", withError({ message: " " }), "/errors/TaskNotFound/message", 'message is " "; it must be text'],
  ["a2a", withError({ mesage: "x" }), "/errors/TaskNotFound/mesage", "mesage is not known here; did you mean message?"],
  ["a2a", { methods, errors: { TaskNotFound: 1 } }, "/errors/TaskNotFound", "1 is no object"],
  [
    "a2a",
    { methods, errors: { "task/gone": error } },
    "/errors/task~1gone",
    "task/gone is no name of an error, such as TaskNotFound",
  ],
];

function withError(change: object): object {
  return { methods, errors: { TaskNotFound: { ...error, ...change } } };
}

function findingsOf(name: string, extension: unknown) {
  const actions = [{ target: "$.paths['/'].post", update: { "x-a2akit": extension } }];
  const overlay = { overlay: "1.0.0", info: { title: "Fix", version: "1" }, actions };
  return readSmall({ document: withComponents({}), overlay }, { name });
}

test.each(rows)("of the spec %s, %j is refused where it stands", async (name, extension, pointer, message) => {
  const { findings } = await findingsOf(name, extension);
  expect(findings.filter(({ rule }) => rule === "extension-invalid")).toEqual([
    expect.objectContaining({
      severity: "error",
      file: expect.stringMatching(/overlay\.json$/),
      pointer: `/actions/0/update/x-a2akit${pointer}`,
      line: expect.any(Number),
      message,
    }),
  ]);
});

test("what is right is not complained about", async () => {
  expect((await findingsOf("a2a", canonical)).findings).toEqual([]);
  const facts = { absentVersion: "1.0", paramsSpelling: "snake_case", resultSpelling: "camelCase", errorStatus: 200 };
  const stated = { ...facts, sendMessageResult: "bare", cardShape: "flat" };
  const { dialect, findings } = await findingsOf("x", { methods, ...stated });
  expect(findings).toEqual([]);
  expect(dialect).toMatchObject(stated);
});

test("errors of another file than that of A2A are told to have no effect", async () => {
  const { dialect, findings } = await findingsOf("x", canonical);
  expect(findings).toMatchObject([{ rule: "errors-not-canonical", severity: "warning" }]);
  expect(dialect).toEqual((await findingsOf("x", { methods })).dialect);
});

test("where nobody reads it, the extension is an error", async () => {
  const { paths } = withComponents({}) as { paths: { "/": object } };
  const document = withComponents({}, { paths: { "/": { ...paths["/"], "x-a2akit": { cardShape: "flat" } } } });
  const { findings } = await readSmall({ document });
  expect(findings).toMatchObject([
    { rule: "extension-invalid", pointer: "/paths/~1/x-a2akit", message: "only /paths/~1/post may have x-a2akit" },
  ]);
});
