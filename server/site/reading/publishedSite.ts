import { type BelievedValues, openBelieved } from "../../memory/believed.ts";
import { type Params, prepared } from "../../db/database.ts";
import { openRelied, type ReliedValues } from "../../memory/relied.ts";
import type { Row } from "../../db/schema.ts";
import type { TouchSet } from "../../db/writtenTables.ts";
import type { Deps } from "../../deps.ts";
import type { ClaimsSchema } from "../../../engine/claims/claimSchema.ts";
import { segmentsOnSite } from "../../../engine/siteAddress.ts";
import { findSchema } from "../../nouns/sites/adaptive/queries.ts";
import { copiesOf } from "../../nouns/sites/customization/copies.ts";
import { siteCustomization, variantCustomization } from "../../nouns/sites/customization/settings.ts";
import {
  integrationsOn,
  loginsOf,
  scriptsOf,
  type ActiveIntegration,
  type SiteScript,
} from "../../nouns/sites/site/integrations.ts";
import { movedSite } from "../../nouns/sites/site/formerNames.ts";
import { findAuth } from "../../nouns/sites/publishing/queries.ts";
import { hasOwnLocale, isOneOfLanguages, ownName } from "./languages.ts";
import { type Look, openLook } from "./look.ts";

/** A space as a variant of a site, with the content that its readers see. */
export interface Variant {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  /** null on a site without sections. */
  readonly section: string | null;
  /** For whom it is; null: for everybody. */
  readonly condition: string | null;
  readonly space: string;
  /** The code of the language that it is written in; null: nobody said. */
  readonly language: string | null;
  /** Hash of the root of its head. */
  readonly root: string;
  readonly look: Look;
  /** JSON: how it looks otherwise than its site; null: in nothing. */
  readonly overrides: string | null;
}

/** Where a section or an external link stands: in a group or in none, and among all others. */
interface Standing {
  readonly group: { readonly id: string; readonly title: string; readonly icon: string | null } | null;
  /** Position and id of it or its group at the top, then its own: compared one after the other. */
  readonly order: readonly string[];
}

/** A section as its site has it, whoever reads. */
export interface SiteSection extends Standing {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly description: string | null;
  readonly condition: string | null;
  readonly icon: string | null;
  readonly defaultVariant: string | null;
}

/** A link of the navigation that leads elsewhere. Drafts are none of them. */
export interface SiteLink extends Standing {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly condition: string | null;
  readonly icon: string | null;
  readonly url: string;
}

/** A site as it stands: its settings, its sections and its variants in their order. Deleted spaces are none of them. */
export interface PublishedSite {
  readonly site: Row<"sites">;
  readonly organization: string;
  /** How it looks where no variant is read. */
  readonly look: Look;
  readonly sections: readonly SiteSection[];
  readonly links: readonly SiteLink[];
  readonly variants: readonly Variant[];
  /** How it signs visitors in; undefined: nobody has asked for its key yet. */
  readonly auth: SiteAuth | undefined;
  /** What integrations have its pages load. */
  readonly scripts: readonly SiteScript[];
  /** A draft stands alone: the site that it is of, of which it may show parts, and where it is below that one. */
  readonly around?: { readonly published: PublishedSite; readonly below: string };
  /** The claims that its conditions may ask for; undefined: any. */
  readonly claimsSchema: ClaimsSchema | undefined;
}

export interface SiteAuth {
  /** The key of its visitors' tokens, encrypted. */
  readonly sealed: string;
  /** Where visitors sign in; undefined: nowhere. */
  readonly fallbackUrl: string | undefined;
  /** The integration that signs them in, where the site leaves that to one. */
  readonly integration: ActiveIntegration | undefined;
}

const siteByNames = prepared((read, p: Params<{ organization: string; basename: string }>) =>
  read
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .selectAll("sites")
    .where("organizations.hostname", "=", p("organization"))
    .where("sites.basename", "=", p("basename"))
    .where("sites.deleted_at", "is", null),
);

const variantsOf = prepared((read, p: Params<{ organization: string; site: string }>) =>
  read
    .selectFrom("site_spaces")
    .innerJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "site_spaces.organization_id")
        .onRef("spaces.id", "=", "site_spaces.space_id"),
    )
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .select([
      "site_spaces.id",
      "site_spaces.path",
      "site_spaces.title",
      "site_spaces.section_id",
      "site_spaces.condition",
      "site_spaces.customization",
      "spaces.title as space_title",
      "spaces.language",
      "spaces.id as space",
      "revisions.root",
    ])
    .where("site_spaces.organization_id", "=", p("organization"))
    .where("site_spaces.site_id", "=", p("site"))
    .where("spaces.deleted_at", "is", null)
    .orderBy("site_spaces.position")
    .orderBy("site_spaces.id"),
);

