import { expect, test } from "vitest";
import { expectModestGrowth } from "../../test/cost.ts";
import { memorySource } from "../files.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import { openReport } from "../report.ts";
import { surveySource } from "../sourceLayout.ts";
import { embeddedMedia } from "./embeddedMedia.ts";
import { fenceInfo } from "./fences.ts";
import { folderItems } from "./folders.ts";
import { GITBOOK } from "./gitbookRepository.ts";
import { includeFiles } from "./includes.ts";
import type { ProjectFiles } from "./projectFiles.ts";
import { openYamlReader } from "../yamlApart.ts";
import { openTold } from "./told.ts";
import { planProject, type ProjectTexts } from "./project.fixture.ts";

const full = process.env["LECTERN_TEST_TIER"] === "full";

const EXTENDED = "markdown_extensions:\n  - pymdownx.tilde\n  - pymdownx.caret\n  - pymdownx.critic\n";

/** Settings of each tool, with a page at the place that is given. */
const PROJECTS: Readonly<Record<string, (page: string) => ProjectTexts>> = {
  MkDocs: (page) => ({ "mkdocs.yml": EXTENDED, "docs/a.md": page }),
  Docusaurus: (page) => ({ "docusaurus.config.js": "module.exports = {}", "docs/a.mdx": page }),
  VitePress: (page) => ({ ".vitepress/config.ts": "export default {}", "a.md": page }),
  Starlight: (page) => ({ "astro.config.mjs": "starlight({})", "src/content/docs/a.mdx": page }),
  Hugo: (page) => ({ "hugo.toml": "", "content/a.md": page }),
  mdBook: (page) => ({ "book.toml": "", "src/SUMMARY.md": "- [A](a.md)", "src/a.md": page }),
  Mintlify: (page) => ({ "docs.json": '{"navigation":{"pages":["a"]}}', "a.mdx": page }),
  Nextra: (page) => ({ "next.config.js": "nextra", "content/a.mdx": page }),
  MDX: (page) => ({ "a.mdx": page }),
};

/** One construction, over and over, with nothing that ends it. */
const PIECES = [
  "<Card title='", "<A {", "{", "{'", "<Tabs><Tab>", "</Tabs>", "import {\n", "export const a = `\n", ":::note\n", "!!! note\n    ", "=== \"a\"\n",
  "{{< note ", "{{% alert", "{{< tab >}}", "{{#include ", "--8<-- \"", "-", "`", "```\n", "$", "\\(", "\\[\n", "<!--@include: ", "<<< ", "# {", "# a ", "[a](", "==", "++", "^^",
  "<div class=\"grid cards\" markdown>\n", "<script>\n", ":   a\n", "<a b=\"", "~", "{~~", "{--a", "^a", "$$a", "](a", "|", ">", "1. ", "\t",
]; // prettier-ignore

test.each(Object.keys(PROJECTS))(
  "a page of %s says anything over and over: its cost grows with its length",
  async (name) => {
    const project = PROJECTS[name] as (page: string) => ProjectTexts;
    const size = full ? 400_000 : 4_000;
    for (const piece of PIECES) {
      const page = piece.repeat(Math.ceil(size / piece.length));
      const { plan } = await planProject(project(page));
      expect(plan.pages.length, piece).toBeGreaterThan(0);
    }
    const mixed = (length: number): string => {
      const all = PIECES.join(" ");
      return all.repeat(Math.ceil(length / all.length)).slice(0, length);
    };
    await expectModestGrowth((share) => planProject(project(mixed(share * size))));
  },
);

test("braces behind a fence's language that nothing closes cost no more than their length", async () => {
  await expectModestGrowth((share) => {
    const info = `js ${"{ ".repeat(share * 495)}`;
    for (let fence = 0; fence < 3000; fence++) fenceInfo(info);
    return Promise.resolve();
  });
});

test.each(["<video>", "<video><source aaaa", '<video src="a.mp4">'])(
  "films without an end cost what the page is long: %s",
  async (tag) => {
    await expectModestGrowth((share) => {
      const some = `${tag.repeat(2_500)}</video>`;
      return Promise.resolve(embeddedMedia(some.repeat(Math.ceil((share * 400_000) / some.length))));
    });
  },
);

test("components nested 10,000 deep keep their content", async () => {
  const page = `${"<Note>\n".repeat(10_000)}words\n${"</Note>\n".repeat(10_000)}`;
  const { text, problems } = await planProject({ "a.mdx": page });
  expect(text("a")).toContain("words");
  expect(problems.join("\n")).toContain("is more than 60 components deep");
});

test("directives, admonitions and shortcodes nested 10,000 deep keep their content", async () => {
  const colons = `${":::note\n".repeat(10_000)}words\n${":::\n".repeat(10_000)}`;
  expect((await planProject({ "docusaurus.config.js": "", "docs/a.md": colons })).text("a")).toContain(
    "words",
  );
  const shortcodes = `${"{{< note >}}\n".repeat(10_000)}words\n${"{{< /note >}}\n".repeat(10_000)}`;
  expect((await planProject({ "hugo.toml": "", "content/a.md": shortcodes })).text("a")).toContain("words");
  const deep = Array.from({ length: 300 }, (_, depth) => `${"    ".repeat(depth)}!!! note\n`).join("");
  expect(
    (await planProject({ "mkdocs.yml": "", "docs/a.md": `${deep}${"    ".repeat(300)}words\n` })).text("a"),
  ).toContain("words");
});

