import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
const base = "/acme/guide/";
let writer: Person;
let space: string;
let ids: Record<string, string> = {};

const change = (changes: unknown[]) => world().post(`/spaces/${space}/content`, { changes }, writer);
const set = (variables: object) => change([{ operation: "set_variables", variables }]);
const read = async (path: string) => (await world().visit(base + path)).text;

const PRODUCT = '<code class="expression">space.vars.product</code>';

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const at = `/orgs/${world().organization}/sites`;
  const { body: site } = await world().post(at, { title: "Guide", spaces: "empty" }, writer);
  const { body: published } = await world().get(`${at}/${site.id}/published`, writer);
  space = published.structure.structure[0].space.id;
  await set({ product: "Anvil <b>", beta: false });
  const page = (ref: string, markdown: string, more: object = {}) => ({
    operation: "insert_page",
    ref,
    slug: ref,
    document: { markdown },
    ...more,
  });
  const text = [
    `Welcome to ${PRODUCT}, edition <code class="expression">page.vars.edition</code>.`,
    "{% if space.vars.beta %}\n\nBeta words for zebras. See [beta](./beta.md).\n\n{% endif %}",
    "{% if !space.vars.beta %}\n\nStable words.\n\n{% endif %}",
    "{% if visitor.claims.plan == 'pro' %}\n\nPaid words.\n\n{% endif %}",
    "{% if visitor.claims.none.of.it %}\n\nBroken words.\n\n{% endif %}",
    "Read [all](./beta.md) of it.",
  ].join("\n\n");
  const { body } = await change([
    page("home", `# Home\n\n${text}`, { variables: { edition: "first" } }),
    page("beta", "# Beta page\n\nOnly for testers: quokka.", { condition: "space.vars.beta" }),
    {
      operation: "insert_page",
      type: "group",
      title: "Testing",
      ref: "testing",
      condition: "space.vars.beta",
    },
    page("last", "# Last"),
  ]);
  ids = Object.fromEntries(body.changes.map((done: { ref: string; page: string }) => [done.ref, done.page]));
  await change([page("inner", "# Inner page\n\nBelow the testers: wombat.", { into: ids["testing"] })]);
  await change([page("below", "# Below beta", { into: ids["beta"] })]);
  await change([
    {
      operation: "update_page",
      page: ids["home"],
      document: { markdown: `# Home\n\n${text.replaceAll("./beta.md", `/pages/${ids["beta"]}`)}` },
    },
  ]);
  await world().post(`${at}/${site.id}/publish`, undefined, writer);
  await world().runJobs();
});

describe("while the condition fails", () => {
  test("a page shows values and what holds, and nothing of what does not", async () => {
    const text = await read("");
    expect(text).toContain("Anvil &lt;b&gt;");
    expect(text).toContain(">first</span>");
    expect(text).toContain("Stable words.");
    for (const hidden of ["zebras", "Paid words", "Broken words", "space.vars"])
      expect(text).not.toContain(hidden);
    const markdown = await read("home.md");
    expect(markdown).toContain("Welcome to Anvil \\<b\\>, edition first.");
    expect(markdown).toContain("Stable words.");
    for (const hidden of ["zebras", "Paid words", "Broken words", "{%", "space.vars"])
      expect(markdown).not.toContain(hidden);
  });

  test("pages under it are nowhere", async () => {
    for (const path of [
      "beta",
      "beta.md",
      "beta/below",
      "testing",
      "testing/inner",
      `~/nav/${ids["testing"]}`,
    ]) {
      const { status, text } = await world().visit(base + path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toContain("testers");
    }
    for (const path of [
      "",
      "last",
      "llms.txt",
      "llms-full.txt",
      "sitemap.xml",
      "~/search.json?q=quokka",
      "~/search.json?q=wombat",
      "~/search.json?q=zebras",
    ]) {
      const text = await read(path);
      for (const hidden of ["Beta page", "Inner page", "Below beta", "quokka: ", "/beta", "/inner"])
        expect([path, text.includes(hidden)]).toEqual([path, false]);
    }
    expect(await read("~/search.json?q=zebras")).toContain('"results":[]');
    expect(await read("")).toMatch(/>all<|>all /);
  });

  test("neighbours pass over them", async () => {
    expect(await read("")).toMatch(new RegExp(`class="pager-card pager-next"\\s+href="${base}last"`));
  });
});

describe("once the condition holds", () => {
  beforeAll(async () => {
    await set({ beta: true });
    await world().runJobs();
  });

  test("the page shows its other part", async () => {
    const text = await read("");
    expect(text).toContain("zebras");
    expect(text).not.toContain("Stable words.");
    expect(text).toContain(`href="${base}beta"`);
    expect(await read("home.md")).toContain(`[beta](http://sites.test${base}beta.md)`);
  });

  test("its pages are where pages are", async () => {
    for (const path of ["beta", "beta/below", "testing/inner"])
      expect([path, (await world().visit(base + path)).status]).toEqual([path, 200]);
    expect(await read("llms.txt")).toContain("Beta page");
    expect(await read("sitemap.xml")).toContain(`${base}beta/below`);
    expect(await read("~/search.json?q=quokka")).toContain(`${base}beta`);
    expect(await read("~/search.json?q=zebras")).toContain('"match":true');
  });
});

test("a variable that no page asks for leaves every body where it is", async () => {
  const before = await read("last");
  await set({ unrelated: 1 });
  expect(await read("last")).toBe(before);
});

test("tags that the space says how they look are shown, primary ones in the table of contents too", async () => {
  const tagged = (tag: string, primary: boolean) => ({ tag: { kind: "tag", tag }, primary });
  await change([
    { operation: "set_tags", tags: { old: { label: "Since <1.0>", icon: "clock", color: "#dd3333" } } },
    {
      operation: "update_page",
      page: ids["last"],
      tags: [tagged("unheard-of", true), tagged("old", true)],
    },
  ]);
  const page = await read("last");
  const column = page.slice(
    page.indexOf('<nav class="side"'),
    page.indexOf("</nav>", page.indexOf('<nav class="side"')),
  );
  const head = page.slice(page.indexOf('<header class="page-head"'), page.indexOf('<div class="prose"'));
  for (const part of [column, head]) {
    expect(part).toContain('<span class="tag tag-red"');
    expect(part).toContain("Since &lt;1.0&gt;</span");
  }
  expect(page).not.toContain("unheard-of");
  await change([{ operation: "update_page", page: ids["last"], layout: { tags: false } }]);
  const hidden = await read("last");
  expect(hidden.match(/class="tag /g)).toHaveLength(1);
  await change([{ operation: "update_page", page: ids["last"], tags: [] }]);
  expect(await read("last")).not.toContain('class="tag ');
});

test("without any page that may be seen, the site is empty", async () => {
  await change(
    ["home", "last", "beta", "testing"].map((ref) => ({
      operation: "update_page",
      page: ids[ref],
      condition: "visitor.claims.isStaff",
    })),
  );
  const { status, text } = await world().visit(base);
  expect(status).toBe(200);
  expect(text).toContain("Nothing here yet");
  expect(await read("llms.txt")).not.toContain("Home");
});
