import type { AssetHrefs } from "../../../design/document.ts";
import type { NavigationItem } from "../../../design/navigation.ts";
import type { NoticeView } from "../../../design/notice.ts";
import type { NotFoundView, PageView, SearchView, ShellView, SiteView } from "../../site/render/view.ts";
import type { SearchAnswer } from "../../../design/search.ts";
import { SAMPLE_HEADINGS, sampleBody } from "./sample-body.ts";

const BASE = "/acme/docs/";

export const SITE: SiteView = {
  title: "Lectern",
  icon: { kind: "emoji", emoji: "📘" },
  homeHref: BASE,
  basePath: BASE,
  locale: "en",
  visibility: "public",
};

export function item(title: string, more: Partial<NavigationItem> = {}): NavigationItem {
  const id = title.toLowerCase().replace(/\W+/g, "-");
  return {
    kind: "page",
    id,
    title,
    href: `${BASE}${id}`,
    current: false,
    open: false,
    hasChildren: (more.children?.length ?? 0) > 0,
    children: [],
    ...more,
  };
}

function group(title: string, children: readonly NavigationItem[]): NavigationItem {
  const id = title.toLowerCase().replace(/\W+/g, "-");
  return { kind: "group", id, title, current: false, open: true, hasChildren: true, children };
}

export const NAVIGATION: readonly NavigationItem[] = [
  item("Welcome", { emoji: "👋" }),
  item("Quickstart", { emoji: "🚀" }),
  group("Get started", [
    item("Install", {
      open: true,
      children: [
        item("From a package"),
        item("On your own machine", {
          open: true,
          current: true,
          children: [item("Behind a proxy"), item("With PostgreSQL and an object store in another region")],
        }),
        item("Upgrades", { hasChildren: true }),
      ],
    }),
    item("Configure"),
    item("First site"),
  ]),
  group("Write", [
    item("Pages", { hasChildren: true }),
    item("Blocks", { hasChildren: true }),
    item("Change requests"),
    item("Import", { hasChildren: true }),
  ]),
  group("Publish", [
    item("Domains"),
    item("Visitor sign-in"),
    item("Adaptive content"),
    item("Source code", { kind: "link", href: "https://example.com/source" }),
  ]),
  group(
    "Reference",
    Array.from({ length: 14 }, (_, at) => item(`Endpoint ${at + 1}`, { hasChildren: at % 3 === 0 })),
  ),
];

export function pageView(assets: AssetHrefs, rows = 4): PageView {
  return {
    site: SITE,
    assets,
    navigation: NAVIGATION,
    breadcrumbs: [
      { title: "Get started", href: "" },
      { title: "Install", href: `${BASE}install` },
    ],
    page: {
      title: "On your own machine",
      description:
        "Run Lectern where your data already lives: one command, one process, and nothing else to install.",
      html: sampleBody(rows),
      headings: SAMPLE_HEADINGS,
      updatedAt: Date.UTC(2026, 2, 14),
      edit: { href: "https://example.com/edit", host: "GitHub" },
      markdownHref: `${BASE}on-your-own-machine.md`,
    },
    previous: { title: "From a package", href: `${BASE}from-a-package` },
    next: { title: "Behind a proxy", href: `${BASE}behind-a-proxy`, emoji: "🛡️" },
    canonicalUrl: "https://docs.example.com/on-your-own-machine",
    robots: "index",
  };
}

/** With sections, variants, a picture for each theme and a long name. */
export function sectionedView(assets: AssetHrefs): PageView {
  const page = pageView(assets);
  return {
    ...page,
    site: {
      ...SITE,
      title: "Acme International Platform Documentation",
      scope: { id: "guides", title: "Guides › 3.x (latest)" },
      sections: [
        { kind: "section", title: "Guides", href: BASE, current: true },
        { kind: "section", title: "API reference", href: `${BASE}api`, current: false },
        {
          kind: "group",
          title: "Products",
          sections: [
            {
              kind: "section",
              title: "Gateway",
              href: `${BASE}gw`,
              current: false,
              description: "Routes and limits traffic",
            },
            {
              kind: "section",
              title: "Ledger",
              href: `${BASE}ledger`,
              current: false,
              description: "Keeps every booking",
            },
          ],
        },
        { kind: "section", title: "Changelog", href: `${BASE}changes`, current: false },
        { kind: "section", title: "Community", href: `${BASE}community`, current: false },
      ],
      links: [
        { title: "Status", href: "https://example.com/status" },
        { title: "Support", href: "https://example.com/support" },
      ],
      footer: {
        text: "© 2026 Acme International",
        groups: [
          { title: "Product", links: [{ title: "Pricing", href: "https://example.com/pricing" }] },
          {
            title: "Company",
            links: [
              { title: "About", href: "https://example.com/about" },
              { title: "Imprint", href: "https://example.com/imprint" },
            ],
          },
        ],
      },
      variants: [
        { title: "3.x (latest)", href: BASE, current: true },
        { title: "2.x", href: `${BASE}2.x`, current: false },
      ],
    },
  };
}

