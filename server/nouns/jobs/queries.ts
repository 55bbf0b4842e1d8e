import { sql } from "kysely";
import type { Member } from "../../access/policy.ts";
import { aclsWithin, roleUnder } from "../../access/scope.ts";
import type { Caller } from "../../access/singleSignOn.ts";
import { type SpaceRights, spaceRights } from "../../access/table.ts";
import { findJob } from "../../db/jobs.ts";
import type { Role, Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { LoadCall, LoadedThing, Paging } from "../../http/operation.ts";
import { newestFirst } from "../../http/pageBy.ts";
import { findSpace } from "../spaces/queries.ts";

/** A job with what the caller may do with it. */
interface JobThing extends LoadedThing<"cancel"> {
  readonly job: Row<"jobs">;
}

/**
 * The job that the path names. Its creator sees it while they may still read what it works on, and so does whoever
 * may edit its space. What the installation queued for itself can't be cancelled: it would only be missing.
 */
export async function loadJob({ deps, identity, params }: LoadCall): Promise<JobThing | undefined> {
  const job = await findJob(deps.db.read, params["jobId"] ?? "");
  if (job === undefined) return undefined;
  const space = job.space_id === null ? undefined : await rightsOn(deps, job.space_id, identity);
  const isCreator = job.created_by === identity.userId && (await isStillWelcome(deps, job, identity, space));
  const view = isCreator || space?.edit === true;
  return view ? { job, rights: { view, cancel: job.created_by !== null } } : undefined;
}

async function rightsOn(deps: Deps, id: string, caller: Caller): Promise<SpaceRights | undefined> {
  const space = await findSpace(deps.db.read, id);
  const member = space && (await deps.members.find(space.organization_id, caller));
  return space && member && spaceRights(await roleUnder(deps.members, space, member));
}

async function isStillWelcome(
  deps: Deps,
  job: Row<"jobs">,
  caller: Caller,
  space: SpaceRights | undefined,
): Promise<boolean> {
  if (job.space_id !== null) return space?.view === true;
  if (job.organization_id === null) return true;
  return (await deps.members.find(job.organization_id, caller)) !== undefined;
}

interface JobFilter extends Paging {
  readonly organizationId: string;
  readonly member: Member;
  /** The id of the user who asks. */
  readonly caller: string;
  /** Only those that stand so. */
  readonly states?: readonly Row<"jobs">["state"][] | undefined;
  readonly kind?: string | undefined;
  /** Only those that work on this space, or on one that this site shows. */
  readonly space?: string | undefined;
  readonly site?: string | undefined;
  /** Only those whose payload says so. */
  readonly naming?: Readonly<Record<string, string>> | undefined;
}

/** What people asked for in an organization, as far as somebody sees it: as with one of them. */
export async function listJobs(
  { db, members }: Pick<Deps, "db" | "members">,
  { organizationId, member, caller, states, kind, space, site, naming, ...paging }: JobFilter,
) {
  const spacesWith = async (least: Role) => {
    const acls = await aclsWithin(members, organizationId, member, least);
    return db.read
      .selectFrom("spaces")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("acl", "in", acls);
  };
  const [read, edited] = await Promise.all([spacesWith("read"), spacesWith("edit")]);
  let jobs = db.read
    .selectFrom("jobs")
    .where("organization_id", "=", organizationId)
    .where("created_by", "is not", null)
    .where((eb) =>
      eb.or([
        eb("space_id", "in", edited),
        eb.and([
          eb("created_by", "=", caller),
          eb.or([eb("space_id", "is", null), eb("space_id", "in", read)]),
        ]),
      ]),
    );
  if (states !== undefined) jobs = jobs.where("state", "in", states);
  if (kind !== undefined) jobs = jobs.where("kind", "=", kind);
  if (space !== undefined) jobs = jobs.where("space_id", "=", space);
  if (site !== undefined) {
    const shown = db.read
      .selectFrom("site_spaces")
      .select("space_id")
      .where("organization_id", "=", organizationId)
      .where("site_id", "=", site);
    jobs = jobs.where("space_id", "in", shown);
  }
  for (const [name, value] of Object.entries(naming ?? {})) {
    const said = JSON.stringify({ [name]: value }).slice(1, -1);
    jobs = jobs.where(sql<boolean>`payload like ${`%${said.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`);
  }
  return newestFirst(jobs, paging);
}
