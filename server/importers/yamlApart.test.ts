import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { applyPlan } from "./applyPlan.fixture.ts";
import { exportTree } from "./export.ts";
import { memorySource } from "./files.ts";
import { planImport } from "./plan.ts";
import { planProject } from "./tools/project.fixture.ts";
import { readSummary, refusedSummary } from "./summary.ts";
import { printSiteConfig } from "./siteConfig/printSiteConfig.ts";
import { readSiteConfig, type SiteNode } from "./siteConfig/siteConfig.ts";
import { openYamlReader, printSiteConfigApart, readSiteConfigApart } from "./yamlApart.ts";
import { countSigns, readYaml } from "./yamlText.ts";

const variables = (count: number): string =>
  Array.from({ length: count }, (_, at) => `name_${at}: "value ${at}"\n`).join("");

/** How often others have their turn while something is made. */
async function turnsOfOthers(made: Promise<unknown>): Promise<number> {
  const state = { isDone: false };
  const ended = made.finally(() => (state.isDone = true));
  let turns = 0;
  while (!state.isDone) {
    await nextTurn();
    turns += 1;
  }
  await ended;
  return turns;
}

describe("a reader of YAML", () => {
  test.each([
    ["a map", "a: 1\nb: [x, 2.5, true, null]\n__proto__: y\n"],
    ["a long map", variables(2_000)],
    ["a long list", `- {tag: a, label: "A: B"}\n`.repeat(1_000)],
    ["no YAML", "a: {"],
    ["much that is no YAML", `${variables(2_000)}a: {`],
    ["too many names", "- &a x\n- *a\n".repeat(3_000)],
    ["nothing", ""],
  ])("gives of %s what is given at once", async (_, text) => {
    expect(await openYamlReader()(text)).toEqual(readYaml(text));
  });

  test("holds up nobody with a long file", async () => {
    const text = variables(20_000);
    const read = openYamlReader();
    // The thread itself is there then.
    await read(text);
    expect(await turnsOfOthers(read(text))).toBeGreaterThan(20);
  });

  test("takes as much of many files as it would of one or two, whatever their order", async () => {
    const text = "- a\n".repeat(10);
    expect(countSigns(text)).toBe(20);
    const read = openYamlReader(50);
    const said = [text, text, text, "a"].map((one) => read(one));
    const refused = "with the files before it there are more than 50 signs of YAML, the most that are read";
    expect(await Promise.all(said)).toEqual([
      { value: Array(10).fill("a") },
      { value: Array(10).fill("a") },
      { refused },
      { value: "a" },
    ]);
  });
});

test("an import whose settings, variables and tags are long holds up nobody", async () => {
  const redirects = Array.from({ length: 9_000 }, (_, at) => `  old/page-${at}: a.md\n`).join("");
  const source = memorySource([
    { name: ".gitbook.yaml", bytes: `redirects:\n${redirects}` },
    { name: ".gitbook/vars.yaml", bytes: variables(9_000) },
    { name: ".gitbook/tags.yaml", bytes: '- {tag: "a", label: "A"}\n'.repeat(5_000) },
    { name: "a.md", bytes: "# A\n" },
  ]);
  const made = planImport(source);
  expect(await turnsOfOthers(made)).toBeGreaterThan(20);
  const plan = await made;
  expect([plan.redirects.length, plan.variables.size, plan.tags.size]).toEqual([9_000, 9_000, 1]);
});

const LONG_SETTINGS = {
  ".gitbook.yaml": `# ours\nredirects:\n${Array.from({ length: 9_000 }, (_, at) => `  old/page-${at}: a.md\n`).join("")}`,
  ".gitbook/vars.yaml": `# ours\n${variables(9_000)}`,
  ".gitbook/tags.yaml": `# ours\n${Array.from({ length: 900 }, (_, at) => `- {tag: "t${at}",   label: "A"}\n`).join("")}`,
};

