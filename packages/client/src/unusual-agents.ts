/*
 * What only some agents need, in a module of its own, which is loaded when one of them is met.
 */

export { decodeCard } from "@a2akit/protocol/card";
export { decodeResult, encodeParams } from "@a2akit/protocol/codec";
export { chooseDialect } from "./card/choose-dialect.ts";
export { chooseInterface } from "./card/choose-interface.ts";
export { followRedirects } from "./card/follow-redirects.ts";
export { noCard } from "./card/no-card.ts";
export { readReference } from "./card/read-reference.ts";
