import type { FastifyReply } from "fastify";
import { type Params, prepared } from "../../db/database.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import type { FileEntry } from "../../../engine/page.ts";
import { opensFile } from "../../content/download.ts";
import { fileHeaders } from "../../ports/files.ts";

const FILE = /^\/~\/files\/([A-Za-z0-9]+)\/([A-Za-z0-9_-]+)\/([\w-]+)\/[^/]*$/;

const rootsOf = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("revisions")
    .innerJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "revisions.organization_id")
        .onRef("spaces.id", "=", "revisions.space_id"),
    )
    .select("revisions.root")
    .where("revisions.organization_id", "=", p("organization_id"))
    .where("revisions.space_id", "=", p("id"))
    .where("spaces.deleted_at", "is", null)
    .orderBy("revisions.created_at", "desc")
    .orderBy("revisions.id", "desc"),
);

/**
 * Sends the file that an address names, if the address carries its key, its space is not deleted and a revision still
 * holds it. undefined: nothing is there.
 */
export async function sendFile(
  deps: Deps,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [, space, id, key] = FILE.exec(path) ?? [];
  if (space === undefined || id === undefined || key === undefined) return undefined;
  if (!opensFile(deps.secrets, space, id, key)) return undefined;
  const found = await findFile(deps, space, id);
  if (found === undefined) return undefined;
  const { organization, file } = found;
  reply
    .headers(fileHeaders(file))
    .header("etag", `"${file.hash}"`)
    .header("cache-control", "private, max-age=300");
  if (ifNoneMatch === `"${file.hash}"`) return reply.code(304).send();
  const stream = await deps.blobs.of(organization).get(file.hash);
  if (stream === undefined) return undefined;
  return reply.header("content-length", file.size).send(stream);
}

/** A file, and the organization that has it. */
interface PlacedFile {
  readonly organization: string;
  readonly file: FileEntry;
}

/** The head nearly always holds it; an older revision keeps a file that was removed since. */
export async function findFile(deps: Deps, space: string, id: string): Promise<PlacedFile | undefined> {
  const { addressBook, db } = deps;
  const found = await addressBook.find(db.read, space, async (key) => {
    const roots = await rootsOf.all(db.read, key);
    return roots.length === 0 ? undefined : { organization_id: key.organization_id, roots };
  });
  if (found === undefined) return undefined;
  const { organization_id: organization, roots } = found;
  const content = deps.content.of(organization);
  const seen = new Set<unknown>();
  for (const { root } of roots) {
    const { files } = await content.root(root);
    const map = files?.[0];
    if (seen.has(map)) continue;
    seen.add(map);
    const file = await getFromMap<FileEntry>(content.nodes, files, id);
    if (file !== undefined) return { organization, file };
  }
  return undefined;
}
