/** Files that are made of content when somebody first asks for them, and kept while somebody does. */
import type { Write } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { Beside } from "../memory/beside.ts";
import { Underway } from "../memory/underway.ts";
import { recordBlob } from "./write.ts";

/** Such a file among the files of its organization. */
export interface MadeFile {
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
}

/** What is known of one that was made before. */
export interface KnownFile extends MadeFile {
  readonly touched_at: number;
}

export type FileKeeping = Pick<Deps, "db" | "blobs" | "clock" | "log">;

/** Those that are used are marked again after this long, in milliseconds: garbage is a day old. */
const MARK_AFTER = 3600_000;

/** Where the bytes of a new one go, and what notes it under its key in the transaction that counts them. */
interface FilePlace {
  readonly organization: string;
  readonly maxBytes: number;
  readonly note: (tx: Write, hash: string, now: number) => Promise<unknown>;
}

/** Keeps the bytes of a file that was made. */
export async function storeMade(
  { db, blobs, clock }: FileKeeping,
  bytes: Uint8Array,
  { organization, maxBytes, note }: FilePlace,
): Promise<MadeFile> {
  const { hash, size } = await blobs.of(organization).put(bytes, { maxBytes });
  const at = clock.now();
  await db.transact(async (tx) => {
    await recordBlob(tx, { organization, hash, size, at });
    await note(tx, hash, at);
  });
  return { hash, size };
}

/** How many may be in the making at once in this process. */
interface MostUnderway {
  readonly most: number;
  /** Of one organization, so that none takes all the places. */
  readonly ofOne: number;
}

/** A file that is asked for. */
interface WantedFile<Made> {
  readonly name: string;
  readonly known: KnownFile | undefined;
  readonly make: () => Promise<Made>;
  /** Places that are left to others; none unless said. */
  readonly spare?: number | undefined;
}

/** The files of one kind. */
export class MadeFiles<Made> {
  // By the store of files: handles of one database are many.
  readonly #underway = new Beside<Underway<Made>, Deps["blobs"]>();
  readonly #most: MostUnderway;
  readonly #refuse: () => Made;

  /** @param refuse what who comes when too many are in the making is told */
  constructor(most: MostUnderway, refuse: () => Made) {
    this.#most = most;
    this.#refuse = refuse;
  }

  /** A file, made unless it is known and there. Whoever asks for the same name meanwhile waits for it. */
  async give(
    deps: FileKeeping,
    organization: string,
    { name, known, make, spare = 0 }: WantedFile<Made>,
  ): Promise<MadeFile | Made> {
    // A backup may have been restored without the bytes of what can be made again.
    const isThere = known !== undefined && (await deps.blobs.of(organization).has(known.hash));
    if (isThere && (await stillKept(deps, organization, known))) return known;
    const making = this.#underway.make(deps.blobs, () => new Underway());
    const whole = `${organization} ${name}`;
    const own = [...making.keys()].filter((key) => key.startsWith(`${organization} `)).length;
    const isFull = making.size >= this.#most.most - spare || own >= this.#most.ofOne - spare;
    if (making.get(whole) === undefined && isFull) return this.#refuse();
    return making.make(whole, make);
  }
}

/** Keeps it for another day. False when it was collected meanwhile. */
async function stillKept(
  { db, clock }: FileKeeping,
  organization: string,
  { hash, touched_at }: KnownFile,
): Promise<boolean> {
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
