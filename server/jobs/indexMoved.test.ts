/** The index of a space that goes to another organization: it is found at each moment, and costs others nothing after. */
import { beforeAll, expect, test } from "vitest";
import { mostSpacesInMatch } from "../content/search/matchingNumbers.ts";
import { organizationTerm, spaceTerm } from "../content/search/matchSyntax.ts";
import { searchSpaces } from "../content/search/searchSpaces.ts";
import { indexedRoot } from "../content/search/searchState.ts";
import { tokenizerOf } from "../../engine/search/tokenize.ts";
import { sql } from "kysely";
import { type Person, useWorld } from "../test/harness.ts";
import { indexSpaceJob } from "./indexSpace.ts";
import { staleSpaces } from "./indexing.ts";
import type { JobRun } from "./job.ts";
import { openRunner } from "./runner.ts";

const PAGES = 45;
const world = useWorld();
let writer: Person;
let other: string;
const beside: string[] = [];

beforeAll(async () => {
  other = await world().addOrganization("Other", "other");
  writer = await world().addPerson("wanda", "create");
  await world().deps.db.transact(async (tx) => {
    const member = { organization_id: other, user_id: writer.id, role: "create" as const, joined_at: 1 };
    await tx.insertInto("members").values(member).execute();
  });
  for (let at = 0; at <= mostSpacesInMatch; at++)
    beside.push((await world().post(`/orgs/${other}/spaces`, {}, writer)).body.id);
});

/** A space with an index, that has gone to the other organization since. */
async function moved(): Promise<string> {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, {}, writer);
  const changes = Array.from({ length: PAGES }, (_, at) => ({
    operation: "insert_page",
    document: { markdown: `# Page ${at}\n\nsamovar` },
  }));
  expect((await world().post(`/spaces/${body.id}/content`, { changes }, writer)).status).toBe(200);
  await world().runJobs();
  const { status } = await world().post(`/spaces/${body.id}/transfer`, { organization: other }, writer);
  expect(status).toBe(200);
  return body.id;
}

/** Pages found in the space alone, and in more spaces than a match names. */
async function found(space: string): Promise<number[]> {
  const counts: number[] = [];
  for (const spaces of [[space], [space, ...beside]]) {
    const question = { organization: other, spaces, query: "samovar", limit: 1 };
    counts.push((await searchSpaces(world().deps.db.read, question)).count);
  }
  return counts;
}

/** Numbers of pages in the index that name a space and an organization. */
async function named(space: string, organization: string): Promise<number> {
  const { db } = world().deps;
  const [one, both] = [spaceTerm(space), organizationTerm(organization)];
  const { rows } = await (
    db.dialect === "sqlite"
      ? sql<{
          n: number;
        }>`select count(*) as n from search_index where search_index match ${`{scope} : ("${one}" AND "${both}")`}`
      : sql<{
          n: number;
        }>`select count(*)::int as n from search_index where body @@ ${`'${one}' & '${both}'`}::tsquery`
  ).execute(db.read);
  return rows[0]?.n ?? 0;
}

const index = (around?: (run: JobRun) => JobRun) => {
  const whole = indexSpaceJob(world().deps);
  return openRunner(world().deps, {
    "index-space": (run) => whole(around === undefined ? run : around(run)),
  });
};

test("it is found before its index is made anew, at each step of that, and after", async () => {
  const space = await moved();
  expect(await found(space)).toEqual([PAGES, PAGES]);
  const steps: number[][] = [];
  const looking = (run: JobRun): JobRun => ({
    ...run,
    write: async (work, progress) => {
      const written = await run.write(work, progress);
      steps.push(await found(space));
      return written;
    },
  });
  await index(looking).drain();
  expect(steps.length).toBeGreaterThan(2);
  expect(new Set(steps.map(String))).toEqual(new Set([`${PAGES},${PAGES}`]));
  expect([await named(space, other), await named(space, world().organization)]).toEqual([PAGES, 0]);
  expect(await staleSpaces(world().deps.db.read)).not.toContainEqual({ organization_id: other, id: space });
});

test("how far indexing had come where it was counts for nothing", async () => {
  const space = await moved();
  const { db } = world().deps;
  const cursor = {
    from: null,
    to: (
      await db.read
        .selectFrom("revisions")
        .select("root")
        .where("space_id", "=", space)
        .orderBy("created_at", "desc")
        .executeTakeFirstOrThrow()
    ).root,
    after: "~",
    tokenizer: tokenizerOf(null),
    organization: world().organization,
  };
  await db.transact((tx) =>
    tx
      .updateTable("jobs")
      .set({ progress: JSON.stringify({ done: PAGES, total: PAGES, cursor }) })
      .where("key", "=", `index-space:${space}`)
      .where("state", "=", "queued")
      .execute(),
  );
  await index().drain();
  expect(await named(space, other)).toBe(PAGES);
  expect(await indexedRoot(db.read, { organization_id: other, id: space, language: null })).toBe(cursor.to);
});
