import { invalidParams } from "../invalid-params.ts";

/** What a list is ordered by: the time of the last status (milliseconds), then the order in which statuses arrived. */
export interface StatusKey {
  readonly time: number;
  readonly sequence: number;
}

/** A cursor that names the last item of a page: a walk shows each task that does not change exactly once. */
export function formatPageToken({ time, sequence }: StatusKey): string {
  return `${time.toString(36)}.${sequence.toString(36)}`;
}

/** @throws A2AError InvalidParams for anything that `formatPageToken` does not write. */
export function parsePageToken(token: string): StatusKey {
  const match = /^([0-9a-z]{1,10})\.([0-9a-z]{1,10})$/.exec(token);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw invalidParams([{ field: "pageToken", description: "is not a token that ListTasks returned" }]);
  }
  return { time: Number.parseInt(match[1], 36), sequence: Number.parseInt(match[2], 36) };
}

/** The first millisecond that is not before an RFC 3339 time, which may be finer than milliseconds. */
export function millisecondsFrom(timestamp: string): number {
  const finer = /\.\d{3}(\d+)/.exec(timestamp)?.[1] ?? "";
  return Date.parse(timestamp) + (/[1-9]/.test(finer) ? 1 : 0);
}
