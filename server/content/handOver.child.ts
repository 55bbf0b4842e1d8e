/** Run as a process of its own by handOver.crash.test.ts: hands a space to and fro for ever, until it is killed. */
import { openDatabase } from "../db/open.ts";
import { moveAddresses } from "../access/addresses.ts";
import { openDiskBlobs } from "../ports/blobs-disk.ts";
import { copyContent, handOverContent } from "./handOver.ts";

const [url, file = "", space = "", folder = ""] = process.argv.slice(2);
const db = await openDatabase({ url: url || undefined, file });
const blobs = await openDiskBlobs(folder);

async function owner(): Promise<string> {
  const row = await db.read
    .selectFrom("spaces")
    .select("organization_id")
    .where("id", "=", space)
    .executeTakeFirst();
  return row?.organization_id ?? "";
}

for (let i = 1; i < 1_000_000; i++) {
  const from = await owner();
  const to = from === "org" ? "other" : "org";
  process.stdout.write(`begin ${to}\n`);
  const copied = await copyContent({ db, blobs }, { spaces: [space], from, to }, Date.now());
  process.stdout.write("copied\n");
  await db.transact(async (tx) => {
    await handOverContent(tx, [space], copied);
    await tx.updateTable("spaces").set({ organization_id: to }).where("id", "=", space).execute();
    await moveAddresses(tx, [space], to);
  });
  process.stdout.write(`done ${to}\n`);
}