test("an export of what has long settings, variables and tags holds up nobody, and keeps them", async () => {
  const files = { ...LONG_SETTINGS, "a.md": "# A\n" };
  const source = memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
  const { content, entries } = await applyPlan(await planImport(source));
  const more = { from: "new", to: "https://example.com" };
  const made = exportTree({ ...content, redirects: [...content.redirects, more] }, entries);
  expect(await turnsOfOthers(made)).toBeGreaterThan(20);
  const texts = new Map(
    await Promise.all(
      (await made).map(async (one) => [one.path, "text" in one ? await one.text() : undefined] as const),
    ),
  );
  expect(Object.fromEntries(texts)).toEqual({
    ...files,
    ".gitbook.yaml": `${files[".gitbook.yaml"]}  new: https://example.com\n`,
  });
});

test.each([
  ["a long one", (line: string) => line.repeat(500)],
  ["one that says something badly", (line: string) => `${line.repeat(500)}  colour: red\n`],
])("a docs.yaml is read as it is at once, and holds up nobody: %s", async (_, written) => {
  let count = 0;
  const space =
    '    - type: space\n      key: "k%"\n      title: "Space %"\n      path: "p%"\n      content: {directory: "./d%"}\n';
  const text = `site:\n  title: Site\n  structure:\n${written(space)}`.replace(/%/g, () =>
    String(count++ >> 2),
  );
  await readSiteConfigApart(text, { project: "" });
  const made = readSiteConfigApart(text, { project: "" });
  expect(await turnsOfOthers(made)).toBeGreaterThan(20);
  expect(await made).toEqual(readSiteConfig(text, { project: "" }));
});

test.each([
  ["a word", "Other", true],
  ["a part more, in a new order", "Other", false],
])("a docs.yaml is written as it is at once, and holds up nobody: %s", async (_, title, isKept) => {
  const space = (at: number): string =>
    `    # Part ${at}\n    - type: space\n      key: "k${at}"\n      title: "Space ${at}"\n      path: "p${at}"\n      content: {directory: "./d${at}"}\n`;
  const spaces = Array.from({ length: 500 }, (__, at) => space(at)).join("");
  const text = `site:\n  title: Site\n  structure:\n${spaces}`;
  const read = await readSiteConfigApart(text, { project: "" });
  if (!("config" in read)) throw new Error(read.problems[0]?.message);
  const [first, ...rest] = read.config.nodes;
  const changed = { ...(first as SiteNode), title };
  const now = { ...read.config, nodes: isKept ? [changed, ...rest] : [...rest, changed] };
  for (const printing of [
    { text, before: read.config, now, project: "" },
    { text: undefined, before: undefined, now, project: "" },
  ]) {
    const made = printSiteConfigApart(printing);
    expect(await turnsOfOthers(made)).toBeGreaterThan(20);
    expect(await made).toBe(printSiteConfig(printing));
  }
});

