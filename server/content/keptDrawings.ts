/**
 * Drawings of diagrams that browsers alone can draw: made by one of a writer, kept with the space whose texts have them.
 * Whoever could write something else there may as well say how it looks; in no other space is it believed. What another
 * writer's browser draws, or a newer version, takes the place of one.
 */
import mermaid from "mermaid/package.json" with { type: "json" };
import { prepared, preparedWrite, type Params, type Read, type Write } from "../db/database.ts";
import type { SpaceKey } from "../db/schema.ts";

/** Of one space: when there are more, the oldest go, and are drawn again where they are still shown. */
const MOST = 500;

const known = prepared((read, p: Params<SpaceKey & { sources: readonly string[] }>) =>
  read
    .selectFrom("drawings")
    // Of somebody who has left nobody has to believe how a text looks.
    .innerJoin("members", (on) =>
      on
        .onRef("members.organization_id", "=", "drawings.organization_id")
        .onRef("members.user_id", "=", "drawings.drawn_by"),
    )
    .select(["drawings.source", "drawings.drawn_at", "drawings.drawn_by", "drawings.version"])
    .where("drawings.organization_id", "=", p("organization_id"))
    .where("drawings.space_id", "=", p("id"))
    .where("drawings.source", "in", p.list("sources"))
    .where("members.disabled", "=", 0)
    .orderBy("drawings.source"),
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
/** Of what draws them, in the console that goes with this server. */
const { version } = mermaid;

interface Drawing {
  readonly source: string;
  readonly svg: string;
  /** Whose browser drew it. */
  readonly by: string;
  readonly now: number;
}

const put = preparedWrite((tx, p: Params<SpaceKey & Drawing>) =>
  tx
    .insertInto("drawings")
    .values({
      organization_id: p("organization_id"),
      space_id: p("id"),
      source: p("source"),
      svg: p("svg"),
      drawn_by: p("by"),
      version,
      drawn_at: p("now"),
    })
    .onConflict((on) =>
      on.columns(["organization_id", "space_id", "source"]).doUpdateSet((eb) => ({
        svg: eb.ref("excluded.svg"),
        drawn_by: eb.ref("excluded.drawn_by"),
        version: eb.ref("excluded.version"),
        // What was made with the one before is kept under when that was drawn.
        drawn_at: eb
          .case()
          .when("drawings.drawn_at", ">=", eb.ref("excluded.drawn_at"))
          .then(eb("drawings.drawn_at", "+", 1))
          .else(eb.ref("excluded.drawn_at"))
          .end(),
      })),
    ),
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

/** A drawing without what it shows. */
export interface KnownDrawing {
  readonly drawnAt: number;
  /** Whose browser drew it. */
  readonly by: string;
  /** Whether what draws them has a newer version now. */
  readonly isOld: boolean;
}

/** Which of some diagrams the space has drawings of by people who are still members, by the hashes of their sources. */
export async function drawnSources(
  read: Read,
  { organization_id, id }: SpaceKey,
  sources: readonly string[],
): Promise<ReadonlyMap<string, KnownDrawing>> {
  const rows = await known.all(read, { organization_id, id, sources });
  return new Map(
    rows.map((row) => [
      row.source,
      { drawnAt: Number(row.drawn_at), by: row.drawn_by, isOld: row.version !== version },
    ]),
  );
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

/** Keeps a drawing, in the place of the one that there is. */
export async function putDrawing(
  tx: Write,
  { organization_id, id }: SpaceKey,
  drawing: Drawing,
): Promise<void> {
  await put.run(tx, { organization_id, id, ...drawing });
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