/** Right to left, in Arabic. */
export function rightToLeftView(assets: AssetHrefs): PageView {
  const page = pageView(assets);
  return {
    ...page,
    site: { ...SITE, locale: "ar", title: "التوثيق" },
    breadcrumbs: [{ title: "ابدأ", href: BASE }],
    page: {
      ...page.page,
      title: "التثبيت على جهازك",
      description: "شغّل المنصة حيث توجد بياناتك: أمر واحد وعملية واحدة.",
      html: `<p>هذه فقرة تمهيدية مع <code>code</code> و<a class="link" href="#hints">رابط</a>.</p>${page.page.html}`,
    },
  };
}

/** A long title without spaces, no description, no outline, no neighbours. */
export function bareView(assets: AssetHrefs): PageView {
  const { previous: _previous, next: _next, ...page } = pageView(assets);
  return {
    ...page,
    breadcrumbs: [],
    page: {
      title: "ConfigurationOptionsForTheDistributedTransactionCoordinatorService and what follows from them",
      html: "",
      headings: [],
      markdownHref: `${BASE}x.md`,
    },
  };
}

export function shellView(assets: AssetHrefs): ShellView {
  return { site: SITE, assets, navigation: NAVIGATION };
}

export function emptyView(assets: AssetHrefs): ShellView {
  return { site: SITE, assets, navigation: [] };
}

export function notFoundView(assets: AssetHrefs): NotFoundView {
  return {
    ...shellView(assets),
    navigation: NAVIGATION.map((entry) => ({
      ...entry,
      children: entry.children.map((child) => ({ ...child, open: false, children: [] })),
    })),
    requestedPath: "/get-started/instal-on-premise",
    suggestions: [
      { title: "Install", href: `${BASE}install`, emoji: "📦", ancestors: [] },
      { title: "On your own machine", href: `${BASE}on-your-own-machine`, ancestors: ["Get started"] },
      { title: "Behind a proxy", href: `${BASE}behind-a-proxy`, ancestors: ["Get started", "Install"] },
    ],
  };
}

export function noticeView(assets: AssetHrefs, kind: NoticeView["kind"]): NoticeView {
  const base: NoticeView = { kind, assets, locale: "en" };
  if (kind === "fault") return { ...base, requestId: "req_8sK2mQ" };
  if (kind === "token") {
    const action = { title: "Sign in", href: "https://example.com/login" };
    return { ...base, siteTitle: "Lectern", reason: "The token’s signature is not valid.", action };
  }
  return base;
}

/** What the preview's search answers to anything but "nothing". */
export function searchAnswer(query: string): SearchAnswer {
  if (query === "" || query.startsWith("nothing")) return { query, results: [] };
  const page = (title: string, ancestors: readonly string[]) => ({
    title: [{ text: title.slice(0, 3), match: true as const }, { text: title.slice(3) }],
    href: `${BASE}${title.toLowerCase()}`,
    ancestors,
    excerpt: [
      { text: "Run the installer, then " },
      { text: query, match: true as const },
      { text: " the address that readers will use, and check that the service answers on it." },
    ],
    sections: [
      {
        title: [{ text: "Behind a proxy" }],
        href: `${BASE}${title.toLowerCase()}#proxy`,
        excerpt: [
          { text: "A proxy must pass the " },
          { text: query, match: true as const },
          { text: " header on." },
        ],
      },
    ],
  });
  return {
    query,
    results: [
      page("Install", ["Get started"]),
      page("Upgrades", ["Get started", "Install"]),
      page("Domains", ["Publish"]),
    ],
  };
}

export function searchView(assets: AssetHrefs, query: string): SearchView {
  const shell = shellView(assets);
  const scope = { id: "guides", title: "Guides" };
  return { ...shell, site: { ...shell.site, scope }, answer: searchAnswer(query), isScoped: true };
}
