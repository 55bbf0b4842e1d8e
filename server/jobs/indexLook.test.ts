import { beforeAll, beforeEach, expect, test } from "vitest";
import { EMPTY_ROOT } from "../../engine/revision.ts";
import { queueSignInEmail } from "../nouns/sessions/signInEmail.ts";
import { SIGN_IN_EMAIL } from "../nouns/members/failedEmails.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { jobHandlers } from "./handlers.ts";
import { INDEX_LOOK, indexLookJob, queueIndexLook } from "./indexLook.ts";
import { staleSpaces } from "./indexing.ts";
import type { JobHandler } from "./job.ts";
import { openRunner } from "./runner.ts";

const world = useWorld();
const SPACES = 300;
let writer: Person;
const ids: string[] = [];

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  for (let index = 0; index < SPACES; index++) {
    const { body } = await world().post(`/orgs/${world().organization}/spaces`, {}, writer);
    ids.push(body.id);
  }
});

/** As after an upgrade: each was indexed by a program that read words otherwise. */
beforeEach(async () => {
  await world().deps.db.transact(async (tx) => {
    await tx.deleteFrom("jobs").execute();
    await tx.deleteFrom("search_state").execute();
    for (const space_id of ids)
      await tx
        .insertInto("search_state")
        .values({ organization_id: world().organization, space_id, root: EMPTY_ROOT, tokenizer: "0 " })
        .execute();
  });
});

const queuedSpaces = async (): Promise<(string | null)[]> => {
  const rows = await world()
    .deps.db.read.selectFrom("jobs")
    .select("space_id")
    .where("kind", "=", "index-space")
    .execute();
  return rows.map(({ space_id }) => space_id).toSorted();
};
const look = (handler: JobHandler = indexLookJob(world().deps)) =>
  openRunner(world().deps, { [INDEX_LOOK]: handler });

test("a start queues the spaces whose index is behind, many by one transaction, and no other", async () => {
  const { deps } = world();
  expect(await staleSpaces(deps.db.read)).toHaveLength(SPACES);
  const before = deps.db.writes;
  await queueIndexLook(deps);
  expect(await look().drain()).toBe(1);
  expect(await queuedSpaces()).toEqual(ids.toSorted());
  // It is queued, claimed and ended, and writes three times.
  expect(deps.db.writes - before).toBeLessThanOrEqual(8);
  await deps.db.transact((tx) => tx.deleteFrom("jobs").where("kind", "=", "index-space").execute());
  await deps.db.transact((tx) =>
    tx
      .deleteFrom("search_state")
      .where("space_id", "!=", ids[7] as string)
      .execute(),
  );
  await queueIndexLook(deps);
  await look().drain();
  expect(await queuedSpaces()).toEqual([ids[7]]);
});

test("what a process of the version before has written while it was replaced is found some minutes later", async () => {
  const { deps } = world();
  await queueIndexLook(deps);
  await look().drain();
  const wrote = async () => {
    await deps.db.transact(async (tx) => {
      await tx.deleteFrom("jobs").where("kind", "=", "index-space").execute();
      await tx
        .deleteFrom("search_state")
        .where("space_id", "!=", ids[5] as string)
        .execute();
    });
  };
  await wrote();
  expect(await look().drain()).toBe(0);
  world().ahead += 20 * 60_000;
  expect(await look().drain()).toBe(1);
  expect(await queuedSpaces()).toEqual([ids[5]]);
  await wrote();
  world().ahead += 3_600_000;
  expect(await look().drain()).toBe(0);
});

test("one that was killed goes on where it was, unless it is asked for by another program", async () => {
  const { deps } = world();
  const killed = (slices: number): JobHandler => {
    const whole = indexLookJob(deps);
    return (run) => {
      let left = slices;
      return whole({
        ...run,
        write: (work, progress) => {
          if (left-- === 0) throw new Error("The process ends.");
          return run.write(work, progress);
        },
      });
    };
  };
  const killAfter = async (slices: number): Promise<(string | null)[]> => {
    await look(killed(slices)).drain();
    const queued = await queuedSpaces();
    await deps.db.transact((tx) => tx.deleteFrom("jobs").where("kind", "=", "index-space").execute());
    world().ahead += 3_600_000;
    return queued;
  };
  await queueIndexLook(deps);
  const first = await killAfter(2);
  expect(first.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThan(SPACES);
  // The start after it asks, too.
  await queueIndexLook(deps);
  await look().drain();
  expect([...first, ...(await queuedSpaces())].toSorted()).toEqual(ids.toSorted());
  await queueIndexLook(deps);
  await killAfter(1);
  await deps.db.transact((tx) =>
    tx
      .updateTable("jobs")
      .set({ payload: JSON.stringify({ tokenizer: "another " }) })
      .where("kind", "=", INDEX_LOOK)
      .execute(),
  );
  await look().drain();
  expect(await queuedSpaces()).toEqual(ids.toSorted());
});

test("what was queued before is run while spaces are looked at", async () => {
  const { deps } = world();
  let release = (): void => undefined;
  const isSent = new Promise<void>((resolve) => (release = resolve));
  const whole = indexLookJob(deps);
  const handlers = {
    ...jobHandlers(deps),
    [INDEX_LOOK]: (async (run) => {
      let isFirst = true;
      return whole({
        ...run,
        write: async (work, progress) => {
          if (!isFirst) await isSent;
          isFirst = false;
          return run.write(work, progress);
        },
      });
    }) satisfies JobHandler,
  };
  await queueIndexLook(deps);
  await deps.db.transact((tx) =>
    queueSignInEmail(tx, { user: writer.id }, { id: deps.newId(), now: deps.clock.now() }),
  );
  const runner = openRunner(deps, handlers);
  await runner.start();
  const stateOf = async (kind: string) =>
    (
      await deps.db.read
        .selectFrom("jobs")
        .select("state")
        .where("kind", "=", kind)
        .orderBy("due_at")
        .executeTakeFirst()
    )?.state;
  await expect.poll(() => stateOf(SIGN_IN_EMAIL)).toBe("done");
  expect(await stateOf(INDEX_LOOK)).toBe("running");
  release();
  await expect.poll(() => stateOf(INDEX_LOOK)).toBe("done");
  await runner.stop();
});
