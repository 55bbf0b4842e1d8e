/** Looking at all sources of an integration goes on where it was stopped, unless it was asked for again. */
import { afterEach, expect, test } from "vitest";
import type { Claim } from "../../db/jobs.ts";
import type { Write } from "../../db/database.ts";
import { useWorld } from "../../test/harness.ts";
import { lookAtSourcesJob } from "./due.ts";

const world = useWorld();
afterEach(() => world().runClock());
/** Sources of one transaction, and of one organization. */
const SLICE = 100;
const EACH = 70;

/** Sources of two organizations, more than a slice has, which nobody looks at. */
async function addSources(integration: string): Promise<void> {
  for (const name of ["first", "second"]) {
    const organization = await world().addOrganization(name, `${name}-${integration}`);
    const writer = await world().addPerson(`${name}-${integration}`, "create", organization);
    const { body: space } = await world().post(`/orgs/${organization}/spaces`, { title: "Made" }, writer);
    const row = { organization_id: organization, space_id: space.id as string, integration };
    const rows = Array.from({ length: EACH }, (_, at) => {
      const key = `${integration}-${String(at).padStart(3, "0")}`;
      return { ...row, key, seed: key, source: "{}", reads: "", created_at: 1 };
    });
    await world().deps.db.transact((tx) => tx.insertInto("content_sources").values(rows).execute());
  }
}

const dueOf = async (integration: string): Promise<(number | null)[]> => {
  const rows = await world()
    .deps.db.read.selectFrom("content_sources")
    .select("due_at")
    .where("integration", "=", integration)
    .orderBy("organization_id")
    .orderBy("key")
    .execute();
  return rows.map(({ due_at: at }) => at);
};
/** How many are due by a time; of null those that nobody looks at. */
const countDue = async (integration: string, by: number | null): Promise<number> => {
  const due = await dueOf(integration);
  return due.filter((at) => (by === null ? at === null : at !== null && at <= by)).length;
};

interface Look {
  readonly due: number;
  readonly progress: string | null;
  /** How many slices are written before it is killed. */
  readonly slices?: number;
}

/** Runs the job; gives the progress that is left of it, and how many slices it has written. */
async function look(integration: string, { due, progress, slices = 9 }: Look) {
  const job = { due_at: due, progress, payload: JSON.stringify({ integration }) } as Claim;
  let [left, written] = [progress, 0];
  const write = async <T>(work: (tx: Write) => Promise<T>, reached: unknown): Promise<T> => {
    if (written === slices) throw new Error("killed");
    const result = await world().deps.db.transact(work);
    left = JSON.stringify(reached);
    written += 1;
    return result;
  };
  await lookAtSourcesJob(world().deps)({ job, write }).catch((error: unknown) => {
    expect(error).toMatchObject({ message: "killed" });
  });
  return { left, written };
}

test("a look at everybody's sources that is killed goes on where its last slice begins", async () => {
  await addSources("rows");
  world().stopClock();
  const begun = world().deps.clock.now();
  const first = await look("rows", { due: 5, progress: null, slices: 1 });
  expect([first.written, await countDue("rows", begun)]).toEqual([1, SLICE]);
  const second = await look("rows", { due: 5, progress: first.left, slices: 2 });
  expect([second.written, await countDue("rows", begun)]).toEqual([2, 2 * EACH]);
  world().ahead += 1000;
  // The second slice begins behind the first: those of the first are not marked once more.
  const third = await look("rows", { due: 5, progress: second.left });
  expect(third.written).toBe(1);
});

test("a look that is asked for again meanwhile begins again, and no other integration's sources are looked at", async () => {
  await addSources("more");
  await addSources("other");
  const killed = await look("more", { due: 5, progress: null, slices: 2 });
  const again = await look("more", { due: 6, progress: killed.left });
  expect(again.written).toBe(2);
  expect(await countDue("other", null)).toBe(2 * EACH);
});

test("what is asked while a source is due already isn't answered by a look that began before", async () => {
  await addSources("early");
  world().stopClock();
  await look("early", { due: 5, progress: null });
  const before = await dueOf("early");
  await look("early", { due: 6, progress: null });
  const after = await dueOf("early");
  // Who looks ends only what is due as it was when they began.
  expect(after.filter((at, index) => at === before[index])).toEqual([]);
  expect(await countDue("early", world().deps.clock.now())).toBe(2 * EACH);
});
