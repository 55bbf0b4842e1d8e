/** Turns the changes of a request into changes of the engine: ids, texts and files are made here. */
import type { Content } from "../../content/store.ts";
import type { BodyInput } from "../../../engine/batch.ts";
import type { Change as EngineChange } from "../../../engine/change.ts";
import type { JsonObject } from "../../../engine/json.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import type { Page } from "../../../engine/page.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { pageByPath, pagePath, readPage } from "../../../engine/tree.ts";
import type { Identity } from "../../access/identity.ts";
import type { Deps } from "../../deps.ts";
import { invalidField } from "../../http/errors.ts";
import { placeOfFile, type StoredFiles } from "./batchFiles.ts";
import { takeBasedText } from "./batchBase.ts";
import { type ChangedThing, compare, compareTags, compareVariables, isGone } from "./batchFields.ts";
import { duplicatePage } from "./batchDuplicate.ts";
import { updateOf } from "./batchEdit.ts";
import { revertPage } from "./batchRevert.ts";
import { openPace } from "../../turns/pace.ts";
import { type BatchState, type BatchChange, textNow } from "./batchState.ts";
import { answerOfText, takeText, type TakenText } from "./batchText.ts";
import type { BatchNames } from "./lookup.ts";
import { fieldValues, linkFields, ownFields, placingOf, tagsTaken } from "./pageFields.ts";
import { fileChange } from "./fileChanges.ts";
import { requireOtherSource, requireSource } from "./offeredSource.ts";
import { reusableChange } from "./reusable.ts";
import type { ContentChange, DeletePage, EditPage, InsertPage, UpdatePage } from "./schema.ts";
import { contentConflict } from "./writeConflict.ts";
import type { Static } from "typebox";

interface PreparedBatch {
  /** The changes of the request, in order. */
  readonly prepared: readonly BatchChange[];
  readonly files: StoredFiles;
  readonly state: BatchState;
}

/** Milliseconds that merging the long texts of a batch may take: its space takes no other writes meanwhile. */
const MOST_MERGING = 10_000;

/** What a batch is made for and from. */
interface Beginning {
  readonly identity: Identity;
  readonly space: string;
  readonly base: { readonly organization_id: string; readonly root: string };
  readonly revertTo?: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly ending: AbortSignal;
}

/** @throws 400 naming the change and its field; 409 with all that stands against what the changes rely on */
export async function prepareBatch(
  deps: Deps,
  { identity, space, base, revertTo, ending }: Beginning,
  changes: readonly ContentChange[],
  files: StoredFiles,
  now: number,
): Promise<PreparedBatch> {
  const content = deps.content.of(base.organization_id);
  const root = await content.root(base.root);
  const inserted = changes.map(({ operation }) =>
    operation === "insert_page" || operation === "insert_reusable_content" ? deps.newId() : undefined,
  );
  const names = batchNames(changes, inserted, files);
  const placed = withParents(changes, names.pages, inserted);
  await refusePaths(content, root, files);
  const state: BatchState = {
    deps,
    content,
    identity,
    space,
    root,
    names,
    now,
    revertTo,
    written: new Map(),
    patched: new Map(),
    conflicts: [],
    merges: { organization: content.organization, left: MOST_MERGING, signal: ending },
    returned: new Set(),
    files: new Map(),
    folders: new Map(),
    copied: { pages: 0 },
    sources: [],
  };
  const prepared: BatchChange[] = [];
  const pause = openPace();
  for (const [index, change] of placed.entries()) {
    await pause();
    const one = await prepareOne(state, change, index, inserted[index], files);
    for (const made of one.engine) note(state, made);
    prepared.push(one);
  }
  if (state.conflicts.length > 0) {
    throw contentConflict(
      state.conflicts,
      changes.map(({ operation }) => operation),
    );
  }
  return { prepared, files, state };
}

/** Has the changes after this one see what it does. */
function note(state: BatchState, change: EngineChange): void {
  switch (change.operation) {
    case "insert_page":
      return noteOf(state, change.id, change.fields, change.body);
    case "update_page":
      return noteOf(state, change.page, change.fields, change.body);
    case "put_reusable":
      return noteOf(state, reusableSource(change.id), { title: change.title }, change.body);
    default:
  }
}