test("files that include themselves, each other, what is outside, and ever more", async () => {
  const circle = await planProject({
    "book.toml": "",
    "src/SUMMARY.md": "- [A](a.md)\n- [B](b.md)\n",
    "src/a.md": "# A\n\n{{#include a.md}}\n\n{{#include b.md}}\n\n{{#include ../../../etc/passwd}}\n",
    "src/b.md": "# B\n\n{{#include a.md}}\n",
  });
  expect(circle.problems.slice(1)).toEqual(
    [
      "src/a.md: it includes src/a.md within itself, or too deep: that is left as it is written",
      "src/a.md: it includes src/a.md within itself, or too deep: that is left as it is written",
      "src/a.md: it includes ../../../etc/passwd, which is not there",
      "src/b.md: it includes src/b.md within itself, or too deep: that is left as it is written",
      "src/b.md: it includes src/a.md within itself, or too deep: that is left as it is written",
      "src/b.md: it includes ../../../etc/passwd, which is not there",
    ].toSorted((a, b) => circle.problems.indexOf(a) - circle.problems.indexOf(b)),
  );
  // Each takes ten of the next: ten to the tenth lines, if nothing ended it.
  const levels = Object.fromEntries(
    Array.from({ length: 10 }, (_, level) => [
      `src/l${level}.md`,
      `{{#include l${level + 1}.md}}\n`.repeat(10),
    ]),
  );
  const bomb = await planProject({
    "book.toml": "",
    "src/SUMMARY.md": "- [A](l0.md)\n",
    ...levels,
    "src/l10.md": "x".repeat(10_000),
  });
  expect(bomb.problems.join("\n")).toContain("more than 2,000,000 characters");
});

test("settings that are made to keep a reader busy", async () => {
  const names = Array.from(
    { length: 12 },
    (_, level) => `const n${level} = [${`n${level + 1},`.repeat(10)}];`,
  ).join("\n");
  const sidebars = `${names}\nconst n12 = ['a'];\nmodule.exports = { docs: n0 };`;
  const bomb = await planProject({
    "docusaurus.config.js": "",
    "sidebars.js": sidebars,
    "docs/a.md": "# A\n",
  });
  expect(bomb.tree.length).toBeGreaterThan(0);
  for (const text of [
    "[".repeat(100_000),
    "{a:".repeat(50_000),
    "/*".repeat(100_000),
    "`".repeat(100_001),
    "f(".repeat(100_000),
  ]) {
    const { tree } = await planProject({
      "docusaurus.config.js": "",
      "sidebars.js": `module.exports = ${text}`,
      "docs/a.md": "# A\n",
    });
    expect(tree.join(), text.slice(0, 5)).toContain("a: A");
  }
  const yaml =
    "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nnav: [*c,*c,*c,*c]\n";
  const { problems } = await planProject({ "mkdocs.yml": yaml, "docs/a.md": "# A\n" });
  expect(problems.join("\n")).toContain("mkdocs.yml: it is not valid YAML");
  const deep = `{"navigation":{"pages":${'[{"group":"g","pages":'.repeat(5_000)}["a"]${"}]".repeat(5_000)}}}`;
  expect((await planProject({ "docs.json": deep, "a.mdx": "# A\n" })).tree).toEqual(["a: A hidden"]);
});

test.each([
  ["Docusaurus", `:::a${" ".repeat(400)}${"x".repeat(501)}\n`.repeat(20)],
  ["MkDocs", `{${"a=".repeat(50)}\n`],
  ["MkDocs", `{${"a=b ".repeat(50)}\n`],
  ["MkDocs", `{.${"a".repeat(200_000)}\n`],
  ["MkDocs", `{--${"-".repeat(200_000)}\n`],
  ["MkDocs", `^${"a^".repeat(100_000)}\n`],
  ["Hugo", `{{< x${" a=b".repeat(30)}"`],
  ["Hugo", `{{<${" ".repeat(200_000)}"`],
  ["Hugo", `{{</*${" ".repeat(200_000)}"`],
  ["MDX", `# ${" ".repeat(200_000)}x}`],
  ["MDX", `a${" ".repeat(200_000)}x\n<Note>\na\nb\n</Note>`],
  ["MDX", `<Note>\nx\n</Note>\na <Card title="x">a${" ".repeat(200_000)}b\n\n- c</Card>`],
  ["MDX", `<Card title="x">a${"\n".repeat(200_000)}b</Card>`],
  ["MDX", `<Tabs items={[${'\\"'.repeat(9_000)}]}>a</Tabs>\n`.repeat(20)],
  ["MDX", `\`\`\`js :a${" ".repeat(900)}x\n\`\`\`\n`.repeat(200)],
  ["MDX", `\`\`\`js\n[!code\n${`${" ".repeat(1_900)}x\n`.repeat(500)}\`\`\`\n`],
  ["VitePress", `<<< a${" ".repeat(20_000)}x`],
  ["VitePress", `<!--@include: a{${"1".repeat(200_000)}`],
  ["mdBook", `${"\\\\(".repeat(200_000)}\\\\)`],
])("a page of %s has a long run of what no construction goes on with: %#", async (name, page) => {
  const { plan } = await planProject((PROJECTS[name] as (page: string) => ProjectTexts)(page));
  expect(plan.pages.length).toBeGreaterThan(0);
});

