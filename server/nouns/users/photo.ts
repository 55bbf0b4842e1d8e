/** The pictures that people upload of themselves. */
import type { Caller } from "../../access/singleSignOn.ts";
import { type Params, prepared, type Read, type Write } from "../../db/database.ts";
import { patchUser } from "./commands.ts";

const byKey = prepared((read, p: Params<{ key: string }>) =>
  read.selectFrom("user_photos").select("data").where("key", "=", p("key")),
);

/** The bytes of a picture, WebP, for whoever knows its address. */
export async function findPhoto(read: Read, key: string): Promise<Uint8Array | undefined> {
  return (await byKey.first(read, { key }))?.data;
}

interface NewPhoto {
  /** What its address is made of, which is all that opens it. */
  readonly key: string;
  /** WebP. */
  readonly data: Uint8Array;
  readonly now: number;
}

/** Shows a picture of the caller instead of the one before. @throws what `patchUser` throws */
export async function setPhoto(tx: Write, caller: Caller, { key, data, now }: NewPhoto): Promise<void> {
  await patchUser(tx, caller, { photoURL: `/photos/${key}.webp` });
  await tx.insertInto("user_photos").values({ key, user_id: caller.userId, data, created_at: now }).execute();
}

/** Takes the caller's picture away. @throws what `patchUser` throws */
export async function removePhoto(tx: Write, caller: Caller): Promise<void> {
  await patchUser(tx, caller, { photoURL: null });
}
