/** What a published address means, found as the sites server finds it. */
import { contentHash } from "../../../engine/hash.ts";
import { rememberingParse } from "../../../engine/expression/memo.ts";
import { proxyOrigin, segmentsBelow, servedUrl, siteUrl } from "../../../engine/siteAddress.ts";
import { encodedPath } from "../../../engine/encodedPath.ts";
import type { Deps } from "../../deps.ts";
import { invalidField, notFound } from "../../http/errors.ts";
import { movedSite } from "../../nouns/sites/site/formerNames.ts";
import { isShareKey } from "../../nouns/sites/site/shareKey.ts";
import { type SitePlace, segmentsOf } from "../reading/place.ts";
import { arrange, chooseVariant } from "../reading/arrange.ts";
import { openConditions } from "../reading/conditions.ts";
import { asksForPreview, readPreviewed } from "../visitor/preview.ts";
import { openPublishedSites, type PublishedSite, type PublishedSites } from "../reading/publishedSite.ts";
import { mayBeShareKey } from "../visitor/shareLink.ts";
import { hostingOf, servedPlace } from "../reading/servedPlace.ts";
import { admit } from "../visitor/admit.ts";
import { mintSiteToken, nameOfKey, type SiteGrant } from "../visitor/siteToken.ts";
import { loginAddress } from "../visitor/login.ts";

/** An address, and what is known of who reads it. */
interface Question {
  readonly url: string;
  readonly token?: string | undefined;
  readonly unsignedClaims?: Readonly<Record<string, unknown>> | undefined;
  readonly redirectOnError?: boolean | undefined;
}

type Site = Extract<SitePlace, { kind: "site" }>;
type Former = Extract<SitePlace, { kind: "former" }>;

const noContent = () => notFound("Content at this address");
const parse = rememberingParse(1000);

/**
 * Where an address leads, or what stands there. What is not published, not for this visitor or nowhere at all is
 * answered in the same way.
 * @throws 404; 400 for a visitor's token that counts for nothing
 */
export async function resolvePublished(deps: Deps, question: Question) {
  const url = new URL(question.url);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw noContent();
  if (url.origin === new URL(deps.addresses.app).origin)
    return { target: "application" as const, redirect: url.href };
  const sites = openPublishedSites(deps);
  const hosts = { asked: url.host, direct: url.host };
  const placed = await servedPlace(sites, hostingOf(deps.addresses), hosts, url.pathname);
  const place = placed.kind === "hostname" ? await proxiedPlace(deps, url) : placed;
  if (place?.kind === "former") return formerly(deps, sites, place);
  if (place?.kind !== "site") throw noContent();
  const published = await sites.find(place.organization, place.basename);
  if (published === undefined) return moved(deps, place);
  if (asksForPreview(place.rest)) return previewAt(deps, place, published);
  if (published.site.published === 0) throw noContent();
  return enterSite(deps, question, url, place, published);
}

/** The site that another server shows at an address, where exactly one says so. */
async function proxiedPlace({ db }: Deps, url: URL): Promise<Site | undefined> {
  const segments = segmentsOf(url.pathname);
  if (segments === undefined) return undefined;
  const origins = [...segments.keys()].map((last) => {
    const origin = `${url.hostname}/${segments.slice(0, last + 1).join("/")}`;
    return JSON.stringify({ origin });
  });
  const rows = await db.read
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .select(["organizations.hostname as organization", "sites.basename", "sites.proxy"])
    .where("sites.proxy", "in", origins.slice(0, 10))
    .where("sites.deleted_at", "is", null)
    .limit(2)
    .execute();
  const [row] = rows;
  const origin = proxyOrigin(row?.proxy);
  if (row === undefined || rows.length > 1 || origin === undefined) return undefined;
  const rest = segments.slice(origin.base.split("/").length - 2);
  return { kind: "site", organization: row.organization, basename: row.basename, base: origin.base, rest };
}

/** Where a site is whose address this was before the sites' domain was set. */
async function formerly(deps: Deps, sites: PublishedSites, place: Former) {
  const { organization, basename, rest } = place;
  const published = await sites.find(organization, basename);
  if (published === undefined) return moved(deps, place);
  if (published.site.published === 0) throw noContent();
  // As the sites server leads: whoever may not read it isn't told where else it is.
  const now = servedUrl(deps.addresses, { organization, basename });
  return { target: "content" as const, redirect: now + encodedPath(rest.join("/")) };
}

async function moved(deps: Deps, { organization, basename, rest }: Site | Former) {
  const found = await movedSite(deps.db.read, organization, basename);
  if (found === undefined) throw noContent();
  const redirect = siteUrl(deps.addresses, found) + encodedPath(rest.join("/"));
  return { target: "content" as const, redirect };
}

/** A preview tells what it shows to who has its address, while it is good. */
async function previewAt(deps: Deps, place: Site, published: PublishedSite) {
  const previewed = await readPreviewed(deps, published, place.rest);
  if (previewed === undefined) throw noContent();
  const { inside, rest, visitor, draft } = previewed;
  const own = siteUrl(deps.addresses, { ...published.site, organization: published.organization });
  const found = describePlace(place.base + inside, own + inside, rest, previewed.published, visitor);
  if (found === undefined) throw noContent();
  const { place: shown, spaces } = found;
  // What is not published is shown on the preview's own pages alone: this token is one of a time that has passed.
  const grant = grantOf(published, shown, spaces, {});
  return { ...shown, ...draft, apiToken: tokenFor(deps, grant, 0) };
}

