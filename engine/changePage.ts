import { automaticSlug, chosenSlug } from "./address.ts";
import { takeBody } from "./batch.ts";
import type { Batch, BodyInput } from "./batch.ts";
import { replaceLinks, replacePages } from "./draft.ts";
import { sameJson } from "./json.ts";
import { DEFAULT_TITLE, TITLE_MAX, holdsBody } from "./page.ts";
import type { Page, PageFields, PageType } from "./page.ts";
import { checkPlace, idsBelow, orderAt } from "./place.ts";
import { ChangeRefused } from "./refusal.ts";
import { childKey, childPrefix } from "./revision.ts";

/** Fields to change: absent or `undefined` leaves one as it is, `null` (as `false` and "") clears it. */
export type PagePatch = { readonly [Field in keyof PageFields]?: PageFields[Field] | null | undefined };

/** Where a page goes. */
interface PagePlacement {
  /** The page above, `null` for the top; absent: where it is (a new page: the top). */
  readonly into?: string | null;
  /** Its position among its new siblings, from zero; absent: the end (a page that stays: its place). */
  readonly at?: number;
}

/** Adds a page. Without a slug it gets a free one made from its title. */
export interface InsertPage extends PagePlacement {
  readonly operation: "insert_page";
  /** The new page's id. */
  readonly id: string;
  readonly type: PageType;
  readonly fields: PagePatch;
  readonly body?: BodyInput;
  /** The page that comes back: it keeps its times, and its place unless it goes under another page. */
  readonly was?: Page;
}

/** Changes a page's fields, body or place. A new title leaves the slug alone. */
export interface UpdatePage extends PagePlacement {
  readonly operation: "update_page";
  readonly page: string;
  readonly fields?: PagePatch;
  /** The whole new body; `null` empties it. */
  readonly body?: BodyInput | null;
}

/** Removes a page with its subpages. */
export interface DeletePage {
  readonly operation: "delete_page";
  readonly page: string;
}

export async function insertPage(batch: Batch, change: InsertPage): Promise<void> {
  const { draft, now } = batch;
  const { id, type, was } = change;
  if ((await draft.pages.get(id)) !== undefined)
    throw new ChangeRefused("page-exists", `page ${id} exists already`);
  const parent = change.into ?? null;
  await checkPlace(draft, change, parent, false);
  const title = checkTitle(change.fields.title);
  const chosen = change.fields.slug ?? "";
  const slug =
    chosen === "" ? await automaticSlug(draft, parent, title) : await chosenSlug(draft, parent, chosen, id);
  const order =
    was?.parent === parent ? formerOrder(batch, was) : await orderAt(draft, batch.ends, parent, change.at);
  const fields = patchFields({ title, slug }, { ...change.fields, title, slug });
  const body = change.body === undefined ? undefined : takePageBody(batch, change, change.body);
  const page: Page = {
    ...fields,
    id,
    type,
    parent,
    order,
    createdAt: was?.createdAt ?? now,
    updatedAt: was?.updatedAt ?? now,
    ...(body && { body }),
  };
  replacePages(draft, [{ after: page }]);
}

/** The order key that a page had. It may be the last, so what is known of the end is so no more. */
function formerOrder({ ends }: Batch, { parent, order }: Page): string {
  ends.delete(parent);
  return order;
}

export async function updatePage(batch: Batch, change: UpdatePage): Promise<void> {
  const { draft } = batch;
  const before = await knownPage(batch, change.page);
  const parent = change.into === undefined ? before.parent : change.into;
  const isMove = parent !== before.parent;
  if (isMove) await checkPlace(draft, before, parent, true);
  const fields: PagePatch = { ...change.fields };
  const title = fields.title === undefined ? before.title : checkTitle(fields.title);
  const chosen = fields.slug ?? undefined;
  const slug =
    isMove || chosen !== undefined
      ? await chosenSlug(draft, parent, chosen ?? before.slug, before.id)
      : before.slug;
  const { body: oldBody, ...rest } = patchFields(before, { ...fields, title, slug });
  const body = change.body === undefined ? oldBody : takePageBody(batch, before, change.body);
  const edited: Page = { ...rest, ...(body !== undefined && { body }) };
  const isEdited = !sameJson(edited, before);
  const order =
    isMove || change.at !== undefined ? await movedOrder(batch, before, parent, change.at) : before.order;
  // Making room may have given the page's siblings new keys, never the page itself: it had left its place.
  const after = { ...edited, parent, order, updatedAt: isEdited ? batch.now : before.updatedAt };
  replacePages(draft, [{ before, after }]);
}

export async function deletePage(batch: Batch, change: DeletePage): Promise<void> {
  const { draft } = batch;
  const page = await knownPage(batch, change.page);
  const below = (await idsBelow(draft, page.id)).flat();
  const pages = [page, ...(await draft.pages.getMany(below)).values()];
  replacePages(
    draft,
    pages.map((before) => ({ before })),
  );
  batch.ends.delete(page.parent);
  for (const { id } of pages) {
    batch.ends.delete(id);
    replaceLinks(draft, id, undefined);
  }
}

/** The order key of a page that moves: its old place is given up first, so that positions count its new siblings. */
async function movedOrder(
  batch: Batch,
  page: Page,
  parent: string | null,
  at: number | undefined,
): Promise<string> {
  const { children } = batch.draft;
  const isWithin = parent === page.parent;
  const old = childKey(page);
  if (isWithin && at !== undefined && (await children.position(childPrefix(parent), old)) === at)
    return page.order;
  children.set(old, undefined);
  batch.ends.delete(page.parent);
  const order = await orderAt(batch.draft, batch.ends, parent, at);
  children.set(old, 0);
  return order;
}

async function knownPage({ draft }: Batch, id: string): Promise<Page> {
  const page = await draft.pages.get(id);
  if (page === undefined) throw new ChangeRefused("page-unknown", `there is no page ${id}`);
  return page;
}

function takePageBody(
  batch: Batch,
  page: { readonly id: string; readonly type: PageType },
  body: BodyInput | null,
): string | undefined {
  if (body !== null && !holdsBody(page.type)) {
    throw new ChangeRefused("no-body", `a page of type ${page.type} has no document of its own`);
  }
  return takeBody(batch, page.id, body);
}

/** Puts a patch over fields; what is cleared or off is left out, so that equal pages are equal bytes. */
function patchFields<F extends PageFields>(fields: F, patch: PagePatch): F {
  const patched: Record<string, unknown> = { ...(fields as object) };
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null || value === "" || value === false) delete patched[name];
    else patched[name] = value;
  }
  return patched as unknown as F;
}

function checkTitle(title: string | null | undefined): string {
  const text = (title ?? "").trim();
  if ([...text].length > TITLE_MAX)
    throw new ChangeRefused("title-too-long", `a title has at most ${TITLE_MAX} characters`);
  return text === "" ? DEFAULT_TITLE : text;
}
