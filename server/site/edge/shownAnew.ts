/**
 * What readers are shown changes with the program and with some settings too, of which no action tells: where either is
 * another one than at the last start, whoever keeps answers of sites is told to read them again.
 */
import { createHash } from "node:crypto";
import { UNTOLD } from "../../access/events.ts";
import { tell } from "../../access/outbox.ts";
import type { Deps } from "../../deps.ts";
import type { Assets } from "../../pages/assets.ts";
import { version } from "../../version.ts";

const KEY = "shown-by";
/** Organizations that one transaction tells of. */
const SLICE = 200;

/** @returns of how many organizations was told; none at the first start ever */
export async function tellOfChangedBuild(
  { db, clock, newId, addresses }: Pick<Deps, "db" | "clock" | "newId" | "addresses">,
  { id }: Pick<Assets, "id">,
): Promise<number> {
  const shown = JSON.stringify([version, id, addresses]);
  const value = createHash("sha256").update(shown).digest("hex");
  const row = await db.read.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  if (row?.value === value) return 0;
  let [told, last] = [0, ""];
  for (let isMore = row !== undefined; isMore;) {
    const some = await db.read
      .selectFrom("sites")
      .select("organization_id as organization")
      .distinct()
      .where("organization_id", ">", last)
      .where("published", "=", 1)
      .orderBy("organization_id")
      .limit(SLICE)
      .execute();
    await db.transact(async (tx) => {
      for (const { organization } of some) {
        const about = { organization, target: { id: organization } };
        const by = { type: "system", id: "start" } as const;
        await tell(tx, { kind: UNTOLD, payload: {} }, about, by, { at: clock.now(), newId });
      }
    });
    told += some.length;
    last = some.at(-1)?.organization ?? "";
    isMore = some.length === SLICE;
  }
  // Last: a start that ends before it tells all of it again.
  await db.transact((tx) =>
    tx
      .insertInto("meta")
      .values({ key: KEY, value })
      .onConflict((on) => on.column("key").doUpdateSet({ value }))
      .execute(),
  );
  return told;
}