async function enterSite(deps: Deps, question: Question, url: URL, place: Site, published: PublishedSite) {
  const { site } = published;
  const { visitor: admitted, signedUntil } = await visitorOf(deps, question, place, published);
  const visitor = { ...admitted, claims: withoutTimes(admitted.claims) };
  const [first = "", ...others] = place.rest;
  const isKey =
    site.visibility !== "visitor-auth" &&
    mayBeShareKey(first) &&
    (await isShareKey(deps.db.read, site, first));
  const own = siteUrl(deps.addresses, { ...site, organization: published.organization });
  if (site.visibility === "share-link" && !isKey) throw noContent();
  if (isKey && site.visibility !== "share-link")
    return { target: "content" as const, redirect: own + encodedPath(others.join("/")) };
  if (site.visibility === "visitor-auth" && !visitor.isSignedIn) {
    const login = loginAddress(published, `/${encodedPath(place.rest.join("/"))}${url.search}`, own);
    if (login === undefined) throw noContent();
    return { target: "external" as const, redirect: login };
  }
  const key = isKey ? first : undefined;
  const inside = key === undefined ? "" : `${key}/`;
  const found = describePlace(
    place.base + inside,
    own + inside,
    isKey ? others : place.rest,
    published,
    visitor,
  );
  if (found === undefined) throw noContent();
  const shared = key === undefined ? {} : { shareKey: key };
  const signed = visitor.isSignedIn && published.auth ? { signedBy: nameOfKey(published.auth) } : undefined;
  const known = site.adaptive_content === 1 ? { claims: visitor.claims } : {};
  const grant = grantOf(published, found.place, found.spaces, { ...shared, ...signed, ...known });
  return { ...found.place, ...shared, apiToken: tokenFor(deps, grant, signedUntil) };
}

/** @throws 400 where what is known of the visitor fits into no token */
function tokenFor(deps: Deps, grant: SiteGrant, until: number | undefined): string {
  const token = mintSiteToken(deps, grant, until);
  if (token !== undefined) return token;
  throw invalidField(
    "/visitor",
    "has claims that are too long for a token. Leave out those that no page needs.",
  );
}

/** What says when and by which token something was signed: with it, no two visitors would share what a renderer keeps. */
const OF_TOKENS = new Set(["iat", "exp", "nbf", "jti"]);

function withoutTimes(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !OF_TOKENS.has(name)));
}

/** What a token for the content at an address stands for. */
function grantOf(
  { site }: PublishedSite,
  { siteSpace, siteSection, space }: Pick<SiteGrant, "siteSpace" | "siteSection" | "space">,
  spaces: SiteGrant["spaces"],
  visitor: Pick<SiteGrant, "shareKey" | "signedBy" | "claims">,
): SiteGrant {
  return {
    organization: site.organization_id,
    site: site.id,
    siteSpace,
    ...(siteSection === undefined ? {} : { siteSection }),
    space,
    spaces,
    audience: site.visibility,
    ...visitor,
  };
}

/** @throws 400 for a token that counts for nothing, unless its owner is to be led to the login */
async function visitorOf(deps: Deps, question: Question, place: Site, published: PublishedSite) {
  const { token, unsignedClaims } = question;
  const cookie = {
    name: "lectern-visitor-public",
    value: encodeURIComponent(JSON.stringify(unsignedClaims ?? {})),
  };
  const credentials = { bearer: token, cookies: [cookie], query: undefined };
  const arrival = { published, credentials, place: { base: place.base, isSecure: true }, path: place.base };
  const admission = await admit(deps, arrival);
  if (admission.kind !== "visitor") throw noContent();
  if (admission.refused !== undefined && question.redirectOnError !== true)
    throw invalidField("/visitor/jwtToken", `counts for nothing. ${admission.refused}`);
  return admission;
}

function describePlace(
  siteBasePath: string,
  address: string,
  rest: readonly string[],
  published: PublishedSite,
  { claims }: { readonly claims: Readonly<Record<string, unknown>> },
) {
  const { holdAll } = openConditions(parse, {}, { claims, record: undefined }, "site");
  const arrangement = arrange(published, (condition) => holdAll([condition]));
  const chosen = chooseVariant(arrangement, rest);
  if (chosen === undefined) return undefined;
  const { variant } = chosen;
  const path = encodedPath(chosen.rest.join("/"));
  const segments = segmentsBelow(variant.steps, chosen.rest);
  const below = segments
    .slice(0, segments.length - chosen.rest.length)
    .map((segment) => `${segment}/`)
    .join("");
  const variants = arrangement.sections.flatMap((section) => section.variants);
  const spaces = [...new Set(variants.map(({ space }) => space))];
  const found = {
    organization: published.site.organization_id,
    site: published.site.id,
    ...(variant.section === null ? {} : { siteSection: variant.section }),
    siteSpace: variant.id,
    space: variant.space,
    pathname: `/${path}`,
    basePath: siteBasePath + below,
    siteBasePath,
    complete: chosen.rest.length > 0 || variants.length === 1 || !variant.isDefault,
    ...(published.site.adaptive_content === 1 ? { contextId: contentHash(JSON.stringify(claims)) } : {}),
    canonicalUrl: address + below + path,
  };
  return { place: found, spaces };
}
