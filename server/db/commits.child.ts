import { openDatabase } from "./open.ts";
/** Run as a process of its own by durability.test.ts: commits pairs of rows for ever and says so, until it is killed. */

const [url, file = "", prefix = ""] = process.argv.slice(2);
const db = await openDatabase({ url: url || undefined, file });
for (let i = 0; i < 1_000_000; i++) {
  await db.transact(async (tx) => {
    await tx
      .insertInto("meta")
      .values({ key: `${prefix}-${i}-a`, value: "" })
      .execute();
    await tx
      .insertInto("meta")
      .values({ key: `${prefix}-${i}-b`, value: "" })
      .execute();
  });
  process.stdout.write(`${i}\n`);
}
