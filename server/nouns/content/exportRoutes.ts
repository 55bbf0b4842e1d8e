import { Type } from "typebox";
import { openExport } from "../../content/openExport.ts";
import { slugFromTitle } from "../../../engine/slug.ts";
import { unavailable } from "../../http/errors.ts";
import { chapter, holding, op, streamed } from "../../http/operation.ts";
import { writeZip } from "../../importers/exportZip.ts";
import { ImportRefused } from "../../importers/refusal.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";

export const exportOperations = chapter("Content", [
  op({
    method: "GET",
    url: "/spaces/:spaceId/export",
    operationId: "exportSpace",
    call: "spaces.export",
    summary: "Export the content of a space",
    description:
      "A zip archive of Markdown with front matter, SUMMARY.md and the files. Links are relative. Importing it gives the " +
      "same content.",
    scopes: ["space:read"],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams },
    answers: { 200: Type.String({ format: "binary", description: "application/zip" }) },
    points: 20,
    perOrganization: { atOnce: 2, of: ({ space }) => space.organization_id },
    handler: async ({ deps, thing: { space } }) => {
      const owner = space.organization_id;
      const from = { read: deps.db.read, content: deps.content.of(owner), blobs: deps.blobs.of(owner) };
      const { entries, openFile, findLinks } = await openExport(from, space.id, space.head).catch(
        (error: unknown) => {
          throw error instanceof ImportRefused
            ? unavailable(`${error.message} Try again when less is going on.`, 10)
            : error;
        },
      );
      const filename = `${slugFromTitle(space.title)}.zip`;
      return streamed({ type: "application/zip", filename, content: writeZip(entries, openFile, findLinks) });
    },
  }),
]);
