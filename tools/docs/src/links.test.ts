import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { anchorsIn, linksIn, pathsIn, scriptsIn } from "./links.ts";

const root = join(import.meta.dirname, "../../..");
const pages = globSync(["*.md", "docs/**/*.md", "{packages,apps,tools}/*/README.md", "specs/README.md"], { cwd: root });
const read = (page: string) => readFileSync(join(root, page), "utf8");

it.each(pages)("%s links to what is there", (page) => {
  const broken = linksIn(read(page)).filter((link) => {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsIn(read(target)).includes(anchor));
  });
  expect(broken).toEqual([]);
});

it.each(["AGENTS.md", "docs/architecture.md"])("%s names files and folders that are there", (page) => {
  const paths = pathsIn(read(page));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it("the commands of the root that pages name are there", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const named = pages.flatMap((page) => scriptsIn(read(page)).map((script) => `${page}: ${script}`));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !((name.split(": ")[1] ?? "") in scripts))).toEqual([]);
});

it("links are found with their anchors, but not in code and not those to elsewhere", () => {
  const page =
    "# It's one: a `b`_c!\n[a](x.md) [b](#one) [c](https://a.example/) ![d](e.png)\n```sh\n[x](nowhere)\n# No heading\n```\n`[y](no)`\n## It's one: a `b`_c!\n";
  expect(linksIn(page)).toEqual(["x.md", "#one", "e.png"]);
  expect(anchorsIn(page)).toEqual(["its-one-a-b_c", "its-one-a-b_c-1"]);
  expect(pathsIn("`tools/x/a.ts`, `packages/*/src`, `@a2akit/cli`, `docs/`")).toEqual(["tools/x/a.ts", "docs/"]);
});
