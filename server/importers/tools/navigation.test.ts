/** What stands in the navigation of tools' projects, and which of their files are pages. */
import { describe, expect, test } from "vitest";
import { planProject } from "./project.fixture.ts";

const page = (title: string): string => `# ${title}\n`;
const isShort = (one: string): boolean => !one.includes("this is a project of");

describe("Starlight", () => {
  const settings = (sidebar: string): string =>
    `export default defineConfig({ integrations: [starlight({ ${sidebar} })] })`;

  test("finds pages that all lie in folders of languages, by the address without one", async () => {
    const { tree, problems } = await planProject({
      "astro.config.mjs": settings(
        "defaultLocale: 'en', locales: { en: { label: 'English' }, fr: { label: 'Français' } }, sidebar: [{ label: 'Guides', items: [{ slug: 'guides/a' }, 'guides/b'] }, { label: 'Ref', autogenerate: { directory: 'reference' } }]",
      ),
      "src/content/docs/en/index.md": "---\ntitle: Welcome\n---\n",
      "src/content/docs/en/guides/a.md": "---\ntitle: A\n---\n",
      "src/content/docs/en/guides/b.md": "---\ntitle: B\n---\n",
      "src/content/docs/en/reference/r.md": "---\ntitle: R\n---\n",
      "src/content/docs/fr/guides/a.md": "---\ntitle: Un\n---\n",
    });
    expect(tree).toEqual([
      "en: Welcome",
      "guides: Guides (group)",
      "guides/a: A",
      "guides/b: B",
      "reference: Ref (group)",
      "reference/r: R",
    ]);
    expect(problems.filter(isShort)).toEqual([
      "astro.config.mjs: fr: translations are left out; import each folder into a space of its own",
    ]);
  });

  test("keeps links of its sidebar, and says which name nothing", async () => {
    const { tree, problems } = await planProject({
      "astro.config.mjs": settings(
        "sidebar: [{ label: 'A', link: '/a/' }, { label: 'Part', link: '/a/#part' }, { label: 'Blog', link: '/blog/' }, 'gone']",
      ),
      "src/content/docs/a.md": "---\ntitle: A\n---\n",
    });
    expect(tree).toEqual(["a: A", "part: Part (link)"]);
    expect(problems.filter(isShort)).toEqual([
      "astro.config.mjs: its sidebar names /blog/, which is not there",
      "astro.config.mjs: its sidebar names gone, which is not there",
    ]);
  });
});

describe("Docusaurus", () => {
  const theme = "themeConfig: { docs: { sidebar: { hideable: true } } }";
  const side = "module.exports = { docs: ['b', { type: 'html', value: '<hr>' }, 'a'] };";
  test.each([
    [
      "the preset",
      "presets: [['classic', { docs: { path: 'handbook', routeBasePath: '/', sidebarPath: './side.js' } }]]",
    ],
    [
      "the preset, whose sidebar is resolved",
      "presets: [['classic', { docs: { path: 'handbook', sidebarPath: require.resolve('./side.js') } }]]",
    ],
    [
      "the plugin",
      "presets: [['classic', { docs: false }]], plugins: [['@docusaurus/plugin-content-docs', { path: 'handbook', sidebarPath: './side.js' }]]",
    ],
  ])("has the settings of pages from %s, not from the theme above it", async (_, said) => {
    const { tree, plan, problems } = await planProject({
      "docusaurus.config.js": `module.exports = { ${theme}, ${said} };`,
      "side.js": side,
      "handbook/a.md": page("A"),
      "handbook/b.md": page("B"),
    });
    expect(tree).toEqual(["b: B", "a: A"]);
    // Its sidebar is no file that a page could show.
    expect(plan.report.skipped).toEqual([]);
    expect(problems.filter(isShort)).toEqual([
      "docusaurus.config.js: HTML between the entries of a sidebar is left out",
    ]);
  });

  test("reads them behind the word presets where a program makes the settings", async () => {
    const { tree } = await planProject({
      "docusaurus.config.js": `export default async function settings() { return { ${theme}, presets: [['classic', { docs: { path: 'handbook' } }]] }; }`,
      "handbook/a.md": page("A"),
    });
    expect(tree).toEqual(["a: A"]);
  });
});

describe("Nextra", () => {
  test("has pages of a folder called api, and what is hidden from its sidebar hidden", async () => {
    const { tree } = await planProject({
      "next.config.mjs": "import nextra from 'nextra'",
      "content/docs/_meta.js": "export default { api: 'API', one: 'One', secret: { display: 'hidden' } }",
      "content/docs/api/_meta.js": "export default { foo: '', bar: '' }",
      "content/docs/api/bar.mdx": page("Bar"),
      "content/docs/api/foo.mdx": page("Foo"),
      "content/docs/one.mdx": page("One"),
      "content/docs/secret.mdx": page("Secret"),
    });
    expect(tree).toEqual([
      "docs: Docs (group)",
      "docs/api: API",
      "docs/api/foo: Foo",
      "docs/api/bar: Bar",
      "docs/one: One",
      "secret: Secret hidden",
    ]);
  });

  test("has a title between entries as a group of those behind it, and tells of _meta.global", async () => {
    const { tree, problems } = await planProject({
      "next.config.mjs": "import nextra from 'nextra'",
      "content/_meta.js":
        "export default { index: 'Start', '-- G': { type: 'separator', title: 'Guides' }, a: 'A', '---': { type: 'separator' }, b: 'B' }",
      "content/_meta.global.js": "export default {}",
      "content/index.mdx": page("Start"),
      "content/a.mdx": page("A"),
      "content/b.mdx": page("B"),
    });
    expect(tree).toEqual(["start: Start", "guides: Guides (group)", "guides/a: A", "b: B"]);
    expect(problems.filter(isShort)).toEqual([
      "content/_meta.global.js: the order of all folders in one file is not read: write a _meta file into each folder",
    ]);
  });
});

describe("VitePress", () => {
  test("has pages whose names begin as folders of parts do, and such folders where its sidebar names their pages", async () => {
    const { tree } = await planProject({
      ".vitepress/config.mts":
        "export default { themeConfig: { sidebar: [{ text: 'List', link: '/guide/parts-list' }, { text: 'Real', link: '/snippets/real' }] } }",
      "guide/parts-list.md": `${page("List")}\n<!--@include: ./parts/p.md-->\n`,
      "guide/parts/p.md": "Included.\n",
      "snippets-guide.md": page("Snippets"),
      "snippets/real.md": page("Real"),
    });
    expect(tree).toEqual(["parts-list: List", "real: Real", "snippets-guide: Snippets hidden"]);
  });
});

test("MkDocs says which entries of its navigation name nothing", async () => {
  const { tree, problems } = await planProject({
    "mkdocs.yml": "nav:\n  - A: a.md\n  - Gone: gone.md\n  - Up: ../other/\n  - Out: https://example.com/\n",
    "docs/a.md": page("A"),
  });
  expect(tree).toEqual(["a: A", "out: Out (link)"]);
  expect(problems.filter(isShort)).toEqual([
    "mkdocs.yml: its navigation names gone.md, which is not there",
    "mkdocs.yml: its navigation names ../other/, which is not there",
  ]);
});
