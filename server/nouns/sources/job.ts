/** The job that has a script make the pages of one content source, and keeps what it made. */
import { installedOnSpace } from "../../access/installations.ts";
import { sql } from "kysely";
import { contentHash } from "../../../engine/hash.ts";
import { contentSourceOf, type ContentSource } from "../../../engine/contentSource.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { leaveTrace } from "../../access/trail.ts";
import { readHead } from "../../content/commit.ts";
import type { SourcePage } from "../../content/computed/contentSources.ts";
import { queueIndexing } from "../../content/head.ts";
import type { Write } from "../../db/database.ts";
import type { Claim } from "../../db/jobs.ts";
import type { Deps } from "../../deps.ts";
import { environmentOf, secretsOf } from "../installations/environment.ts";
import { hiding } from "../installations/hideSecrets.ts";
import { WorkerFailed } from "../../ports/worker-runner.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { Misfit } from "./answer.ts";
import { askSource } from "./ask.ts";
import { madePages } from "./make.ts";
import { basisOf, isNamedInSpace, placeOfSource, type ReadySource, type SourceRow } from "./queries.ts";

export const MAKE_SOURCE = "make-source";

/** Milliseconds between two times that a script is asked for one source, unless somebody asks for it. */
const REST_MS = 20_000;
/** Milliseconds until one that failed is asked again; twice as many each time, up to the longest. */
const RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;
/** Milliseconds after which it is looked at though nothing is known to have changed: rights are lost without a word. */
const LOOK_MS = 6 * 3_600_000;

interface SourceRun {
  readonly job: Claim;
  readonly signal: AbortSignal;
  write<T>(work: (tx: Write) => Promise<T>): Promise<T>;
  away<T>(work: () => Promise<T>): Promise<T>;
}

/** What a source is named by. */
export interface SourceName {
  readonly organization: string;
  readonly space: string;
  readonly key: string;
}

/** What becomes of a source with a look at it. */
interface Outcome {
  readonly basis?: string;
  readonly problem?: string | null;
  /** How often the same has failed, one after the other. */
  readonly failures?: number;
  readonly result?: { readonly pages: readonly SourcePage[]; readonly count: number } | null;
  /** When it is looked at again, unless something changes before; after a while, unless said. */
  readonly due?: number;
}

/** Makes one source where anything that it is made from has changed. What is wrong with the script is its result. */
export function makeSourceJob(deps: Deps): (run: SourceRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const row = await find(deps, JSON.parse(run.job.payload) as SourceName);
    // It was looked at meanwhile, or its space has gone.
    if (row === undefined || row.due_at === null) return {};
    const source = contentSourceOf(JSON.parse(row.source) as JsonObject);
    if (source === undefined || !(await isNamedInSpace(deps, row))) {
      await run.write((tx) => drop(tx, deps, row));
      return {};
    }
    const outcome = await look(deps, run, row, source);
    await run.write((tx) => settle(tx, deps, row, outcome));
    return outcome.problem ? { report: { problem: outcome.problem } } : {};
  };
}

function find({ db }: Deps, { organization, space, key }: SourceName): Promise<SourceRow | undefined> {
  return db.read
    .selectFrom("content_sources")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("space_id", "=", space)
    .where("key", "=", key)
    .executeTakeFirst();
}

async function look(deps: Deps, run: SourceRun, row: SourceRow, source: ContentSource): Promise<Outcome> {
  const ready = await placeOfSource(deps, row, source);
  if (typeof ready === "string") {
    // What was uninstalled shows nothing any more; what only rests shows what it made.
    const { organization_id: organization, space_id, integration: name } = row;
    const stays = await installedOnSpace.first(deps.db.read, { organization, space: space_id, name });
    return { problem: ready, ...(stays === undefined && { result: null }) };
  }
  const basis = await basisOf(ready, source);
  const now = deps.clock.now();
  const since = row.asked_at ?? 0;
  if (row.basis === basis && row.problem === null) return {};
  if (row.basis === basis && now < since + waitAfter(row.failures))
    return { due: since + waitAfter(row.failures) };
  if (row.asked_at !== null && now < since + REST_MS) return { due: since + REST_MS };
  return ask(deps, run, row, { source, ready, basis });
}

const waitAfter = (failures: number): number =>
  Math.min(RETRY_MS * 2 ** Math.max(0, failures - 1), LONGEST_RETRY_MS);

