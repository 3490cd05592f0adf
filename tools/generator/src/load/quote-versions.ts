import { type Document, isScalar, type Scalar, visit, type YAMLMap } from "yaml";

/**
 * A version is a text, also where nobody has put it in quotes: YAML takes `version: 1.0` for the number 1. Makes texts, as they are
 * written, of `info.version` and of all numbers that the header `A2A-Version` states.
 */
export function quoteVersions(document: Document): void {
  const version = document.getIn(["info", "version"], true);
  if (isScalar(version)) quote(version);
  visit(document, {
    Map(_key, map) {
      if (isVersionHeader(map)) visit(map, { Scalar: (_, scalar) => quote(scalar) });
    },
  });
}

function isVersionHeader(map: YAMLMap): boolean {
  const name = map.get("name");
  return map.get("in") === "header" && typeof name === "string" && name.toLowerCase() === "a2a-version";
}

function quote(scalar: Scalar): void {
  if (typeof scalar.value === "number") scalar.value = scalar.source ?? String(scalar.value);
}
