import { type GlobalContext, type OpenAPI3, resolveRef, transformSchema } from "openapi-typescript";
import type ts from "typescript";

/** openapi-typescript without the validating and bundling that it does first: the document was made here, and takes no reading. */
export function printTypes(document: object): readonly ts.Node[] {
  const schema = document as OpenAPI3;
  const context: Omit<GlobalContext, "redoc"> = {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform: undefined,
    postTransform: undefined,
    transformProperty: undefined,
    resolve: ($ref) => resolveRef(schema, $ref, { silent: true }),
  };
  // Only the reading that is left out here asks for a configuration of redocly.
  return transformSchema(schema, context as GlobalContext);
}