const sectionsOf = prepared((read, p: Params<{ organization: string; site: string }>) =>
  read
    .selectFrom("site_sections")
    .leftJoin("site_section_groups", (on) =>
      on
        .onRef("site_section_groups.organization_id", "=", "site_sections.organization_id")
        .onRef("site_section_groups.id", "=", "site_sections.group_id"),
    )
    .selectAll("site_sections")
    .select([
      "site_section_groups.title as group_title",
      "site_section_groups.icon as group_icon",
      "site_section_groups.position as group_position",
    ])
    .where("site_sections.organization_id", "=", p("organization"))
    .where("site_sections.site_id", "=", p("site"))
    .orderBy((eb) => eb.fn.coalesce("site_section_groups.position", "site_sections.position"))
    .orderBy((eb) => eb.fn.coalesce("site_section_groups.id", "site_sections.id"))
    .orderBy("site_sections.position")
    .orderBy("site_sections.id"),
);

const linksOf = prepared((read, p: Params<{ organization: string; site: string }>) =>
  read
    .selectFrom("site_external_links")
    .leftJoin("site_section_groups", (on) =>
      on
        .onRef("site_section_groups.organization_id", "=", "site_external_links.organization_id")
        .onRef("site_section_groups.id", "=", "site_external_links.group_id"),
    )
    .selectAll("site_external_links")
    .select([
      "site_section_groups.title as group_title",
      "site_section_groups.icon as group_icon",
      "site_section_groups.position as group_position",
    ])
    .where("site_external_links.organization_id", "=", p("organization"))
    .where("site_external_links.site_id", "=", p("site"))
    .where("site_external_links.draft", "=", 0)
    .orderBy("site_external_links.id"),
);

/** A row with what its group is. */
interface GroupMember {
  readonly id: string;
  readonly position: string;
  readonly group_id: string | null;
  readonly group_title: string | null;
  readonly group_icon: string | null;
  readonly group_position: string | null;
}

function standingOf(row: GroupMember): Standing {
  const { group_id: id, group_title: title, group_icon: icon, position } = row;
  return {
    group: id === null ? null : { id, title: title ?? "", icon },
    order: [row.group_position ?? position, id ?? row.id, position, row.id],
  };
}

/** What a site is found by. */
export interface SiteKeys {
  /** The organization's hostname. */
  readonly organization: string;
  readonly basename: string;
}

const siteByHostname = prepared((read, p: Params<{ hostname: string }>) =>
  read
    .selectFrom("site_hostnames")
    .innerJoin("sites", (on) =>
      on
        .onRef("sites.organization_id", "=", "site_hostnames.organization_id")
        .onRef("sites.id", "=", "site_hostnames.site_id"),
    )
    .innerJoin("organizations", "organizations.id", "site_hostnames.organization_id")
    .select(["organizations.hostname as organization", "sites.basename"])
    .where("site_hostnames.hostname", "=", p("hostname")),
);

/** Finds sites by the names in their addresses. */
export interface PublishedSites {
  find(organization: string, basename: string, into?: TouchSet): Promise<PublishedSite | undefined>;
  /** The names of the site that a hostname was proved for. */
  at(hostname: string, into?: TouchSet): Promise<SiteKeys | undefined>;
  /** The names that the published site has now that had these, where no site has these now. */
  moved(organization: string, basename: string): Promise<SiteKeys | undefined>;
  /** What `find` gives without looking; undefined where it has to look. As long as nothing changes, the same object. */
  known(organization: string, basename: string): PublishedSite | undefined;
  /** What `at` gives without looking; undefined where it has to look. */
  knownAt(hostname: string): SiteKeys | undefined;
}

/** What a site takes in memory, and each of its variants: how they look, most of all. */
const LOOK_BYTES = 4000;

