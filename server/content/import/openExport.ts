import type { Read } from "../../db/database.ts";
import { exportTree } from "../../importers/export.ts";
import type { ExportEntry } from "../../importers/exported.ts";
import type { OpenFile } from "../../importers/exportZip.ts";
import type { Blobs } from "../../ports/blobs.ts";
import { readRevision } from "../commit.ts";
import type { Content } from "../store.ts";
import { readExport } from "./readExport.ts";

/** The entries of a revision's export, and how the bytes of its files are opened. */
export async function openExport(
  { read, content, blobs }: { readonly read: Read; readonly content: Content; readonly blobs: Blobs },
  space: string,
  revision: string,
): Promise<{ readonly entries: readonly ExportEntry[]; readonly openFile: OpenFile }> {
  const found = await readRevision(read, { organization_id: content.organization, id: space }, revision);
  if (found === undefined) throw new Error(`space ${space} has no revision ${revision}`);
  const exported = await readExport({ read, content }, space, found.root);
  return {
    entries: exportTree(exported.content),
    async openFile(id) {
      const stream = await blobs.get(exported.blobs.get(id) ?? "");
      if (stream === undefined) throw new Error(`the bytes of file ${id} are missing`);
      return stream;
    },
  };
}
