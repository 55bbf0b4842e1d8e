/** Turns the changes of a request into changes of the engine: ids, texts and files are made here. */
import { type BodyInput } from "../../../engine/batch.ts";
import { type Change as EngineChange } from "../../../engine/change.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import type { Page } from "../../../engine/page.ts";
import { revertBlocks } from "../../../engine/markdown/revertBlocks.ts";
import { pageByPath, pagePath, readPage } from "../../../engine/tree.ts";
import { readRevision } from "../../content/commit.ts";
import { fieldsOfMeta } from "../../content/metaFields.ts";
import { storeBody, storePage, targetsOf } from "../../content/pageText.ts";
import type { Deps } from "../../deps.ts";
import { readText, type SentText } from "../../http/document.ts";
import { invalidField } from "../../http/errors.ts";
import { placeOfFile, type StoredFiles } from "./batchFiles.ts";
import { refuseUselessConditions } from "./condition.ts";
import { type BatchNames, lookupFrom } from "./lookup.ts";
import { linkFields, ownFields, placingOf } from "./pageFields.ts";
import { reusableChange } from "./reusable.ts";
import {
  type ContentChange,
  type DeletePage,
  type InsertPage,
  type RevertPage,
  TEXT_MAX,
  type UpdatePage,
} from "./schema.ts";
import type { Static } from "typebox";

/** What one change of the request did, for the answer. */
export interface ChangeDone {
  readonly operation: string;
  readonly page?: string;
  readonly reusableContent?: string;
  readonly ref?: string;
  readonly brokenLinks?: readonly string[];
}

export interface PreparedBatch {
  readonly changes: readonly EngineChange[];
  /** Which change of the request each engine change came from. */
  readonly origins: readonly number[];
  readonly done: readonly ChangeDone[];
  readonly files: StoredFiles;
}

interface Making {
  readonly deps: Deps;
  readonly space: string;
  readonly root: RevisionRoot;
  readonly names: BatchNames;
  readonly now: number;
  readonly revertTo: string | undefined;
  /** The bodies that changes before this one give pages, by the pages' ids. */
  readonly written: Map<string, BodyInput | null>;
  /** Pages that changes before this one brought back. */
  readonly returned: Set<string>;
}

/** What a batch is made for and from. */
export interface Beginning {
  readonly space: string;
  readonly base: { readonly root: string };
  readonly revertTo?: string;
}

/** @throws 400 naming the change and its field */
export async function prepareBatch(
  deps: Deps,
  { space, base, revertTo }: Beginning,
  changes: readonly ContentChange[],
  files: StoredFiles,
  now: number,
): Promise<PreparedBatch> {
  const root = await deps.content.root(base.root);
  const inserted = changes.map(({ operation }) =>
    operation === "insert_page" || operation === "insert_reusable_content" ? deps.newId() : undefined,
  );
  const names = batchNames(changes, inserted, files);
  await refusePaths(deps, root, files);
  const making: Making = { deps, space, root, names, now, revertTo, written: new Map(), returned: new Set() };
  const prepared: EngineChange[] = [];
  const origins: number[] = [];
  const done: ChangeDone[] = [];
  for (const [index, change] of changes.entries()) {
    const { engine, answer } = await prepareOne(making, change, index, inserted[index], files);
    for (const one of engine) {
      prepared.push(one);
      noteBody(making.written, one);
      origins.push(index);
    }
    done.push(answer);
  }
  return { changes: prepared, origins, done, files };
}

function noteBody(written: Making["written"], change: EngineChange): void {
  if (change.operation === "insert_page" && change.body !== undefined) written.set(change.id, change.body);
  if (change.operation === "update_page" && change.body !== undefined) written.set(change.page, change.body);
}

function batchNames(
  changes: readonly ContentChange[],
  inserted: readonly (string | undefined)[],
  files: StoredFiles,
): BatchNames {
  const pages = new Map<string, string>();
  const byRef = new Map<string, string>();
  const reusable = new Map<string, string>();
  const take = (names: Map<string, string>, ref: string, id: string, path: string): void => {
    if (pages.has(ref) || byRef.has(ref) || reusable.has(ref))
      throw invalidField(path, "is used twice in this request.");
    names.set(ref, id);
  };
  for (const [index, change] of changes.entries()) {
    if (!("ref" in change) || change.ref === undefined) continue;
    const names = change.operation === "insert_page" ? pages : reusable;
    take(names, change.ref, inserted[index] as string, `/changes/${index}/ref`);
  }
  for (const stored of files)
    if (stored.ref !== undefined) take(byRef, stored.ref, stored.file.id, placeOfRef(stored));
  return { pages, files: byRef, reusable };
}

