let time = 0;
let text = "";

/** The time as A2A writes it (§5.6.1). Many statuses fall into one millisecond: they share their text. */
export function timestamp(): string {
  const now = Date.now();
  if (now !== time) {
    time = now;
    text = new Date(now).toISOString();
  }
  return text;
}

/** Milliseconds since 1970 of a time; the one that `timestamp` gave last is known. */
export function millisecondsOf(timestamp: string): number {
  return timestamp === text ? time : Date.parse(timestamp);
}
