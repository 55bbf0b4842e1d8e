/** Rows of what sites are divided into and opened by. */
import type { Generated } from "kysely";
import type { Flag } from "./schema.ts";

/** A secret address of a site. Its key is kept as a hash, to find it by, and sealed, to show it by. */
export interface ShareLinkRow {
  id: string;
  site_id: string;
  hash: string;
  sealed: string;
  name: string;
  active: Generated<Flag>;
  created_at: number;
  version: Generated<number>;
}

/** A part of a site with its own tab. It stands among the sections of its group, or among groups and sections. */
export interface SiteSectionRow {
  id: string;
  site_id: string;
  group_id: string | null;
  title: string;
  description: string | null;
  icon: string | null;
  path: string;
  condition: string | null;
  default_site_space_id: string | null;
  position: string;
  created_at: number;
  version: Generated<number>;
}

export interface SiteSectionGroupRow {
  id: string;
  site_id: string;
  title: string;
  icon: string | null;
  position: string;
  created_at: number;
  version: Generated<number>;
}

/** A copy of a picture or a font that the look of a site names by an address elsewhere. */
export interface SiteCopyRow {
  id: string;
  site_id: string;
  url: string;
  /** null, like what follows: it could not be read. */
  content_type: string | null;
  base64: string | null;
  /** SHA-256 of the bytes. */
  hash: string | null;
  /** Pixels, of pictures that say so. */
  width: number | null;
  height: number | null;
  read_at: number;
}

export interface SitePartTables {
  site_copies: SiteCopyRow;
  share_links: ShareLinkRow;
  site_sections: SiteSectionRow;
  site_section_groups: SiteSectionGroupRow;
}
