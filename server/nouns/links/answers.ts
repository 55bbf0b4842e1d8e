/** The answers about links, as text: made once for what they depend on. */
import type { Content } from "../../content/store.ts";
import type { TSchema } from "typebox";
import type { Row } from "../../db/schema.ts";
import { keptText } from "../../content/kept.ts";
import type { Deps } from "../../deps.ts";
import type { Identity } from "../../access/identity.ts";
import { getFromMap, mapSize } from "../../../engine/mapRead.ts";
import type { RevisionThing } from "../revisions/queries.ts";
import { readPage } from "../../../engine/tree.ts";
import { notFound } from "../../http/errors.ts";
import { type KeptRepresentation, type KeptAnswer, keptBytes, type Paging } from "../../http/operation.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { mergedFrom } from "../change-requests/mergedFrom.ts";
import { presentOne } from "../change-requests/present.ts";
import { backlinkPage, readPlace } from "./backlinks.ts";
import { brokenByOpenRequests, brokenByRequest } from "./brokenBy.ts";
import * as items from "./items.ts";
import { Backlinks, Links } from "./schema.ts";
import { type Referrer, referrersOf } from "./referrers.ts";
import { statusesOf } from "./outside.ts";
import type { LinkStatus, Statuses } from "./stretches.ts";
import { type PresentedLink, openView } from "./view.ts";

/** A revision whose links are asked for; with the change request, when it is one's. */
export interface LinkQuestion extends RevisionThing {
  readonly request?: Row<"change_requests"> | undefined;
}

interface LinkFilter {
  readonly status?: LinkStatus | undefined;
  readonly brokenContext?: "change-request" | "space" | undefined;
}

interface LinkCall {
  readonly deps: Deps;
  readonly identity: Identity;
  readonly thing: LinkQuestion;
  readonly paging: Paging;
}

/** All links of a revision, or those of one page. @throws 404 when the revision has no such page */
export async function linksAnswer(
  { deps, identity, thing, paging }: LinkCall,
  filter: LinkFilter,
  page?: string,
): Promise<KeptAnswer<typeof Links>> {
  // Asked in one breath, they share one question about the state of the database.
  const [view, broken] = await Promise.all([openView(deps, identity, thing), brokenOf(deps, thing)]);
  if (page !== undefined && (await readPage(view.content.nodes, view.root, page)) === undefined)
    throw notFound("The page");
  const statuses = await statusesOf(view);
  const key = items.keyOf(view, statuses, "links", page, filter, broken, paging);
  return kept(view.content, Links, key, async () => {
    const listing =
      page === undefined
        ? await filtered(view, statuses, thing, filter)
        : await items.listingOfPage(view, statuses, page, filter.status);
    const made = await items.itemPage(view, statuses, listing, paging, page);
    const stats = await items.statsOf(view, statuses);
    return { made, stats: { total: stats.total, broken: { total: stats.broken, changeRequest: broken } } };
  });
}

async function brokenOf(deps: Deps, { space, request }: LinkQuestion): Promise<number> {
  return request === undefined
    ? brokenByOpenRequests(deps, space)
    : (await brokenByRequest(deps.content.of(space.organization_id), request)).links;
}

async function filtered(
  view: PresentedLink,
  statuses: Statuses,
  { request }: LinkQuestion,
  { status, brokenContext }: LinkFilter,
): Promise<items.LinkItemPlace> {
  if (brokenContext === undefined || request === undefined) return items.listingOf(view, statuses, status);
  if (status !== undefined && status !== "broken") return items.listingOfKeys([]);
  const { targets } = await brokenByRequest(view.content, request);
  if (brokenContext === "change-request") return items.listingOfKeys(targets);
  const newly = new Set(targets.map(([key]) => key));
  const all = await items.listingOf(view, statuses, "broken");
  const found = await all.behind(undefined, mapSize(view.root.targets));
  return items.listingOfKeys(found.filter(([key]) => !newly.has(key)));
}

