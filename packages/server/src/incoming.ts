import type { AuthenticationRequest } from "./authenticate.ts";

/** An HTTP request as plain values, however it arrived. */
export interface Incoming extends AuthenticationRequest {
  /** `https://host` as the writer saw it; `undefined` where it did not see one. */
  readonly origin: string | undefined;
  /**
   * Reads the body, once.
   * @throws A2AError PAYLOAD_TOO_LARGE beyond `limit` bytes, UNSUPPORTED_MEDIA_TYPE where it is not UTF-8.
   */
  text(limit: number): Promise<string>;
}
