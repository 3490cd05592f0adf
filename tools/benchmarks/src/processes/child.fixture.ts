import { answer, number } from "./answer.ts";

/** A child for the tests. */
answer({ double: (question) => ({ doubled: 2 * number(question, "value") }), hang: () => new Promise(() => {}) });
