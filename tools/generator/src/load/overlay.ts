import { dirname, resolve } from "node:path";
import { paths } from "jsonpath-rfc9535";
import { checkMembers, flag, type Members, text } from "../check-members.ts";
import { type Finding, finding } from "../findings.ts";
import { at, entries, fromEntries, type Json, type JsonObject, list, member } from "../json.ts";
import { messageOf } from "../message-of.ts";
import { join } from "../pointer.ts";
import { explainNoMatch } from "./nearest-match.ts";
import type { Source } from "./source.ts";

const anything = { accepts: () => true, expected: "anything" };

/** OpenAPI Overlay 1.0 to 1.2; the bundler checks the values, but takes a member that is misspelled for none. */
const overlayMembers: Members = { overlay: text, info: anything, extends: text, actions: anything };
const actionMembers: Members = { target: text, description: anything, update: anything, remove: flag, copy: anything };

/**
 * What every overlay processor does without a word: an action whose target selects nothing, so that a vendor's change
 * would undo a fix unseen; an action that does nothing; an overlay of another file. A target may select what is in the
 * file, or what an earlier action has put there.
 */
export function checkOverlay(overlay: Source, spec: Source, after: JsonObject): Finding[] {
  const findings: Finding[] = [];
  const tell = (pointer: string, message: string) =>
    findings.push(finding("overlay-invalid", overlay, pointer, message));
  checkMembers(withoutExtensions(overlay.value), overlayMembers, (message, ...path) =>
    tell(join("", ...path), message),
  );
  const file = member(overlay.value, "extends");
  if (typeof file === "string" && resolve(dirname(overlay.file), file) !== resolve(spec.file))
    tell("/extends", `it extends ${file}, but is applied to ${spec.file}`);
  for (const [index, action] of list(at(overlay.value, "actions")).entries()) {
    const pointer = join("/actions", index);
    checkMembers(withoutExtensions(action), actionMembers, (message, ...path) => tell(join(pointer, ...path), message));
    if (!["update", "remove", "copy"].some((key) => member(action, key) !== undefined))
      tell(pointer, "it neither updates, removes nor copies anything");
    const target = member(action, "target");
    try {
      if (typeof target === "string" && !selects(spec.value as Json, target) && !selects(after, target))
        findings.push(finding("overlay-without-match", overlay, join(pointer, "target"), noMatch(after, target)));
    } catch (error) {
      tell(join(pointer, "target"), messageOf(error));
    }
  }
  return findings;
}

function withoutExtensions(value: unknown): unknown {
  return fromEntries(entries(value).filter(([key]) => !key.startsWith("x-")));
}

function noMatch(document: Json, target: string): string {
  const reason = explainNoMatch(document, target);
  return `${target} selects nothing${reason && `: ${reason}`}`;
}

function selects(document: Json, target: string): boolean {
  return paths(document as Parameters<typeof paths>[0], target).length > 0;
}
