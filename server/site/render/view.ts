/**
 * What the published world's templates print. Everything here is plain data: the resolver fills it in,
 * the templates only read it, so one view always makes the same bytes.
 */
import type { BarLinkView, LinkView } from "../../../design/bar.ts";
import type { AssetHrefs } from "../../../design/document.ts";
import type { FaviconBadge, IconView, PictureView } from "../../../design/icon.ts";
import type { NavigationItem } from "../../../design/navigation.ts";
import type { TagView } from "../../../design/tag.ts";
import type { SearchAnswer } from "../../../design/search.ts";

/** A section tab of the header, a link beside them that leads elsewhere, or a labelled menu of several. */
export type SectionView =
  | {
      readonly kind: "section";
      readonly title: string;
      readonly href: string;
      readonly current: boolean;
      readonly description?: string;
      /** The name of an icon of the engine's set. */
      readonly icon?: string;
    }
  | {
      readonly kind: "link";
      readonly title: string;
      readonly href: string;
      readonly description?: string;
      readonly icon?: string;
    }
  | {
      readonly kind: "group";
      readonly title: string;
      readonly icon?: string;
      readonly sections: readonly SectionView[];
    };

/** One variant (version, language, product) of the section being read. */
export interface VariantView {
  readonly title: string;
  readonly href: string;
  readonly current: boolean;
  /** BCP 47: what it is written in, where others beside it are in another language. */
  readonly language?: string;
}

/** The part of a site that a search may keep to. */
interface ScopeView {
  /** Of the variant that is read. */
  readonly id: string;
  readonly title: string;
}

type SiteVisibility = "public" | "unlisted" | "share-link" | "visitor-auth";

export interface SiteView {
  readonly title: string;
  readonly icon?: IconView;
  /** Where the site's name leads: its first page. */
  readonly homeHref: string;
  /** The site's path prefix with both slashes, e.g. `/acme/docs/`; the script finds `~/search` and `~/nav/` below it. */
  readonly basePath: string;
  /** BCP 47, e.g. `en`, `pt-BR`; decides words, dates and direction. */
  readonly locale: string;
  /** Of the content, where its language is written otherwise than the locale's: then all of the screen follows it. */
  readonly direction?: "ltr" | "rtl";
  readonly visibility: SiteVisibility;
  readonly sections?: readonly SectionView[];
  readonly variants?: readonly VariantView[];
  /** What is read, where the site has more than that to search. */
  readonly scope?: ScopeView;
  /** False where there is nothing that the search could find. */
  readonly withSearch?: false;
  /** Colours of the letter that stands for a site without an icon, as CSS writes them. */
  readonly badge?: FaviconBadge;
  /** In place of icon and title. */
  readonly logo?: PictureView;
  /** Links of the header, beside the search. */
  readonly links?: readonly BarLinkView[];
  readonly footer?: FooterView;
  /** Integrations that keep something of readers, where there are any. */
  readonly consent?: ConsentView;
  readonly announcement?: AnnouncementView;
  /** Words for styles: what differs from the usual look. */
  readonly traits?: readonly string[];
  /** The theme that readers begin with; absent: their system's. */
  readonly theme?: "light" | "dark";
  /** Readers can't switch. */
  readonly isThemeFixed?: true;
  /** Links to other sites open in a tab of their own. */
  readonly opensTabs?: true;
  /** False where agents may not read the site: then its pages are nowhere to be had as Markdown. */
  readonly isForAgents?: false;
  /** False where pages offer no Markdown. */
  readonly withMarkdown?: false;
  /** Where the tools of agents connect to, absolute; absent where they may not, or don't come in without a sign-in. */
  readonly mcpUrl?: string;
  /** Pages offer to be opened in assistants elsewhere. */
  readonly withAssistants?: true;
}

/** A line over every page. */
interface AnnouncementView {
  /** What a reader's browser remembers when they have dismissed it. */
  readonly id: string;
  readonly message: string;
  readonly style: "info" | "success" | "warning" | "danger";
  readonly link?: LinkView;
}

