import { lockOrganization } from "../../../access/intern.ts";
import type { Database, Read, Write } from "../../../db/database.ts";
import type { Addresses } from "../../../deps.ts";
import { conflict, HttpError, invalidField, notFound } from "../../../http/errors.ts";
import type { SiteKey } from "../site/present.ts";
import type { HostnameStatus, Row } from "../../../db/schema.ts";
import type { HostnameProof } from "./proof.ts";

interface Claim {
  readonly site: SiteKey;
  readonly hostname: string;
  readonly now: number;
}

/** What a claim has that nobody has looked at yet. */
const UNSEEN: HostnameStatus = "dns_no_cname";

/**
 * Lets a site claim a hostname instead of the one that it claimed before. It is served there once that is proved, and
 * at its former one until then.
 * @throws 409 when another site has proved the hostname, or another one of the organization has claimed it
 */
export async function claimHostname(tx: Write, claim: Claim): Promise<void> {
  const { site, hostname, now } = claim;
  // Two sites of one organization have one proof: it would be served at the one that asks first.
  await lockOrganization(tx, site.organization_id);
  await refuseTaken(tx, claim);
  const claimed = await tx
    .selectFrom("hostname_claims")
    .innerJoin("sites", (on) =>
      on
        .onRef("sites.organization_id", "=", "hostname_claims.organization_id")
        .onRef("sites.id", "=", "hostname_claims.site_id"),
    )
    .select("sites.title")
    .where("hostname_claims.organization_id", "=", site.organization_id)
    .where("hostname_claims.hostname", "=", hostname)
    .where("sites.id", "<>", site.id)
    .executeTakeFirst();
  if (claimed !== undefined) throw hostnameClaimed(claimed.title);
  const isAsBefore = await tx
    .selectFrom("hostname_claims")
    .select("site_id")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("hostname", "=", hostname)
    .executeTakeFirst();
  if (isAsBefore !== undefined) return;
  await tx
    .insertInto("hostname_claims")
    .values({
      organization_id: site.organization_id,
      site_id: site.id,
      hostname,
      status: UNSEEN,
      checked_at: null,
      created_at: now,
    })
    .onConflict((on) =>
      on.columns(["organization_id", "site_id"]).doUpdateSet((set) => ({
        hostname: set.ref("excluded.hostname"),
        status: set.ref("excluded.status"),
        checked_at: null,
      })),
    )
    .execute();
}

/**
 * Notes what the DNS said of a claim, and serves the site there once it is proved.
 * @returns the site's title; undefined when the site claims that hostname no more
 * @throws 409 when another site has proved the hostname
 */
export async function noteProof(
  tx: Write,
  claim: Claim & { readonly status: HostnameStatus },
): Promise<string | undefined> {
  const { site, hostname, status, now } = claim;
  const { numUpdatedRows } = await tx
    .updateTable("hostname_claims")
    .set({ status, checked_at: now })
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("hostname", "=", hostname)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  if (status === "dns_passed") {
    await refuseTaken(tx, claim);
    await serveAt(tx, site, hostname);
  }
  const row = await tx
    .selectFrom("sites")
    .select("title")
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", site.id)
    .executeTakeFirst();
  return row?.title;
}

/**
 * Serves every site at the hostname that it claims: what an operator says who answers for all of them. A hostname that
 * two sites claim stays with the one that has it, or goes to the first.
 */
export async function believeClaims(db: Pick<Database, "read" | "transact">, now: number): Promise<void> {
  const claims = await db.read
    .selectFrom("hostname_claims")
    .select(["organization_id", "site_id", "hostname"])
    .where("status", "<>", "dns_passed")
    .orderBy("created_at")
    .execute();
  for (const { organization_id, site_id, hostname } of claims) {
    const claim = { site: { organization_id, id: site_id }, hostname, status: "dns_passed", now } as const;
    await db
      .transact((tx) => noteProof(tx, claim))
      .catch((error: unknown) => {
        if (!isAnothers(error)) throw error;
      });
  }
}

