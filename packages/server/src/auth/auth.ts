export type { ClientAddressOptions } from "../http/client-address.ts";
export type { Combine } from "./alternatives.ts";
export { apiKeys } from "./api-keys.ts";
export {
  type AuthenticateOptions,
  type AuthenticationFailure,
  type CardSecurity,
  createAuthenticate,
} from "./create-authenticate.ts";
export { DEFAULT_FAILURE_LIMITS, type FailureLimits } from "./failure-throttle.ts";
export { basic, bearer } from "./http-schemes.ts";
export type { KnownSecret, Secrets } from "./known-secrets.ts";
export { type ClientCertificate, type MutualTlsOptions, mutualTls } from "./mutual-tls.ts";
export { sameSecret } from "./secrets.ts";
export type { Identity, NotVerified, SchemeKind, Verification, Verifier, VerifyContext } from "./verifier.ts";
