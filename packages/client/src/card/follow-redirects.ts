import { TransportError } from "@a2akit/protocol";
import { type Connection, dropBody, openConnection } from "../transport/connection.ts";
import { addressFault } from "./address-fault.ts";
import { CARD_REQUEST, isRedirect, MAX_REDIRECTS } from "./card-request.ts";
import { isPrivate } from "./private-host.ts";
import type { ResolveCardOptions } from "./resolve-card.ts";

/**
 * Asks for a card where a response sends us, hop by hop. A browser does not show where that is; there it follows them itself, and the last
 * address is looked at.
 *
 * @throws TransportError when there are too many, or one leads from a public host into a private network or to what is no http or https URL.
 */
export async function followRedirects(
  first: Response,
  start: Connection,
  { allowPrivateHosts = isPrivate(start.url) }: Pick<ResolveCardOptions, "allowPrivateHosts">,
): Promise<[Response, Connection]> {
  const guard = (url: string, status: number) => {
    const fault = addressFault(url, !allowPrivateHosts);
    if (fault) throw new TransportError(`redirected to ${url}, which is ${fault}`, { status });
  };

  let response = first;
  let connection = start;
  for (let hops = 0; hops < MAX_REDIRECTS; hops += 1) {
    const { headers, status, type } = response;
    dropBody(response);
    if (type === "opaqueredirect") {
      response = await openConnection(start, { ...CARD_REQUEST, redirect: "follow" });
      guard(response.url, response.status);
      return [response, { ...start, url: response.url }];
    }
    const location = headers.get("location") ?? "";
    if (location === "" || !URL.canParse(location, connection.url)) {
      throw new TransportError(`${connection.url} redirects to nowhere`, { status });
    }
    const { href } = new URL(location, connection.url);
    guard(href, status);
    connection = { ...start, url: href };
    response = await openConnection(connection, CARD_REQUEST);
    if (!isRedirect(response)) return [response, connection];
  }
  dropBody(response, connection);
  throw new TransportError(`redirected more than ${MAX_REDIRECTS} times`, { status: response.status });
}