interface SourceRound {
  readonly source: ContentSource;
  readonly ready: ReadySource;
  readonly basis: string;
}

async function ask(
  deps: Deps,
  run: SourceRun,
  row: SourceRow,
  { source, ready: { place }, basis }: SourceRound,
): Promise<Outcome> {
  try {
    const { seed, organization_id, space_id } = row;
    const asked = await run.away(() => askSource(deps, place, source, { seed, signal: run.signal }));
    const head = await readHead(deps.db.read, { organization_id, id: space_id });
    if (head === undefined) return {};
    const pages = await madePages(deps.content.of(organization_id), head.root, asked);
    return { basis, problem: null, result: { pages, count: asked.count } };
  } catch (error) {
    const isGivenUp = error instanceof WorkerFailed && error.reason !== "aborted";
    if (!(isGivenUp || error instanceof ScriptFailure || error instanceof Misfit)) throw error;
    // What failed before was made of something else, and says nothing of how long to wait now.
    const failures = row.basis === basis ? row.failures + 1 : 1;
    // What is wrong with an answer may quote it. Tokens are of one question each, and end by themselves.
    const hide = hiding(secretsOf(await environmentOf(deps, place.integration, { ...place, depth: 0 })));
    return { basis, problem: hide(error.message), failures, due: deps.clock.now() + waitAfter(failures) };
  }
}

/** One statement about the source alone. */
function of<Q extends { where: (column: never, operator: "=", value: never) => Q }>(
  query: Q,
  { organization_id, space_id, key }: SourceRow,
): Q {
  return query
    .where("organization_id" as never, "=", organization_id as never)
    .where("space_id" as never, "=", space_id as never)
    .where("key" as never, "=", key as never);
}

/** Forgets a source that no page names. Another of the space may have its place, which following the head notes. */
async function drop(tx: Write, { clock, newId }: Deps, row: SourceRow): Promise<void> {
  const { numDeletedRows } = await of(tx.deleteFrom("content_sources"), row)
    .where("due_at", "=", row.due_at)
    .executeTakeFirst();
  const space = { organization_id: row.organization_id, id: row.space_id };
  if (numDeletedRows > 0n) await queueIndexing(tx, space, clock.now(), newId);
}

/** Keeps what came of a look. What has changed meanwhile is looked at again. */
async function settle(tx: Write, deps: Deps, row: SourceRow, outcome: Outcome): Promise<void> {
  const now = deps.clock.now();
  const { basis, problem, failures = 0, result, due = now + LOOK_MS } = outcome;
  const text = result ? JSON.stringify(result.pages) : null;
  const id = text === null ? null : contentHash(text);
  const isNew = result !== undefined && id !== row.result_id;
  const isUnchanged = sql<boolean>`due_at = ${row.due_at}`;
  const { numUpdatedRows } = await of(
    tx.updateTable("content_sources").set({
      due_at: sql<number | null>`case when ${isUnchanged} then cast(${due} as bigint) else due_at end`,
      ...(basis === undefined
        ? {}
        : {
            basis: sql<string | null>`case when ${isUnchanged} then cast(${basis} as text) else basis end`,
            asked_at: now,
            failures,
          }),
      ...(problem === undefined ? {} : { problem }),
      ...(isNew ? { result_id: id, pages: result?.count ?? 0, made_at: now } : {}),
    }),
    row,
  ).executeTakeFirst();
  // Its space may have gone while the script ran.
  if (!isNew || numUpdatedRows === 0n) return;
  await of(tx.deleteFrom("content_source_results"), row).execute();
  if (id !== null && text !== null) {
    const { organization_id, space_id, key } = row;
    await tx
      .insertInto("content_source_results")
      .values({ organization_id, space_id, key, result_id: id, made: text })
      .execute();
  }
  await tell(tx, deps, row, now);
}

/** Search finds what the pages say, and readers far away are told that they say something else. */
async function tell(tx: Write, { newId }: Deps, row: SourceRow, now: number): Promise<void> {
  const space = { organization_id: row.organization_id, id: row.space_id };
  await queueIndexing(tx, space, now, newId);
  const origin = { identity: undefined, ip: undefined, source: "job" as const };
  await leaveTrace(tx, origin, now, newId, {
    action: "space.content.compute",
    organization: row.organization_id,
    target: { type: "space", id: row.space_id },
    after: { integration: row.integration },
  });
}
