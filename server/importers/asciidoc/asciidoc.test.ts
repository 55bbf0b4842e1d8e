import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../../test/cost.ts";
import { memorySource } from "../files.ts";
import { planProject } from "../tools/project.fixture.ts";
import { filesOf } from "../tools/projectFiles.ts";
import { openTold } from "../tools/told.ts";
import { componentOf, writeReferences } from "./antora.ts";
import { asciidocIncludes } from "./includes.ts";

const rule = asciidocIncludes(openTold());

const GUIDE = `= The guide
:name: World

Hello *{name}*: <<setup>>, xref:more/other.adoc#part[the other], link:https://x.example/[outside].

[[setup]]
== Set up & go

NOTE: Mind it.

.Careful
[WARNING]
====
Really.
====

.run.rb
[source,ruby]
----
include::_part.rb[tag=main]
----

[cols="1,^1"]
|===
|A |B

|1 |2
|===

term:: meaning

* one
** two
* three

//-

. first
+
more
. second

image::img/dot.png[A dot]

Press kbd:[Ctrl+C].footnote:[Or not.]

latexmath:[x^2]

[latexmath]
++++
a^2
++++

include::_note.adoc[leveloffset=+1]

ifdef::nothing[never shown]
`;

describe("a folder of AsciiDoc", () => {
  const files = {
    "guide.adoc": GUIDE,
    "_part.rb": "# tag::main[]\nputs 1\n# end::main[]\nputs 2\n",
    "_note.adoc": "= A note\n\nIncluded.\n",
    "more/other.adoc": "= Other\n\n[#part]\n== Part\n\nBack to xref:../guide.adoc[the guide].\n",
    "img/dot.png": "png",
  };

  test("becomes its pages, with blocks, includes, links and pictures", async () => {
    const { tree, text, links, plan } = await planProject(files);
    expect(tree).toEqual(["guide: The guide", "more: More", "more/other: Other"]);
    expect(text("guide")).toBe(
      [
        "Hello **World**: [Set up & go](#setup), [the other](more/other.html#part), [outside](https://x.example/).",
        '## Set up & go <a href="#setup" id="setup"></a>',
        '{% hint style="info" %}\nMind it.\n{% endhint %}',
        '{% hint style="warning" %}\n**Careful**\n\nReally.\n{% endhint %}',
        '{% code title="run.rb" %}\n```ruby\nputs 1\n```\n{% endcode %}',
        "| A | B |\n| - | :-: |\n| 1 | 2 |",
        "**term**\n\nmeaning",
        "- one\n  - two\n- three",
        "1. first\n\n   more\n\n2. second",
        "![A dot](img/dot.png)",
        "Press <kbd>Ctrl</kbd>+<kbd>C</kbd>.[^1]",
        "$$x^2$$",
        "$$\na^2\n$$",
        '## A note <a href="#_a_note" id="_a_note"></a>',
        "Included.",
        "[^1]: Or not.",
      ].join("\n\n"),
    );
    expect(links("guide")).toEqual(["more/other.md", "img/dot.png"]);
    expect(links("more/other")).toEqual(["guide.md"]);
    expect(plan.report.skipped.map(({ path }) => path)).toContain("_note.adoc");
  });
});

test("a component of Antora has its navigation, references, pictures and partials", async () => {
  const { tree, text, links, problems } = await planProject({
    "docs/antora.yml": "name: it\nversion: '1'\nnav:\n- modules/ROOT/nav.adoc\n",
    "docs/modules/ROOT/nav.adoc":
      "* xref:start.adoc[Begin]\n** xref:deep/more.adoc[]\n* xref:api:rest.adoc[REST]\n",
    "docs/modules/ROOT/pages/start.adoc":
      "= Start\n\nSee xref:deep/more.adoc#x[more] and xref:api:rest.adoc[].\n\nimage::dot.png[]\n\ninclude::partial$warn.adoc[]\n",
    "docs/modules/ROOT/pages/deep/more.adoc": "= More\n\nxref:start.adoc[up] image:dot.png[]\n",
    "docs/modules/ROOT/partials/warn.adoc": "TIP: From afar.\n",
    "docs/modules/ROOT/images/dot.png": "png",
    "docs/modules/api/pages/rest.adoc": "= REST\n\nxref:ROOT:start.adoc[home]\n",
  });
  expect(tree).toEqual(["start: Start", "start/more: More", "rest: REST"]);
  expect(text("start")).toContain('{% hint style="success" %}\nFrom afar.\n{% endhint %}');
  expect(links("start")).toEqual([
    "docs/modules/ROOT/pages/deep/more.md",
    "docs/modules/api/pages/rest.md",
    "docs/modules/ROOT/images/dot.png",
  ]);
  expect(links("start/more")).toEqual([
    "docs/modules/ROOT/pages/start.md",
    "docs/modules/ROOT/images/dot.png",
  ]);
  expect(links("rest")).toEqual(["docs/modules/ROOT/pages/start.md"]);
  expect(problems[0]).toMatch(/^docs\/antora.yml: this is a project of Antora/);
});

