/** Documents are made once and kept while somebody asks for them. */
import type { Deps } from "../../deps.ts";
import {
  type FileKeeping,
  type KnownFile,
  type MadeFile,
  MadeFiles,
  storeMade,
} from "../../content/madeFiles.ts";
import { type Params, prepared, type Read, type Write } from "../../db/database.ts";
import { unavailable, tooLarge } from "../../http/errors.ts";
import { WorkerFailed } from "../../ports/worker.ts";
import type { GatheredOrder } from "./gather.ts";
import { LARGEST, LIMITS, type OnProgress, printInParts, type PrintLimits, type PrintRun } from "./parts.ts";

type Printing = FileKeeping & Pick<Deps, "content">;
/** Documents that may be in the making or waiting at once: who comes then is asked to come back. */
const MOST_UNDERWAY = { most: 6, ofOne: 3 };

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
export function findPrint(read: Read, name: PrintName): Promise<KnownFile | undefined> {
  return keptByKey.first(read, name);
}

const prints = new MadeFiles<MadeFile>(MOST_UNDERWAY, () => {
  throw unavailable("Too many PDFs are being made right now; ask again in a few seconds.", 5);
});

interface PrintWish {
  readonly limits?: PrintLimits;
  readonly onProgress?: OnProgress | undefined;
  /** Places among those in the making that are left to others. */
  readonly spare?: number;
}

/**
 * The document of a key, made by `gather`'s order unless it is kept. Whoever asks for the same meanwhile waits for it.
 * @throws 503 when too many are in the making, 413 when this one takes more than the limits
 */
export async function keepPrint(
  deps: Printing,
  print: PrintName,
  gather: () => Promise<GatheredOrder>,
  { limits = LIMITS, onProgress, spare }: PrintWish = {},
): Promise<MadeFile> {
  return prints.give(deps, print.organization, {
    name: `${print.space} ${print.key}`,
    known: await findPrint(deps.db.read, print),
    spare,
    make: () => makePrint(deps, print, gather, { organization: print.organization, limits, onProgress }),
  });
}

async function makePrint(
  deps: Printing,
  { organization, key, space }: PrintName,
  gather: () => Promise<GatheredOrder>,
  run: PrintRun,
): Promise<MadeFile> {
  const made = await printInParts(deps, await gather(), run).catch((error: unknown) => {
    deps.log.warn({ err: error, space }, "PDF not made");
    throw refusalOf(error);
  });
  const { sheets } = made;
  const note = (tx: Write, hash: string, created_at: number) =>
    tx
      .insertInto("prints")
      .values({ organization_id: organization, key, space_id: space, hash, sheets, created_at })
      .onConflict((on) =>
        on.columns(["organization_id", "key", "space_id"]).doUpdateSet({ hash, sheets, created_at }),
      )
      .execute();
  return storeMade(deps, new Uint8Array(made.bytes), { organization, maxBytes: LARGEST, note });
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof WorkerFailed)) return error;
  if (error.reason === "timeout" || error.reason === "memory")
    return tooLarge("The PDF takes too much to make. Ask for a page of it with the query parameter page.");
  return unavailable("The PDF could not be made. Ask for a page of it with the query parameter page.", 60);
}
