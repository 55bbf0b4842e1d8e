/** A file of a space as an address names it. */
import { type Params, prepared } from "../../db/database.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import type { FileEntry } from "../../../engine/page.ts";

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

/** A file, and the organization that has it. */
export interface PlacedFile {
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
