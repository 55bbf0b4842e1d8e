/** The job that reads a description's source: fetch, parse in a process of its own, store what is new. */
import { lookAtSources } from "../../content/computed/contentSources.ts";
import { spacesShowing } from "../../content/computed/text.ts";
import { queueIndexing } from "../../content/head.ts";
import type { Read as DbRead, Write } from "../../db/database.ts";
import type { Claim } from "../../db/jobs.ts";
import type { Deps } from "../../deps.ts";
import type { DescriptionProblem } from "../../../engine/openapi/check.ts";
import type { Description, PackedPieces, DescriptionRead } from "../../importers/openapi.ts";
import { leaveTrace } from "../../access/trail.ts";
import { runInWorker, WorkerFailed } from "../../ports/worker.ts";
import { fetchFile, otherAddress, SourceFailed, type SourceError } from "./fetchSource.ts";
import { forgetText } from "./commands.ts";
import type { SpecRow } from "./present.ts";
import { findSpecById, findVersion } from "./queries.ts";

/** What the job needs of a run. */
interface SpecRun {
  readonly job: Claim;
  readonly signal: AbortSignal;
  write<T>(work: (tx: Write) => Promise<T>): Promise<T>;
  away<T>(work: () => Promise<T>): Promise<T>;
}

/** How often a source is read by itself, in milliseconds. */
const REFRESH_MS = 6 * 3600 * 1000;
/** What reading may take: see ports/worker.ts for what the memory counts. */
const LIMITS = { timeout: 20_000, memory: 512 };
/** Rounds of asking for files: each finds out what the files of the one before refer to. */
const MOST_ROUNDS = 10;
/** Rows and bytes that one transaction stores. */
const SLICE_ROWS = 50;
const SLICE_BYTES = 128 * 1024;

/** Reads the source of one description. What is wrong with the source is its result; what is wrong with us throws. */
export function readSpecJob(deps: Deps): (run: SpecRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const named = JSON.parse(run.job.payload) as { organization: string; spec: string };
    const spec = await run.write((tx) => begin(tx, named, deps.clock.now()));
    if (spec === undefined) return {};
    try {
      const { description, url } = await run.away(() => readSource(deps, spec, run.signal));
      await storePieces(deps, run, spec.organization_id, description.packed);
      const shownIn = await spacesShowing(deps.db.read, deps.content.of(spec.organization_id), spec.slug);
      await run.write((tx) => complete(tx, deps, spec, { description, url, shownIn }));
      return { report: { problems: description.problems.length } };
    } catch (error) {
      if (!(error instanceof SourceFailed)) throw error;
      const { code, message } = error;
      await run.write((tx) => giveUp(tx, spec, { code, problems: [{ message }] }, deps.clock.now()));
      return { report: { code, message } };
    }
  };
}

/**
 * The next reading is planned with this one: one that never ends is followed by another nevertheless. Undefined when
 * there is nothing to read: the description is gone, or its text has been read.
 */
