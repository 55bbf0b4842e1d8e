/** Sites, what they are divided into and opened by, and what they know visitors by. */
import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

type SiteType = "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";

export type SiteVisibility = "public" | "unlisted" | "share-link" | "visitor-auth";

interface SiteRow {
  id: string;
  organization_id: string;
  type: SiteType;
  title: string;
  /** The title as filters compare it. */
  title_folded: string;
  basename: string;
  hostname: string | null;
  /** JSON */
  proxy: string | null;
  visibility: SiteVisibility;
  published: Generated<Flag>;
  /** JSON */
  icon: string | null;
  adaptive_content: Generated<Flag>;
  agents_context: "excluded" | "included" | null;
  default_site_space_id: string | null;
  default_site_section_id: string | null;
  /** JSON */
  customization: string | null;
  created_at: number;
  version: Generated<number>;
}

interface SiteSectionGroupRow {
  organization_id: string;
  id: string;
  site_id: string;
  title: string;
  icon: string | null;
  position: string;
  created_at: number;
  version: Generated<number>;
}

/** A part of a site with its own tab. It stands among the sections of its group, or among groups and sections. */
interface SiteSectionRow {
  organization_id: string;
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

interface SiteSpaceRow {
  organization_id: string;
  id: string;
  site_id: string;
  section_id: string | null;
  space_id: string;
  path: string;
  title: string | null;
  condition: string | null;
  /** JSON: how it looks otherwise than its site; null: in nothing. */
  customization: Generated<string | null>;
  position: string;
  created_at: number;
  version: Generated<number>;
}

/** A secret address of a site. Its key is kept as a hash, to find it by, and sealed, to show it by. */
interface ShareLinkRow {
  organization_id: string;
  id: string;
  site_id: string;
  hash: string;
  sealed: string;
  name: string;
  active: Generated<Flag>;
  created_at: number;
  version: Generated<number>;
}

/** A copy of a picture or a font that the look of a site names by an address elsewhere. */
interface SiteCopyRow {
  organization_id: string;
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

/** How a site signs visitors in. */
interface SiteAuthRow {
  organization_id: string;
  site_id: string;
  /** The key that signs visitors' tokens, encrypted. */
  sealed: string;
  backend: "custom" | "integration";
  /** Where visitors without a valid token are sent; null: nowhere. */
  fallback_url: string | null;
  updated_at: number;
  version: Generated<number>;
}

/** The claims that visitors of a site may have. */
interface SiteAdaptiveSchemaRow {
  organization_id: string;
  site_id: string;
  /** JSON Schema, checked before it was written. */
  json: string;
  updated_at: number;
  version: Generated<number>;
}

/** What a reader said of a page. */
interface PageFeedbackRow {
  organization_id: string;
  id: string;
  site_id: string;
  /** null: the variant was taken from the site. */
  site_space_id: string | null;
  space_id: string;
  page_id: string;
  /** As it was when they said it. */
  page_title: string;
  url: string;
  rating: "bad" | "ok" | "good";
  comment: string | null;
  created_at: number;
}

export interface SitesTables {
  sites: SiteRow;
  site_section_groups: SiteSectionGroupRow;
  site_sections: SiteSectionRow;
  site_spaces: SiteSpaceRow;
  share_links: ShareLinkRow;
  site_copies: SiteCopyRow;
  site_auth: SiteAuthRow;
  site_adaptive_schemas: SiteAdaptiveSchemaRow;
  page_feedback: PageFeedbackRow;
}