export function openPublishedSites(deps: Pick<Deps, "db" | "addresses">): PublishedSites {
  // The same object as long as nothing of the site changes: what is made of it is compared by that.
  const relied: ReliedValues<PublishedSite> = openRelied(deps.db, "sites", {
    bytesOf: ({ variants }) => (1 + variants.length) * LOOK_BYTES,
  });
  const names: BelievedValues<SiteKeys> = openBelieved(deps.db, "site_names", { bytesOf: 200 });
  return {
    known: (organization, basename) => relied.get(`${organization}/${basename}`),
    knownAt: (hostname) => names.get(hostname),
    moved: (organization, basename) => movedSite(deps.db.read, organization, basename),
    at: (hostname, into) => names.read(hostname, (on) => siteByHostname.first(on, { hostname }), into),
    find: (organization, basename, into) =>
      relied.read(
        `${organization}/${basename}`,
        (reliance) => readSite({ db: reliance.db, addresses: deps.addresses }, organization, basename),
        into,
      ),
  };
}

/** How a site would look: JSON as it is kept, null for what stays. */
interface TriedLook {
  readonly customization: string | null;
  /** For one of its variants alone. */
  readonly overrides: string | null;
  /** The id of that one. */
  readonly variant: string;
}

/** The same site in another look. */
export function inLook(published: PublishedSite, tried: TriedLook): PublishedSite {
  const site = { ...published.site, customization: tried.customization ?? published.site.customization };
  const { copies } = published.look;
  const isPut = site.customization !== null;
  const dressed = (variant: Variant): Variant => {
    const overrides =
      variant.id === tried.variant ? (tried.overrides ?? variant.overrides) : variant.overrides;
    const settings = variantCustomization(site, overrides);
    const words = wordsOf({ language: variant.language, overrides });
    return { ...variant, overrides, look: openLook(settings, copies, isPut || overrides !== null, words) };
  };
  return {
    ...published,
    site,
    look: openLook(siteCustomization(site), copies, isPut),
    variants: published.variants.map(dressed),
  };
}

/** The language that a variant's words follow: its own, unless its look names one. */
function wordsOf({ language, overrides }: Pick<Variant, "language" | "overrides">): string | null {
  return hasOwnLocale(overrides) ? null : language;
}

async function readSite(
  { db, addresses }: Pick<Deps, "db" | "addresses">,
  organization: string,
  basename: string,
): Promise<PublishedSite | undefined> {
  const site = await siteByNames.first(db.read, { organization, basename });
  if (site === undefined) return undefined;
  const key = { organization: site.organization_id, site: site.id };
  const rows = await variantsOf.all(db.read, key);
  const sections = (await sectionsOf.all(db.read, key)).map((row) => ({
    id: row.id,
    path: row.path,
    title: row.title,
    description: row.description,
    condition: row.condition,
    defaultVariant: row.default_site_space_id,
    icon: row.icon,
    ...standingOf(row),
  }));
  const links = (await linksOf.all(db.read, key)).map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    condition: row.condition,
    icon: row.icon,
    url: row.url,
    ...standingOf(row),
  }));
  const copies = await copiesOf(db.read, site);
  const isPut = site.customization !== null;
  const variants = rows.map((row) => ({
    id: row.id,
    path: row.path,
    title: row.title ?? (isOneOfLanguages(row, rows) ? ownName(row.language) : row.space_title),
    section: row.section_id,
    condition: row.condition,
    space: row.space,
    language: row.language,
    root: row.root,
    look: openLook(
      variantCustomization(site, row.customization),
      copies,
      isPut || row.customization !== null,
      wordsOf({ language: row.language, overrides: row.customization }),
    ),
    overrides: row.customization,
  }));
  const look = openLook(siteCustomization(site), copies, isPut);
  const auth = await findAuth(db.read, site);
  const login = auth?.fallback_url ?? undefined;
  // A site that has taken the address of its login would send visitors in circles.
  const isOwn =
    login !== undefined && segmentsOnSite(addresses, { ...site, organization }, login) !== undefined;
  const schema = await findSchema(db.read, site);
  const integrations = await integrationsOn(db.read, site);
  const integration =
    auth?.backend === "integration"
      ? loginsOf(integrations).find(({ installation }) => installation === auth.installation_id)
      : undefined;
  return {
    site,
    organization,
    look,
    sections,
    links,
    variants,
    auth: auth && { sealed: auth.sealed, fallbackUrl: isOwn ? undefined : login, integration },
    scripts: scriptsOf(integrations),
    claimsSchema: schema && (JSON.parse(schema.json) as ClaimsSchema),
  };
}
