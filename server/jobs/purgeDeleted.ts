/** Removes deleted collections and sites for good once their time in the trash is over. */
import type { GitChange } from "../content/git/queue.ts";
import { loadAt } from "../access/addresses.ts";
import { leaveTrace } from "../access/trail.ts";
import type { Write } from "../db/database.ts";
import type { Row, SpaceKey } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { TRASH_MS } from "../nouns/collections/queries.ts";
import * as collections from "../nouns/collections/trash.ts";
import * as sites from "../nouns/sites/trash.ts";
import { isClockSteady, LOOK_AGAIN_MS } from "./heartbeat.ts";
import type { JobHandler } from "./job.ts";

type PurgeDeps = Pick<Deps, "clock" | "db" | "newId">;

/** How one kind of thing is found in the trash and removed. */
interface Trash<R> {
  readonly type: "collection" | "site";
  readonly find: (tx: Write, payload: string) => Promise<R | undefined>;
  readonly later: (tx: Write, row: R, due: number, now: number, newId: () => string) => Promise<void>;
  readonly purge: (departure: GitChange, row: R) => Promise<boolean>;
}

const rowOf = <T extends "collections" | "sites">(tx: Write, table: T, { organization_id, id }: SpaceKey) =>
  tx
    .selectFrom(table as "collections")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst() as Promise<Row<T> | undefined>;

/** It may have gone to another organization with the collection that it lay in. */
const COLLECTION: Trash<Row<"collections">> = {
  type: "collection",
  find: (tx, payload) => {
    const { collection } = JSON.parse(payload) as { readonly collection: string };
    return loadAt(tx, collection, (key) => rowOf(tx, "collections", key));
  },
  later: collections.purgeLater,
  purge: ({ tx, now }, row) => collections.purgeCollection(tx, row, now),
};

const SITE: Trash<Row<"sites">> = {
  type: "site",
  find: (tx, payload) => {
    const { site, organization } = JSON.parse(payload) as {
      readonly site: string;
      readonly organization: string;
    };
    return rowOf(tx, "sites", { organization_id: organization, id: site });
  },
  later: sites.purgeLater,
  purge: sites.purgeSite,
};

/** Runs jobs that each name one thing. What was restored meanwhile, or deleted anew, is left alone. */
function purgeJob<R extends Row<"collections"> | Row<"sites">>(deps: PurgeDeps, trash: Trash<R>): JobHandler {
  return async (run) => {
    const now = deps.clock.now();
    const isSteady = await isClockSteady(deps.db.read, now);
    await run.write(async (tx) => {
      const row = await trash.find(tx, run.job.payload);
      if (row === undefined || row.deleted_at === null) return;
      const over = row.deleted_at + TRASH_MS;
      if (!isSteady || over > now) {
        await trash.later(tx, row, Math.max(over, isSteady ? 0 : now + LOOK_AGAIN_MS), now, deps.newId);
        return;
      }
      await trash.purge({ tx, now, newId: deps.newId }, row);
      await leaveTrace(tx, { identity: undefined, ip: undefined, source: "job" }, now, deps.newId, {
        action: `${trash.type}.purge`,
        organization: row.organization_id,
        target: { type: trash.type, id: row.id, label: row.title },
      });
    });
    return {};
  };
}

export const purgeCollectionJob = (deps: PurgeDeps): JobHandler => purgeJob(deps, COLLECTION);
export const purgeSiteJob = (deps: PurgeDeps): JobHandler => purgeJob(deps, SITE);
