import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../../test/cost.ts";
import { memorySource } from "../files.ts";
import { readArchive } from "../kinds.ts";
import { planImport } from "../plan.ts";
import { listPages } from "../planned.ts";
import type { ExportedObject } from "./entities.ts";
import { outlineOf } from "./pageTree.ts";
import { storageHtml } from "./storage.ts";

const cdata = (text: string): string => `<![CDATA[${text.replaceAll("]]>", "]] >")}]]>`;
const property = (name: string, value: string): string =>
  `<property name="${name}">${cdata(value)}</property>`;
const reference = (name: string, type: string, id: string): string =>
  `<property name="${name}" class="${type}" package="com.atlassian"><id name="id">${id}</id></property>`;
const object = (type: string, id: string, ...inside: string[]): string =>
  `<object class="${type}" package="com.atlassian"><id name="id">${id}</id>${inside.join("")}</object>`;

interface WikiPage {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly more?: string;
}

const pageOf = ({ id, title, body, more = "" }: WikiPage): string =>
  object(
    "Page",
    id,
    property("title", title),
    '<collection name="bodyContents" class="java.util.Collection"><element class="BodyContent"><id name="id">9</id></element></collection>',
    property("contentStatus", "current"),
    more,
  ) + object("BodyContent", `b${id}`, property("body", body), reference("content", "Page", id));

