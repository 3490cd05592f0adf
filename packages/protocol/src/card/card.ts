export { type DecodedCard, decodeCard } from "./decode-card.ts";
export { encodeCard } from "./encode-card.ts";