interface ConsentView {
  /** Of each its installation. */
  readonly integrations: readonly { readonly id: string; readonly title: string }[];
  /** What pages load once it is agreed to. */
  readonly scripts: readonly string[];
}

interface FooterView {
  readonly text?: string;
  readonly groups: readonly FooterGroupView[];
  readonly logo?: PictureView;
  readonly privacyHref?: string;
  readonly withTrademark?: true;
}

/** A page that its parent lists. */
export interface SubpageView extends LinkView {
  /** What it is about, where that is an operation of an API. */
  readonly operation?: { readonly method: string; readonly path: string };
  readonly description?: string;
  readonly icon?: string;
}

export interface HeadingView {
  /** 1..6 as printed; the outline shows 2 and 3. */
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** Parts of a page an author may turn off; absent means shown. */
export interface PageLayoutView {
  readonly width?: "default" | "wide";
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tags?: boolean;
  readonly navigation?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
}

/** The picture over a page. */
export interface CoverView {
  readonly light: string;
  readonly dark?: string;
  /** Which part of a picture too high is shown, in tenths from its upper edge. */
  readonly tenths: number;
  readonly size: "hero" | "full";
}

export interface PageBodyView {
  /** BCP 47: what it is written in, where that is known. */
  readonly language?: string;
  readonly title: string;
  readonly description?: string;
  readonly emoji?: string;
  /** The name of an icon of the engine's set. */
  readonly icon?: string;
  readonly tags?: readonly TagView[];
  readonly cover?: CoverView;
  /** Sanitised markup from the engine; printed as it is. */
  readonly html: string;
  readonly headings: readonly HeadingView[];
  /** What is shown of a page without a text. */
  readonly subpages?: readonly SubpageView[];
  /** It shows operations of an API: the sheet for them is needed. */
  readonly isReference?: true;
  /** Where its readers say whether it was helpful. */
  readonly feedback?: { readonly action: string; readonly page: string };
  /** Its updates as a feed. */
  readonly feedHref?: string;
  /** The markup is only what was written. */
  readonly isSource?: true;
  /** Milliseconds since 1970. */
  readonly updatedAt?: number;
  /** Where its file is edited, and what that host is called. */
  readonly edit?: { readonly href: string; readonly host: string };
  readonly markdownHref: string;
  /** Makes it a document to print and keep. */
  readonly pdfHref?: string;
  readonly layout?: PageLayoutView;
}

/** A column of the footer. */
export interface FooterGroupView {
  readonly title: string;
  readonly links: readonly LinkView[];
}

/** What every screen of a site has around its content. */
export interface ShellView {
  readonly site: SiteView;
  readonly assets: AssetHrefs;
  readonly navigation: readonly NavigationItem[];
}

/** A page in one language. */
export interface AlternateView {
  /** BCP 47, or `x-default`. */
  readonly language: string;
  /** Absolute. */
  readonly url: string;
}

export interface PageView extends ShellView {
  /** The page in all languages, its own among them. */
  readonly alternates?: readonly AlternateView[];
  readonly page: PageBodyView;
  readonly breadcrumbs: readonly LinkView[];
  readonly previous?: LinkView;
  readonly next?: LinkView;
  /** Absolute. */
  readonly canonicalUrl: string;
  /** Absolute address of the picture that link previews show. */
  readonly previewImage?: string;
  readonly robots: "index" | "noindex";
}

export interface NotFoundView extends ShellView {
  /** The path that was asked for, decoded; shown and offered as a search. */
  readonly requestedPath: string;
  readonly suggestions: readonly SuggestionView[];
}

/** A page that may have been meant. */
export interface SuggestionView extends LinkView {
  /** Titles of what it is under, outermost first: pages of two sections may have one title. */
  readonly ancestors: readonly string[];
}

/** A published site whose spaces have no page yet. */
export type EmptySiteView = ShellView;

/** The results page, for readers without the script. */
export interface SearchView extends ShellView {
  readonly answer: SearchAnswer;
  /** Only the part that is read was searched. */
  readonly isScoped?: true;
}
