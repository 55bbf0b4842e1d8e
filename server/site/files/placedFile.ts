/** A file of a space as an address names it. */
import { setImmediate } from "node:timers/promises";
import { type Params, prepared } from "../../db/database.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import type { FileEntry } from "../../../engine/page.ts";

/** What readers see of a space; nothing of one that is deleted. */
const headRoot = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("spaces")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .select("revisions.root")
    .where("spaces.organization_id", "=", p("organization_id"))
    .where("spaces.id", "=", p("id"))
    .where("spaces.deleted_at", "is", null),
);

/** Revisions that are looked at together. */
const SLICE = 100;

type Before = SpaceKey & { readonly at: number; readonly revision: string };

/** Revisions of a space before one of them, the youngest first. */
const rootsBefore = prepared((read, p: Params<Before>) =>
  read
    .selectFrom("revisions")
    .select(["id", "created_at", "root"])
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .where((eb) =>
      eb.or([
        eb("created_at", "<", p("at")),
        eb.and([eb("created_at", "=", p("at")), eb("id", "<", p("revision"))]),
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(SLICE),
);

/** A file, and the organization that has it. */
export interface PlacedFile {
  readonly organization: string;
  readonly file: FileEntry;
}

/** The head nearly always holds it, and is asked first; an older revision keeps a file that was removed since. */
export async function findFile(deps: Deps, space: string, id: string): Promise<PlacedFile | undefined> {
  const { addressBook, db } = deps;
  const head = await addressBook.find(db.read, space, async (key) => {
    const found = await headRoot.first(db.read, key);
    return found && { organization_id: key.organization_id, root: found.root };
  });
  if (head === undefined) return undefined;
  const organization = head.organization_id;
  const content = deps.content.of(organization);
  const seen = new Set<unknown>();
  const fileIn = async (root: string): Promise<FileEntry | undefined> => {
    const { files } = await content.root(root);
    const map = files?.[0];
    if (seen.has(map)) return undefined;
    seen.add(map);
    return getFromMap<FileEntry>(content.nodes, files, id);
  };
  const current = await fileIn(head.root);
  if (current !== undefined) return { organization, file: current };
  for (let last = { at: Number.MAX_SAFE_INTEGER, revision: "" }; ;) {
    const revisions = await rootsBefore.all(db.read, { organization_id: organization, id: space, ...last });
    for (const { root } of revisions) {
      const file = await fileIn(root);
      if (file !== undefined) return { organization, file };
    }
    const oldest = revisions.at(-1);
    if (oldest === undefined) return undefined;
    last = { at: oldest.created_at, revision: oldest.id };
    await setImmediate();
  }
}
