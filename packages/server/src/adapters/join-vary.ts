type Headers = Readonly<Record<string, string>>;

/** Headers to answer with, where a middleware has set its own `Vary` already: both have their say. */
export function joinVary(headers: Headers, present: unknown): Headers {
  const { vary } = headers;
  if (vary === undefined || present === undefined) return headers;
  return { ...headers, vary: [present, vary].flat().join(", ") };
}
