/** Who reads by the token of a site: what it stands for, as long as the site shows that to them. */
import { rememberingParse } from "../../../engine/expression/memo.ts";
import { contentHash } from "../../../engine/hash.ts";
import type { SiteReader, SiteReaders } from "../../access/siteReader.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { openBelieved } from "../../memory/believed.ts";
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

export function openSiteReaders(deps: Asking): SiteReaders {
  const sites = openPublishedSites(deps);
  const names = openBelieved<SiteKeys>(deps.db, "site_names", { bytesOf: 200 });
  const parse = rememberingParse(1000);

  async function find({ organization, site }: SiteGrant): Promise<PublishedSite | undefined> {
    const keys = await names.read(`${organization} ${site}`, (on) =>
      keysOfSite.first(on, { organization, site }),
    );
    return keys && sites.find(keys.organization, keys.basename);
  }

  return {
    async identify(token) {
      const grant = readSiteToken(deps, token);
      const published = grant && (await find(grant));
      if (grant === undefined || published === undefined || !(await isOpen(deps, grant, published)))
        return undefined;
      const claims =
        published.site.adaptive_content === 1 ? (grant.claims ?? ANYBODY.claims) : ANYBODY.claims;
      const { holdAll } = openConditions(parse, {}, { claims }, "site");
      return readerOf(
        grant,
        claims,
        arrange(published, (condition) => holdAll([condition])),
      );
    },
  };
}

/** Whether the site is still open to whom the token was made for. */
async function isOpen({ db }: Asking, grant: SiteGrant, { site, auth }: PublishedSite): Promise<boolean> {
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
