import type { Write } from "../../../db/database.ts";
import type { Flag, Row } from "../../../db/schema.ts";
import type { Addresses } from "../../../deps.ts";
import { decoded } from "../../../../engine/decoded.ts";
import { capturedBy, keysMatching, pathKey, sourceKey } from "../../../../engine/redirectSource.ts";
import { segmentsOnSite } from "../../../../engine/siteAddress.ts";
import type { RunningChange } from "../../../http/change.ts";
import { conflict, HttpError, invalidField, notFound } from "../../../http/errors.ts";
import type { SiteKey, SiteRow } from "../site/present.ts";
import { withCaptured } from "./destination.ts";
import type { RedirectDestination } from "./present.ts";
import { findBySource, matchRedirect } from "./queries.ts";

/** Most redirects that one site has, drafts included. */
const MOST = 10_000;
/** Redirects that may follow one another before it is taken for a loop. */
const MOST_HOPS = 20;

/** A redirect as it shall be. */
interface Rule {
  readonly source: string;
  readonly destination: RedirectDestination;
  readonly captureWildcard: boolean;
  readonly permanent: boolean;
  readonly draft: boolean;
}

/** What rules are written to. */
interface RuleBook {
  readonly site: SiteRow;
  readonly addresses: Addresses;
}

type RedirectChange = Pick<RunningChange, "tx" | "now" | "newId">;

/** Keeps others from changing redirects of the site until the transaction ends. @throws 404 when it is gone */
export async function lockRedirects(tx: Write, site: SiteKey): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("sites")
    .set((eb) => ({ version: eb.ref("version") }))
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", site.id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound("The site");
}

/** Makes a redirect. @throws 400 for a loop; 409 for a source that has one, and when there are too many */
export async function createRedirect(
  { tx, now, newId }: RedirectChange,
  { site, addresses }: RuleBook,
  rule: Rule,
): Promise<Row<"site_redirects">> {
  const key = sourceKey(rule.source);
  if ((await findBySource(tx, site, key, rule.draft)) !== undefined) throw sourceTaken();
  const { count } = await tx
    .selectFrom("site_redirects")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .executeTakeFirstOrThrow();
  if (count >= MOST)
    throw conflict("too-many-redirects", `A site has at most ${MOST} redirects. Delete those nobody needs.`);
  await refuseLoop(tx, { site, addresses }, rule);
  return tx
    .insertInto("site_redirects")
    .values({
      organization_id: site.organization_id,
      id: newId(),
      site_id: site.id,
      created_at: now,
      ...columnsOf(rule),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const flag = (value: boolean): Flag => (value ? 1 : 0);

function columnsOf({ source, destination, captureWildcard, permanent, draft }: Rule) {
  return {
    source,
    source_key: sourceKey(source),
    draft: flag(draft),
    capture_wildcard: flag(captureWildcard),
    permanent: flag(permanent),
    destination: JSON.stringify(destination),
  };
}

const sourceTaken = () =>
  conflict("source-taken", "/source: another redirect of this site has it; change that one.", [
    { path: "/source", message: "is taken; change the redirect that has it." },
  ]);

/** Changes a redirect. @throws 400 for a loop; 409 for a source that is taken; 404 when it is gone */
export async function writeRedirect(
  { tx, now }: RedirectChange,
  book: RuleBook,
  id: string,
  rule: Rule,
): Promise<Row<"site_redirects">> {
  const other = await findBySource(tx, book.site, sourceKey(rule.source), rule.draft);
  if (other !== undefined && other.id !== id) throw sourceTaken();
  await refuseLoop(tx, book, rule);
  const row = await tx
    .updateTable("site_redirects")
    .set({ ...columnsOf(rule), updated_at: now })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", book.site.organization_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The redirect");
  return row;
}

/** Deletes a redirect. @throws 404 the second time */
export async function deleteRedirect(
  tx: Write,
  { organization_id, id }: Pick<Row<"site_redirects">, "organization_id" | "id">,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("site_redirects")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("The redirect");
}

/**
 * Follows what a rule leads to, as far as that is redirected on this site or others of the organization, and refuses to
 * come back to the rule.
 */
async function refuseLoop(tx: Write, book: RuleBook, rule: Rule): Promise<void> {
  const own = sourceKey(rule.source);
  let destination = rule.destination;
  let captured = rule.captureWildcard && own.endsWith("*") ? "x" : "";
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    // What leads to a part of the site by its id leads to where a page is, and pages are never redirected.
    if (destination.kind !== "external") return;
    const place = await placeOnSites(tx, book, withCaptured(destination.url, captured));
    if (place === undefined) return;
    const { key } = place;
    const other = await matchRedirect(tx, place.site, key);
    const keys = keysMatching(key);
    const ownRank = place.site.id === book.site.id ? keys.indexOf(own) : -1;
    const otherRank = other === undefined ? -1 : keys.indexOf(other.source_key);
    if (ownRank >= 0 && (otherRank < 0 || ownRank <= otherRank)) break;
    if (other === undefined) return;
    destination = JSON.parse(other.destination) as RedirectDestination;
    captured = other.capture_wildcard === 1 ? capturedBy(other.source_key, key) : "";
  }
  throw invalidField("/destination", "leads back to the source in a loop; choose another.");
}

/** The site of the organization that an address is on, and the path there as redirects are looked up. */
async function placeOnSites(tx: Write, { site, addresses }: RuleBook, address: string) {
  const placeOn = (
    one: Pick<SiteRow, "organization_id" | "id" | "basename" | "hostname" | "proxy" | "visibility">,
  ) => {
    const names = { ...one, organization: site.organization };
    const segments = segmentsOnSite(addresses, names, address);
    // Below such a site's address stands the key of the link that opens it.
    const isBelowKey = one.visibility === "share-link";
    return segments && { site: one, key: pathKey(isBelowKey ? segments.slice(1) : segments) };
  };
  const here = placeOn(site);
  if (here !== undefined) return here;
  const { hostname, pathname } = new URL(address);
  const [first = "", second = ""] = pathname.split("/").filter(Boolean);
  const basenames = [first, second].map((name) => decoded(name).toLowerCase());
  // Those that it can be on, of the many that there may be.
  const others = await tx
    .selectFrom("sites")
    .select(["organization_id", "id", "basename", "hostname", "proxy", "visibility"])
    .where("organization_id", "=", site.organization_id)
    .where("deleted_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("basename", "in", basenames),
        eb("hostname", "=", hostname.replace(/\.$/, "")),
        eb("proxy", "is not", null),
      ]),
    )
    .execute();
  return others.map(placeOn).find((place) => place !== undefined);
}

