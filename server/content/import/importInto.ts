import { loadAt } from "../../access/addresses.ts";
import type { Write } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { ImportReport } from "../../importers/report.ts";
import { readHead } from "../commit.ts";
import { keepFormerSlug } from "../formerSlugs.ts";
import { publishHead } from "../head.ts";
import { writeInTurn } from "../writeInTurn.ts";
import { type ImportDeps, ImportNotApplied } from "./importDeps.ts";
import { keepSourceEntries } from "./sourceEntries.ts";
import { type BuiltImport, type ImportedCounts, type ImportRequest, prepareImport } from "./prepareImport.ts";

/** What an import did. */
export interface ImportOutcome {
  /** The revision with the source's content: the head as it was when nothing has changed. */
  readonly revision: string;
  readonly changed: boolean;
  readonly imported: ImportedCounts;
  /** How many pages, files and reusable contents were taken over, and how many the source has. */
  readonly importedResources: number;
  readonly totalResources: number;
  readonly report: ImportReport;
}

/** An import whose revision is ready to become the head, in the space's turn. */
interface ReadyImport extends BuiltImport {
  /** Whether it differs from its base; otherwise no revision is made. */
  readonly changed: boolean;
  /** What came of it, once it is committed under this id (its base's, when it changes nothing). */
  imported(revision: string): ImportOutcome;
}

/**
 * Imports a source into a space: all of it in one new revision, or nothing. A source that changes nothing makes no
 * revision. The source is the caller's to close.
 * @param readBase the space's head at this moment; throws when the space takes no import
 * @param commit publishes what is ready, in one transaction
 * @throws ImportRefused, ImportNotApplied, MissingContent, and what the two throw
 */
export async function importWith<T>(
  deps: ImportDeps,
  request: ImportRequest,
  readBase: () => Promise<Row<"revisions">>,
  commit: (ready: ReadyImport) => Promise<T>,
): Promise<T> {
  const prepared = await prepareImport(deps, request);
  const { imported: counts, importedResources, totalResources } = prepared;
  // Most of the work is done before the space's turn: others can write meanwhile.
  let built = await prepared.build(await readBase());
  return writeInTurn(request.space, async () => {
    const base = await readBase();
    if (built.base.id !== base.id) built = await prepared.build(base);
    request.signal?.throwIfAborted();
    const { report, content } = built;
    const changed = content.root !== base.root;
    const imported = (revision: string): ImportOutcome => {
      return { revision, changed, imported: counts, importedResources, totalResources, report };
    };
    return commit({ ...built, changed, imported });
  });
}

/**
 * {@link importWith} for the installation itself: without a request, and without a trail.
 * @param request.by the user who is noted as the author
 */
export function importInto(
  deps: ImportDeps,
  request: ImportRequest & { readonly by?: string | undefined },
): Promise<ImportOutcome> {
  const { db, clock, newId } = deps;
  const { space, by } = request;
  const readBase = async (): Promise<Row<"revisions">> => {
    const head = await loadAt(db.read, space, (key) => readHead(db.read, key));
    if (head === undefined) throw new ImportNotApplied(`There is no space ${space}.`);
    return head;
  };
  return importWith(deps, request, readBase, (ready) =>
    db.transact(async (tx) => {
      const { base, changed, content, imported } = ready;
      const now = clock.now();
      const revision = changed ? newId() : base.id;
      if (changed) {
        const note = {
          organization: base.organization_id,
          id: revision,
          space,
          type: "edits" as const,
          parents: [base.id],
          createdAt: now,
        };
        const made = { expectedHead: base.id, note: { ...note, createdBy: by }, content };
        await publishHead(tx, made, newId);
      }
      await keepOrigin(tx, { organization_id: base.organization_id, id: space }, ready, now);
      return imported(revision);
    }),
  );
}

/** Writes what an import brings beside the content: redirects, and how its files were written. Part of its commit. */
export async function keepOrigin(
  tx: Write,
  space: SpaceKey,
  { formerSlugs, origin }: Pick<BuiltImport, "formerSlugs" | "origin">,
  now: number,
): Promise<void> {
  for (const former of formerSlugs) await keepFormerSlug(tx, space, former, now);
  if (origin !== undefined) await keepSourceEntries(tx, space, origin.entries, origin.replaces);
}
