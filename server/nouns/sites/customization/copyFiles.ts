/** The job that copies what a site's look names elsewhere. */
import { createHash } from "node:crypto";
import { UNTOLD } from "../../../access/events.ts";
import { tell } from "../../../access/outbox.ts";
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { OutboundError } from "../../../ports/outbound-error.ts";
import { dimensions, sniffType } from "../../../ports/files.ts";
import type { SiteKey } from "../site/present.ts";
import { findSite } from "../site/queries.ts";
import { filesElsewhere, type NamedFile, SITE_COPIES } from "./copies.ts";

export { SITE_COPIES };

/** Bytes of one file. Larger pictures would hold up every page. */
const LARGEST = 1024 * 1024;
/** For one file, in milliseconds. */
const PATIENCE = 10_000;
const ACCEPTED: Readonly<Record<NamedFile["kind"], ReadonlySet<string>>> = {
  picture: new Set([
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/avif",
    "image/svg+xml",
    "image/vnd.microsoft.icon",
  ]),
  font: new Set(["font/woff2", "font/woff"]),
};

type CopiedFile = Pick<Row<"site_copies">, "content_type" | "base64" | "hash" | "width" | "height">;

const NOTHING: CopiedFile = { content_type: null, base64: null, hash: null, width: null, height: null };

interface CopyRun {
  readonly job: { readonly payload: string };
  readonly signal: AbortSignal;
  away<T>(work: () => Promise<T>): Promise<T>;
  write<T>(work: (tx: Write) => Promise<T>): Promise<T>;
}

/**
 * Copies the files that a site's looks name and that are not copied yet, and drops the copies that no look names. What
 * can't be read leaves a note in the job's report; it is tried again when the look is changed next.
 */
export function copyFilesJob(deps: Deps): (run: CopyRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const named = JSON.parse(run.job.payload) as { organization: string; site: string };
    const { read } = deps.db;
    const site = await findSite(read, named.organization, named.site);
    if (site === undefined) return {};
    const files = await filesElsewhere(read, site, deps.addresses.sites);
    const known = await read
      .selectFrom("site_copies")
      .select(["id", "url", "hash"])
      .where("organization_id", "=", site.organization_id)
      .where("site_id", "=", site.id)
      .execute();
    const gone = known.filter(({ url }) => !files.some((file) => file.url === url)).map((row) => row.id);
    if (gone.length > 0)
      await run.write(async (tx) => {
        await tx
          .deleteFrom("site_copies")
          .where("organization_id", "=", site.organization_id)
          .where("id", "in", gone)
          .execute();
        await tellOfCopies(tx, deps, site);
      });
    const missing = files.filter(({ url }) => !known.some((row) => row.url === url && row.hash !== null));
    const failed: { url: string; reason: string }[] = [];
    for (const file of missing) {
      run.signal.throwIfAborted();
      const copied = await run.away(() => copy(deps, file));
      if (typeof copied === "string") failed.push({ url: file.url, reason: copied });
      await run.write((tx) => store(tx, deps, site, file.url, typeof copied === "string" ? NOTHING : copied));
    }
    if (failed.length > 0) deps.log.warn({ site: site.id, failed }, "files of a site's look not copied");
    return failed.length === 0 ? {} : { report: { failed } };
  };
}

async function store(tx: Write, deps: Deps, site: SiteKey, url: string, copied: CopiedFile): Promise<void> {
  // The site may have been deleted while its files were read.
  const { organization_id, id: site_id } = site;
  const still = await tx
    .selectFrom("sites")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("id", "=", site_id)
    .executeTakeFirst();
  if (still === undefined) return;
  const read_at = deps.clock.now();
  await tx
    .insertInto("site_copies")
    .values({ organization_id, id: deps.newId(), site_id, url, ...copied, read_at })
    .onConflict((on) => on.columns(["organization_id", "site_id", "url"]).doUpdateSet({ ...copied, read_at }))
    .execute();
  if (copied !== NOTHING) await tellOfCopies(tx, deps, site);
}

/** Pages name a copy by what it is: whoever keeps them has those that name another one, or none. */
function tellOfCopies(tx: Write, { clock, newId }: Deps, { organization_id, id }: SiteKey): Promise<void> {
  const event = { kind: UNTOLD, payload: { siteId: id } };
  const about = { organization: organization_id, target: { id } };
  return tell(tx, event, about, { type: "system", id: "job" }, { at: clock.now(), newId });
}

/** A file as it is kept, or why it is not, in a sentence. */
async function copy({ fetch }: Deps, { url, kind }: NamedFile): Promise<CopiedFile | string> {
  try {
    const answer = await fetch.fetch(url, {
      maxBytes: LARGEST,
      maxDecodedBytes: LARGEST,
      timeout: PATIENCE,
    });
    if (answer.status !== 200) return `It answers with status ${answer.status}.`;
    const type = sniffType(answer.body);
    if (type === undefined || !ACCEPTED[kind].has(type)) return `It is no ${kind} that browsers show.`;
    const size = kind === "picture" ? dimensions(answer.body) : undefined;
    return {
      content_type: type,
      base64: Buffer.from(answer.body).toString("base64"),
      hash: createHash("sha256").update(answer.body).digest("hex"),
      width: size?.width ?? null,
      height: size?.height ?? null,
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.message;
  }
}
