import type { Rows } from "../requirement.ts";

/** Errors in general, contexts and turns, streams, versions, extensions, authorisation (A2A §3.3.2, §3.4–3.6, §4.6, §7, §13). */
export const behaviourRows = {
  "error-shape": ["3.3.2", "Every failure is an error with a code and a message."],
  "error-details": ["3.3.2", "Every member of error.data says its @type."],
  "error-opaque": ["13.4", "No text of an exception reaches the caller."],
  "auth-missing": ["3.3.2", "A missing or an unknown credential is refused."],
  "auth-denied": ["3.3.2", "A caller who is known and may not do it gets an authorisation error."],
  "hide-existence": ["3.3.2", "What belongs to others is answered like what does not exist, in every method."],
  "validate-first": ["3.3.2", "A request with any invalid member changes nothing."],
  "context-minted": ["3.4.1", "A contextId that the server minted stands in the answer."],
  "context-kept": ["3.4.1", "A contextId from the client is kept; no other one is minted in its place."],
  "task-id-minted": ["3.4.2", "The server mints a new, unique id for each task."],
  "context-inferred": ["3.4.3", "A message with a taskId and no contextId joins the context of that task."],
  "context-mismatch": ["3.4.3", "A taskId and a contextId that do not belong together are refused."],
  "agent-message-ids": [
    "4.1.4",
    "A message of the agent carries its contextId, and a taskId only where there is a task.",
  ],
  "turns-in-order": ["3.4.3", "Messages of all turns are kept in order, each once; artifacts of all turns add up."],
  "stream-order": ["3.5.2", "Events arrive in the order in which the agent produced them, none lost, none twice."],
  "stream-broadcast": ["3.5.2", "Each of several streams of one task gets the same events in the same order."],
  "stream-independent": ["3.5.2", "Closing one stream disturbs neither the other streams nor the task."],
  "version-minor": ["3.6", "The patch number of a version does not matter."],
  "version-query": ["3.6.1", "The version may come as the query parameter A2A-Version."],
  "version-unsupported": ["3.6.2", "A version that the server does not speak is VersionNotSupportedError."],
  "version-absent": ["3.6.2", "No version, or an empty one, means 0.3, unless the dialect says otherwise."],
  "extension-version": ["4.6.3", "Another version of a required extension does not stand in for it."],
  "extension-list": ["11.2", "A2A-Extensions is a comma-separated list; unknown extensions in it do no harm."],
  "auth-required-task": [
    "7.6.1",
    "In-task authorisation is a task in AUTH_REQUIRED whose status message says what is needed.",
  ],
  "card-well-known": ["8.2", "The Agent Card is served at /.well-known/agent-card.json."],
  "card-interfaces": ["8.3.1", "Each interface of the card names its binding, its version and a URL that answers."],
  "card-security": ["8.2", "Reading the public card asks for no credential."],
  "card-signed": ["8.4.2", "A signature of the card is a detached JWS over its canonical form."],
} as const satisfies Rows;

/** What is advised, not demanded. */
export const adviceRows = {
  "timestamp-milliseconds": ["5.6.1", "Timestamps are written with milliseconds."],
  "unknown-ignored": ["5.7", "Members that nobody knows are ignored, not refused."],
  "card-cached": [
    "8.6",
    "The card comes with Cache-Control and an ETag, and an If-None-Match that fits is answered 304.",
  ],
  "error-info": ["9.5", "The first member of error.data is a google.rpc.ErrorInfo with reason and domain."],
  "error-violations": ["9.5", "Invalid params name the members that are wrong, in a google.rpc.BadRequest."],
} as const satisfies Rows;
