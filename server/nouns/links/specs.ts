/** The descriptions of APIs that pages depend on: they are the organization's, whatever the revision. */
import { openAPISpecRights } from "../../access/table.ts";
import { presentSpec } from "../openapi/present.ts";
import { findSpecs } from "../openapi/queries.ts";
import type { PresentedLink } from "./view.ts";

/** Which of some slugs there are, and how the caller is told of those that they may see: as JSON. */
export async function specsOf(
  { deps, ground: { thing } }: PresentedLink,
  slugs: readonly string[],
): Promise<{ readonly known: ReadonlySet<string>; readonly shown: ReadonlyMap<string, string> }> {
  const rows = await findSpecs(deps.db.read, thing.space.organization_id, slugs);
  const rights = openAPISpecRights(thing.member.role);
  const told = rows.map((row) => [row.slug, JSON.stringify(presentSpec(row, rights, deps))] as const);
  return { known: new Set(rows.map(({ slug }) => slug)), shown: new Map(rights.view ? told : []) };
}
