import { describe, expect, test } from "vitest";
import * as fixtures from "../../test/preview/fixtures.ts";
import { sampleBody } from "../../test/preview/sample-body.ts";
import { previewPages } from "../../test/preview/server.ts";
import { queryFromPath } from "./not-found.ts";
import { renderPage } from "./page.ts";
import type { AssetHrefs } from "../../../design/document.ts";
import type { PageView } from "./view.ts";

const ASSETS: AssetHrefs = { early: "/e.js", script: "/s.js", style: "/s.css", accent: "/a.css" };
const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;

/** What the samples have as their content. */
const OF_CONTENT = sampleBody();

function render(change: Partial<PageView> = {}): string {
  return renderPage({ ...fixtures.pageView(ASSETS), ...change });
}

describe("every template", () => {
  const plain = { title: "Sink", html: "<p>x</p>", headings: [], markdownHref: "/x.md" };

  test.each([...previewPages(ASSETS, plain)])("%s carries nothing inline", (_, page) => {
    expect(page).not.toMatch(/<script(?![^>]* src=)/);
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i);
    expect(page.match(/<html\s/g)).toHaveLength(1);
    expect(page.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(page.match(/<main[\s>]/g)).toHaveLength(1);
  });

  test.each([...previewPages(ASSETS, plain)])(
    "%s gives no id twice, nor one that content could have",
    (_, page) => {
      const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
      expect(ids.filter((id) => !id?.startsWith("~") && !OF_CONTENT.includes(`id="${id}"`))).toEqual([]);
    },
  );
});