test("a script that is half a million empty lines has its end", async () => {
  const { tree } = await planProject({
    "docusaurus.config.js": "",
    "sidebars.js": `${"\n".repeat(490_000)}x;module.exports = { docs: a }`,
    "docs/a.md": "# A\n",
  });
  expect(tree.join()).toContain("a: A");
});

test("what the readers by hand take is what the patterns took", async () => {
  const colons =
    ':::tip[One] {title="x"}\na\n:::\n\n:::note Two words\nb\n:::\n\n:::info{title="Three"}\nc\n:::\n';
  const { text } = await planProject({ "docusaurus.config.js": "", "docs/a.md": colons });
  for (const title of ["**One**", "**Two words**", "**Three**"]) expect(text("a")).toContain(title);
  const hugo = await planProject({
    "hugo.toml": "",
    "content/a.md": `{{< details title = "Named" >}}\nin it\n{{< /details >}}\n\n{{< figure src=/a.png?x=1 alt="b" >}}\n`,
  });
  expect(hugo.text("a")).toContain("<summary>Named</summary>");
  expect(hugo.text("a")).toContain("/a.png?x=1");
  const lists = await planProject({
    "mkdocs.yml": "site_name: x\n",
    "docs/a.md":
      '`one`{ width="300" loading=lazy } `two`{: target=_blank } `three`{.big #x} `four`{ a=b=c }\n',
  });
  expect(lists.text("a")).toBe("`one` `two` `three` `four`");
});

test("a sidebar that names a folder again and again has it once", async () => {
  const entry = "{ type: 'autogenerated', dirName: 'g' },";
  const { tree } = await planProject({
    "docusaurus.config.js": "",
    "sidebars.js": `module.exports = { docs: [${entry.repeat(9_000)}] };`,
    ...Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`docs/g/p${index}.md`, "# P\n"])),
  });
  expect(tree).toHaveLength(300);
});

test("a page may include a thousand files, and each is read once", async () => {
  let reads = 0;
  const told = openTold();
  const files: ProjectFiles = {
    paths: ["big.md"],
    has: (path) => path === "big.md",
    text: () => {
      reads += 1;
      return Promise.resolve("a\nb\n");
    },
    yaml: openYamlReader(),
  };
  let selected = 0;
  const rule = {
    pattern: /<>/g,
    inCode: true,
    read: () => ({
      paths: ["big.md"],
      select: () => {
        selected += 1;
        return "";
      },
    }),
  };
  const made = await includeFiles("<>".repeat(190_000), "a.md", [rule], files, told);
  expect([reads, selected, made.length]).toEqual([1, 1_000, 2 * 189_000]);
  expect(told.problems()).toEqual([
    { path: "a.md", message: "it includes more than 1,000 files: the rest is left as it is written" },
  ]);
});

test("thousands of spaces cost no look at each of them for each file", async () => {
  const told = openTold();
  await expectModestGrowth(async (share) => {
    const count = share * 8_000;
    const spaces = Array.from({ length: count }, (_, index) => `spaces/s${index}`);
    const paths = [
      ...spaces.map((folder) => `${folder}/SUMMARY.md`),
      ...Array.from({ length: count }, (_, index) => `elsewhere/deep/down/p${index}.md`),
    ];
    const known = new Set(paths);
    const files: ProjectFiles = {
      paths,
      has: (path) => known.has(path),
      text: () => Promise.resolve(""),
      yaml: openYamlReader(),
    };
    const { pages } = await GITBOOK.open(files, paths[0] ?? "", told);
    expect(pages).toEqual([]);
  });
  await expectModestGrowth(async (share) => {
    const count = share * 8_000;
    const source = memorySource(
      Array.from({ length: count }, (_, index) => ({ name: `s${index}/.gitbook/x`, bytes: "" })),
    );
    const spaces = Array.from({ length: count }, (_, index) => `s${index}`);
    const lines = openReport(10);
    const layout = await surveySource({ ...source, spaces }, "", IMPORT_LIMITS, lines, openYamlReader());
    expect([layout.files.size, layout.assets.size]).toEqual([0, 0]);
  });
});

test("folders whose pages lie beside them are found at once, however many there are", async () => {
  const reading = { facts: new Map() };
  await expectModestGrowth((share) => {
    const names = Array.from({ length: share * 8000 }, (_, at) => `n${at}`);
    const paths = names.flatMap((name) => [`docs/${name}.md`, `docs/${name}/inside.md`]);
    expect(folderItems(paths, "docs", reading)).toHaveLength(names.length);
    return Promise.resolve();
  });
});
