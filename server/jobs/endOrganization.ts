/** Removes the rows of organizations that were deleted. */
import { sql } from "kysely";
import { forget } from "../db/forget.ts";
import { firstTables } from "../db/migrations/001-first-release.ts";
import type { TableDescription } from "../db/migrations/table.ts";
import type { Schema } from "../db/schema.ts";
import type { JobHandler } from "./job.ts";

/** Rows of one table that one transaction removes; of the search index, whose rows take their words along, fewer. */
const ROWS = 500;
const INDEXED = 20;

/** What belongs to an organization and goes with it, those that refer to others first: none takes many along. */
const OWNED = (firstTables as readonly TableDescription[])
  .filter(({ of, refers = {} }) => of === "organization" || refers["organization_id"] !== undefined)
  .toReversed();

/** Runs jobs that each name an organization. It may be ended at any moment: another run finds what is left. */
export function endOrganizationJob(): JobHandler {
  return async (run) => {
    const { organization } = JSON.parse(run.job.payload) as { readonly organization: string };
    const isIts = sql<boolean>`organization_id = ${organization}`;
    for (const { name, of, key = [] } of OWNED) {
      const columns = of === "organization" ? ["organization_id", ...key] : key;
      const most = name.startsWith("search_") ? INDEXED : ROWS;
      const slice = () => run.write((tx) => forget(tx, name as keyof Schema, columns, isIts, most));
      while ((await slice()) === most);
    }
    await run.write((tx) =>
      tx
        .deleteFrom("organizations")
        .where("id", "=", organization)
        .where("ended_at", "is not", null)
        .execute(),
    );
    return {};
  };
}
