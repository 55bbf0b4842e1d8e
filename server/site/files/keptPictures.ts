/** Pictures that are made when somebody first asks for them, and kept while somebody does. */
import { recordBlob } from "../../content/write.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { Beside } from "../../memory/beside.ts";
import { Underway } from "../../memory/underway.ts";

/** A picture's bytes among the files. */
interface KeptPicture {
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
}

/** Pictures in the making at once in this process: who asks for more meanwhile gets none. */
const MOST_UNDERWAY = 4;
const MOST_BYTES = 20 * 1024 * 1024;
/** Those that are used are marked again after this long, in milliseconds: garbage is a day old. */
const MARK_AFTER = 3600_000;

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

// By the store of files: handles of one database are many.
const underway = new Beside<Underway<KeptPicture | undefined>, Deps["blobs"]>();

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
): Promise<KeptPicture | undefined> {
  const found = await keptByKey.first(deps.db.read, { organization, key });
  // A backup may have been restored without the bytes of what can be made again.
  if (
    found !== undefined &&
    (await deps.blobs.of(organization).has(found.hash)) &&
    (await stillKept(deps, organization, found))
  )
    return found;
  const making = underway.make(deps.blobs, () => new Underway());
  const name = `${organization} ${key}`;
  const known = making.get(name);
  if (known !== undefined) return known;
  if (making.size >= MOST_UNDERWAY) return undefined;
  return making.make(name, () =>
    makeAndKeep(deps, organization, key, make).catch((error: unknown) => {
      deps.log.warn({ err: error, key }, "picture not made");
      return undefined;
    }),
  );
}

/** Keeps it for another day. False when it was collected meanwhile. */
async function stillKept(
  { db, clock }: Deps,
  organization: string,
  { hash, touched_at }: KeptPicture & { readonly touched_at: number },
): Promise<boolean> {
  const now = clock.now();
  if (now - touched_at < MARK_AFTER) return true;
  const { numUpdatedRows } = await db.transact((tx) =>
    tx
      .updateTable("blobs")
      .set({ touched_at: now })
      .where("organization_id", "=", organization)
      .where("hash", "=", hash)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

async function makeAndKeep(
  { db, blobs, clock }: Deps,
  organization: string,
  key: string,
  make: () => Promise<Uint8Array | undefined>,
): Promise<KeptPicture | undefined> {
  const bytes = await make();
  if (bytes === undefined) return undefined;
  const { hash, size } = await blobs.of(organization).put(bytes, { maxBytes: MOST_BYTES });
  const now = clock.now();
  await db.transact(async (tx) => {
    await recordBlob(tx, { organization, hash, size, at: now });
    await tx
      .insertInto("image_copies")
      .values({ organization_id: organization, key, hash, created_at: now })
      .onConflict((on) => on.columns(["organization_id", "key"]).doUpdateSet({ hash, created_at: now }))
      .execute();
  });
  return { hash, size };
}