/** One of many changes. `destination` is null to delete, undefined where a draft is published. */
export interface BulkChange {
  readonly source: string;
  readonly intent: "live" | "draft" | "publish";
  readonly destination: RedirectDestination | null | undefined;
  readonly captureWildcard: boolean;
  readonly permanent: boolean | undefined;
}

export interface BulkResult {
  readonly status: "created" | "updated" | "deleted" | "published" | "error";
  readonly source: string;
  readonly draft: boolean;
  readonly id?: string;
  readonly error?: string;
}

/** Makes one of many changes; what can't be made is told as its result and changes nothing. */
export async function applyBulk(
  running: RedirectChange,
  book: RuleBook,
  item: BulkChange,
): Promise<BulkResult> {
  const { source } = item;
  const draft = item.intent === "draft";
  try {
    if (item.intent === "publish") return await publish(running, book, source);
    const found = await findBySource(running.tx, book.site, sourceKey(source), draft);
    if (item.destination === null || item.destination === undefined) {
      if (found === undefined) throw notFound("The redirect");
      await deleteRedirect(running.tx, found);
      return { status: "deleted", source, draft };
    }
    const { destination, captureWildcard } = item;
    const permanent = item.permanent ?? found?.permanent === 1;
    const rule = { source, destination, captureWildcard, permanent, draft };
    if (found === undefined) {
      return { status: "created", source, draft, id: (await createRedirect(running, book, rule)).id };
    }
    return { status: "updated", source, draft, id: (await writeRedirect(running, book, found.id, rule)).id };
  } catch (error) {
    if (error instanceof HttpError) return { status: "error", source, draft, error: error.message };
    throw error;
  }
}

async function publish(running: RedirectChange, book: RuleBook, source: string): Promise<BulkResult> {
  const key = sourceKey(source);
  const waiting = await findBySource(running.tx, book.site, key, true);
  if (waiting === undefined) throw notFound("The draft of this source");
  const live = await findBySource(running.tx, book.site, key, false);
  const rule: Rule = {
    source: waiting.source,
    destination: JSON.parse(waiting.destination) as RedirectDestination,
    captureWildcard: waiting.capture_wildcard === 1,
    permanent: waiting.permanent === 1,
    draft: false,
  };
  await refuseLoop(running.tx, book, rule);
  if (live !== undefined) await deleteRedirect(running.tx, waiting);
  const { id } = await writeRedirect(running, book, (live ?? waiting).id, rule);
  return { status: "published", source, draft: false, id };
}
