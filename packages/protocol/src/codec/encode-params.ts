import type { Method } from "@a2akit/types";
import type { Dialect } from "../dialect.ts";
import { params } from "../gen/params.ts";
import { requestFields } from "../gen/request-fields.ts";
import { encodeWith } from "./encode-with.ts";

/** The params of a request as the dialect writes them. */
export function encodeParams(dialect: Pick<Dialect, "paramsSpelling">, method: Method, value: unknown): unknown {
  return encodeWith([requestFields], { name: params[method], value, spelling: dialect.paramsSpelling });
}
