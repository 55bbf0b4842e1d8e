/** Which revisions of a space changed a page: one row a page that a revision touched, so that a page's history costs what it is. */
import type { TouchedPage } from "../../engine/change.ts";
import { byCodeUnit } from "../../engine/json.ts";
import type { Params, Write } from "../db/database.ts";
import { preparedInsert, preparedWrite } from "../db/database.ts";

const putOne = preparedInsert("page_revisions", [
  "organization_id",
  "space_id",
  "page_id",
  "created_at",
  "revision_id",
]);

/** A revision of a space itself. */
interface ToldRevision {
  readonly organization: string;
  readonly space: string;
  readonly id: string;
  /** Milliseconds. */
  readonly createdAt: number;
}

interface Succession {
  readonly organization: string;
  readonly from: string;
  readonly to: string;
  readonly at: number;
}

/** What the new one touched itself is its own already. */
const passOn = preparedWrite((tx, p: Params<Succession>) =>
  tx
    .updateTable("page_revisions")
    .set({ revision_id: p("to"), created_at: p("at") })
    .where("organization_id", "=", p("organization"))
    .where("revision_id", "=", p("from"))
    .where((eb) =>
      eb(
        "page_id",
        "not in",
        eb
          .selectFrom("page_revisions as own")
          .select("own.page_id")
          .where("own.organization_id", "=", p("organization"))
          .where("own.revision_id", "=", p("to")),
      ),
    ),
);
const dropRest = preparedWrite((tx, p: Params<{ organization: string; from: string }>) =>
  tx
    .deleteFrom("page_revisions")
    .where("organization_id", "=", p("organization"))
    .where("revision_id", "=", p("from")),
);

/** Rows written by one statement. */
const ROWS = 500;

/**
 * Notes which pages a revision of a space changed.
 * @param superseded the revision whose place it takes in the history: what that one changed, it changed
 */
export async function keepPageHistory(
  tx: Write,
  { organization, space, id, createdAt }: ToldRevision,
  pages: readonly TouchedPage[],
  superseded: string | undefined,
): Promise<void> {
  const rows = pages
    .map((page) => page.id)
    // Every transaction takes its rows in the same order, so that two of them can't wait for each other.
    .toSorted(byCodeUnit)
    .map((page) => ({
      organization_id: organization,
      space_id: space,
      page_id: page,
      created_at: createdAt,
      revision_id: id,
    }));
  const [only] = rows;
  if (only !== undefined && rows.length === 1) await putOne.run(tx, only);
  else
    for (let at = 0; at < rows.length; at += ROWS)
      await tx
        .insertInto("page_revisions")
        .values(rows.slice(at, at + ROWS))
        .execute();
  if (superseded === undefined) return;
  await passOn.run(tx, { organization, from: superseded, to: id, at: createdAt });
  await dropRest.run(tx, { organization, from: superseded });
}
