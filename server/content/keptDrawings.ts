/**
 * Drawings of diagrams that browsers alone can draw: made by one of a writer, kept with the space whose texts have them.
 * Whoever could write something else there may as well say how it looks; in no other space is it believed.
 */
import { prepared, preparedWrite, type Params, type Read, type Write } from "../db/database.ts";
import type { SpaceKey } from "../db/schema.ts";

/** Longer ones are not kept, in characters. */
export const LONGEST_DRAWING = 300_000;
/** Of one space: when there are more, the oldest go, and are drawn again where they are still shown. */
const MOST = 500;

const known = prepared((read, p: Params<SpaceKey & { sources: readonly string[] }>) =>
  read
    .selectFrom("drawings")
    .select(["source", "drawn_at"])
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .where("source", "in", p.list("sources"))
    .orderBy("source"),
);
const one = prepared((read, p: Params<SpaceKey & { source: string }>) =>
  read
    .selectFrom("drawings")
    .select("svg")
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .where("source", "=", p("source")),
);
const latest = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("drawings")
    .select("drawn_at")
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .orderBy("drawn_at", "desc")
    .limit(1),
);
const put = preparedWrite((tx, p: Params<SpaceKey & { source: string; svg: string; now: number }>) =>
  tx
    .insertInto("drawings")
    .values({
      organization_id: p("organization_id"),
      space_id: p("id"),
      source: p("source"),
      svg: p("svg"),
      drawn_at: p("now"),
    })
    .onConflict((on) => on.columns(["organization_id", "space_id", "source"]).doNothing()),
);
const superfluous = prepared((read, p: Params<SpaceKey>) =>
  read
    .selectFrom("drawings")
    .select(["drawn_at", "source"])
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id"))
    .orderBy("drawn_at", "desc")
    .orderBy("source", "desc")
    .limit(1)
    .offset(MOST),
);

/** Which of some diagrams the space has drawings of, by the hashes of their sources, and since when. */
export async function drawnSources(
  read: Read,
  { organization_id, id }: SpaceKey,
  sources: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await known.all(read, { organization_id, id, sources });
  return new Map(rows.map(({ source, drawn_at }) => [source, Number(drawn_at)]));
}

/** When the last one of the space was kept, in milliseconds; 0 without any. */
export async function lastDrawn(read: Read, { organization_id, id }: SpaceKey): Promise<number> {
  const row = await latest.first(read, { organization_id, id });
  return Number(row?.drawn_at ?? 0);
}

/** One of them; undefined when there is none. */
export async function readDrawing(
  read: Read,
  { organization_id, id }: SpaceKey,
  source: string,
): Promise<string | undefined> {
  return (await one.first(read, { organization_id, id, source }))?.svg;
}

/** Keeps a drawing, unless there is one. */
export async function putDrawing(
  tx: Write,
  { organization_id, id }: SpaceKey,
  { source, svg, now }: { readonly source: string; readonly svg: string; readonly now: number },
): Promise<void> {
  await put.run(tx, { organization_id, id, source, svg, now });
  const last = await superfluous.first(tx, { organization_id, id });
  if (last === undefined) return;
  await tx
    .deleteFrom("drawings")
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id)
    .where((eb) =>
      eb.or([
        eb("drawn_at", "<", last.drawn_at),
        eb.and([eb("drawn_at", "=", last.drawn_at), eb("source", "<=", last.source)]),
      ]),
    )
    .execute();
}
