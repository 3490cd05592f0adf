import { A2AError, EXTENSIONS_HEADER, missingCapability, parseExtensions } from "@a2akit/protocol";
import type {
  AgentCapabilities,
  AgentCard,
  AgentExtension,
  Message,
  Method,
  Part,
  SendMessageRequest,
} from "@a2akit/types";
import type { Call } from "../call-context.ts";
import { invalidParams } from "../invalid-params.ts";

/** @throws A2AError UnsupportedOperation (−32004), PushNotificationNotSupported (−32003) */
export function requireCapability(method: Method, capabilities: AgentCapabilities): void {
  const missing = missingCapability(method, capabilities);
  if (missing === undefined) return;
  const [capability, error] = missing;
  throw new A2AError(error, { message: `This agent does not offer ${method}`, metadata: { capability } });
}

/**
 * The extensions of the card that the caller asked for.
 * @throws A2AError ExtensionSupportRequired (−32008, A2A §4.6.3) for a required one that it did not ask for.
 */
export function negotiateExtensions(
  call: Pick<Call, "header">,
  { extensions = [] }: AgentCapabilities,
): ReadonlySet<string> {
  if (extensions.length === 0) return NONE;
  const header = call.header(HEADER);
  const asked = header === undefined ? NONE : new Set(parseExtensions(header));
  if (asked === NONE && !extensions.some(isRequired)) return NONE;
  const missing = extensions.find(({ uri, required }) => required === true && uri !== undefined && !asked.has(uri));
  if (missing !== undefined) {
    throw new A2AError("ExtensionSupportRequired", {
      message: `This agent needs the extension ${missing.uri} in ${EXTENSIONS_HEADER}`,
      metadata: { extension: missing.uri },
    });
  }
  return new Set(extensions.flatMap(({ uri }) => (uri !== undefined && asked.has(uri) ? [uri] : [])));
}

function isRequired({ required }: AgentExtension): boolean {
  return required === true;
}

const HEADER = EXTENSIONS_HEADER.toLowerCase();
const NONE: ReadonlySet<string> = new Set();

/** What SendMessage and SendStreamingMessage check beyond the schema. */
export function createMessageGate(card: Pick<AgentCard, "capabilities" | "defaultInputModes" | "skills">) {
  const modes = inputModes(card);

  /** @throws A2AError InvalidParams, ContentTypeNotSupported (−32005), PushNotificationNotSupported (−32003) */
  return function requireMessage({ message, configuration }: SendMessageRequest): void {
    requireOfUser(message);
    const refused = message.parts.findIndex((part) => !accepts(modes, part));
    if (refused >= 0) {
      throw new A2AError("ContentTypeNotSupported", {
        metadata: { part: refused, mediaType: mediaTypeOf(message.parts[refused]), supported: [...modes].join(", ") },
      });
    }
    if (configuration?.taskPushNotificationConfig === undefined) return;
    if (card.capabilities.pushNotifications !== true) throw new A2AError("PushNotificationNotSupported");
  };
}

/** A2A §4.1.4: what a client sends is the user's, and a required member that has its default was not given. */
function requireOfUser({ messageId, role }: Message): void {
  if (messageId === "") throw invalidParams([{ field: "message.messageId", description: "must not be empty" }]);
  if (role !== "ROLE_USER") throw invalidParams([{ field: "message.role", description: "must be ROLE_USER" }]);
}

/** The union of the card's and its skills' input modes. */
function inputModes({
  defaultInputModes,
  skills,
}: Pick<AgentCard, "defaultInputModes" | "skills">): ReadonlySet<string> {
  return new Set([...defaultInputModes, ...skills.flatMap(({ inputModes = [] }) => inputModes)].map(essence));
}

function accepts(modes: ReadonlySet<string>, part: Part): boolean {
  const type = mediaTypeOf(part);
  return type === undefined || modes.has(type) || modes.has("*/*") || modes.has(type.replace(/\/.*/, "/*"));
}

/** Without a media type of their own, `raw` and `url` pass: nothing says what they are. */
function mediaTypeOf(part: Part | undefined): string | undefined {
  if (part?.mediaType) return essence(part.mediaType);
  if (part?.text !== undefined) return "text/plain";
  return part?.raw === undefined && part?.url === undefined ? "application/json" : undefined;
}

/** A media type without its parameters. */
function essence(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}
