import { type Choice, choose } from "./choose.ts";
import type { Candidate } from "./match.ts";
import { isSearchable } from "./match.ts";
import { narrow } from "./narrow.ts";
import { addressLine, type OnboardingData, toOnboardingData } from "./onboarding-data.ts";
import { parseRequest, type RequestPart } from "./parse-request.ts";
import { REGISTER } from "./register.ts";
import { type PartnerRequest, RequestError } from "./request.ts";

/** What the agent says to a conversation. */
export type Answer =
  | { readonly kind: "found"; readonly text: string; readonly data: OnboardingData }
  | { readonly kind: "question"; readonly text: string; readonly candidates: readonly OnboardingData[] }
  | { readonly kind: "none"; readonly text: string };

/** The longest list that a question offers. */
export const MAX_OFFERED = 5;

/** The most messages of a caller in one conversation. */
export const MAX_MESSAGES = 20;

const ASK_FOR_NAME =
  "Which company is it? Give me its name, and its city and country if you know them, for example " +
  '"Name: Siemens AG, Country: DE, City: Munich".';

interface State {
  readonly request: PartnerRequest;
  readonly offered: readonly Candidate[];
  readonly answer: Answer;
}

const START: State = { request: {}, offered: [], answer: { kind: "question", text: ASK_FOR_NAME, candidates: [] } };

/**
 * Answers the last of a caller's messages in the light of the earlier ones, each given by its parts. Nothing is kept between
 * calls: the same conversation has the same answer.
 *
 * @throws RequestError for a message that cannot be read and for a conversation of more than `MAX_MESSAGES`
 */
export function answerConversation(messages: ReadonlyArray<readonly RequestPart[]>): Answer {
  if (messages.length > MAX_MESSAGES) throw new RequestError(`the conversation has more than ${MAX_MESSAGES} messages`);
  return messages.reduce(hear, START).answer;
}

function hear(state: State, parts: readonly RequestPart[]): State {
  const said = parseRequest(parts);
  const text = parts.flatMap((part) => part.text ?? []).join(" ");
  const choice = state.offered.length > 0 ? choose(text, state.offered.length) : undefined;
  if (choice !== undefined) return { ...state, answer: answerChoice(choice, state) };

  const { request, result } = narrow(state.request, said);
  const [best] = result.candidates;
  if (result.verdict === "match" && best !== undefined) return { request, offered: [], answer: found(best) };
  if (result.verdict === "several") {
    const offered = result.candidates.slice(0, MAX_OFFERED);
    return { request, offered, answer: question(offered, result.candidates.length) };
  }
  if (!isSearchable(request)) return { ...START, request };
  return { request, offered: [], answer: { kind: "none", text: nothingFits(request) } };
}

function answerChoice(choice: Choice, { offered, request }: State): Answer {
  if (choice.kind === "refused") return { kind: "none", text: nothingFits(request) };
  const candidate = choice.kind === "chosen" ? offered[choice.index] : undefined;
  if (candidate !== undefined) return found(candidate, true);
  const again = question(offered, offered.length);
  return { ...again, text: `The list has no such number. ${again.text}` };
}

function found(candidate: Candidate, chosen = false): Answer {
  return { kind: "found", text: `${addressLine(candidate.entry)}.`, data: toOnboardingData(candidate, chosen) };
}

function question(offered: readonly Candidate[], total: number): Extract<Answer, { kind: "question" }> {
  const list = offered.map(({ entry }, index) => `${index + 1}. ${addressLine(entry)}`).join("\n");
  return {
    kind: "question",
    text: `${opening(offered.length, total)}\n${list}`,
    candidates: offered.map((c) => toOnboardingData(c)),
  };
}

function opening(offered: number, total: number): string {
  if (total === 1) return "Only one entry comes close. Is it this one? Answer yes or no, or tell me more.";
  const fits = total > offered ? `${total} entries may fit, these ${offered} best` : `${total} entries may fit`;
  return `${fits}. Which one is it? Answer with its number, or tell me more, such as the city.`;
}

function nothingFits(request: PartnerRequest): string {
  const facts = Object.entries(request).map(([field, value]) => `${field} "${value}"`);
  return `No match: none of the ${REGISTER.length} entries of the sample register fits ${facts.join(", ")}.`;
}