describe("what is made to do harm", () => {
  test("reads nothing but the source, never in a circle, and runs nothing", async () => {
    const { text, problems } = await planProject({
      "a.adoc":
        '= A\n\ninclude::../../../etc/passwd[]\n\ninclude::/etc/passwd[]\n\ninclude::a.adoc[]\n\ninclude::https://x.example/[]\n\n++++\n<script>alert(1)</script><b onclick="x()">bold</b>\n++++\n\n{user-home} end\n',
    });
    expect(text("a")).not.toMatch(/root:|script|onclick|\/root/);
    expect(text("a")).toContain("**bold**");
    expect(problems.join("\n")).toMatch(/includes a\.adoc within itself/);
    expect(problems.join("\n")).toMatch(/includes etc\/passwd, which is not there/);
  });

  test("tags in any order take what they hold, and many that stay open cost what their number costs", async () => {
    const part = (text: string, list: string): string | undefined => {
      const [match] = `include::a.rb[${list}]`.matchAll(rule.pattern);
      return match === undefined ? undefined : rule.read(match, "a.adoc")?.select?.(text);
    };
    const text = "0\ntag::a[]\n1\ntag::b[]\n2\ntag::a[]\nend::a[]\n3\nend::a[]\n4\nend::b[]\nend::b[]\n5";
    const taken = (list: string) => part(text, list)?.split("\n").join("");
    expect(
      ["tag=a", "tag=b", "tags=a;!b", "tags=!a", "tags=*", "tags=*;!a", "tags=**", "tag=c", ""].map(taken),
    ).toEqual(["123", "234", "1", "045", "1234", "4", "012345", undefined, "012345"]);
    const names = Array.from({ length: 30_000 }, (_, at) => `t${at}`);
    for (const end of ["line", "end::none[]", "end::t0[]"])
      await expectModestGrowth((share) => {
        const tags = names.slice(0, share * names.length);
        part(tags.map((tag) => `tag::${tag}[]\n${end}`).join("\n"), "tags=a;!b");
      });
  });

  test("a navigation is read once, from 100 files and 2,000,000 characters", async () => {
    const nav = (paths: readonly string[]): string =>
      `name: it\nnav:\n${paths.map((path) => `- ${path}\n`).join("")}`;
    const texts = { "antora.yml": nav(Array.from({ length: 10_000 }, () => "nav.adoc")), "nav.adoc": "* x" };
    const named = Object.entries(texts).map(([name, bytes]) => ({ name, bytes }));
    const component = await componentOf(filesOf(memorySource(named)), openTold());
    expect([...(component?.navigation ?? [])]).toEqual(["nav.adoc"]);
    const pages = { "modules/ROOT/pages/a.adoc": "= A\n", "modules/ROOT/pages/b.adoc": "= B\n" };
    const short = Array.from({ length: 99 }, (_, at) => [`${at}.adoc`, ""] as const);
    const navs = {
      "b.adoc": "* xref:b.adoc[]\n",
      ...Object.fromEntries(short),
      "a.adoc": "* xref:b.adoc[]\n** xref:a.adoc[]\n",
    };
    const names = ["b.adoc", ...short.map(([name]) => name), "a.adoc"];
    const many = await planProject({ ...pages, ...navs, "antora.yml": nav(names) });
    const long = await planProject({
      ...pages,
      "antora.yml": nav(["b.adoc", "long.adoc"]),
      "b.adoc": navs["b.adoc"],
      "long.adoc": navs["a.adoc"] + "/".repeat(2_000_000),
    });
    for (const { tree, problems } of [many, long]) {
      expect(problems).toContain(
        "antora.yml: its navigation is more than 100 files or 2,000,000 characters: the rest of it is left out",
      );
      expect(tree).toContain("b: B");
      expect(tree).not.toContain("b/a: A");
    }
  });

  test("references within references cost what their length costs", async () => {
    const component = { settings: "antora.yml", folder: "", navigation: new Set<string>() };
    const written = (text: string): string => writeReferences(text, component, "ROOT", "");
    expect(written("xref:a.adoc[A] xref:b#c[] xref:none xref:[x] xref:m:d.adoc[]")).toBe(
      "xref:modules/ROOT/pages/a.adoc[A] xref:modules/ROOT/pages/b.adoc#c[] xref:none xref:[x] xref:modules/m/pages/d.adoc[]",
    );
    for (const part of ["xref:", "xref:a#", "xref:#", "#xref:"])
      await expectModestGrowth((share) => written(part.repeat(share * 200_000)));
  });

  test("takes what it may, and the others come in", async () => {
    const deep = Array.from({ length: 10_000 }, (_, at) => `${"*".repeat(at % 60)} x`).join("\n");
    const doubled = Array.from({ length: 40 }, (_, at) => `:a${at + 1}: {a${at}}{a${at}}`).join("\n");
    const { tree } = await planProject({
      "line.adoc": `= A line\n\n${"x".repeat(1_000_000)}\n`,
      "blocks.adoc": `= Blocks\n\n${"====\n".repeat(10_000)}`,
      "lists.adoc": `= Lists\n\n${deep}`,
      "marks.adoc": `= Marks\n\n${"*_`#".repeat(20_000)}\n\n${"<<".repeat(20_000)}\n\n${"{a".repeat(20_000)}`,
      "bomb.adoc": `= Bomb\n:a0: xx\n${doubled}\n\n{a40}\n`,
      "good.adoc": "= Good\n\nIt is.\n",
    });
    expect(tree).toContain("good: Good");
  }, 60_000);
});
