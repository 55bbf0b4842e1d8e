import { type Database, type Params, prepared, type Read } from "../db/database.ts";
import type { Row, SiteVisibility, SpaceKey } from "../db/schema.ts";
import { openBelieved, openKnown } from "../memory/believed.ts";
import type { AddressBook } from "./addresses.ts";

/** A site that shows a space: by which of its variants, and where. */
export interface ShowingSite {
  readonly organization_id: string;
  readonly space_id: string;
  /** The variant. */
  readonly id: string;
  readonly site_id: string;
  readonly path: string;
  readonly visibility: SiteVisibility;
  /** Who signs visitors in; null where nobody has asked for its key yet. */
  readonly backend: string | null;
  readonly basename: string;
  readonly hostname: string | null;
  /** JSON */
  readonly proxy: string | null;
  readonly default_site_space_id: string | null;
  readonly default_site_section_id: string | null;
  readonly section_id: string | null;
  readonly section_path: string | null;
  readonly section_default: string | null;
  /** The organization's host name. */
  readonly organization: string;
}

/** Several rows, and whatever was read with them. */
interface SpaceRows {
  readonly rows: readonly object[];
}

/** What most requests ask of a space before anything else. */
export interface Spaces {
  /** Its row, also of one in the trash; undefined when there is none. */
  find(id: string): Promise<Row<"spaces"> | undefined>;
  /** Something read of many of them at once, such as a page of a list, on the same terms as a row. */
  together<V extends SpaceRows>(key: string, read: (on: Read) => Promise<V>): Promise<V>;
  /** The published sites that show it, the oldest first. */
  sites(space: SpaceKey): Promise<readonly ShowingSite[]>;
}

/** What a row takes in memory, also one of a site that shows a space. */
const ROW_BYTES = 1500;

const byKey = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("spaces")
    .selectAll()
    .where("organization_id", "=", p("organization_id"))
    .where("id", "=", p("id")),
);

/** A space of an organization, also one in the trash. */
export function readSpace(read: Read, { organization_id, id }: SpaceKey): Promise<Row<"spaces"> | undefined> {
  return byKey.first(read, { organization_id, id });
}

/** What says where a site shows a space, by the columns of the tables that are joined for it. */
export const WHERE_SHOWN = [
  "site_auth.backend",
  "site_spaces.path",
  "sites.visibility",
  "sites.basename",
  "sites.hostname",
  "sites.proxy",
  "sites.default_site_space_id",
  "sites.default_site_section_id",
  "site_spaces.section_id",
  "site_sections.path as section_path",
  "site_sections.default_site_space_id as section_default",
  "organizations.hostname as organization",
] as const;

/** The published sites that show some spaces of an organization, the oldest first. */
export const sitesShowing = prepared((read, p: Params<{ organization: string; spaces: readonly string[] }>) =>
  read
    .selectFrom("site_spaces")
    .innerJoin("sites", (on) =>
      on
        .onRef("sites.organization_id", "=", "site_spaces.organization_id")
        .onRef("sites.id", "=", "site_spaces.site_id"),
    )
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .leftJoin("site_sections", (on) =>
      on
        .onRef("site_sections.organization_id", "=", "site_spaces.organization_id")
        .onRef("site_sections.id", "=", "site_spaces.section_id"),
    )
    .leftJoin("site_auth", (on) =>
      on
        .onRef("site_auth.organization_id", "=", "sites.organization_id")
        .onRef("site_auth.site_id", "=", "sites.id"),
    )
    .select([
      "site_spaces.space_id",
      "site_spaces.id",
      "site_spaces.site_id",
      "sites.organization_id",
      ...WHERE_SHOWN,
    ])
    .where("site_spaces.organization_id", "=", p("organization"))
    .where("site_spaces.space_id", "in", p.list("spaces"))
    .where("sites.published", "=", 1)
    .orderBy("sites.created_at")
    .orderBy("site_spaces.id"),
);

/**
 * Rows are known and not just believed: servers that share a PostgreSQL database are equals, and a client may be sent
 * from one to the other, where everybody reads what they have just written.
 */
export function openSpaces(db: Database, addressBook: AddressBook): Spaces {
  const rows = openKnown<Row<"spaces">>(db, "spaces", { bytesOf: ROW_BYTES });
  const together = openKnown<SpaceRows>(db, "space_lists", {
    bytesOf: ({ rows: all }) => all.length * ROW_BYTES,
  });
  const sites = openBelieved<readonly ShowingSite[]>(db, "space_sites", {
    bytesOf: (all) => all.length * ROW_BYTES,
  });
  return {
    find: (id) => rows.read(id, (on) => addressBook.find(on, id, (key) => readSpace(on, key))),
    together: <V extends SpaceRows>(key: string, readAll: (on: Read) => Promise<V>) =>
      together.read(key, readAll) as Promise<V>,
    sites: async ({ organization_id: organization, id }) =>
      (await sites.read(`${organization} ${id}`, (on) =>
        sitesShowing.all(on, { organization, spaces: [id] }),
      )) ?? [],
  };
}
