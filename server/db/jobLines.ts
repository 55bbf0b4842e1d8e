/** Who waits for jobs to be claimed: lines, each with the jobs of one kind and one organization. */
import { sql } from "kysely";
import { prepared, type Params, type Read } from "./database.ts";
import { PAUSED } from "./pausedJobs.ts";

/** An organization that waits for a job to be claimed; null for the jobs that belong to the installation. */
export type WaitingOrganization = string | null;

/** The jobs of one kind and one organization: of them the one that is due longest is next. */
export interface JobLine {
  readonly kind: string;
  readonly organization: WaitingOrganization;
}

/** One that waits, and since when its first job may be claimed: milliseconds. */
interface WaitingLine extends JobLine {
  readonly due: number;
}

/** Organizations of each kind that one look goes through: it costs two steps into an index for each. */
export const MOST_LOOKED_AT = 100;

/**
 * What of that is due, and of each kind the last that one look goes through: behind it another begins. Lines of no
 * organization, and those whose worker fell silent, are few and always among them.
 */
const lines = prepared((read, p: Params<{ kinds: readonly string[]; now: number; after: string }>) => {
  const asked = sql<WaitingLine & { readonly at: number }>`
    with recursive kinds (kind) as ${p.list("kinds")},
    lines (kind, organization, at) as (
      select kind, (select min(organization_id) from jobs
        where state = 'queued' and jobs.kind = kinds.kind and organization_id > ${p("after")}), 1
      from kinds
      union all
      select kind, (select min(organization_id) from jobs
        where state = 'queued' and jobs.kind = lines.kind and organization_id > lines.organization), at + 1
      from lines where organization is not null and at < ${sql.lit(MOST_LOOKED_AT)}
    ),
    fronts (kind, organization, at, due) as (
      select kind, organization, at, (select min(due_at) from jobs
        where state = 'queued' and jobs.kind = lines.kind and organization_id = lines.organization)
      from lines where organization is not null
      union all
      select kind, null, 0, (select min(due_at) from jobs
        where state = 'queued' and jobs.kind = kinds.kind and organization_id is null)
      from kinds
      union all
      select kind, organization_id, 0, lease_until from jobs
      where state = 'running' and lease_until < ${p("now")} and kind in (select kind from kinds)
    )
    select kind as "kind", organization as "organization", min(due) as "due", max(at) as "at" from fronts
    where (due <= ${p("now")} or at = ${sql.lit(MOST_LOOKED_AT)}) and not exists (select 1 from meta where meta.key = ${sql.lit(PAUSED)} || fronts.kind)
    group by kind, organization
    order by min(due), coalesce(organization, ''), kind`;
  return { compile: () => asked.compile(read) };
});

/**
 * Lines of these kinds with a job that can be claimed at `now`, the one that waits longest first: jobs that are due, and
 * those whose worker fell silent. One look goes through so many organizations of each kind, however many jobs each has;
 * `claimable` tells for less that there are none.
 * @param after the organization behind which it begins, by id; all of them stand behind ""
 * @returns the lines, and where to go on when there are more organizations than one look goes through
 */
export async function waitingLines(
  read: Read,
  kinds: readonly string[],
  now: number,
  after = "",
): Promise<{ readonly lines: readonly WaitingLine[]; readonly next: string | undefined }> {
  const all = await lines.all(read, { kinds, now, after });
  const [next] = all
    .flatMap(({ organization, at }) => (at < MOST_LOOKED_AT ? [] : [organization ?? ""]))
    // The least, since behind it another kind may have some that weren't looked at.
    .toSorted((a, b) => (a < b ? -1 : 1));
  return {
    lines: all
      .filter(({ due }) => due <= now)
      .map(({ kind, organization, due }) => ({ kind, organization, due })),
    next,
  };
}
