/** Rows of what sites know their visitors by. */
import type { Generated } from "kysely";

/** How a site signs visitors in. */
export interface SiteAuthRow {
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
export interface SiteAdaptiveSchemaRow {
  site_id: string;
  /** JSON Schema, checked before it was written. */
  json: string;
  updated_at: number;
  version: Generated<number>;
}

export interface VisitorTables {
  site_auth: SiteAuthRow;
  site_adaptive_schemas: SiteAdaptiveSchemaRow;
}
