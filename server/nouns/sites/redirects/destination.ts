/** Where a redirect leads: checked when it is written, and as an address. */
import type { SpaceKey } from "../../../db/schema.ts";
import type { Static } from "typebox";
import { resolvePath } from "../../../content/formerSlugs.ts";
import type { SiteReader } from "../../../access/siteReader.ts";
import { openedRevision } from "../../../content/computed/opened.ts";
import { storedRevision } from "../../../content/computed/shown.ts";
import { readHead } from "../../../content/commit.ts";
import type { SiteKey } from "../site/present.ts";
import type { Read } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { encodedPath } from "../../../../engine/encodedPath.ts";
import { segmentsBelow, stepAmong } from "../../../../engine/siteAddress.ts";
import { readTrail } from "../../../../engine/tree.ts";
import { invalidField } from "../../../http/errors.ts";
import { addressOf, type SiteRow, type SiteSpaceRow } from "../site/present.ts";
import { type SiteParts, siteSpacesIn } from "../structure/parts.ts";
import type { Structure } from "../structure/queries.ts";
import type { RedirectDestination } from "./present.ts";
import type { CreateRedirect } from "./schema.ts";

type InputDestination = Static<typeof CreateRedirect>["destination"];

/**
 * A destination as it is stored, when it is there now.
 * @param at where the request has it
 * @throws 400 for what the site doesn't have, and for addresses that no reader should be sent to
 */
export async function checkedDestination(
  deps: Deps,
  site: SiteKey,
  input: InputDestination,
  at: string,
): Promise<RedirectDestination> {
  const { read } = deps.db;
  switch (input.kind) {
    case "external":
      refuseAddress(input.url, `${at}/url`);
      return input;
    case "site-section": {
      const found = await read
        .selectFrom("site_sections")
        .select("id")
        .where("id", "=", input.siteSectionId)
        .where("organization_id", "=", site.organization_id)
        .where("site_id", "=", site.id)
        .executeTakeFirst();
      if (found === undefined) throw invalidField(`${at}/siteSectionId`, "is not a section of this site.");
      return input;
    }
    case "site-space":
      if ((await spaceOf(read, site, input.siteSpaceId)) === undefined) throw noSiteSpace(at);
      return input;
    case "site-page": {
      const space = await spaceOf(read, site, input.siteSpaceId);
      if (space === undefined) throw noSiteSpace(at);
      if (
        (await pathOfPage(deps, { organization_id: site.organization_id, id: space }, input.pageId)) ===
        undefined
      )
        throw invalidField(`${at}/pageId`, "is not a page of this site-space.");
      return input;
    }
    case "path":
      return pageByPath(deps, site, input, at);
    default:
      return input satisfies never;
  }
}

const noSiteSpace = (at: string) => invalidField(`${at}/siteSpaceId`, "is not a site-space of this site.");

function refuseAddress(address: string, at: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = url !== undefined && (url.protocol === "https:" || url.protocol === "http:");
  if (!isWeb || url.username !== "" || url.password !== "")
    throw invalidField(at, "must be an address that begins with https:// or http://, without a password.");
}

async function spaceOf(read: Read, site: SiteKey, siteSpace: string): Promise<string | undefined> {
  const row = await read
    .selectFrom("site_spaces")
    .select("space_id")
    .where("id", "=", siteSpace)
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .executeTakeFirst();
  return row?.space_id;
}

async function pageByPath(
  deps: Deps,
  site: SiteKey,
  { spaceId, path }: Extract<InputDestination, { kind: "path" }>,
  at: string,
): Promise<RedirectDestination> {
  const { read } = deps.db;
  const place = await read
    .selectFrom("site_spaces")
    .select("id")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("space_id", "=", spaceId)
    .orderBy("position")
    .orderBy("id")
    .executeTakeFirst();
  if (place === undefined) throw invalidField(`${at}/spaceId`, "is not a space of this site.");
  const head = await readHead(read, { organization_id: site.organization_id, id: spaceId });
  const content = head && deps.content.of(head.organization_id);
  const root = head && (await content?.root(head.root));
  const found = content && root && (await resolvePath(read, content, spaceId, root, path));
  if (found === undefined) throw invalidField(`${at}/path`, "is not the path of a page of this space.");
  return { kind: "site-page", siteSpaceId: place.id, pageId: found.page.id };
}

/** The slugs of a page and those above it, in the content that readers see now. @param reader where one asks */
async function pathOfPage(
  deps: Deps,
  space: SpaceKey,
  page: string,
  reader?: SiteReader,
): Promise<string | undefined> {
  const head = await readHead(deps.db.read, space);
  if (head === undefined) return undefined;
  const content = deps.content.of(head.organization_id);
  const stored = storedRevision(content, head.root, await content.root(head.root));
  const { nodes, root } = reader ? await openedRevision(deps.content, stored, reader) : stored;
  const trail = await readTrail(nodes, root, page);
  return trail?.map(({ slug }) => slug).join("/");
}

/**
 * The address that a destination has now; undefined for what is gone, or not for the member who asks.
 * @param captured what a wildcard stands for and goes behind it
 * @param reader of the site, where one asks
 */
export async function addressOfDestination(
  deps: Deps,
  { site, parts, siteSpaces }: Structure,
  destination: RedirectDestination,
  captured: string,
  reader?: SiteReader,
): Promise<string | undefined> {
  const own = addressOf(site, deps.addresses);
  if (destination.kind === "external") return withCaptured(destination.url, captured);
  if (destination.kind === "site-section") {
    const section = parts.sections.find(({ id }) => id === destination.siteSectionId);
    if (section === undefined) return undefined;
    const isDefault = site.default_site_section_id === section.id;
    return withCaptured(own + (isDefault ? "" : `${section.path}/`), captured);
  }
  const place = siteSpaces.find(({ id }) => id === destination.siteSpaceId);
  if (place === undefined) return undefined;
  if (destination.kind === "site-space") return withCaptured(own + place.below, captured);
  const path = await pathOfPage(deps, place.space, destination.pageId, reader);
  return path === undefined
    ? undefined
    : withCaptured(own + encodedPath(pathBelow(site, parts, place, path)), captured);
}

/** The path of a page below the address of the site, one of whose site-spaces has it. */
function pathBelow(site: SiteRow, parts: SiteParts, place: SiteSpaceRow, path: string): string {
  const { sections } = parts;
  const section = sections.find(({ id }) => id === place.section_id);
  const inside = siteSpacesIn(parts.siteSpaces, place.section_id);
  const byId = <Each extends { readonly id: string }>(all: readonly Each[], id: string | null) =>
    all.find((each) => each.id === id);
  const own = byId(inside, place.id);
  const steps = [
    ...(section ? [stepAmong(sections, byId(sections, site.default_site_section_id), section)] : []),
    ...(own ? [stepAmong(inside, byId(inside, (section ?? site).default_site_space_id), own)] : []),
  ];
  return segmentsBelow(steps, path.split("/")).join("/");
}

/** An address with more path behind its own. Nothing in what is added can lead to another host. */
export function withCaptured(address: string, captured: string): string {
  if (captured === "") return address;
  const at = address.search(/[?#]/);
  const [path, rest] = at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
  return `${path.endsWith("/") ? path : `${path}/`}${encodedPath(captured)}${rest}`;
}
