const FENCES = /^```[\s\S]*?^```$/gm;

/** Where the links and pictures of a Markdown page lead within the repository. */
export function linksIn(markdown: string): string[] {
  const prose = markdown.replace(FENCES, "").replace(/`[^`\n]*`(?!\])/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^\w+:/.test(target));
}

/** The anchors of its headings, as GitHub makes them. */
export function anchorsIn(markdown: string): string[] {
  const seen = new Map<string, number>();
  return [...markdown.replace(FENCES, "").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

/** Files and folders that code spans name from the root of the repository; patterns are left out. */
export function pathsIn(markdown: string): string[] {
  const spans = [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
  return spans.filter((text) => /^(\.changeset|\.github|apps|docs|packages|specs|tools)\/[\w./-]*$/.test(text));
}

/** What pnpm and npm do without a script. */
const BUILT_IN = ["changeset", "install", "pack", "publish"];

/** The scripts of the root that commands call; those of a package (`--filter`) are left out. */
export function scriptsIn(markdown: string): string[] {
  return [...markdown.matchAll(/(?:`|^|\$ |\n)(?:npm run|pnpm) ([a-z][\w:-]*)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !BUILT_IN.includes(name));
}
