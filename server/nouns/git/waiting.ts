/** What of an organization is not in step, be it that somebody has to decide or that it fails: for those who may. */
import { type ExpressionBuilder, sql } from "kysely";
import { aclsWithin } from "../../access/scope.ts";
import { OF_COPY } from "../../content/git/copies.ts";
import type { Member } from "../../access/policy.ts";
import type { Row, Schema } from "../../db/schema.ts";
import type { Addresses, Deps } from "../../deps.ts";
import { NO_ROWS, type RowPage } from "../../http/list.ts";
import type { Paging, PresentedShape } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import { given } from "../../http/shapes.ts";
import { placeInConsole } from "./place.ts";
import { presentAttention, stateOf, targetOf } from "./present.ts";
import type { GitWaiting } from "./runSchema.ts";
import { proposalProblem } from "./sync/ended.ts";
import { isFailing, TOLD_FAILURES } from "./sync/standstill.ts";

/** An installation that waits, with what it keeps in step. */
interface WaitingRow extends Row<"git_installations"> {
  readonly title: string;
  /** Things of its space that stay as they are on either side. */
  readonly held: number | null;
  /** Why its last run came to nothing. */
  readonly error: string | null;
}

/** Those of spaces and sites that somebody administrates, the first connected first. */
export async function listWaiting(
  { db, members }: Pick<Deps, "db" | "members">,
  organization: string,
  member: Member,
  paging: Paging,
): Promise<RowPage<WaitingRow>> {
  const acls = await aclsWithin(members, organization, member, "create");
  if (acls.length === 0) return NO_ROWS;
  const waiting = db.read
    .selectFrom("git_installations")
    .leftJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "git_installations.organization_id")
        .onRef("spaces.id", "=", "git_installations.space_id"),
    )
    .leftJoin("sites", (on) =>
      on
        .onRef("sites.organization_id", "=", "git_installations.organization_id")
        .onRef("sites.id", "=", "git_installations.site_id"),
    )
    .where("git_installations.organization_id", "=", organization)
    // Whoever drives a sync hears of it by events; that it may be that of a copy is for people.
    .where((eb) =>
      eb.or([eb("git_installations.driven", "=", 0), eb("git_installations.attention", "like", OF_COPY)]),
    )
    .where("spaces.deleted_at", "is", null)
    .where("sites.deleted_at", "is", null)
    .where((eb) => eb.or([eb("spaces.acl", "in", acls), eb("sites.acl", "in", acls)]))
    .where(isOutOfStep)
    // What a space of a site waits for is said of the site, to whoever may decide there.
    .where((eb) =>
      eb.or([
        eb("git_installations.attention", "is", null),
        eb.not(
          eb.exists(
            eb
              .selectFrom("git_installations as above")
              .innerJoin("sites as own", (on) =>
                on
                  .onRef("own.organization_id", "=", "above.organization_id")
                  .onRef("own.id", "=", "above.site_id"),
              )
              .select("above.id")
              .whereRef("above.organization_id", "=", "git_installations.organization_id")
              .whereRef("above.id", "=", "git_installations.parent_id")
              .where("above.attention", "is not", null)
              .where("own.acl", "in", acls),
          ),
        ),
      ]),
    )
    .selectAll("git_installations")
    .select(sql<string>`coalesce(spaces.title, sites.title)`.as("title"))
    .select((eb) =>
      heldOf(eb)
        .select((one) => one.fn.countAll<number>().as("count"))
        .as("held"),
    )
    .select((eb) => lastErrorOf(eb).as("error"));
  return pageBy(waiting, ["git_installations.created_at", "git_installations.id"], paging);
}

/** Whether somebody has to decide or to mend something, in a query of those. */
const isOutOfStep = (eb: ExpressionBuilder<Schema, "git_installations">) =>
  eb.or([
    eb("git_installations.attention", "is not", null),
    eb.exists(heldOf(eb).select("source")),
    eb.and([
      eb("git_installations.state", "=", "failed"),
      eb("git_installations.failures", ">=", TOLD_FAILURES),
    ]),
    eb.and([
      eb("git_installations.proposal_problem", "is not", null),
      eb("git_installations.proposal_state", "is", null),
    ]),
  ]);

/** What is held of an installation, in a query of those. */
const heldOf = (eb: ExpressionBuilder<Schema, "git_installations">) =>
  eb
    .selectFrom("git_held")
    .whereRef("git_held.organization_id", "=", "git_installations.organization_id")
    .whereRef("git_held.installation_id", "=", "git_installations.id");

/** What the last run said that came to nothing, in a query of those. */
const lastErrorOf = (eb: ExpressionBuilder<Schema, "git_installations">) =>
  eb
    .selectFrom("git_runs")
    .select("git_runs.error")
    .whereRef("git_runs.organization_id", "=", "git_installations.organization_id")
    .whereRef("git_runs.installation_id", "=", "git_installations.id")
    .where("git_runs.operation", "!=", "preview")
    .where("git_runs.error", "is not", null)
    .orderBy("git_runs.created_at", "desc")
    .orderBy("git_runs.id", "desc")
    .limit(1);

export function presentWaiting(row: WaitingRow, { app }: Addresses): PresentedShape<typeof GitWaiting> {
  return {
    object: "git-waiting",
    installation: row.id,
    ...given("parentInstallation", row.parent_id),
    target: targetOf(row),
    title: row.title,
    state: stateOf(row),
    ...given("attention", presentAttention(row)),
    ...given("problem", isFailing(row) ? row.error : proposalProblem(row)),
    held: Number(row.held ?? 0),
    urls: { app: app + placeInConsole(row) },
  };
}
