/** Renderers elsewhere, which keep what they read of a site: which of it they are told to read again after what. */
import { changeOf } from "../../access/answers.ts";
import { UNTOLD } from "../../access/events.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";

/** A literal type of targets: told which answers changed, and not what happened. */
export const RENDERER = "renderer";

const sitesShowing = prepared((read, p: Params<{ organization: string; spaces: readonly string[] }>) =>
  read
    .selectFrom("site_spaces")
    .select("site_id as id")
    .distinct()
    .where("organization_id", "=", p("organization"))
    .where("space_id", "in", p.list("spaces"))
    .orderBy("site_id"),
);
const namedBy = prepared((read, p: Params<{ organization: string; spaces: readonly string[] }>) =>
  read
    .selectFrom("space_references")
    .select("source_id as id")
    .distinct()
    .where("organization_id", "=", p("organization"))
    .where("space_id", "in", p.list("spaces"))
    .orderBy("source_id"),
);
const sitesOf = prepared((read, p: Params<{ organization: string }>) =>
  read
    .selectFrom("sites")
    .select("id")
    .where("organization_id", "=", p("organization"))
    .where("published", "=", 1)
    .orderBy("id"),
);

const installationOf = prepared((read, p: Params<{ organization: string; owner: string }>) =>
  read
    .selectFrom("installations")
    .select("id")
    .where("organization_id", "=", p("organization"))
    .where("owner_id", "=", p("owner"))
    .limit(1),
);

type ChangingEvent = Pick<Row<"outbox">, "kind" | "payload" | "organization_id">;

interface NamedThings {
  readonly siteId?: string;
  readonly spaceId?: string;
  readonly userId?: string;
}

/** What an event changed, as a text: those that say the same have the same tags. */
export function changedBy({ kind, payload, organization_id }: ChangingEvent): string {
  const { siteId, spaceId, userId } = JSON.parse(payload) as NamedThings;
  const change = changeOf(kind);
  const of = change === "site" ? siteId : change === "owner" ? userId : spaceId;
  const what = kind === UNTOLD ? [siteId, spaceId] : [change, of];
  return JSON.stringify([organization_id, kind === UNTOLD, ...what]);
}

/** The tags of the answers that an event changed, as answers to a site's readers name them. */
export async function tagsOf(
  read: Read,
  { kind, payload, organization_id }: ChangingEvent,
): Promise<readonly string[]> {
  const { siteId, spaceId, userId } = JSON.parse(payload) as NamedThings;
  const organization = organization_id ?? "";
  // What nobody else hears of may say that it is about less than all.
  const less = siteId === undefined ? (spaceId === undefined ? undefined : "space") : "site";
  const what = (kind === UNTOLD ? less : undefined) ?? changeOf(kind);
  const owner = what === "owner" ? (userId ?? "") : undefined;
  if (owner !== undefined && (await installationOf.first(read, { organization, owner })) === undefined)
    return [];
  if (what === "organization" || what === "owner") return named(await sitesOf.all(read, { organization }));
  if (what === "site") return siteId === undefined ? [] : [`site:${siteId}`];
  if (what !== "space" || spaceId === undefined) return [];
  const spaces = await spacesShowing(read, organization, spaceId);
  return [`space:${spaceId}`, ...named(await sitesShowing.all(read, { organization, spaces }))];
}

/** A space and all that show something of it: what they include or name, by way of others too. */
async function spacesShowing(read: Read, organization: string, space: string): Promise<string[]> {
  const showing = new Set([space]);
  for (let last = [space]; last.length > 0;) {
    const next = await namedBy.all(read, { organization, spaces: last });
    last = next.map(({ id }) => id).filter((id) => !showing.has(id));
    for (const id of last) showing.add(id);
  }
  return [...showing];
}

const named = (sites: readonly { readonly id: string }[]): string[] => sites.map(({ id }) => `site:${id}`);

/** What is sent to a renderer. */
export function tagsBody(tags: readonly string[]): string {
  return JSON.stringify({ tags });
}
