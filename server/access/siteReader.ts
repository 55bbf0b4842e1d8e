/**
 * Readers of a published site, as whom a renderer elsewhere calls. Their token stands for no user: it opens what the site
 * shows to one audience, and to one visitor, for as long as it does.
 */
import type { SiteVisibility } from "../db/schema.ts";

export interface SiteReader {
  /** The same for the same audience, share key and claims of a site: whatever is kept for a reader has it in its key. */
  readonly key: string;
  readonly organization: string;
  readonly site: string;
  readonly audience: SiteVisibility;
  /** Of the share link that opens the site. */
  readonly shareKey: string | undefined;
  /** What is known of the visitor, as conditions ask for it; `unsigned` ones apart, which anybody can make up. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The site-spaces that the site shows them, and the spaces of these. */
  readonly siteSpaces: ReadonlySet<string>;
  readonly spaces: ReadonlySet<string>;
  /** The external links of its navigation that they see. */
  readonly links: ReadonlySet<string>;
}

/** Finds the reader behind a token of a site. */
export interface SiteReaders {
  /**
   * undefined for what is no such token, and for one whose site doesn't show this to this audience any more. The same
   * object for as long as nothing of it changes.
   */
  identify(token: string): SiteReader | undefined | Promise<SiteReader | undefined>;
}

/** Whether a text has the form of such a token, which those of users never have. */
export function mayBeSiteToken(token: string): boolean {
  return token.startsWith("ey");
}