async function begin(
  tx: Write,
  { organization, spec: id }: { readonly organization: string; readonly spec: string },
  now: number,
): Promise<SpecRow | undefined> {
  const spec = await findSpecById(tx, organization, id);
  if (spec === undefined) return undefined;
  const isText = spec.source_url === null;
  if (isText && (await textOf(tx, spec)) === undefined) return undefined;
  return tx
    .updateTable("openapi_specs")
    .set({ state: "progress", due_at: isText ? null : now + REFRESH_MS })
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

interface ReadSource {
  readonly description: Description;
  /** Where it was read, after redirects. */
  readonly url: string | null;
}

type File = { readonly name: string; readonly bytes: Uint8Array };

async function readSource(deps: Deps, spec: SpecRow, signal: AbortSignal): Promise<ReadSource> {
  if (spec.source_url === null) {
    const bytes = Buffer.from((await textOf(deps.db.read, spec)) ?? "");
    return { description: await read([{ name: "", bytes }], false, signal), url: null };
  }
  const first = await fetchFile(deps.fetch, spec.source_url, 0);
  const files: File[] = [{ name: "", bytes: first.body }];
  let size = first.body.length;
  for (let round = 1; ; round++) {
    const result = await readInThread(files, round <= MOST_ROUNDS, signal);
    if (!("needs" in result)) return { description: described(result), url: first.url };
    for (const name of result.needs) {
      const { body } = await fetchFile(deps.fetch, otherAddress(first.url, name), size, files.length);
      files.push({ name, bytes: body });
      size += body.length;
      if (signal.aborted) throw new Error("The job was interrupted.");
    }
  }
}

/** The text that was given, until it is read. */
async function textOf(db: DbRead, { organization_id, id }: SpecRow): Promise<string | undefined> {
  const row = await db
    .selectFrom("openapi_sources")
    .select("text")
    .where("organization_id", "=", organization_id)
    .where("spec_id", "=", id)
    .executeTakeFirst();
  return row?.text;
}

async function read(files: readonly File[], canAsk: boolean, signal: AbortSignal): Promise<Description> {
  return described(await readInThread(files, canAsk, signal));
}

function described(result: DescriptionRead): Description {
  if ("refused" in result) throw new SourceFailed("PARSE_ERROR", result.refused.message);
  if ("needs" in result) throw new SourceFailed("PARSE_ERROR", "Its files refer to too many others.");
  return result;
}

async function readInThread(
  files: readonly File[],
  canAskForFiles: boolean,
  signal: AbortSignal,
): Promise<DescriptionRead> {
  try {
    return await runInWorker<DescriptionRead>("openapi", { files, canAskForFiles }, { ...LIMITS, signal });
  } catch (error) {
    if (!(error instanceof WorkerFailed) || error.reason === "aborted") throw error;
    const message = {
      timeout: `It takes longer than ${LIMITS.timeout / 1000} seconds to read.`,
      memory: `It takes more than ${LIMITS.memory} MB of memory to read.`,
      failed: "It can't be read.",
    }[error.reason];
    throw new SourceFailed("PARSE_ERROR", message);
  }
}

/** Ahead of the version that they belong to: pieces that nobody names are collected after a day. */
async function storePieces(
  deps: Deps,
  run: SpecRun,
  organization_id: string,
  { hashes, ends, bytes }: PackedPieces,
): Promise<void> {
  const touched_at = deps.clock.now();
  for (let at = 0; at < hashes.length;) {
    const rows: { organization_id: string; hash: string; data: Uint8Array; touched_at: number }[] = [];
    for (let size = 0; at < hashes.length && rows.length < SLICE_ROWS && size < SLICE_BYTES; at++) {
      const start = ends[at - 1] ?? 0;
      const data = Buffer.from(bytes, start, (ends[at] as number) - start);
      rows.push({ organization_id, hash: hashes[at] as string, data, touched_at });
      size += data.length;
    }
    await run.write((tx) =>
      tx
        .insertInto("openapi_pieces")
        .values(rows)
        .onConflict((on) => on.columns(["organization_id", "hash"]).doUpdateSet({ touched_at }))
        .execute(),
    );
  }
}

/** Takes what was read, unless the source has been set anew meanwhile: then the job runs once more. */
async function complete(
  tx: Write,
  deps: Deps,
  { organization_id, id, source }: SpecRow,
  { description, url, shownIn }: ReadSource & { readonly shownIn: readonly string[] },
): Promise<void> {
  const now = deps.clock.now();
  const spec = await findSpecById(tx, organization_id, id);
  if (spec === undefined || spec.source !== source) return;
  const last =
    spec.last_version_id === null ? undefined : await findVersion(tx, organization_id, spec.last_version_id);
  const version = last?.hash === description.hash ? undefined : deps.newId();
  if (version !== undefined) {
    await addVersion(tx, { id: version, spec, description, url, now });
    // Search finds what the pages of these spaces say.
    await lookAtSources(tx, { organization: organization_id, target: `openapi:${spec.slug}` }, now);
    for (const space of shownIn) await queueIndexing(tx, { organization_id, id: space }, now, deps.newId);
    const origin = { identity: undefined, ip: undefined, source: "job" as const };
    await leaveTrace(tx, origin, now, deps.newId, {
      action: "openapi-spec.version.create",
      organization: spec.organization_id,
      target: { type: "openapi-spec", id, label: spec.slug },
      after: { version },
    });
  }
  await tx
    .updateTable("openapi_specs")
    .set({
      state: "complete",
      processed_at: now,
      error_code: null,
      ...problemsOf(description.problems, description.problemCount),
      ...(version === undefined ? {} : { last_version_id: version, updated_at: now }),
    })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
  await forgetText(tx, spec);
}

interface NewVersion extends ReadSource {
  readonly id: string;
  readonly spec: SpecRow;
  readonly now: number;
}

async function addVersion(tx: Write, { id, spec, description, url, now }: NewVersion): Promise<void> {
  const { hash, format, openapi, outline, filesystem, raw, packed } = description;
  await tx
    .insertInto("openapi_versions")
    .values({
      organization_id: spec.organization_id,
      id,
      spec_id: spec.id,
      hash,
      url,
      format,
      openapi,
      outline,
      filesystem: JSON.stringify(filesystem),
      raw: JSON.stringify(raw),
      pieces: Buffer.from(packed.hashes.join(""), "hex"),
      created_at: now,
    })
    .execute();
}

interface Failure {
  readonly code: SourceError;
  readonly problems: readonly DescriptionProblem[];
}

/** The last version stays. */
async function giveUp(tx: Write, spec: SpecRow, { code, problems }: Failure, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("openapi_specs")
    .set({ state: "complete", processed_at: now, error_code: code, ...problemsOf(problems) })
    .where("organization_id", "=", spec.organization_id)
    .where("id", "=", spec.id)
    .where("source", "=", spec.source)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await forgetText(tx, spec);
}

/** @param count of all, where those given are the first of them */
function problemsOf(problems: readonly DescriptionProblem[], count = problems.length) {
  return { errors: JSON.stringify(problems.map(({ message }) => ({ message }))), error_count: count };
}
