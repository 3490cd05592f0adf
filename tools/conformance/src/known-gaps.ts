import type { RequirementId } from "./requirements.ts";

/** Requirements that no check proves yet, with the reason. A row that a check has come to cite fails the tests. */
export const knownGaps: Readonly<Partial<Record<RequirementId, string>>> = {};