function noteOf(
  { written, patched }: BatchState,
  source: string,
  fields: object = {},
  body: BodyInput | null | undefined,
): void {
  if (body !== undefined) written.set(source, body);
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (set.length > 0) patched.set(source, { ...patched.get(source), ...Object.fromEntries(set) });
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

/** The changes, those below a page of the same request by its id. @throws 400 where that is made later */
function withParents(
  changes: readonly ContentChange[],
  made: ReadonlyMap<string, string>,
  inserted: readonly (string | undefined)[],
): ContentChange[] {
  return changes.map((change, index) => {
    if (!("into" in change) || change.into === null || change.into === undefined) return change;
    const into = made.get(change.into);
    if (into === undefined) return change;
    if (inserted.indexOf(into) < index) return { ...change, into };
    const remedy = `is a page that this request makes later; put the change with the ref ${JSON.stringify(change.into)} before.`;
    throw invalidField(`/changes/${index}/into`, remedy);
  });
}

const placeOfRef = (stored: StoredFiles[number]): string => `${placeOfFile(stored)}/ref`;

/** A link to a file and one to a page are written alike. @throws 400 for a file that is called as a page */
async function refusePaths(content: Content, root: RevisionRoot, files: StoredFiles): Promise<void> {
  for (const stored of files) {
    const { ref } = stored;
    if (ref !== undefined && (await pageByPath(content.nodes, root, ref)) !== undefined)
      throw invalidField(placeOfRef(stored), "is the path of a page; give the file another name.");
  }
}

async function prepareOne(
  batch: BatchState,
  change: ContentChange,
  index: number,
  id: string | undefined,
  files: StoredFiles,
): Promise<BatchChange> {
  const { operation } = change;
  switch (operation) {
    case "insert_page":
      return insertPage(batch, change, index, id as string);
    case "update_page":
      return updatePage(batch, change, index);
    case "edit_page":
      return editPage(batch, change, index);
    case "duplicate_page":
      return duplicatePage(batch, change, index);
    case "delete_page":
      return deletePage(batch, change, index);
    case "revert_page":
      return (await isRefused(batch, change, index)) ? nothing(change) : revertPage(batch, change, index);
    case "insert_files":
    case "update_file":
    case "replace_file":
    case "delete_file":
    case "revert_file":
      return fileChange(batch, change, index, files);
    case "insert_reusable_content":
    case "update_reusable_content":
    case "delete_reusable_content":
      return reusableChange(batch, change, index, id);
    case "set_variables":
      await compareVariables(batch, change, index);
      return { engine: [{ operation, variables: change.variables }], answer: { operation } };
    case "set_tags":
      await compareTags(batch, change, index);
      return { engine: [{ operation, tags: tagsTaken(change, index) }], answer: { operation } };
    default:
      return operation satisfies never;
  }
}

async function insertPage(
  batch: BatchState,
  change: Static<typeof InsertPage>,
  index: number,
  id: string,
): Promise<BatchChange> {
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
  if (type === "computed") {
    const place = { seed: id, path: `/changes/${index}/computed` };
    const key = await requireSource(batch, change.computed as JsonObject, place);
    if (key !== undefined) batch.sources.push(key);
  }
  const folder = await folderBelow(batch, change.into ?? null);
  batch.folders.set(id, folder === "" ? id : `${folder}/${id}`);
  const text =
    change.document &&
    (await takeText(batch, change.document, { index, folder, title: givenTitle(change), name: "" }));
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
      ...answerOfText(text),
    },
    sent: text?.sent,
  };
}

/**
 * The folder in which a page below another lies. Below one of the same request, whose address isn't known yet, that is a
 * folder of its own: nothing else is in it, and `..` leads out of it.
 */
async function folderBelow(
  { content, root, folders }: Pick<BatchState, "content" | "root" | "folders">,
  into: string | null,
): Promise<string> {
  if (into === null) return "";
  return folders.get(into) ?? (await pagePath(content.nodes, root, into)) ?? "";
}

