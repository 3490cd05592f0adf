const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest that a timer can wait: 24.8 days, in milliseconds. A longer one would be over at once. */
export const MAX_DURATION = 2_147_483_647;

/** `500ms`, `2s`, `1.5m`, `1h` → milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (UNITS[unit ?? ""] ?? Number.NaN);
  if (!(milliseconds > 0)) throw new Error(`${JSON.stringify(text)} is not a duration such as 500ms, 2s or 5m`);
  if (milliseconds > MAX_DURATION) throw new Error(`${text} is longer than 24.8 days, the most that a timer can wait`);
  return milliseconds;
}

/** Milliseconds as people read them: `350 ms`, `2 s`, `1 min 30 s`, `2 h 5 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 100) / 10;
  if (seconds < 60) return `${seconds} s`;
  const [large, small, units] = seconds < 3_600 ? [60, 1, ["min", "s"]] : [3_600, 60, ["h", "min"]];
  const whole = Math.floor(seconds / large);
  const rest = Math.floor((seconds - whole * large) / small);
  return `${whole} ${units[0]}${rest > 0 ? ` ${rest} ${units[1]}` : ""}`;
}
