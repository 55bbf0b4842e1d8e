/** Claims of hostnames, and the job that looks for their proof: a name server that is silent holds up nobody. */
import { leaveTrace } from "../../../access/trail.ts";
import type { Write } from "../../../db/database.ts";
import { enqueue } from "../../../db/jobs.ts";
import type { HostnameStatus } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import type { RunningChange } from "../../../http/change.ts";
import type { SiteKey, SiteRow } from "../site/present.ts";
import { claimHostname, holderOf, hostnameTaken, isTaken, loseHostname, noteProof } from "./commands.ts";
import { checkProof, proofOf } from "./proof.ts";

export const CHECK_HOSTNAME = "check-hostname";

interface ClaimedHostname {
  readonly site: string;
  readonly organization: string;
  readonly hostname: string;
}

interface CheckRun {
  readonly job: { readonly payload: string; readonly created_by: string | null };
  away<T>(work: () => Promise<T>): Promise<T>;
  write<T>(work: (tx: Write) => Promise<T>): Promise<T>;
}

/**
 * Claims a hostname for a site, as before or anew, and has its proof looked for, once for however many who ask.
 * @throws 409 as `claimHostname`
 */
export async function claimUntilProved(
  { dns }: Pick<Deps, "dns">,
  { tx, now, newId, by }: RunningChange,
  site: SiteRow,
  hostname: string,
): Promise<void> {
  const organization = site.organization_id;
  await claimHostname(tx, { site, hostname, now });
  if (dns.isTrusting) {
    await noteProof(tx, { site, hostname, status: "dns_passed", now });
    return;
  }
  await queueCheck(tx, { site: site.id, organization, hostname }, { now, newId, by });
}

function queueCheck(
  tx: Write,
  payload: ClaimedHostname,
  { now, newId, by }: Pick<RunningChange, "now" | "newId" | "by">,
): Promise<void> {
  // By the hostname too: a contest for another one never replaces the check of what the site has claimed.
  const key = `${CHECK_HOSTNAME}:${payload.site}:${payload.hostname}`;
  const { organization } = payload;
  const job = { id: newId(), kind: CHECK_HOSTNAME, key, payload, due: now, now, organization };
  return enqueue(tx, by === undefined ? job : { ...job, createdBy: by });
}

/**
 * What a claim came to that was refused: where a site of another organization is served there, it is looked up whether
 * that one's proof has gone and this one's is there. Domains change hands.
 * @throws the refusal, with the record that would prove it
 */
export async function contestHostname(
  deps: Pick<Deps, "clock" | "db" | "dns" | "newId" | "secrets">,
  { organization_id: organization, id: site }: SiteKey,
  { hostname, refusal }: { readonly hostname: string; readonly refusal: unknown },
): Promise<never> {
  const { clock, db, dns, newId } = deps;
  if (dns.isTrusting || !isTaken(refusal)) throw refusal;
  const holder = await holderOf(db.read, hostname);
  if (holder === undefined || holder.organization_id === organization) throw refusal;
  const running = { now: clock.now(), newId, by: undefined };
  await db.transact((tx) => queueCheck(tx, { site, organization, hostname }, running));
  throw hostnameTaken(proofOf(deps, organization, hostname));
}

/** What the DNS says of who has a hostname that another one proves; undefined: nothing speaks against them. */
async function lostProof(
  deps: Deps,
  { organization, hostname }: ClaimedHostname,
): Promise<{ readonly site: SiteKey; readonly status: HostnameStatus } | undefined> {
  const holder = await holderOf(deps.db.read, hostname);
  if (holder === undefined || holder.organization_id === organization) return undefined;
  const status = await checkProof(deps, holder.organization_id, hostname);
  if (status === "dns_passed" || status === "internal_error") return undefined;
  return { site: { organization_id: holder.organization_id, id: holder.site_id }, status };
}

/**
 * Looks for the proof and notes what there is, unless the site claims another hostname by then. Who was served there and
 * can't prove it any more is not from then on.
 */
export function checkHostnameJob(deps: Deps): (run: CheckRun) => Promise<{ readonly report?: unknown }> {
  return async ({ job, away, write }) => {
    const claimed = JSON.parse(job.payload) as ClaimedHostname;
    const { site, organization, hostname } = claimed;
    const status = await away(() => checkProof(deps, organization, hostname));
    const lost = status === "dns_passed" ? await away(() => lostProof(deps, claimed)) : undefined;
    const now = deps.clock.now();
    await write(async (tx) => {
      const told = (key: SiteKey, label: string, says: HostnameStatus, by: string | null) =>
        leaveTrace(
          tx,
          { identity: by === null ? undefined : { userId: by }, ip: undefined, source: "job" },
          now,
          deps.newId,
          {
            action: "site.hostname.check",
            organization: key.organization_id,
            target: { type: "site", id: key.id, label },
            after: { hostname, status: says },
          },
        );
      if (lost !== undefined) {
        const former = await loseHostname(tx, { ...lost, hostname, now });
        if (former !== undefined) await told(lost.site, former, lost.status, null);
      }
      const key = { organization_id: organization, id: site };
      const title = await noteProof(tx, { site: key, hostname, status, now });
      if (title !== undefined) await told(key, title, status, job.created_by);
    });
    return { report: { hostname, status } };
  };
}
