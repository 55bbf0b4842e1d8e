/** Who reads by the token of a site: what it stands for, as long as the site shows that to them. */
import { rememberingParse } from "../../../engine/expression/memo.ts";
import { contentHash } from "../../../engine/hash.ts";
import type { SiteReader, SiteReaders } from "../../access/siteReader.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { openBelieved } from "../../memory/believed.ts";
import { openRelied, type Reliance } from "../../memory/relied.ts";
import { isShareKey } from "../../nouns/sites/site/shareKey.ts";
import { type Arrangement, arrange } from "../reading/arrange.ts";
import { openConditions } from "../reading/conditions.ts";
import { openPublishedSites, type PublishedSite, type SiteKeys } from "../reading/publishedSite.ts";
import { ANYBODY } from "../reading/visitor.ts";
import { nameOfKey, readSiteToken, type SiteGrant } from "./siteToken.ts";

type Asking = Pick<Deps, "db" | "addresses" | "secrets" | "clock">;

const keysOfSite = prepared((read, p: Params<{ organization: string; site: string }>) =>
  read
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .select(["organizations.hostname as organization", "sites.basename"])
    .where("sites.organization_id", "=", p("organization"))
    .where("sites.id", "=", p("site"))
    .where("sites.deleted_at", "is", null),
);

/** A reader, and until when they are who they are: milliseconds of the clock. */
interface KnownReader {
  readonly reader: SiteReader;
  readonly until: number;
}

/** What a reader takes in memory beside their claims, and each thing that they see. */
const READER_BYTES = 600;
const SEEN_BYTES = 100;

function bytesOf({ reader }: KnownReader): number {
  const { siteSpaces, spaces, links, claims } = reader;
  const seen = siteSpaces.size + spaces.size + links.size;
  return READER_BYTES + seen * SEEN_BYTES + JSON.stringify(claims).length * 4;
}

export function openSiteReaders(deps: Asking): SiteReaders {
  const sites = openPublishedSites(deps);
  const names = openBelieved<SiteKeys>(deps.db, "site_names", { bytesOf: 200 });
  const known = openRelied<KnownReader>(deps.db, "site_readers", { bytesOf });
  const parse = rememberingParse(1000);

  async function find(
    reliance: Reliance,
    { organization, site }: SiteGrant,
  ): Promise<PublishedSite | undefined> {
    const keys = await reliance.on((touches) =>
      names.read(`${organization} ${site}`, (on) => keysOfSite.first(on, { organization, site }), touches),
    );
    return keys && reliance.onKept((touches) => sites.find(keys.organization, keys.basename, touches));
  }

  async function read(reliance: Reliance, token: string): Promise<KnownReader | undefined> {
    const { grant, until } = readSiteToken(deps, token) ?? {};
    if (grant === undefined || until === undefined) return undefined;
    const published = await find(reliance, grant);
    if (published === undefined || !(await isOpen(reliance.db, grant, published))) return undefined;
    const claims = published.site.adaptive_content === 1 ? (grant.claims ?? ANYBODY.claims) : ANYBODY.claims;
    const { holdAll } = openConditions(parse, {}, { claims }, "site");
    const arrangement = arrange(published, (condition) => holdAll([condition]));
    return { reader: readerOf(grant, claims, arrangement), until };
  }

  const current = (found: KnownReader | undefined): SiteReader | undefined =>
    found !== undefined && found.until > deps.clock.now() ? found.reader : undefined;
  return {
    identify(token) {
      const found = known.get(token);
      if (found !== undefined) return current(found);
      return known.read(token, (reliance) => read(reliance, token)).then(current);
    },
  };
}

/** Whether the site is still open to whom the token was made for. */
async function isOpen(db: Asking["db"], grant: SiteGrant, { site, auth }: PublishedSite): Promise<boolean> {
  const { audience, shareKey, signedBy } = grant;
  if (site.id !== grant.site || site.published === 0 || site.visibility !== audience) return false;
  if (signedBy !== undefined && (auth === undefined || nameOfKey(auth) !== signedBy)) return false;
  if (audience === "visitor-auth") return signedBy !== undefined;
  if (audience !== "share-link") return true;
  return shareKey !== undefined && (await isShareKey(db.read, site, shareKey));
}

function readerOf(
  { organization, site, audience, shareKey }: SiteGrant,
  claims: SiteReader["claims"],
  { sections, links }: Arrangement,
): SiteReader {
  const variants = sections.flatMap((section) => section.variants);
  return {
    key: `${site} ${contentHash(JSON.stringify([audience, shareKey ?? null, claims]))}`,
    organization,
    site,
    audience,
    shareKey,
    claims,
    siteSpaces: new Set(variants.map(({ id }) => id)),
    spaces: new Set(variants.map(({ space }) => space)),
    links: new Set(links.map(({ id }) => id)),
  };
}
