/** What a space names of other spaces, written down where those who read the others find it. */
import { diffMaps } from "../../engine/mapDiff.ts";
import { betweenInMap } from "../../engine/mapRead.ts";
import type { MapRoot } from "../../engine/node.ts";
import type { Read, Write } from "../db/database.ts";
import type { SpaceDeps } from "./indexSpace.ts";
import type { JobRun } from "./job.ts";
import { slicesOf } from "../../engine/slices.ts";

/** Rows that one transaction writes. */
const AT_ONCE = 100;

/** A thing of another space, or of the space itself by its full name. */
interface Named {
  readonly space: string;
  readonly target: string;
}

/**
 * Brings what a space names of other spaces from one root to another. Costs what differs between the two.
 * @param change `from`: null where nothing is known of what is written down
 */
export async function followReferences(
  { db, content }: Pick<SpaceDeps, "db" | "content">,
  run: JobRun,
  space: string,
  change: { readonly from: string | null; readonly to: string },
): Promise<void> {
  const { nodes } = content;
  const { targets } = await content.root(change.to);
  const names = new Map<string, Named>();
  const add = (named: Named | undefined) => named && names.set(keyOf(named), named);
  if (change.from === null) {
    for (const known of await writtenDown(db.read, space)) add(known);
    for (const [key] of await betweenInMap(nodes, targets, PREFIX, `${PREFIX}\uffff`)) add(readTarget(key));
  } else {
    const before = (await content.root(change.from)).targets;
    for (const { key } of await diffMaps(nodes, before, targets)) add(readTarget(key));
  }
  for (const some of slicesOf(names.values(), AT_ONCE)) {
    const rows: (Named & { readonly sources: number })[] = [];
    for (const named of some) rows.push({ ...named, sources: await sourcesOf(content, targets, named) });
    await run.write((tx) => write(tx, space, rows));
  }
}

const PREFIX = "space:";

/** Ids are shorter: what is longer names nothing that could ever be there. */
const NAMED = /^space:([\w-]{1,64})\/((?:page|file|reusable):[\w-]{1,128})(?:#|$)/;

function readTarget(key: string): Named | undefined {
  const [, space, target] = NAMED.exec(key) ?? [];
  return space === undefined || target === undefined ? undefined : { space, target };
}

function keyOf({ space, target }: Named): string {
  return `${PREFIX}${space}/${target}`;
}

/** With all places in the thing: no id has a character that sorts between. */
async function sourcesOf({ nodes }: SpaceDeps["content"], targets: MapRoot, named: Named): Promise<number> {
  const key = keyOf(named);
  const entries = await betweenInMap<number>(nodes, targets, key, `${key}$`);
  return entries.reduce((sum, [, sources]) => sum + sources, 0);
}

async function writtenDown(read: Read, source: string): Promise<Named[]> {
  const rows = await read
    .selectFrom("space_references")
    .select(["space_id", "target"])
    .where("source_id", "=", source)
    .execute();
  return rows.map(({ space_id: space, target }) => ({ space, target }));
}

async function write(
  tx: Write,
  source: string,
  rows: readonly (Named & { readonly sources: number })[],
): Promise<void> {
  for (const { space, target, sources } of rows) {
    if (sources > 0) continue;
    await tx
      .deleteFrom("space_references")
      .where("space_id", "=", space)
      .where("target", "=", target)
      .where("source_id", "=", source)
      .execute();
  }
  const values = rows
    .filter(({ sources }) => sources > 0)
    .map(({ space: space_id, target, sources }) => ({ space_id, target, source_id: source, sources }));
  if (values.length === 0) return;
  await tx
    .insertInto("space_references")
    .values(values)
    .onConflict((on) =>
      on
        .columns(["space_id", "target", "source_id"])
        .doUpdateSet({ sources: (eb) => eb.ref("excluded.sources") }),
    )
    .execute();
}