const placeOfRef = (stored: StoredFiles[number]): string => `${placeOfFile(stored)}/ref`;

/** A link to a file and one to a page are written alike. @throws 400 for a file that is called as a page */
async function refusePaths(deps: Deps, root: RevisionRoot, files: StoredFiles): Promise<void> {
  for (const stored of files) {
    const { ref } = stored;
    if (ref !== undefined && (await pageByPath(deps.content.nodes, root, ref)) !== undefined)
      throw invalidField(placeOfRef(stored), "is the path of a page; give the file another name.");
  }
}

interface PreparedOne {
  readonly engine: readonly EngineChange[];
  readonly answer: ChangeDone;
}

async function prepareOne(
  making: Making,
  change: ContentChange,
  index: number,
  id: string | undefined,
  files: StoredFiles,
): Promise<PreparedOne> {
  const { operation } = change;
  switch (operation) {
    case "insert_page":
      return insertPage(making, change, index, id as string);
    case "update_page":
      return updatePage(making, change, index);
    case "delete_page":
      return deletePage(change);
    case "revert_page":
      return revertPage(making, change, index);
    case "insert_files":
      return {
        engine: files
          .filter((stored) => stored.change === index)
          .map(({ file }) => ({ operation: "put_file", file })),
        answer: { operation },
      };
    case "insert_reusable_content":
    case "update_reusable_content":
    case "delete_reusable_content":
      return reusableChange(making, change, index, id);
    case "set_variables":
      return { engine: [{ operation, variables: change.variables }], answer: { operation } };
    default:
      return operation satisfies never;
  }
}

async function insertPage(
  making: Making,
  change: Static<typeof InsertPage>,
  index: number,
  id: string,
): Promise<PreparedOne> {
  const type = change.type ?? "document";
  if (type !== "document" && change.document !== undefined) {
    throw invalidField(`/changes/${index}/document`, `a page of type ${type} has no document.`);
  }
  if (type === "link" && change.target === undefined) {
    throw invalidField(`/changes/${index}/target`, "is required for a page of type link.");
  }
  if (type === "computed" && change.computed === undefined) {
    throw invalidField(`/changes/${index}/computed`, "is required for a page of type computed.");
  }
  const folder = change.into
    ? ((await pagePath(making.deps.content.nodes, making.root, change.into)) ?? "")
    : "";
  const text = await takeText(making, change.document, { index, folder, name: change.title ?? "" });
  const fields = { ...ownFields(change, index), ...linkFields(change), ...text?.fields };
  return {
    engine: [
      {
        operation: "insert_page",
        id,
        type,
        fields: fields as never,
        ...placingOf(change),
        ...(text === undefined ? {} : { body: text.body }),
      },
    ],
    answer: {
      operation: "insert_page",
      page: id,
      ...(change.ref === undefined ? {} : { ref: change.ref }),
      ...brokenOf(text),
    },
  };
}

async function updatePage(
  making: Making,
  change: Static<typeof UpdatePage>,
  index: number,
): Promise<PreparedOne> {
  const path = await pagePath(making.deps.content.nodes, making.root, change.page);
  const folder = path?.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  const text = await takeText(making, change.document, {
    index,
    folder,
    page: change.page,
    name: change.title ?? change.page,
  });
  return {
    engine: [
      {
        operation: "update_page",
        page: change.page,
        fields: { ...ownFields(change, index), ...text?.fields } as never,
        ...placingOf(change),
        ...(text === undefined ? {} : { body: text.body }),
      },
    ],
    answer: { operation: "update_page", page: change.page, ...brokenOf(text) },
  };
}

function deletePage({ operation, page }: Static<typeof DeletePage>): PreparedOne {
  return { engine: [{ operation, page }], answer: { operation, page } };
}

/** The page as another revision has it: its fields and body, at the place where it is now; one that is gone comes back. */
async function revertPage(
  making: Making,
  change: Static<typeof RevertPage>,
  index: number,
): Promise<PreparedOne> {
  const { deps, space, revertTo } = making;
  const from = change.revision ?? revertTo;
  if (from === undefined) {
    throw invalidField(`/changes/${index}/revision`, "is required outside of a change request.");
  }
  const revision = await readRevision(deps.db.read, space, from);
  if (revision === undefined) {
    throw invalidField(`/changes/${index}/revision`, "is not a revision of this space.");
  }
  const old = await readPage(deps.content.nodes, await deps.content.root(revision.root), change.page);
  if (old === undefined) {
    throw invalidField(`/changes/${index}/page`, "is not a page of that revision.");
  }
  const answer = { operation: "revert_page", page: change.page };
  if (change.block !== undefined) {
    const body = await revertedBody(making, change, old, index);
    return { engine: [{ operation: "update_page", page: change.page, body }], answer };
  }
  const { fields, body } = await contentOf(deps, old);
  const engine = (await isThere(making, change.page))
    ? { operation: "update_page" as const, page: change.page, fields: fields as never, body }
    : await comingBack(making, old, fields, body);
  return { engine: [engine], answer };
}