describe("front matter that is too much to be read", () => {
  const front = `---\ntitle: A\nif: visitor.claims.isStaff\nlist:\n${"  - a\n".repeat(2_300)}---\n`;
  const tooMuch =
    "The front matter has more than 65,536 characters or 4,500 signs of YAML (ends of lines, commas, brackets, quotes and the like), the most that are read. Keep in it what the page needs.";
  const planOf = (files: Readonly<Record<string, string>>) =>
    planImport(memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))));

  test("opens no page: it is left out, and is told", async () => {
    const plan = await planOf({ "README.md": "# Home\n", "a.md": `${front}\n# A\n\nText.\n` });
    expect(plan.pages.map(({ title }) => title)).toEqual(["Home"]);
    expect(plan.report.skipped).toEqual([{ path: "a.md", reason: tooMuch }]);
    expect(plan.report.problems).toEqual([]);
  });

  test("opens no page below either: without its text, such a page hides what is under it", async () => {
    const plan = await planOf({ "a/README.md": `${front}\n# A\n\nText.\n`, "a/b.md": "# B\n\nMore.\n" });
    expect(plan.pages).toMatchObject([
      {
        meta: { condition: "false" },
        body: { source: "" },
        children: [{ title: "B", meta: {}, body: { source: "More.\n" } }],
      },
    ]);
    expect(plan.report.skipped).toEqual([
      {
        path: "a/README.md",
        reason: `${tooMuch} Until it is imported again, its page hides itself and the pages below.`,
      },
    ]);
  });

  test.each([
    ["a.md", front],
    ["a.mdx", front],
    ["a.mdx", `---\ntitle: A\nif: "x"\ntext: ${"x".repeat(70_000)}\n---\n`],
  ])("opens no page of a project of a tool: %s", async (name, head) => {
    const { tree, problems } = await planProject({
      "docusaurus.config.js": "",
      "docs/b.md": "# B\n\nMore.\n",
      [`docs/${name}`]: `${head}\n# A\n\nText.\n`,
    });
    expect(tree).toEqual(["b: B"]);
    expect(problems).toContain(`docs/${name}: ${tooMuch} It is left out.`);
  });

  test("of reusable content stays in its text, and is told", async () => {
    const note = `---\ntitle: B\na: [${",".repeat(4_000)}]\n---\n\nNote.\n`;
    const plan = await planOf({ "a.md": "# A\n", ".gitbook/includes/note.md": note });
    expect(plan.reusable.map(({ title, body }) => [title, body])).toEqual([
      ["Note", { source: note, links: [] }],
    ]);
    expect(plan.report.problems).toEqual([
      {
        path: ".gitbook/includes/note.md",
        message:
          "its front matter stays in the text: it has more than 3,000 signs of YAML, the most that are read",
      },
    ]);
  });
});

describe("the fences of a table of contents", () => {
  const fence = (count: number) => `* \`\`\`yaml\n${"  a: b\n".repeat(count)}  \`\`\`\n`;
  const tooMuch = "its items hold more than 100,000 signs of YAML, the most that are read";

  test("have one sum, beyond which nothing of it is read", async () => {
    const most = fence(25_000) + fence(24_000);
    const read = await readSummary(most, openYamlReader());
    expect(read.nodes.map(({ yaml }) => yaml?.size)).toEqual([1, 1]);
    expect(refusedSummary(most)).toBeUndefined();
    const text = `* [A](a.md)\n${most}${fence(2_000)}* [B](b.md)\n`;
    expect(await readSummary(text, openYamlReader())).toEqual({ nodes: [], problems: [], refused: tooMuch });
    expect(refusedSummary(text)).toBe(tooMuch);

    const made = planImport(
      memorySource([
        { name: "SUMMARY.md", bytes: `* [A](a.md)\n${most}${fence(2_000)}` },
        { name: "a.md", bytes: "# A\n" },
      ]),
    );
    await expect(made).rejects.toThrow(
      `SUMMARY.md is refused: ${tooMuch}. Take some of these items out of it.`,
    );
  });

  test("hold up nobody, though each of them is short", async () => {
    const one = (at: number) =>
      `* \`\`\`yaml\n  title: "Page ${at}"\n  props: {a: [${at}, 2], b: "c"}\n  \`\`\`\n`;
    const text = Array.from({ length: 4_000 }, (_, at) => one(at)).join("");
    const readYaml = openYamlReader();
    // The thread itself is there then.
    await readSummary(text, readYaml);
    const made = readSummary(text, readYaml);
    expect(await turnsOfOthers(made)).toBeGreaterThan(20);
    expect((await made).nodes.map(({ title }) => title)).toEqual(
      Array.from({ length: 4_000 }, (_, at) => `Page ${at}`),
    );
  });

  test("that could not be read are known without reading them", () => {
    const deep = `* \`\`\`yaml\n  a: ${"[".repeat(500)}${"]".repeat(500)}\n  \`\`\`\n`;
    expect(refusedSummary(`* [A](a.md)\n${deep}`)).toBe(
      "the YAML of an item can't be read: it lies in itself deeper than is read",
    );
    expect(refusedSummary(`* [A](a.md)\n* \`\`\`yaml\n  a: {\n  \`\`\`\n`)).toBeUndefined();
  });
});
