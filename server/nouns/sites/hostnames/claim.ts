/** Claims of hostnames, and the job that looks for their proof: a name server that is silent holds up nobody. */
import { leaveTrace } from "../../../access/trail.ts";
import type { Write } from "../../../db/database.ts";
import { enqueue } from "../../../db/jobs.ts";
import type { Deps } from "../../../deps.ts";
import type { RunningChange } from "../../../http/change.ts";
import type { SiteRow } from "../site/present.ts";
import { claimHostname, noteProof } from "./commands.ts";
import { checkProof } from "./proof.ts";

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
  const payload: ClaimedHostname = { site: site.id, organization, hostname };
  const key = `${CHECK_HOSTNAME}:${site.id}`;
  const job = { id: newId(), kind: CHECK_HOSTNAME, key, payload, due: now, now, organization };
  await enqueue(tx, by === undefined ? job : { ...job, createdBy: by });
}

/** Looks for the proof and notes what there is, unless the site claims another hostname by then. */
export function checkHostnameJob(deps: Deps): (run: CheckRun) => Promise<{ readonly report?: unknown }> {
  return async ({ job, away, write }) => {
    const { site, organization, hostname } = JSON.parse(job.payload) as ClaimedHostname;
    const status = await away(() => checkProof(deps, organization, hostname));
    const now = deps.clock.now();
    await write(async (tx) => {
      const key = { organization_id: organization, id: site };
      const title = await noteProof(tx, { site: key, hostname, status, now });
      if (title === undefined) return;
      const identity = job.created_by === null ? undefined : { userId: job.created_by };
      await leaveTrace(tx, { identity, ip: undefined, source: "job" }, now, deps.newId, {
        action: "site.hostname.check",
        organization,
        target: { type: "site", id: site, label: title },
        after: { hostname, status },
      });
    });
    return { report: { hostname, status } };
  };
}