/** A deleted page as it was, without its subpages: under the page that it was under, or at the top when that is gone. */
async function comingBack(
  making: Making,
  was: Page,
  fields: object,
  body: BodyInput | null,
): Promise<EngineChange> {
  const { id, type, parent } = was;
  const into = parent !== null && (await isThere(making, parent)) ? parent : null;
  making.returned.add(id);
  return { operation: "insert_page", id, type, fields, into, was, ...(body === null ? {} : { body }) };
}

async function isThere({ deps, root, returned }: Making, page: string): Promise<boolean> {
  return returned.has(page) || (await readPage(deps.content.nodes, root, page)) !== undefined;
}

/** The page's text now with the changes of some blocks taken back. @throws 400 naming a block that is none of them */
async function revertedBody(
  making: Making,
  { page, block = [] }: Static<typeof RevertPage>,
  old: Page,
  index: number,
): Promise<BodyInput> {
  const { deps, root } = making;
  if ((await readPage(deps.content.nodes, root, page)) === undefined)
    throw invalidField(`/changes/${index}/page`, "is not a page of this content.");
  const [now, before] = [await textNow(making, page), await deps.content.body(old.body)];
  const { text, unknown } = revertBlocks(now, before, block);
  const [first] = unknown;
  if (first !== undefined) {
    throw invalidField(`/changes/${index}/block/${block.indexOf(first)}`, "is no block that has changed.");
  }
  return { text, targets: targetsOf(text) };
}

const CLEARED = {
  emoji: null,
  icon: null,
  description: null,
  hidden: null,
  noIndex: null,
  noRobotsIndex: null,
  condition: null,
  layout: null,
  cover: null,
  variables: null,
  tags: null,
  extra: null,
};

async function contentOf(deps: Deps, page: Page): Promise<{ fields: object; body: BodyInput | null }> {
  const {
    id: _id,
    type: _type,
    parent: _parent,
    order: _order,
    body,
    createdAt: _c,
    updatedAt: _u,
    ...fields
  } = page;
  if (body === undefined) return { fields: { ...CLEARED, ...fields }, body: null };
  return {
    fields: { ...CLEARED, ...fields },
    body: { hash: body, targets: targetsOf(await deps.content.body(body)) },
  };
}

interface TextPlace {
  /** Of the change. */
  readonly index: number;
  /** The address of the folder from which paths are seen. */
  readonly folder: string;
  /** The page that has the text that this one takes the place of. */
  readonly page?: string;
  /** The title that the change gives the page, else its id: what errors call it where the text has no title. */
  readonly name: string;
}

async function takeText(
  making: Making,
  sent: SentText | undefined,
  { index, folder, page, name }: TextPlace,
) {
  if (sent === undefined) return undefined;
  const { deps, root, names } = making;
  const lookup = lookupFrom(deps, root, names, folder);
  const current = sent.document === undefined || page === undefined ? undefined : await textNow(making, page);
  const path = `/changes/${index}/document`;
  const text = readText(sent, path, TEXT_MAX, current) ?? "";
  // A document is the body alone: what looks like front matter or a title in it is none.
  if (sent.document !== undefined) {
    refuseUselessConditions({ name, body: text }, path);
    return { fields: {}, ...(await storeBody(text, lookup)) };
  }
  const { meta, body, broken } = await storePage(text, lookup);
  const { title = name, condition } = meta;
  refuseUselessConditions({ name: title, condition, body: text }, path);
  return { fields: fieldsOfMeta(meta), body, broken };
}

/** A page's text as the changes before this one leave it. */
async function textNow({ deps, root, written }: Making, page: string): Promise<string> {
  const body = written.get(page);
  if (body === undefined) return deps.content.body((await readPage(deps.content.nodes, root, page))?.body);
  if (body === null) return "";
  return "text" in body ? body.text : deps.content.body(body.hash);
}

function brokenOf(text: { broken: readonly string[] } | undefined): Partial<ChangeDone> {
  return text === undefined || text.broken.length === 0 ? {} : { brokenLinks: text.broken };
}
