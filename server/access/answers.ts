/** What readers of sites are shown otherwise from now on: who keeps what they were shown is told to read it again. */
import { type EventType, UNTOLD } from "./events.ts";

/** Whose answers are others: a site's, a space's with the sites that show it, or those of all sites of the organization. */
type Change = "site" | "space" | "organization";

const CHANGES: Readonly<Partial<Record<EventType | typeof UNTOLD, Change>>> = {
  space_updated: "space",
  space_content_updated: "space",
  space_moved: "space",
  space_deleted: "space",
  space_restored: "space",
  site_updated: "site",
  site_published: "site",
  site_unpublished: "site",
  site_deleted: "site",
  site_restored: "site",
  site_auth_updated: "site",
  site_hostname_checked: "site",
  site_hostname_removed: "site",
  site_space_created: "site",
  site_space_updated: "site",
  site_space_deleted: "site",
  site_section_created: "site",
  site_section_updated: "site",
  site_section_deleted: "site",
  site_section_group_created: "site",
  site_section_group_updated: "site",
  site_section_group_deleted: "site",
  site_redirect_created: "site",
  site_redirect_updated: "site",
  site_redirect_deleted: "site",
  site_redirects_updated: "site",
  share_link_created: "site",
  share_link_updated: "site",
  share_link_deleted: "site",
  openapi_spec_updated: "organization",
  openapi_spec_version_created: "organization",
  openapi_spec_deleted: "organization",
  organization_updated: "organization",
  collection_deleted: "organization",
  collection_restored: "organization",
  collection_moved: "organization",
  [UNTOLD]: "organization",
};

/** What an event of a kind changes; undefined: nothing that readers of sites see. */
export function changeOf(kind: string): Change | undefined {
  return Object.hasOwn(CHANGES, kind) ? CHANGES[kind as keyof typeof CHANGES] : undefined;
}
