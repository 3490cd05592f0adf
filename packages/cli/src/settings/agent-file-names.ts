const WELL_KNOWN = /\/\.well-known\/[^/]*$/;

/**
 * The names that a file about one agent may have, the most particular first: `agents.example_a2a_weather.env`, `agents.example_a2a.env`,
 * `agents.example.env` for `https://agents.example/a2a/weather/`. A path of this machine has a name like that, too.
 */
export function agentFileNames(reference: string): string[] {
  const [bare = ""] = reference.replace(/^[a-z][a-z0-9+.-]*:\/\/([^/?#]*@)?/i, "").split(/[?#]/);
  const steps = bare.replace(WELL_KNOWN, "").split("/").filter(Boolean).map(fileName);
  return steps.map((_, index) => `${steps.slice(0, steps.length - index).join("_")}.env`);
}

/** What every file system takes as a part of a name; a colon is none. */
function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, "_").toLowerCase();
}