/** The title that a change gives a page beside its text. */
function givenTitle({ title }: { readonly title?: string }): string | undefined {
  return title?.trim() || undefined;
}

async function updatePage(
  batch: BatchState,
  change: Static<typeof UpdatePage>,
  index: number,
): Promise<BatchChange> {
  const { page, document } = change;
  const thing = await pageOf(batch, page, index);
  const relies = change.ifVersion !== undefined || change.was !== undefined || document?.base !== undefined;
  if (isGone(batch, thing, relies)) return nothing(change);
  const text = document && (await takeUpdate(batch, { ...change, document }, thing));
  if (change.computed !== undefined) {
    const place = { page: thing.now as Page | undefined, path: `/changes/${index}/computed` };
    const key = await requireOtherSource(batch, change.computed as JsonObject, place);
    if (key !== undefined) batch.sources.push(key);
  }
  const fields = { ...ownFields(change, index), ...text?.fields };
  const { into } = change.was ?? {};
  const was = {
    ...(change.was === undefined ? {} : fieldValues(change.was, `/changes/${index}/was`)),
    ...(into === undefined ? {} : { into }),
  };
  compare(batch, thing, change.ifVersion, { sent: { ...fields, ...placingOf(change) }, was });
  return {
    engine: [
      {
        operation: "update_page",
        page,
        fields: fields as never,
        ...placingOf(change),
        ...(text === undefined ? {} : { body: text.body }),
      },
    ],
    answer: { operation: "update_page", page, ...answerOfText(text) },
    sent: text?.sent,
  };
}

/** An update by blocks: what is sent is the text that they come to. */
async function editPage(
  batch: BatchState,
  change: Static<typeof EditPage>,
  index: number,
): Promise<BatchChange> {
  const thing = await pageOf(batch, change.page, index);
  if (isGone(batch, thing, true)) return nothing(change);
  const made = await updatePage(batch, await updateOf(batch, change, index), index);
  return { ...made, answer: { ...made.answer, operation: change.operation } };
}

/** The text of an update: on the base that it names, else in the place of what is there. */
async function takeUpdate(
  batch: BatchState,
  change: Static<typeof UpdatePage> & Required<Pick<Static<typeof UpdatePage>, "document">>,
  { index, of, now }: ChangedThing,
): Promise<TakenText | undefined> {
  const { page, document } = change;
  const path = await pagePath(batch.content.nodes, batch.root, page);
  const folder = path?.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  const title = givenTitle(change);
  const { base } = document;
  if (base === undefined) {
    const current = document.document === undefined ? "" : await textNow(batch, page, now);
    return takeText(batch, document, { index, folder, current, title, name: page });
  }
  const head = { hash: now?.body, text: await textNow(batch, page, now) };
  return takeBasedText(batch, { ...document, base }, { index, folder, name: title ?? page, of, head });
}

async function deletePage(
  batch: BatchState,
  change: Static<typeof DeletePage>,
  index: number,
): Promise<BatchChange> {
  if (await isRefused(batch, change, index)) return nothing(change);
  const { operation, page } = change;
  return { engine: [{ operation, page }], answer: { operation, page } };
}

/** A page as what a change is about. */
async function pageOf(batch: BatchState, page: string, index: number): Promise<ChangedThing> {
  const now = await readPage(batch.content.nodes, batch.root, page);
  return { index, of: { page }, source: page, now };
}

/** Compares the version that a change of a whole page relies on; true when the page is gone. */
async function isRefused(
  batch: BatchState,
  { page, ifVersion }: { readonly page: string; readonly ifVersion?: string },
  index: number,
): Promise<boolean> {
  if (ifVersion === undefined) return false;
  const thing = await pageOf(batch, page, index);
  compare(batch, thing, ifVersion, { sent: {}, was: {} });
  return isGone(batch, thing, true);
}

/** What is made of a change that the batch will be refused for. */
function nothing({ operation, page }: { readonly operation: string; readonly page: string }): BatchChange {
  return { engine: [], answer: { operation, page } };
}
