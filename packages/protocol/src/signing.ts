export { canonicalJson } from "./canonical-json.ts";
export { cardPayload } from "./card-payload.ts";
