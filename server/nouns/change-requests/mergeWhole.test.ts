import { expect, test } from "vitest";
import { leaveTrace } from "../../access/trail.ts";
import type { Outcome } from "../../http/operation.ts";
import type { RunningChange } from "../../http/change.ts";
import { useWorld } from "../../test/harness.ts";
import { mergeIntoSpace } from "./merging.ts";

const world = useWorld();

test("a merge that fails anywhere on its way leaves nothing behind: mergeChangeRequest", async () => {
  const owner = await world().addPerson("olga", "admin");
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, owner);
  const space = `/spaces/${made.body.id}`;
  const { body: begun } = await world().post(`${space}/change-requests`, {}, owner);
  const request = `${space}/change-requests/${begun.id}`;
  const changes = [{ operation: "insert_page", title: "A", document: { markdown: "x" } }];
  expect((await world().post(`${request}/content`, { changes }, owner)).status).toBe(200);
  const { deps } = world();
  const rows = (table: "outbox" | "audit" | "jobs" | "revisions") =>
    deps.db.read.selectFrom(table).selectAll().execute();
  const state = async () => [
    (await world().get(space, owner)).body,
    (await world().get(request, owner)).body,
    ...(await Promise.all([rows("outbox"), rows("audit"), rows("jobs"), rows("revisions")])),
  ];

  /** Fails when the merge asks for its n-th id: of the revision, the job, the audit row, the event. */
  const mergeFailingAt = (n: number) => {
    let asked = 0;
    const newId = (): string => {
      if (++asked === n) throw new Error("cut off");
      return deps.newId();
    };
    const change = <R extends Outcome>(work: (change: RunningChange) => Promise<R>): Promise<R> =>
      deps.db.transact((tx) => {
        const now = deps.clock.now();
        const origin = { identity: { userId: owner.id }, ip: undefined, source: "api" as const };
        const trace: RunningChange["trace"] = (one) => leaveTrace(tx, origin, now, newId, one);
        return work({ tx, now, newId, by: owner.id, trace });
      });
    const answer = (body: unknown) => ({ status: 200, body });
    return mergeIntoSpace(deps, {
      space: { id: made.body.id, organization_id: world().organization },
      request: begun.id,
      expected: undefined,
      change,
      answer,
    });
  };

  const before = await state();
  const failures: number[] = [];
  for (let n = 1; n < 20; n++) {
    try {
      expect((await mergeFailingAt(n)).body).toMatchObject({ result: "merge" });
      break;
    } catch (error) {
      expect(error).toMatchObject({ message: "cut off" });
      failures.push(n);
      expect(await state()).toEqual(before);
    }
  }
  // Of the revision, the job, the audit row, and at least one event.
  expect(failures.length).toBeGreaterThanOrEqual(4);
  expect((await world().get(request, owner)).body.status).toBe("merged");
});
