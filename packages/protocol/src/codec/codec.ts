/*
 * How dialects write params and results, and the tables by which they are read. An entry of its own, because a client needs it only for what is not
 * canonical as it stands.
 */

export { cardFields } from "../gen/card-fields.ts";
export { enums } from "../gen/enums.ts";
export { fields } from "../gen/fields.ts";
export { params } from "../gen/params.ts";
export { requestFields } from "../gen/request-fields.ts";
export { results } from "../gen/results.ts";
export { decodeParams } from "./decode-params.ts";
export { decodeResult } from "./decode-result.ts";
export { encodeParams } from "./encode-params.ts";
export { encodeResult } from "./encode-result.ts";
