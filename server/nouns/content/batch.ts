/** Turns the changes of a request into changes of the engine: ids, texts and files are made here. */
import type { Change as EngineChange } from "../../../engine/change.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { pageByPath, pagePath } from "../../../engine/tree.ts";
import type { Deps } from "../../deps.ts";
import { invalidField } from "../../http/errors.ts";
import { placeOfFile, type StoredFiles } from "./batchFiles.ts";
import { revertPage } from "./batchRevert.ts";
import type { BatchState, PreparedChange } from "./batchState.ts";
import { brokenOf, takeText } from "./batchText.ts";
import type { BatchNames } from "./lookup.ts";
import { linkFields, ownFields, placingOf } from "./pageFields.ts";
import { reusableChange } from "./reusable.ts";
import type { ContentChange, DeletePage, InsertPage, UpdatePage } from "./schema.ts";
import type { Static } from "typebox";

export interface PreparedBatch {
  /** The changes of the request, in order. */
  readonly prepared: readonly PreparedChange[];
  readonly files: StoredFiles;
  readonly state: BatchState;
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
  const state: BatchState = {
    deps,
    space,
    root,
    names,
    now,
    revertTo,
    written: new Map(),
    returned: new Set(),
  };
  const prepared: PreparedChange[] = [];
  for (const [index, change] of changes.entries()) {
    const one = await prepareOne(state, change, index, inserted[index], files);
    for (const made of one.engine) noteBody(state.written, made);
    prepared.push(one);
  }
  return { prepared, files, state };
}

function noteBody(written: BatchState["written"], change: EngineChange): void {
  if (!("body" in change) || change.body === undefined) return;
  if (change.operation === "insert_page") written.set(change.id, change.body);
  if (change.operation === "update_page") written.set(change.page, change.body);
  if (change.operation === "put_reusable") written.set(reusableSource(change.id), change.body);
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

async function prepareOne(
  batch: BatchState,
  change: ContentChange,
  index: number,
  id: string | undefined,
  files: StoredFiles,
): Promise<PreparedChange> {
  const { operation } = change;
  switch (operation) {
    case "insert_page":
      return insertPage(batch, change, index, id as string);
    case "update_page":
      return updatePage(batch, change, index);
    case "delete_page":
      return deletePage(change);
    case "revert_page":
      return revertPage(batch, change, index);
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
      return reusableChange(batch, change, index, id);
    case "set_variables":
      return { engine: [{ operation, variables: change.variables }], answer: { operation } };
    default:
      return operation satisfies never;
  }
}

async function insertPage(
  batch: BatchState,
  change: Static<typeof InsertPage>,
  index: number,
  id: string,
): Promise<PreparedChange> {
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
    ? ((await pagePath(batch.deps.content.nodes, batch.root, change.into)) ?? "")
    : "";
  const text = await takeText(batch, change.document, {
    index,
    folder,
    title: givenTitle(change),
    name: "",
  });
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
    sent: text?.sent,
  };
}

/** The title that a change gives a page beside its text. */
function givenTitle({ title }: { readonly title?: string }): string | undefined {
  return title?.trim() || undefined;
}

async function updatePage(
  batch: BatchState,
  change: Static<typeof UpdatePage>,
  index: number,
): Promise<PreparedChange> {
  const path = await pagePath(batch.deps.content.nodes, batch.root, change.page);
  const folder = path?.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  const text = await takeText(batch, change.document, {
    index,
    folder,
    page: change.page,
    title: givenTitle(change),
    name: change.page,
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
    sent: text?.sent,
  };
}

function deletePage({ operation, page }: Static<typeof DeletePage>): PreparedChange {
  return { engine: [{ operation, page }], answer: { operation, page } };
}
