import type { Read } from "../db/database.ts";
import { exportTree } from "../importers/export.ts";
import type { ExportEntry, FindLinks } from "../importers/exported.ts";
import type { OpenFile } from "../importers/exportZip.ts";
import type { Blobs } from "../ports/blobs.ts";
import { readRevision } from "./commit.ts";
import { agreedEntries } from "./git/entries.ts";
import type { Content } from "./store.ts";
import { isLong, workOnText } from "./textWork.ts";
import { readExport } from "./import/readExport.ts";
import { readSourceEntries } from "./import/sourceEntries.ts";

/** What an export writes, and how the bytes of its files and the links of its long texts are come by. */
interface OpenedExport {
  readonly entries: readonly ExportEntry[];
  readonly openFile: OpenFile;
  readonly findLinks: FindLinks;
}

/** The export of a revision. */
export async function openExport(
  { read, content, blobs }: { readonly read: Read; readonly content: Content; readonly blobs: Blobs },
  space: string,
  revision: string,
): Promise<OpenedExport> {
  const found = await readRevision(read, { organization_id: content.organization, id: space }, revision);
  if (found === undefined) throw new Error(`space ${space} has no revision ${revision}`);
  const exported = await readExport({ read, content }, space, found.root);
  const key = { organization_id: content.organization, id: space };
  const entries = (await agreedEntries(read, key)) ?? (await readSourceEntries(read, key));
  return {
    entries: await exportTree(exported.content, entries),
    findLinks: async (text) =>
      isLong({ text }) ? workOnText(content.organization, "references", { text }) : undefined,
    async openFile(id) {
      const stream = await blobs.get(exported.blobs.get(id)?.hash ?? "");
      if (stream === undefined) throw new Error(`the bytes of file ${id} are missing`);
      return stream;
    },
  };
}
