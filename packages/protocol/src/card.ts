export { type DecodedCard, decodeCard } from "./decode-card.ts";
export { encodeCard } from "./encode-card.ts";
export { cardFields } from "./gen/card-fields.ts";
