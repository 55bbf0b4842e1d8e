/** Pictures that are made when somebody first asks for them, and kept while somebody does. */
import { type MadeFile, MadeFiles, storeMade } from "../../content/madeFiles.ts";
import { type Params, prepared, type Write } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";

/** Pictures in the making at once: who asks for more meanwhile gets none. */
const MOST_UNDERWAY = { most: 4, ofOne: 4 };
const MOST_BYTES = 20 * 1024 * 1024;

const keptByKey = prepared((read, p: Params<{ organization: string; key: string }>) =>
  read
    .selectFrom("image_copies")
    .innerJoin("blobs", (on) =>
      on
        .onRef("blobs.organization_id", "=", "image_copies.organization_id")
        .onRef("blobs.hash", "=", "image_copies.hash"),
    )
    .select(["image_copies.hash", "blobs.size", "blobs.touched_at"])
    .where("image_copies.organization_id", "=", p("organization"))
    .where("image_copies.key", "=", p("key")),
);

const pictures = new MadeFiles<MadeFile | undefined>(MOST_UNDERWAY, () => undefined);

/**
 * The picture of a key, made unless it is kept. Whoever asks for the same meanwhile waits for it. undefined: it can't be
 * made, or not now.
 * @param organization among whose files it is kept
 * @param key says all that the picture is made of
 */
export async function keptPicture(
  deps: Deps,
  organization: string,
  key: string,
  make: () => Promise<Uint8Array | undefined>,
): Promise<MadeFile | undefined> {
  const known = await keptByKey.first(deps.db.read, { organization, key });
  const makeAndKeep = async () => {
    const bytes = await make();
    return bytes && storeMade(deps, bytes, storing(organization, key));
  };
  return pictures.give(deps, organization, {
    name: key,
    known,
    make: () =>
      makeAndKeep().catch((error: unknown) => {
        deps.log.warn({ err: error, key }, "picture not made");
        return undefined;
      }),
  });
}

const storing = (organization: string, key: string) => ({
  organization,
  maxBytes: MOST_BYTES,
  note: (tx: Write, hash: string, created_at: number) =>
    tx
      .insertInto("image_copies")
      .values({ organization_id: organization, key, hash, created_at })
      .onConflict((on) => on.columns(["organization_id", "key"]).doUpdateSet({ hash, created_at }))
      .execute(),
});
