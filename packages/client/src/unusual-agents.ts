/*
 * What only some agents need, in a module of its own, which is loaded when one of them is met.
 */

export { encodeParams } from "@a2akit/protocol";
export { decodeCard } from "@a2akit/protocol/card";
export { chooseInterface } from "./choose-interface.ts";
export { followRedirects } from "./follow-redirects.ts";