/** What links to a thing of a revision. @throws 404 when the revision has no such thing */
export async function backlinksAnswer(
  { deps, identity, thing, paging }: LinkCall,
  kind: keyof typeof THINGS,
  id: string,
): Promise<KeptAnswer<typeof Backlinks>> {
  const view = await openView(deps, identity, thing);
  const { map, noun } = THINGS[kind];
  if ((await getFromMap(view.content.nodes, view.root[map], id)) === undefined) throw notFound(noun);
  const context = contextOf(await versionOf(deps, thing));
  const from = readPlace(paging.after).space;
  const others = await referrersOf(view, `${kind}:${id}`, { limit: paging.limit + 1, from });
  const contexts = new Map<Referrer, string>();
  for (const one of others.spaces)
    contexts.set(one, contextOf(await versionOf(deps, { ...one.view.ground.thing, revision: one.revision })));
  const grounds = others.spaces.map((one) => [one.space, one.view.ground] as const);
  const key = items.keyOf(
    view,
    { stretches: [], grounds: new Map(grounds) },
    "backlinks",
    kind,
    id,
    context,
    paging,
    others.count,
  );
  return kept(view.content, Backlinks, key, async () => ({
    made: await backlinkPage(
      view,
      `${kind}:${id}`,
      (referrer) => (referrer && contexts.get(referrer)) ?? context,
      paging,
      others,
    ),
  }));
}

const THINGS = {
  page: { map: "pages", noun: "The page" },
  file: { map: "files", noun: "The file" },
  reusable: { map: "reusable", noun: "The reusable content" },
} as const;

function contextOf(versionContext: object): string {
  return JSON.stringify({ versionContext }).slice(1, -1);
}

/** The revision without what it holds, which would repeat the whole space in each location. */
async function versionOf(
  deps: Deps,
  { space, revision, request, member }: Pick<LinkQuestion, "space" | "revision" | "request" | "member">,
): Promise<object> {
  if (request !== undefined)
    return {
      type: "changeRequest",
      changeRequest: await presentOne(deps.db.read, request, deps.addresses, member),
    };
  return {
    type: "revision",
    revision: {
      object: "revision",
      id: revision.id,
      type: revision.type,
      ...given("mergedFrom", await mergedFrom(deps, { revision, member })),
      parents: JSON.parse(revision.parents) as string[],
      pages: [],
      files: [],
      reusableContents: [],
      createdAt: timestamp(revision.created_at),
      urls: { app: `${deps.addresses.app}/s/${space.id}/~/revisions/${revision.id}` },
    },
  };
}

interface MadeItems {
  readonly made: items.ItemPage;
  readonly stats?: object;
}

/** Keeps the text, after a line with the place where the next page begins; its bytes are kept with each cursor. */
async function kept<Schema extends TSchema>(
  content: Content,
  schema: Schema,
  key: string,
  make: () => Promise<MadeItems>,
): Promise<KeptAnswer<Schema>> {
  const read = () =>
    content.derived("links", key, async () => {
      const { made, stats } = await make();
      const told = stats === undefined ? "" : `,"stats":${JSON.stringify(stats)}`;
      return `${JSON.stringify(made.nextKeys ?? null)}\n"count":${made.count},"items":${made.items}${told}}`;
    });
  const text = await read();
  const line = text.indexOf("\n");
  const nextKeys = JSON.parse(text.slice(0, line)) as string[] | null;
  const bytesAfter = (start: string, name: string): KeptRepresentation<Schema> => ({
    schema,
    key: name,
    bytes: keptText(content, "links.bytes", name, async () => start + (await read()).slice(line + 1)),
  });
  if (nextKeys === null) return keptBytes(bytesAfter("{", key));
  const continued = (page: string): KeptRepresentation<Schema> =>
    bytesAfter(`{"next":${JSON.stringify({ page })},`, `${key} ${page}`);
  return { ...keptBytes({ ...bytesAfter("{", key), continued }), body: { nextKeys } };
}
