/** Integrations, where they are installed, and the tokens of installations. */
import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

export type InstallationStatus = "active" | "pending";

interface IntegrationRow {
  id: string;
  name: string;
  /** The owner. */
  organization_id: string;
  title: string;
  /** Name and title as searches compare them. */
  search_text: string;
  description: string;
  summary: string | null;
  visibility: "public" | "private" | "unlisted";
  target: "all" | "site" | "space" | "organization";
  /** Lists of words, see wordList.ts. */
  scopes: string;
  categories: string;
  /** Hosts of the addresses that its blocks are made from. */
  block_domains: string;
  /** JSON: what is shown and never asked for: blocks, content sources, configurations, links, pictures, policy. */
  details: string;
  has_blocks: Flag;
  has_content_sources: Flag;
  /** Hash of a picture. */
  icon: string | null;
  /** JSON, sealed for `integrations|secrets|<id>`. */
  secrets: string | null;
  /** Where events are posted to while somebody develops it. */
  tunnel_url: string | null;
  /** Whether those of other organizations' installations go there too. */
  tunnel_all: Generated<Flag>;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
}

interface IntegrationVersionRow {
  integration_id: string;
  version: number;
  runtime: string;
  script: string;
  created_by: string | null;
  created_at: number;
}

interface IntegrationImageRow {
  integration_id: string;
  /** SHA-256, 64 hex digits. */
  hash: string;
  content_type: string;
  data: Uint8Array;
}

interface InstallationRow {
  id: string;
  integration_id: string;
  organization_id: string;
  /** Who installed it or set it up last: it acts with no more rights than they have. */
  owner_id: string;
  /** Whether its configuration is complete. */
  status: InstallationStatus;
  /** A list of words: what was granted when it was installed. */
  scopes: string;
  space_selection: "all" | "selected";
  site_selection: "all" | "selected";
  /** JSON */
  configuration: string;
  /** A list of words. */
  external_ids: string;
  created_at: number;
  updated_at: number;
  /** Set while the last event waits to be sent. */
  deleted_at: number | null;
  version: Generated<number>;
}

/** An installation on one space or one site. */
interface ContentInstallationRow {
  organization_id: string;
  id: string;
  installation_id: string;
  space_id: string | null;
  site_id: string | null;
  status: InstallationStatus;
  configuration: string;
  external_ids: string;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
}

interface InstallationTokenRow {
  id: string;
  installation_id: string;
  /** SHA-256 of the token, lower-case hex. */
  hash: string;
  created_at: number;
  expires_at: number;
}

export interface IntegrationsTables {
  integrations: IntegrationRow;
  integration_versions: IntegrationVersionRow;
  integration_images: IntegrationImageRow;
  installations: InstallationRow;
  content_installations: ContentInstallationRow;
  installation_tokens: InstallationTokenRow;
}
