/** The pictures that people upload of themselves. */
import { type Params, prepared, type Read, type Write } from "../../db/database.ts";
import { patchUser } from "./commands.ts";

const byKey = prepared((read, p: Params<{ key: string }>) =>
  read.selectFrom("user_photos").select("data").where("key", "=", p("key")),
);

/** The bytes of a picture, WebP, for whoever knows its address. */
export async function findPhoto(read: Read, key: string): Promise<Uint8Array | undefined> {
  return (await byKey.first(read, { key }))?.data;
}

export interface NewPhoto {
  /** What its address is made of, which is all that opens it. */
  readonly key: string;
  /** WebP. */
  readonly data: Uint8Array;
  readonly now: number;
}

/** Shows a picture of a user instead of the one before. @throws 404 when the user is gone */
export async function setPhoto(tx: Write, user: string, { key, data, now }: NewPhoto): Promise<void> {
  await patchUser(tx, user, { photoURL: `/photos/${key}.webp` });
  await tx.insertInto("user_photos").values({ key, user_id: user, data, created_at: now }).execute();
}

/** Takes the picture away. @throws 404 when the user is gone */
export async function removePhoto(tx: Write, user: string): Promise<void> {
  await patchUser(tx, user, { photoURL: null });
}