async function refuseTaken(tx: Write, { site, hostname }: Claim): Promise<void> {
  const served = await holderOf(tx, hostname);
  if (served !== undefined && served.site_id !== site.id) throw hostnameTaken();
}

const [CLAIMED, TAKEN] = ["hostname-claimed", "hostname-taken"];

/** Whether it was refused because a site of whatever organization is served there. */
export const isTaken = (error: unknown): boolean => error instanceof HttpError && error.type === TAKEN;

/** Whether it was refused because another site has the hostname. */
export const isAnothers = (error: unknown): boolean =>
  error instanceof HttpError && (error.type === CLAIMED || error.type === TAKEN);

const hostnameClaimed = (title: string) =>
  conflict(
    CLAIMED,
    `/hostname: the site "${title}" of your organization claims it; take it from that one first.`,
    [{ path: "/hostname", message: `is claimed by the site "${title}"; take it from that one first.` }],
  );

/** @param record what proves it, where that may help */
export function hostnameTaken(record?: HostnameProof): HttpError {
  const way =
    record === undefined
      ? "choose another"
      : `choose another. If it has become yours, add the TXT record ${record.name} with ${record.value}, and set it once more a minute later`;
  return conflict(TAKEN, `/hostname: another site of this installation is served there; ${way}.`, [
    { path: "/hostname", message: "is taken; choose another." },
  ]);
}

/** The site that is served at a hostname; undefined: none is. */
export function holderOf(
  read: Read,
  hostname: string,
): Promise<Pick<Row<"site_hostnames">, "organization_id" | "site_id"> | undefined> {
  return read
    .selectFrom("site_hostnames")
    .select(["organization_id", "site_id"])
    .where("hostname", "=", hostname)
    .executeTakeFirst();
}

/**
 * Ends that a site is served at a hostname whose proof has gone, and notes what the DNS says instead.
 * @returns the site's title; undefined when it is served there no more
 */
export async function loseHostname(
  tx: Write,
  { site, hostname, status, now }: Claim & { readonly status: HostnameStatus },
): Promise<string | undefined> {
  const holder = await holderOf(tx, hostname);
  if (holder?.organization_id !== site.organization_id || holder.site_id !== site.id) return undefined;
  await leaveHostname(tx, site);
  await tx
    .updateTable("hostname_claims")
    .set({ status, checked_at: now })
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .execute();
  const row = await tx
    .updateTable("sites")
    .set({ hostname: null })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", site.organization_id)
    .where("id", "=", site.id)
    .returning("title")
    .executeTakeFirst();
  return row?.title;
}

async function serveAt(tx: Write, { organization_id, id }: SiteKey, hostname: string): Promise<void> {
  await leaveHostname(tx, { organization_id, id });
  const served = await tx
    .insertInto("site_hostnames")
    .values({ hostname, organization_id, site_id: id })
    .onConflict((on) => on.column("hostname").doNothing())
    .returning("hostname")
    .executeTakeFirst();
  if (served === undefined) throw hostnameTaken();
  await tx
    .updateTable("sites")
    .set({ hostname })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}

async function leaveHostname(tx: Write, { organization_id, id }: SiteKey): Promise<void> {
  await tx
    .deleteFrom("site_hostnames")
    .where("organization_id", "=", organization_id)
    .where("site_id", "=", id)
    .execute();
}

/** Gives up the hostname of a site, claimed or proved. @throws 404 when it has none */
export async function releaseHostname(tx: Write, { organization_id, id }: SiteKey): Promise<void> {
  await leaveHostname(tx, { organization_id, id });
  const { numDeletedRows } = await tx
    .deleteFrom("hostname_claims")
    .where("organization_id", "=", organization_id)
    .where("site_id", "=", id)
    .executeTakeFirst();
  const { numUpdatedRows } = await tx
    .updateTable("sites")
    .set({ hostname: null })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
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
