const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `500ms`, `2s`, `1.5m`, `1h` → milliseconds. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (UNITS[unit ?? ""] ?? Number.NaN);
  if (!(milliseconds > 0)) throw new Error(`${JSON.stringify(text)} is not a duration such as 500ms, 2s or 5m`);
  return milliseconds;
}
