export { canonicalJson } from "../codec/canonical-json.ts";
export { cardPayload } from "./card-payload.ts";
