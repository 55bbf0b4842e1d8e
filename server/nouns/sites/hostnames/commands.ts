import { brokenRule, type Write } from "../../../db/database.ts";
import type { Addresses } from "../../../deps.ts";
import { conflict, invalidField, notFound } from "../../../http/errors.ts";
import type { Status } from "./proof.ts";

export interface Claim {
  readonly site: string;
  readonly hostname: string;
  readonly status: Status;
  readonly now: number;
}

/**
 * Lets a site claim a hostname instead of the one that it claimed before. It is served there once that is proved, and
 * at its former one until then.
 * @throws 409 when another site has proved the hostname
 */
export async function claimHostname(tx: Write, { site, hostname, status, now }: Claim): Promise<void> {
  const taken = await tx
    .selectFrom("sites")
    .select("id")
    .where("hostname", "=", hostname)
    .where("id", "<>", site)
    .executeTakeFirst();
  if (taken !== undefined) throw hostnameTaken();
  await tx
    .insertInto("hostname_claims")
    .values({ site_id: site, hostname, status, checked_at: now, created_at: now })
    .onConflict((on) =>
      on.column("site_id").doUpdateSet((set) => ({
        hostname: set.ref("excluded.hostname"),
        status: set.ref("excluded.status"),
        checked_at: set.ref("excluded.checked_at"),
      })),
    )
    .execute();
  if (status === "dns_passed") await serveAt(tx, site, hostname);
}

const hostnameTaken = () =>
  conflict("hostname-taken", "hostname: another site of this installation is served there; choose another.", [
    { path: "/hostname", message: "is taken; choose another." },
  ]);

async function serveAt(tx: Write, site: string, hostname: string): Promise<void> {
  const update = tx.updateTable("sites").set({ hostname }).where("id", "=", site);
  await update.execute().catch((error: unknown) => {
    if (brokenRule(error) !== "unique") throw error;
    throw hostnameTaken();
  });
}

/** Gives up the hostname of a site, claimed or proved. @throws 404 when it has none */
export async function releaseHostname(tx: Write, site: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("hostname_claims")
    .where("site_id", "=", site)
    .executeTakeFirst();
  const { numUpdatedRows } = await tx
    .updateTable("sites")
    .set({ hostname: null })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", site)
    .where("hostname", "is not", null)
    .executeTakeFirst();
  if (numDeletedRows === 0n && numUpdatedRows === 0n) throw notFound("The custom hostname");
}

/** @throws 400 for a host at which Lectern itself is reached */
export function refuseOwnHost({ app, sites, sitesDomain }: Addresses, hostname: string): void {
  const domain = sitesDomain?.replace(/:\d+$/, "");
  const own = [new URL(app).hostname, new URL(sites).hostname, ...(domain === undefined ? [] : [domain])];
  if (own.includes(hostname) || (domain !== undefined && hostname.endsWith(`.${domain}`)))
    throw invalidField("/hostname", "is a name of this installation itself; choose one of your own domain.");
}
