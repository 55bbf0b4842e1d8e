/** What a space names of other spaces, written down where those who read the others find it. */
import type { Content } from "../content/store.ts";
import type { SpaceKey } from "../db/schema.ts";
import { diffMaps } from "../../engine/mapDiff.ts";
import { betweenInMap } from "../../engine/mapRead.ts";
import type { MapRoot } from "../../engine/node.ts";
import type { Database, Read, Write } from "../db/database.ts";
import type { JobRun } from "./job.ts";
import { slicesOf } from "../../engine/slices.ts";

/** Rows that one transaction writes. */
const AT_ONCE = 100;

/** A thing of another space, or of the space itself by its full name. */
interface ForeignTarget {
  readonly space: string;
  readonly target: string;
}

/**
 * Brings what a space names of other spaces from one root to another. Costs what differs between the two.
 * @param change `from`: null where nothing is known of what is written down
 */
export async function followReferences(
  { db, content }: { readonly db: Database; readonly content: Content },
  run: JobRun,
  space: string,
  change: { readonly from: string | null; readonly to: string },
): Promise<void> {
  const { nodes } = content;
  const source = { organization_id: content.organization, id: space };
  const { targets } = await content.root(change.to);
  const names = new Map<string, ForeignTarget>();
  const add = (named: ForeignTarget | undefined) => named && names.set(keyOf(named), named);
  if (change.from === null) {
    for (const known of await writtenDown(db.read, source)) add(known);
    for (const [key] of await betweenInMap(nodes, targets, PREFIX, `${PREFIX}\uffff`)) add(readTarget(key));
  } else {
    const before = (await content.root(change.from)).targets;
    for (const { key } of await diffMaps(nodes, before, targets)) add(readTarget(key));
  }
  for (const some of slicesOf(names.values(), AT_ONCE)) {
    const rows: (ForeignTarget & { readonly sources: number })[] = [];
    for (const named of some) rows.push({ ...named, sources: await sourcesOf(content, targets, named) });
    await run.write((tx) => write(tx, source, rows));
  }
}

const PREFIX = "space:";

/** Ids are shorter: what is longer names nothing that could ever be there. */
const NAMED = /^space:([\w-]{1,64})\/((?:page|file|reusable):[\w-]{1,128})(?:#|$)/;

function readTarget(key: string): ForeignTarget | undefined {
  const [, space, target] = NAMED.exec(key) ?? [];
  return space === undefined || target === undefined ? undefined : { space, target };
}

function keyOf({ space, target }: ForeignTarget): string {
  return `${PREFIX}${space}/${target}`;
}

/** With all places in the thing: no id has a character that sorts between. */
async function sourcesOf({ nodes }: Content, targets: MapRoot, named: ForeignTarget): Promise<number> {
  const key = keyOf(named);
  const entries = await betweenInMap<number>(nodes, targets, key, `${key}$`);
  return entries.reduce((sum, [, sources]) => sum + sources, 0);
}

async function writtenDown(read: Read, { organization_id, id }: SpaceKey): Promise<ForeignTarget[]> {
  const rows = await read
    .selectFrom("space_references")
    .select(["space_id", "target"])
    .where("organization_id", "=", organization_id)
    .where("source_id", "=", id)
    .execute();
  return rows.map(({ space_id: space, target }) => ({ space, target }));
}

async function write(
  tx: Write,
  { organization_id, id: source_id }: SpaceKey,
  rows: readonly (ForeignTarget & { readonly sources: number })[],
): Promise<void> {
  for (const { space, target, sources } of rows) {
    if (sources > 0) continue;
    await tx
      .deleteFrom("space_references")
      .where("organization_id", "=", organization_id)
      .where("space_id", "=", space)
      .where("target", "=", target)
      .where("source_id", "=", source_id)
      .execute();
  }
  const values = rows
    .filter(({ sources }) => sources > 0)
    .map(({ space: space_id, target, sources }) => ({
      organization_id,
      space_id,
      target,
      source_id,
      sources,
    }));
  if (values.length === 0) return;
  await tx
    .insertInto("space_references")
    .values(values)
    .onConflict((on) =>
      on
        .columns(["organization_id", "space_id", "target", "source_id"])
        .doUpdateSet({ sources: (eb) => eb.ref("excluded.sources") }),
    )
    .execute();
}
