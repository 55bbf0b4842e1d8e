/** Pages in looks that sites may choose: between them every choice occurs. */
import type { AssetHrefs } from "../../../design/document.ts";
import type { PageView, SiteView } from "../../site/render/view.ts";
import { firstFile } from "../../../design/families.ts";
import { sheetName, type SheetChoices } from "../../../design/sheet.ts";
import { item, NAVIGATION, pageView, sectionedView } from "./fixtures.ts";

const BASE = "/acme/docs/";
const colour = (light: string, dark = light) => ({ light, dark });
const PICTURE = { light: "/files/picture.svg", dark: "/files/dark.svg", width: 160, height: 40 };

interface Worn {
  readonly choices: SheetChoices;
  readonly site: Partial<SiteView>;
}

function wear(page: PageView, { choices, site }: Worn): PageView {
  const accent = `/assets/${sheetName(choices)}`;
  const font = choices.font && firstFile(choices.font);
  const preload = font === undefined ? {} : { preload: `/assets/${font}` };
  return { ...page, site: { ...page.site, ...site }, assets: { ...page.assets, accent, ...preload } };
}

const MENU = {
  title: "Community",
  href: "",
  links: [
    { title: "Forum", href: "https://example.com/forum" },
    { title: "Meetings", href: `${BASE}meetings` },
  ],
};

/** A coloured header with a logo, a menu and buttons, an announcement, a full footer. */
export function boldView(assets: AssetHrefs): PageView {
  const page = sectionedView(assets);
  const { footer } = page.site;
  return wear(
    { ...page, page: { ...page.page, cover: { ...PICTURE, tenths: 5, size: "full" } } },
    {
      choices: { primary: colour("#d9480f", "#ff922b"), success: colour("#2b8a3e"), font: "Merriweather" },
      site: {
        logo: PICTURE,
        traits: [
          "theme-bold",
          "bar-bold",
          "corners-circular",
          "links-accent",
          "icons-duotone",
          "side-filled",
          "list-pill",
        ],
        announcement: {
          id: "v3",
          message: "Version 3 is out: faster search, and sites in ten languages.",
          style: "success",
          link: { title: "What is new", href: `${BASE}changes` },
        },
        links: [
          { title: "Status", href: "https://example.com/status" },
          MENU,
          { title: "Sign up", href: "https://example.com/join", button: "primary" },
        ],
        sections: (page.site.sections ?? []).map((section, at) => ({
          ...section,
          icon: ["book", "code", "box", "clock", "users"][at] ?? "star",
        })),
        footer: {
          groups: footer?.groups ?? [],
          text: footer?.text ?? "",
          logo: PICTURE,
          privacyHref: "https://example.com/privacy",
          withTrademark: true,
        },
        opensTabs: true,
        withAssistants: true,
      },
    },
  );
}

/** A header in the other theme's colours, straight corners, dark to begin with. */
export function contrastView(assets: AssetHrefs): PageView {
  return wear(pageView(assets), {
    choices: {
      primary: colour("#0b7285", "#22b8cf"),
      warning: colour("#e8590c"),
      font: "Inter",
      monospaceFont: "JetBrainsMono",
    },
    site: {
      traits: [
        "theme-gradient",
        "bar-contrast",
        "corners-straight",
        "depth-flat",
        "icons-light",
        "list-line",
        "search-subtle",
      ],
      theme: "dark",
      announcement: { id: "m", message: "Maintenance on Sunday from 02:00 UTC.", style: "warning" },
      links: [MENU, { title: "Download", href: `${BASE}get`, button: "secondary" }],
    },
  });
}

/** Tinted greys, a header of its own colour, light for good; a page whose text is the pages below it. */
export function mutedView(assets: AssetHrefs): PageView {
  const { page, ...rest } = pageView(assets);
  const icons = ["rocket", "gear", "no-such-icon"];
  return wear(
    {
      ...rest,
      navigation: [
        ...icons.map((icon) => item(`With ${icon}`, { icon })),
        item("A flag", { emoji: "1f1e9-1f1ea" }),
        ...NAVIGATION,
      ],
      page: {
        ...page,
        html: "",
        headings: [],
        icon: "book-open",
        layout: { width: "wide" },
        subpages: [
          { title: "Install", href: `${BASE}install`, description: "In five minutes.", icon: "download" },
          { title: "Configure", href: `${BASE}configure`, description: "Every setting.", emoji: "2699" },
          { title: "Upgrade", href: `${BASE}upgrade` },
        ],
      },
    },
    {
      choices: {
        primary: colour("#5f3dc4", "#9775fa"),
        tint: colour("#5f3dc4"),
        bar: colour("#2b1d5c", "#2b1d5c"),
        barLinks: colour("#d0bfff"),
        danger: colour("#a61e4d"),
      },
      site: {
        traits: ["theme-muted", "bar-custom", "icons-thin"],
        theme: "light",
        isThemeFixed: true,
        withMarkdown: false,
        announcement: { id: "d", message: "Version 1 ends on 31 December.", style: "danger" },
        links: [{ title: "Status", href: "https://example.com/status" }],
      },
    },
  );
}
