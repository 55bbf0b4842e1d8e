/** Changes of files that are there, or were. */
import type { NewRevision } from "../../../engine/change.ts";
import { linksTo } from "../../../engine/links.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import { isRevisionRoot } from "../../../engine/node.ts";
import type { FileEntry, Page, ReusableContent } from "../../../engine/page.ts";
import { BROKEN } from "../../../engine/revision.ts";
import { readRevision } from "../../content/commit.ts";
import { overlay } from "../../content/overlay.ts";
import type { Content } from "../../content/store.ts";
import { conflict, invalidField } from "../../http/errors.ts";
import type { StoredFiles } from "./batchFiles.ts";
import type { BatchChange, BatchState } from "./batchState.ts";
import type { SpaceFileChange } from "./fileSchema.ts";
import type { ContentChange } from "./schema.ts";

/** @throws 400 when there is no such file */
export async function fileChange(
  batch: BatchState,
  change: SpaceFileChange,
  index: number,
  stored: StoredFiles,
): Promise<BatchChange> {
  const { operation } = change;
  const brought = stored.filter((one) => one.change === index).map(({ file }) => file);
  if (operation === "insert_files")
    return { engine: brought.map((file) => ({ operation: "put_file", file })), answer: { operation } };
  const answer = { operation, file: change.file };
  if (operation === "revert_file") {
    const file = await formerFile(batch, change, index);
    batch.files.set(file.id, file);
    return { engine: [{ operation: "put_file", file }], answer };
  }
  const now = await fileNow(batch, change.file, index);
  if (operation === "delete_file") {
    batch.files.set(now.id, undefined);
    return { engine: [{ operation, file: now.id }], answer };
  }
  const { id, createdAt, git } = now;
  const file: FileEntry =
    operation === "update_file"
      ? { ...now, name: change.name }
      : { ...(brought[0] as FileEntry), id, createdAt, ...(git === undefined ? {} : { git }) };
  batch.files.set(id, file);
  return { engine: [{ operation: "put_file", file }], answer };
}

/** A file as the changes before this one leave it. @throws 400 when there is none */
async function fileNow({ content, root, files }: BatchState, id: string, index: number): Promise<FileEntry> {
  const file = files.has(id) ? files.get(id) : await getFromMap<FileEntry>(content.nodes, root.files, id);
  if (file === undefined) throw invalidField(`/changes/${index}/file`, "is not a file of this content.");
  return file;
}

async function formerFile(
  { deps, content, space }: BatchState,
  { file, revision: id }: Extract<SpaceFileChange, { readonly operation: "revert_file" }>,
  index: number,
): Promise<FileEntry> {
  const within = { organization_id: content.organization, id: space };
  const revision = await readRevision(deps.db.read, within, id);
  if (revision === undefined)
    throw invalidField(`/changes/${index}/revision`, "is not a revision of this space.");
  const { files } = await content.root(revision.root);
  const old = await getFromMap<FileEntry>(content.nodes, files, file);
  if (old === undefined) throw invalidField(`/changes/${index}/file`, "is not a file of that revision.");
  return old;
}

/** Sources that an answer names. */
const MOST_TOLD = 20;

/**
 * Deletes no file that is linked to, unless it is forced to: what the other changes of the batch do to its links counts.
 * @param made what comes of the batch
 * @throws 409 naming who links to it
 */
export async function refuseLinkedDeletions(
  content: Content,
  made: NewRevision,
  changes: readonly ContentChange[],
): Promise<void> {
  for (const [index, change] of changes.entries()) {
    if (change.operation !== "delete_file" || change.force === true) continue;
    const { count, titles } = await linkingTo(content, made, change.file);
    if (count === 0) continue;
    const path = `/changes/${index}`;
    const more = count > titles.length ? ` and ${count - titles.length} more` : "";
    throw conflict(
      "file-linked",
      `${path}: ${titles.map((title) => `“${title}”`).join(", ")}${more} would link to nothing. Send force to delete it nevertheless.`,
      titles.map((title) => ({ path, message: `“${title}” links to it.` })),
    );
  }
}

/** What would link to a file that is gone. */
async function linkingTo(content: Content, made: NewRevision, file: string) {
  const nodes = overlay(made.nodes, content.nodes);
  const [root] = await nodes.load([made.root]);
  if (root === undefined || !isRevisionRoot(root)) throw new Error("A made revision has no root.");
  const { total, backlinks } = await linksTo(nodes, root, `${BROKEN}file:${file}`, 0, MOST_TOLD);
  const titles = await Promise.all(
    backlinks.map(async ({ source }) => {
      const [, shared] = source.split(":");
      const thing = await (shared === undefined
        ? getFromMap<Page>(nodes, root.pages, source)
        : getFromMap<ReusableContent>(nodes, root.reusable, shared));
      return thing?.title ?? source;
    }),
  );
  return { count: total, titles };
}
