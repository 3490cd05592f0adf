import type { CardSecurity } from "./create-authenticate.ts";
import type { Identity } from "./verifier.ts";

/** One way to be let in: all its schemes, each with the scopes that it must have granted. */
export interface Alternative {
  readonly schemes: readonly (readonly [name: string, scopes: readonly string[]])[];
}

/**
 * The identity of a caller from those of all schemes of a requirement, by the names of the schemes; `undefined` where they do not belong
 * together.
 */
export type Combine = (identities: ReadonlyMap<string, Identity>) => Identity | undefined;

/**
 * The requirements of a card as alternatives. Where callers without a credential are let in, those with one are known by it: each scheme that no
 * requirement names is an alternative of its own.
 */
export function readAlternatives({ securitySchemes = {}, securityRequirements = [] }: CardSecurity): {
  readonly alternatives: readonly Alternative[];
  readonly allowsAnonymous: boolean;
} {
  const all = securityRequirements.map(({ schemes = {} }) => ({
    schemes: Object.entries(schemes).map(([name, { list = [] }]) => [name, list] as const),
  }));
  const alternatives = all.filter(({ schemes }) => schemes.length > 0);
  const allowsAnonymous = alternatives.length < all.length || all.length === 0;
  if (!allowsAnonymous) return { alternatives, allowsAnonymous };
  const named = new Set(alternatives.flatMap(({ schemes }) => schemes.map(([name]) => name)));
  const others = Object.keys(securitySchemes).filter((name) => !named.has(name));
  return {
    alternatives: [...alternatives, ...others.map((name) => ({ schemes: [[name, []] as const] }))],
    allowsAnonymous,
  };
}

/** Two credentials of two owners are nobody's: which of them counts is for the operator to say. */
export const combineOwners: Combine = (identities) => {
  const all = [...identities.values()];
  const [owner, ...owners] = new Set(all.flatMap((identity) => identity.owner ?? []));
  const [tenant, ...tenants] = new Set(all.flatMap((identity) => identity.tenant ?? []));
  if (owners.length + tenants.length > 0) return undefined;
  const claims = all.flatMap((identity) => Object.entries(identity.claims ?? {}));
  return {
    ...(owner !== undefined && { owner }),
    ...(tenant !== undefined && { tenant }),
    ...(claims.length > 0 && { claims: Object.fromEntries(claims) }),
  };
};
