import type { AgentCard, SecurityScheme } from "@a2akit/types";
import { ANONYMOUS, type Caller } from "../call-context.ts";
import { type ClientAddressOptions, createClientAddress } from "../http/client-address.ts";
import { type Alternative, type Combine, combineOwners, readAlternatives } from "./alternatives.ts";
import type { Authenticate, Rejection } from "./authenticate.ts";
import { type ChallengeDetail, challengeOf } from "./challenge.ts";
import { createCredentials, type Fault, type Shown } from "./credentials.ts";
import { createFailureThrottle, type FailureLimits } from "./failure-throttle.ts";
import { findStray } from "./read-credential.ts";
import { requireVerifiers } from "./require-verifiers.ts";
import type { Identity, Verifier } from "./verifier.ts";

/** What of a card says how its callers are known. */
export interface CardSecurity<Name extends string = string> extends Pick<AgentCard, "securityRequirements"> {
  readonly securitySchemes?: Readonly<Record<Name, SecurityScheme>>;
}

export interface AuthenticateOptions<Name extends string = string> extends ClientAddressOptions {
  /** By the name of the scheme in the card; each scheme needs one. */
  readonly verify: Readonly<Record<Name, Verifier>>;
  /** Who calls when a requirement has several schemes. Default: the one owner that all name who name one. */
  readonly combine?: Combine;
  /** How many wrong credentials an address may present; `false`: any number. */
  readonly failures?: Partial<FailureLimits> | false;
  /** Characters of a credential; a longer one is unknown without being looked at. Default 8,192. */
  readonly credentialLength?: number;
  /** Hears of each credential that was refused, for logs and alarms. Never of the credential itself. */
  readonly onFailure?: (failure: AuthenticationFailure) => void;
}

/** A credential that was refused; `reason` is a word such as "expired". */
export interface AuthenticationFailure extends Fault {
  /** Where it came from: an address, or an IPv6 network of 64 bits. */
  readonly address?: string;
}

const CREDENTIAL_LENGTH = 8_192;

/**
 * Callers by the security schemes of an Agent Card (A2A §4.5, §7.4). All schemes of one requirement must hold, any requirement will do. Every
 * credential that is presented must be known, one that was not needed too. Without a credential a caller is anonymous where the card requires
 * none or lists an empty requirement, else 401; a credential that lacks a scope that is required is 403.
 *
 * @throws TypeError for a scheme without a verifier or with one that does not fit, a verifier without a scheme, a requirement that names no
 * scheme of the card, and a trusted proxy that is no address range; RangeError for a limit below 1
 */
export function createAuthenticate<Name extends string>(
  card: CardSecurity<Name>,
  options: AuthenticateOptions<NoInfer<Name>>,
): Authenticate {
  const { combine = combineOwners, credentialLength = CREDENTIAL_LENGTH, onFailure } = options;
  const { securitySchemes = {} }: CardSecurity = card;
  requireVerifiers(card, options.verify);
  const all = Object.values(securitySchemes);
  const { alternatives, allowsAnonymous } = readAlternatives(card);
  const clientAddress = createClientAddress(options);
  const throttle = createFailureThrottle(options.failures);

  const credentials = createCredentials({ schemes: securitySchemes, verify: options.verify, credentialLength });

  const reject = (status: 401 | 403, detail?: ChallengeDetail): Rejection => {
    return { status, challenge: challengeOf(card, detail) };
  };

  const refuse = (...faults: readonly Fault[]): Judgement => [reject(401, { error: "invalid_token" }), ...faults];

  async function judge(shown: readonly Shown[]): Promise<Judgement> {
    const [identities, ...faults] = await credentials.check(shown);
    if (faults.length > 0) return refuse(...faults);
    const met = alternatives.filter(({ schemes }) => schemes.every(([name]) => identities.has(name)));
    const granted = met.find((alternative) => missingScopes(alternative, identities).length === 0);
    if (granted !== undefined) {
      const identity = combine(pick(identities, granted));
      return identity === undefined ? refuse({ reason: "credentials of different callers" }) : [callerOf(identity)];
    }
    const [short] = met;
    if (short === undefined) return [reject(401)];
    return [reject(403, { error: "insufficient_scope", scope: missingScopes(short, identities).join(" ") })];
  }

  return async (request) => {
    const shown = credentials.read(request, clientAddress.isProxied(request));
    const stray = findStray(all, { presented: shown.map(({ presented }) => presented), request });
    if (shown.length === 0 && stray === undefined) return allowsAnonymous ? ANONYMOUS : reject(401);
    const address = clientAddress.of(request);
    const wait = throttle.begin(address);
    if (wait !== undefined) return { status: 429, retryAfter: wait / 1_000 };
    let failed = false;
    try {
      const [outcome, ...faults] = stray === undefined ? await judge(shown) : refuse({ reason: stray });
      failed = faults.length > 0;
      for (const fault of faults) onFailure?.({ ...fault, ...(address !== undefined && { address }) });
      return outcome;
    } finally {
      throttle.end(address, { failed });
    }
  };
}

/** What becomes of a request that presents credentials, and what is wrong with them. */
type Judgement = readonly [Caller | Rejection, ...Fault[]];

function missingScopes({ schemes }: Alternative, identities: ReadonlyMap<string, Identity>): readonly string[] {
  return schemes.flatMap(([name, scopes]) => {
    const granted = identities.get(name)?.scopes ?? [];
    return scopes.filter((scope) => !granted.includes(scope));
  });
}

function pick(identities: ReadonlyMap<string, Identity>, { schemes }: Alternative): ReadonlyMap<string, Identity> {
  const names = new Set(schemes.map(([name]) => name));
  return new Map([...identities].filter(([name]) => names.has(name)));
}

function callerOf({ owner, tenant = "", claims }: Identity): Caller {
  if (typeof owner !== "string" || owner === "")
    throw new TypeError("The credential is known, but its verifier does not say whose it is: it must name an owner");
  return { owner, tenant, ...(claims !== undefined && { claims }) };
}
