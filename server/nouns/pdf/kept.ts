/** Documents are made once and kept while somebody asks for them. */
import { recordBlob } from "../../content/write.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { unavailable, tooLarge } from "../../http/errors.ts";
import { Beside } from "../../memory/beside.ts";
import { Underway } from "../../memory/underway.ts";
import { runInWorker, WorkerFailed, type WorkerLimits } from "../../ports/worker.ts";
import type { PdfResult, PdfOrder } from "../../workers/pdf/order.ts";

export type PrintLimits = Pick<WorkerLimits, "timeout" | "memory">;

/** What making one may take; see ports/worker.ts. */
const LIMITS: PrintLimits = { timeout: 60_000, memory: 1024 };
const LARGEST = 256 * 1024 * 1024;
/** Documents that may be in the making or waiting at once in this process: who comes then is asked to come back. */
const MOST_UNDERWAY = 6;

/** A document that is kept. */
interface KeptPrint {
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
}

/** What a document is kept under. */
type PrintName = {
  readonly organization: string;
  readonly space: string;
  /** A hash of everything that it depends on. */
  readonly key: string;
};

const keptByKey = prepared((read, p: Params<PrintName>) =>
  read
    .selectFrom("prints")
    .innerJoin("blobs", (on) =>
      on
        .onRef("blobs.organization_id", "=", "prints.organization_id")
        .onRef("blobs.hash", "=", "prints.hash"),
    )
    .select(["prints.hash", "blobs.size", "blobs.touched_at"])
    .where("prints.organization_id", "=", p("organization"))
    .where("prints.key", "=", p("key"))
    .where("prints.space_id", "=", p("space")),
);

/** The document of a key; undefined when it has not been made, or was given up again. */
export function findPrint(
  read: Read,
  name: PrintName,
): Promise<(KeptPrint & { readonly touched_at: number }) | undefined> {
  return keptByKey.first(read, name);
}

/** Kept documents that are used are marked again after this long, in milliseconds: garbage is a day old. */
const MARK_AFTER = 3600_000;

// By the store of files: handles of one database are many.
const underway = new Beside<Underway<KeptPrint>, Deps["blobs"]>();

type Keeping = Pick<Deps, "db" | "blobs" | "clock" | "log">;

/**
 * The document of a key, made by `gather`'s order unless it is kept. Whoever asks for the same meanwhile waits for it.
 * @throws 503 when too many are in the making, 413 when this one takes more than the limits
 */
export async function keepPrint(
  deps: Keeping,
  print: PrintName,
  gather: () => Promise<PdfOrder>,
  limits = LIMITS,
): Promise<KeptPrint> {
  const found = await findPrint(deps.db.read, print);
  // A backup may have been restored without the bytes of what can be made again.
  if (
    found !== undefined &&
    (await deps.blobs.of(print.organization).has(found.hash)) &&
    (await stillKept(deps, print.organization, found))
  )
    return found;
  const making = underway.make(deps.blobs, () => new Underway());
  const name = `${print.organization} ${print.space} ${print.key}`;
  const known = making.get(name);
  if (known !== undefined) return known;
  if (making.size >= MOST_UNDERWAY)
    throw unavailable("Too many PDFs are being made right now; ask again in a few seconds.", 5);
  return making.make(name, () => makePrint(deps, print, gather, limits));
}

/** Keeps it for another day. False when it was collected meanwhile. */
async function stillKept(
  { db, clock }: Keeping,
  organization: string,
  { hash, touched_at }: KeptPrint & { touched_at: number },
) {
  const now = clock.now();
  if (now - touched_at < MARK_AFTER) return true;
  const { numUpdatedRows } = await db.transact((tx) =>
    tx
      .updateTable("blobs")
      .set({ touched_at: now })
      .where("organization_id", "=", organization)
      .where("hash", "=", hash)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

async function makePrint(
  { db, blobs, clock, log }: Keeping,
  { organization, key, space }: PrintName,
  gather: () => Promise<PdfOrder>,
  limits: PrintLimits,
): Promise<KeptPrint> {
  const order = await gather();
  const made = await runInWorker<PdfResult>("pdf", order, limits).catch((error: unknown) => {
    log.warn({ err: error, space }, "PDF not made");
    throw refusalOf(error);
  });
  const { hash, size } = await blobs.of(organization).put(new Uint8Array(made.bytes), { maxBytes: LARGEST });
  const now = clock.now();
  await db.transact(async (tx) => {
    await recordBlob(tx, { organization, hash, size, at: now });
    await tx
      .insertInto("prints")
      .values({
        organization_id: organization,
        key,
        space_id: space,
        hash,
        sheets: made.sheets,
        created_at: now,
      })
      .onConflict((on) =>
        on
          .columns(["organization_id", "key", "space_id"])
          .doUpdateSet({ hash, sheets: made.sheets, created_at: now }),
      )
      .execute();
  });
  return { hash, size };
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof WorkerFailed)) return error;
  if (error.reason === "timeout" || error.reason === "memory")
    return tooLarge("The PDF takes too much to make. Ask for a page of it with the query parameter page.");
  return unavailable("The PDF could not be made. Ask for a page of it with the query parameter page.", 60);
}
