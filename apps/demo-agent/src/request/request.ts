/** What a caller told us about a business partner; every fact is optional. */
export interface PartnerRequest {
  readonly name?: string;
  /** Where it is not part of the name. */
  readonly legalForm?: string;
  readonly street?: string;
  readonly postalCode?: string;
  readonly city?: string;
  /** ISO 3166 alpha-2. */
  readonly country?: string;
}

export type Field = keyof PartnerRequest;

/** The most characters that one request may have, over all its text and data parts. */
export const MAX_REQUEST_CHARACTERS = 4_000;

/** The most characters that one fact may have. */
export const MAX_FIELD_CHARACTERS = 200;

/** A request that cannot be read. Its message names the place and the rule and is meant for the caller. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}
