import { Type } from "typebox";
import { readRevision } from "../../content/commit.ts";
import { readExport } from "../../content/import/readExport.ts";
import { slugFromTitle } from "../../engine/slug.ts";
import { holding, op, type Operation, streamed } from "../../http/operation.ts";
import { exportTree } from "../../importers/export.ts";
import { writeZip } from "../../importers/exportZip.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";

const exportSpace = op({
  method: "GET",
  url: "/spaces/:spaceId/export",
  operationId: "exportSpace",
  tag: "Content",
  summary: "Export the content of a space",
  description:
    "A zip archive of Markdown with front matter, SUMMARY.md and the files. Links are relative. Importing it gives the " +
    "same content.",
  access: holding("The space", loadSpace, "view"),
  shapes: { params: SpaceParams },
  answers: { 200: Type.String({ format: "binary", description: "application/zip" }) },
  points: 20,
  handler: async ({ deps, thing: { space } }) => {
    const head = await readRevision(deps.db.read, space.id, space.head);
    if (head === undefined) throw new Error(`space ${space.id} has no head`);
    const { content, blobs } = await readExport(
      { read: deps.db.read, content: deps.content },
      space.id,
      head.root,
    );
    const zip = writeZip(exportTree(content), async (id) => {
      const stream = await deps.blobs.get(blobs.get(id) ?? "");
      if (stream === undefined) throw new Error(`the bytes of file ${id} are missing`);
      return stream;
    });
    return streamed({ type: "application/zip", filename: `${slugFromTitle(space.title)}.zip`, content: zip });
  },
});

export const exportOperations: readonly Operation[] = [exportSpace];