describe("renderPage", () => {
  test.each([
    [[3, 3], 0],
    [[2, 3, 3], 2],
    [[3, 2], 1],
  ])("indents of headings %j what stands under larger ones", (levels, deep) => {
    const headings = levels.map((level, at) => ({ level, id: `h${at}`, text: "Heading" }));
    const outline = /<aside class="outline">[\s\S]*?<\/aside>/.exec(
      render({ page: { ...fixtures.pageView(ASSETS).page, headings } }),
    )?.[0];
    expect(outline?.match(/outline-deep/g) ?? []).toHaveLength(deep);
  });

  test.each([
    ["Version 3 is **out**", "Version 3 is <strong>out</strong>"],
    ["*New*: `npm i` and ~~old~~", "<em>New</em>: <code>npm i</code> and <s>old</s>"],
    ["[Read **more**](/changes)", '<a href="/changes" >Read <strong>more</strong></a>'],
    ["[Out](https://example.com/a?b=1&c)", '<a href="https://example.com/a?b=1&amp;c" >Out</a>'],
    ["[Run](javascript:alert(1))", "Run"],
    ["[Beside](other-page)", "Beside"],
    ["# Not a *heading*", "# Not a *heading*"],
    ["![A *picture*](/a.png)", "![A *picture*](/a.png)"],
    ["<b>Bold</b> & *not*", "<strong>Bold</strong> &amp; <em>not</em>"],
    ["<script>x</script> *not*", "&lt;script&gt;x&lt;/script&gt; *not*"],
    ["From $5 to $6 for 2 * 3", "From $5 to $6 for 2 * 3"],
  ])("announces %j with the emphasis and the links that it has", (message, shown) => {
    const { site } = fixtures.pageView(ASSETS);
    const page = render({ site: { ...site, announcement: { id: "a", message, style: "danger" } } });
    expect(/<p dir="auto">(.*?)<\/p>/.exec(page)?.[1]).toBe(shown);
  });

  test("tells search engines and link previews what the page is", () => {
    const page = render();
    expect(page).toContain('<link rel="canonical" href="https://docs.example.com/on-your-own-machine" />');
    expect(page).toContain('property="og:title" content="On your own machine"');
    expect(page).toContain('property="og:site_name" content="Lectern"');
    expect(page).toContain('type="text/markdown" href="/acme/docs/on-your-own-machine.md"');
    expect(page).toContain("<title>On your own machine · Lectern</title>");
    expect(page).not.toContain('name="robots"');
    expect(render({ robots: "noindex" })).toContain('<meta name="robots" content="noindex, nofollow" />');
  });

  test("loads the blocking script in the head, behind the style sheets it waits for", () => {
    const page = render();
    expect(page.indexOf("/a.css")).toBeLessThan(page.indexOf("/e.js"));
    expect(page.indexOf("/e.js")).toBeLessThan(page.indexOf("<body"));
  });

  test("prints hostile text as text, wherever it comes from", () => {
    const view = fixtures.sectionedView(ASSETS);
    const link = { title: HOSTILE, href: `javascript:${HOSTILE}` };
    const page = renderPage({
      ...view,
      site: {
        ...view.site,
        title: HOSTILE,
        icon: { kind: "emoji", emoji: HOSTILE },
        homeHref: "javascript:alert(1)",
        sections: [{ kind: "section", title: HOSTILE, href: link.href, current: true, description: HOSTILE }],
        variants: [
          { ...link, current: true },
          { ...link, current: false },
        ],
        links: [link],
        footer: { text: HOSTILE, groups: [{ title: HOSTILE, links: [link] }] },
      },
      navigation: [fixtures.item(HOSTILE, { href: link.href, emoji: HOSTILE, id: HOSTILE })],
      breadcrumbs: [link],
      page: {
        ...view.page,
        title: HOSTILE,
        description: HOSTILE,
        emoji: HOSTILE,
        html: "",
        headings: [{ level: 2, id: HOSTILE, text: HOSTILE }],
        edit: { href: link.href, host: HOSTILE },
        markdownHref: link.href,
      },
      previous: link,
      next: link,
      canonicalUrl: link.href,
    });
    expect(page).not.toContain("<script>");
    expect(page).not.toContain("<img src=x");
    expect(page).not.toMatch(/(?:href|src)="\s*javascript:/i);
  });

  test("says the way to it so that search engines read it too", () => {
    const [list = ""] =
      /<ol itemscope itemtype="https:\/\/schema.org\/BreadcrumbList">[^]*?<\/ol>/.exec(render()) ?? [];
    const names = [...list.matchAll(/itemprop="name"\s*>([^<]*)</g)].map(([, name]) => name);
    expect(names).toEqual(["Get started", "Install"]);
    expect([...list.matchAll(/itemprop="position"\s+hidden\s*>(\d)</g)].map(([, at]) => at)).toEqual([
      "1",
      "2",
    ]);
    expect(list).toMatch(/<a itemprop="item" href="[^"]*install">/);
  });

  test("has in one menu what can be done with it: each where there is something to do", () => {
    const view = fixtures.pageView(ASSETS);
    const menuOf = (change: Partial<PageView>): [title: string, to: string][] => {
      const list = /<ul class="menu-list">([^]*?)<\/ul>/.exec(
        /<div class="page-actions">[^]*/.exec(render(change))?.[0] ?? "",
      )?.[1];
      return [...(list ?? "").matchAll(/<li[^]*?<\/li>/g)].map(([entry]) => [
        /<span class="menu-title"[^>]*>([^<]*)</.exec(entry)?.[1]?.trim() ?? "",
        (/(?:href|data-copy-text)="([^"]*)"/.exec(entry)?.[1] ?? "").replaceAll("&amp;", "&"),
      ]);
    };
    const mcpUrl = "https://docs.example.com/~mcp";
    const page = {
      ...view.page,
      markdownHref: "/a.md",
      pdfHref: "/a.pdf",
      edit: { href: "https://git.example.com/a", host: "Forge" },
    };
    const canonicalUrl = "https://docs.example.com/a?b";
    const { mcpUrl: _mcp, withMarkdown: _markdown, withAssistants: _assistants, ...own } = view.site;
    const site = { ...own, title: "Our Docs!" };
    const all = menuOf({ page, site: { ...site, mcpUrl, withAssistants: true }, canonicalUrl });
    const question = encodeURIComponent(`Read ${canonicalUrl} so that I can ask you about it.`);
    expect(all).toEqual([
      ["View as Markdown", "/a.md"],
      ["Download as PDF", "/a.pdf"],
      ["Edit on Forge", "https://git.example.com/a"],
      ["Open in ChatGPT", `https://chatgpt.com/?q=${question}`],
      ["Open in Claude", `https://claude.ai/new?q=${question}`],
      [
        "Add to Cursor",
        expect.stringMatching(/^https:\/\/cursor\.com\/en\/install-mcp\?name=our-docs&config=/),
      ],
      [
        "Add to VS Code",
        expect.stringMatching(/^https:\/\/vscode\.dev\/redirect\/mcp\/install\?name=our-docs&/),
      ],
      ["Copy command for Claude Code", `claude mcp add --transport http our-docs ${mcpUrl}`],
      ["Copy MCP address", mcpUrl],
    ]);
    const [cursor, code] = all.slice(5, 7).map(([, to]) => new URL(to).searchParams.get("config") ?? "");
    expect(JSON.parse(atob(cursor ?? ""))).toEqual({ url: mcpUrl });
    expect(JSON.parse(code ?? "")).toEqual({ type: "http", url: mcpUrl });
    const { pdfHref: _pdf, edit: _edit, feedHref: _feed, ...bare } = page;
    const less = menuOf({ page: bare, site });
    expect(less.map(([title]) => title)).toEqual(["View as Markdown"]);
  });

  test("has the cover for dark pages beside the other, each shown in its theme", () => {
    const { page } = fixtures.pageView(ASSETS);
    const coverOf = (cover: NonNullable<PageView["page"]["cover"]>): string[][] => {
      const shown = render({ page: { ...page, cover } });
      return [...shown.matchAll(/<img[^>]*class="(cover[^"]*)"[^>]*>/g)].map(([image, classes = ""]) => [
        /src="([^"]*)"/.exec(image)?.[1] ?? "",
        ...(classes.match(/(?:light|dark)-only/g) ?? []),
      ]);
    };
    expect(coverOf({ light: "/l.png", dark: "/d.png", tenths: 3, size: "full" })).toEqual([
      ["/l.png", "light-only"],
      ["/d.png", "dark-only"],
    ]);
    expect(coverOf({ light: "/l.png", tenths: 3, size: "hero" })).toEqual([["/l.png"]]);
  });

  test("leaves out what the author turned off", () => {
    const view = fixtures.pageView(ASSETS);
    const layout = {
      title: false,
      description: false,
      navigation: false,
      outline: false,
      pagination: false,
      metadata: false,
    };
    const page = renderPage({ ...view, page: { ...view.page, layout } });
    expect(page).toContain('<h1 class="visually-hidden">On your own machine</h1>');
    for (const gone of ["page-description", 'class="side"', "outline-list", "pager-card", "page-meta"]) {
      expect(page).not.toContain(gone);
    }
  });

  test.each([
    ["en", "Last updated March 14, 2026"],
    ["de", "14. März 2026"],
    ["not a locale!", "2026-03-14"],
  ])("writes the day as %s does", (locale, expected) => {
    const view = fixtures.pageView(ASSETS);
    expect(renderPage({ ...view, site: { ...view.site, locale } })).toContain(expected);
  });
});

test.each([
  ["/guides/install-on_premise.md", "install on premise"],
  ["/a/b/", "b"],
  ["/", ""],
  ["/index.html", "index"],
])("the words of %s are %j", (path, words) => {
  expect(queryFromPath(path)).toBe(words);
});
