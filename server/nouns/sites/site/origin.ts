/** Where the published sites were at the last start: `lectern doctor` says what a setting changes before it does. */
import { servedUrl, type SitesOrigin } from "../../../../engine/siteAddress.ts";
import type { Database, Read } from "../../../db/database.ts";

const KEY = "sites-origin";

/** Notes where this server publishes. */
export async function noteSitesOrigin(
  db: Pick<Database, "read" | "transact">,
  { sites, sitesDomain }: SitesOrigin,
): Promise<void> {
  const value = JSON.stringify({ sites, sitesDomain });
  if ((await notedOrigin(db.read)) === value) return;
  await db.transact((tx) =>
    tx
      .insertInto("meta")
      .values({ key: KEY, value })
      .onConflict((on) => on.column("key").doUpdateSet({ value }))
      .execute(),
  );
}

async function notedOrigin(read: Read): Promise<string | undefined> {
  const row = await read.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row?.value;
}

/**
 * Published sites whose address will be another, with one of them as an example. Those on a hostname of their own, or
 * shown by another server, stay where their readers know them.
 */
interface ChangedAddresses {
  readonly count: number;
  readonly from: string;
  readonly to: string;
}

/** What of the addresses changes when a server starts with this origin; undefined where nothing does. */
export async function changedAddresses(read: Read, now: SitesOrigin): Promise<ChangedAddresses | undefined> {
  const noted = await notedOrigin(read);
  if (noted === undefined) return undefined;
  const before = JSON.parse(noted) as SitesOrigin;
  const shared = read
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .where("sites.published", "=", 1)
    .where("sites.hostname", "is", null)
    .where("sites.proxy", "is", null);
  const example = await shared
    .select(["organizations.hostname as organization", "sites.basename"])
    .orderBy("sites.created_at")
    .limit(1)
    .executeTakeFirst();
  if (example === undefined) return undefined;
  const [from, to] = [servedUrl(before, example), servedUrl(now, example)];
  if (from === to) return undefined;
  const { count } = await shared
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { count: Number(count), from, to };
}
