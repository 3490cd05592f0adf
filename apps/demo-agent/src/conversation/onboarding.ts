import type { Candidate } from "../register/match.ts";
import { isSearchable } from "../register/match.ts";
import { REGISTER } from "../register/register.ts";
import { parseRequest, type RequestPart } from "../request/parse-request.ts";
import { type PartnerRequest, RequestError } from "../request/request.ts";
import { type Choice, choose } from "./choose.ts";
import { narrow } from "./narrow.ts";
import { addressLine, type OnboardingData, toOnboardingData } from "./onboarding-data.ts";

/** What the agent says to a conversation. */
export type Answer =
  | { readonly kind: "found"; readonly text: string; readonly data: OnboardingData }
  | { readonly kind: "question"; readonly text: string; readonly candidates: readonly OnboardingData[] }
  | { readonly kind: "none"; readonly text: string };

/** The longest list that a question offers. */
const MAX_OFFERED = 5;

/** The most messages of a caller in one conversation. */
export const MAX_MESSAGES = 20;

const ASK_FOR_NAME =
  "Which company is it? Give me its name, and its city and country if you know them, for example " +
  '"Name: Siemens AG, Country: DE, City: Munich".';

type Question = Extract<Answer, { kind: "question" }>;

interface State {
  readonly request: PartnerRequest;
  /** What `question` offers, in its order. */
  readonly offered: readonly Candidate[];
  /** To be asked again when the answer to it makes no sense. */
  readonly question: Question;
  readonly answer: Answer;
}

const OPENING: Question = { kind: "question", text: ASK_FOR_NAME, candidates: [] };
const START: State = { request: {}, offered: [], question: OPENING, answer: OPENING };

/**
 * Answers the last of a caller's messages in the light of the earlier ones, each given by its parts. Nothing is kept between
 * calls: the same conversation has the same answer. A follow-up that cannot be read leads to the same question again.
 *
 * @throws RequestError for a first message that cannot be read and for a conversation of more than `MAX_MESSAGES`
 */
export function answerConversation(messages: ReadonlyArray<readonly RequestPart[]>): Answer {
  if (messages.length > MAX_MESSAGES) throw new RequestError(`the conversation has more than ${MAX_MESSAGES} messages`);
  const [first = [], ...followUps] = messages;
  return followUps.reduce(hearFollowUp, hear(START, first)).answer;
}

function hearFollowUp(state: State, parts: readonly RequestPart[]): State {
  try {
    return hear(state, parts);
  } catch (error) {
    if (error instanceof RequestError) return askAgain(state, `I cannot read this: ${error.message}.`);
    throw error;
  }
}

function hear(state: State, parts: readonly RequestPart[]): State {
  const said = parseRequest(parts);
  const text = parts.flatMap((part) => part.text ?? []).join(" ");
  const choice = state.offered.length > 0 ? choose(text, state.offered.length) : undefined;
  if (choice !== undefined) return hearChoice(state, choice);

  const { request, result } = narrow(state.request, said);
  const [best] = result.candidates;
  if (result.verdict === "match" && best !== undefined) return { ...START, request, answer: found(best) };
  if (result.verdict === "several") {
    const offered = result.candidates.slice(0, MAX_OFFERED);
    const question = ask(offered, result.candidates.length);
    return { request, offered, question, answer: question };
  }
  if (state.offered.length > 0) return askAgain(state, `Nothing fits ${factsOf(request)}.`);
  return { ...START, request, answer: isSearchable(request) ? nothingFits(request) : OPENING };
}

function hearChoice(state: State, choice: Choice): State {
  if (choice.kind === "refused") return { ...state, answer: nothingFits(state.request) };
  const candidate = choice.kind === "chosen" ? state.offered[choice.index] : undefined;
  if (candidate === undefined) return askAgain(state, "The list has no such number.");
  return { ...state, answer: found(candidate, true) };
}

function askAgain(state: State, why: string): State {
  return { ...state, answer: { ...state.question, text: `${why} ${state.question.text}` } };
}

function found(candidate: Candidate, chosen = false): Answer {
  return { kind: "found", text: `${addressLine(candidate.entry)}.`, data: toOnboardingData(candidate, chosen) };
}

function ask(offered: readonly Candidate[], total: number): Question {
  const list = offered.map(({ entry }, index) => `${index + 1}. ${addressLine(entry)}`).join("\n");
  const candidates = offered.map((candidate) => toOnboardingData(candidate));
  return { kind: "question", text: `${opening(offered.length, total)}\n${list}`, candidates };
}

function opening(offered: number, total: number): string {
  if (total === 1) return "Only one entry comes close. Is it this one? Answer yes or no, or tell me more.";
  const fits = total > offered ? `${total} entries may fit, these ${offered} best` : `${total} entries may fit`;
  return `${fits}. Which one is it? Answer with its number, or tell me more, such as the city.`;
}

function nothingFits(request: PartnerRequest): Answer {
  const text = `No match: none of the ${REGISTER.length} entries of the sample register fits ${factsOf(request)}.`;
  return { kind: "none", text };
}

function factsOf(request: PartnerRequest): string {
  const facts = Object.entries(request).map(([field, value]) => `${field} "${value}"`);
  return facts.join(", ");
}