const exported = (...objects: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<hibernate-generic datetime="2026-01-01">${objects.join("\n")}</hibernate-generic>`;

async function read(xml: string, files: Readonly<Record<string, string>> = {}) {
  const source = await readArchive(
    "confluence",
    memorySource(Object.entries({ "entities.xml": xml, ...files }).map(([name, bytes]) => ({ name, bytes }))),
  );
  try {
    const plan = await planImport(source);
    const pages = listPages(plan.pages);
    return {
      tree: pages.map(({ address, title }) => `${address}: ${title}`),
      text: (title: string) => (pages.find((page) => page.title === title)?.body.source ?? "").trim(),
      links: (title: string) =>
        pages
          .find((page) => page.title === title)
          ?.body.links.map(({ target }) => (target.kind === "page" ? target.key : target.path)),
      report: plan.report,
    };
  } finally {
    await source.close();
  }
}

const HOME = `<p>H&eacute;llo <strong>you</strong>, <ac:link ac:anchor="Part"><ri:page ri:content-title="Set up &amp; go" /><ac:link-body>go <em>on</em></ac:link-body></ac:link> or <ac:link><ri:page ri:content-title="Not here"/></ac:link>.</p>
<ac:structured-macro ac:name="toc"/>
<ac:structured-macro ac:name="note"><ac:rich-text-body><p>Hot</p></ac:rich-text-body></ac:structured-macro>
<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">java</ac:parameter><ac:parameter ac:name="title">A.java</ac:parameter><ac:plain-text-body><![CDATA[if (a < b && c[0] > 1) {}]]></ac:plain-text-body></ac:structured-macro>
<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">More</ac:parameter><ac:rich-text-body><p>inside</p></ac:rich-text-body></ac:structured-macro>
<p>It is <ac:structured-macro ac:name="status"><ac:parameter ac:name="colour">Green</ac:parameter><ac:parameter ac:name="title">Done</ac:parameter></ac:structured-macro> since <time datetime="2026-05-04"/>.</p>
<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell><p>left</p></ac:layout-cell><ac:layout-cell><p>right</p></ac:layout-cell></ac:layout-section></ac:layout>
<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>done</ac:task-body></ac:task><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>open</ac:task-body></ac:task></ac:task-list>
<ac:image ac:alt="A dot"><ri:attachment ri:filename="dot 1.png"/></ac:image>
<p><ac:link><ri:attachment ri:filename="spec.pdf"/></ac:link> <ac:emoticon ac:name="smile" ac:emoji-fallback="🙂"/></p>
<ac:structured-macro ac:name="strange"><ac:rich-text-body><p>kept</p></ac:rich-text-body></ac:structured-macro>`;

test("an export as XML becomes its pages, in their tree, with macros, links and attachments", async () => {
  const attachment = (id: string, title: string, version: string): string =>
    object(
      "Attachment",
      id,
      property("title", title),
      `<property name="version">${version}</property>`,
      reference("containerContent", "Page", "1"),
    );
  const xml = exported(
    object("Space", "s", property("name", "It"), reference("homePage", "Page", "1")),
    pageOf({
      id: "2",
      title: "Set up & go",
      body: "<h2>Part</h2><p>x</p>",
      more: `${reference("parent", "Page", "1")}<property name="position">2</property>`,
    }),
    pageOf({
      id: "3",
      title: "First",
      body: "<p>short</p>",
      more: `${reference("parent", "Page", "1")}<property name="position">1</property>`,
    }),
    pageOf({ id: "1", title: "Home", body: HOME }),
    object(
      "Page",
      "7",
      property("title", "Home"),
      property("contentStatus", "current"),
      reference("originalVersion", "Page", "1"),
    ),
    object("Page", "8", property("title", "Gone"), property("contentStatus", "deleted")),
    object("BodyContent", "b7", property("body", "<p>earlier</p>"), reference("content", "Page", "7")),
    attachment("41", "dot 1.png", "2"),
    attachment("42", "spec.pdf", "1"),
  );
  const { tree, text, links, report } = await read(xml, {
    "attachments/1/41/1": "old",
    "attachments/1/41/2": "new",
    "attachments/1/42/1": "pdf",
  });
  expect(tree).toEqual(["home: Home", "home/first: First", "home/set-up-go: Set up & go"]);
  expect(text("Home")).toBe(
    [
      "Héllo **you**, [go *on*](2.html#Part) or Not here.",
      '{% hint style="warning" %}\nHot\n{% endhint %}',
      '{% code title="A.java" %}\n```java\nif (a < b && c[0] > 1) {}\n```\n{% endcode %}',
      "<details>\n\n<summary>More</summary>\n\ninside\n\n</details>",
      'It is <mark style="background-color:green;">Done</mark> since 2026-05-04.',
      "{% columns %}\n{% column %}\nleft\n{% endcolumn %}\n\n{% column %}\nright\n{% endcolumn %}\n{% endcolumns %}",
      "- [x] done\n- [ ] open",
      "![A dot](../attachments/1/dot%201.png)",
      "[spec.pdf](../attachments/1/spec.pdf) 🙂",
      "kept",
    ].join("\n\n"),
  );
  expect(links("Home")).toEqual(["pages/2.md", "attachments/1/dot 1.png", "attachments/1/spec.pdf"]);
  expect(text("First")).toBe("short");
  expect(report.problems).toEqual([
    { path: "Home", message: "the macro strange is not known here: its content is kept" },
  ]);
  // The earlier version of a picture.
  expect(report.skipped.map(({ path }) => path)).toEqual(["attachments/1/41/1"]);
});

describe("what is made to do harm", () => {
  test("entities that multiply, parents in a circle, and texts that are none harm nobody else", async () => {
    const bomb = exported(pageOf({ id: "1", title: "A", body: "<p>x</p>" })).replace(
      "<hibernate",
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><hibernate',
    );
    expect((await read(bomb)).tree).toEqual(["a: A"]);
    await expect(read(bomb.replace(cdata("A"), "&b;"))).rejects.toThrow(/entities\.xml can't be read/);
    const circle = exported(
      pageOf({ id: "1", title: "A", body: "<p>not closed", more: reference("parent", "Page", "2") }),
      pageOf({ id: "2", title: "B", body: "<p>fine</p>", more: reference("parent", "Page", "1") }),
    );
    const { tree, report } = await read(circle);
    expect(tree).toEqual(["b: B", "b/a: A"]);
    expect(report.skipped).toContainEqual({
      path: "A",
      reason: expect.stringContaining("its text is no XML"),
    });
    await expect(read("no XML at all")).rejects.toThrow(/entities\.xml can't be read/);
  });

  test("a text may be nested up to a thousand levels", () => {
    const names = {
      page: () => undefined,
      file: () => undefined,
      unknown: () => undefined,
      left: () => undefined,
    };
    const deep = (levels: number): string =>
      `${"<ac:link><b>".repeat(levels / 2)}x${"</b></ac:link>".repeat(levels / 2)}`;
    expect(storageHtml(deep(900), names)).toContain("");
    expect(() => storageHtml(deep(10_000), names)).toThrow("its elements lie deeper than 1,000 levels");
  });

  test("an export of nothing but open tags, or of attributes, is refused long before its end", async () => {
    const openXmlOf = (levels: number): Promise<unknown> =>
      read(`${"<a>".repeat(levels)}${"</a>".repeat(levels)}`);
    await expect(openXmlOf(1_001)).rejects.toThrow(
      "entities.xml can't be read: its elements lie deeper than 1,000 levels.",
    );
    expect(await openXmlOf(1_000).then(() => "read")).toBe("read");
    // Elements beside each other are no depth.
    expect((await read(exported("<a><b/></a>".repeat(5_000)))).tree).toEqual([]);
    const attributes = Array.from({ length: 1_001 }, (_, at) => ` a${at}=""`).join("");
    await expect(read(`<a${attributes}/>`)).rejects.toThrow(
      /an element of it has more than 1,000 attributes/,
    );
  });

  test("an export takes at most 10,000 pages", async () => {
    const pages = Array.from({ length: 10_001 }, (_, at) =>
      object("Page", String(at), property("title", "A")),
    );
    await expect(read(exported(...pages))).rejects.toThrow("entities.xml has more than 10,000 pages");
  });

  test("pages in one chain, or in one circle, cost what their number costs", async () => {
    const chain = (count: number, first: string): ReadonlyMap<string, ExportedObject> =>
      new Map(
        Array.from({ length: count }, (_, at) => {
          const references = new Map([["parent", at === 0 ? first : `p${at - 1}`]]);
          return [`p${at}`, { type: "Page", id: `p${at}`, values: new Map(), references }] as const;
        }),
      );
    const top = (pages: ReadonlyMap<string, ExportedObject>): unknown[] =>
      outlineOf(pages, undefined).map((node) => [node.key, listPages(node.children ?? []).length]);
    expect(top(chain(3, ""))).toEqual([["pages/p0.md", 2]]);
    // The last of a circle goes to the top, and the others are below it.
    expect(top(chain(3, "p2"))).toEqual([["pages/p2.md", 2]]);
    expect(top(chain(10_000, "p9999"))).toEqual([["pages/p9999.md", 9_999]]);
    for (const first of ["", "p19999", "p10"]) {
      // Made before: what is measured is the outline, not the making of so many objects.
      const [some, all] = [chain(2_500, first), chain(20_000, first)];
      await expectModestGrowth((share) => outlineOf(share < 1 ? some : all, undefined));
    }
  });
});
