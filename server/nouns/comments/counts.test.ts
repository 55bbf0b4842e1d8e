/** Whatever people do to a discussion, at once or in turn: what is counted is what is there. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const RUNS = process.env["LECTERN_TEST_TIER"] === "full" ? 100 : 6;

const world = useWorld();
let owner: Person;
let space: string;
let request: string;

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, owner);
  space = `/spaces/${made.body.id}`;
  const begun = await world().post(`${space}/change-requests`, {}, owner);
  request = `${space}/change-requests/${begun.body.id}`;
});

const step = fc.record({
  onRequest: fc.boolean(),
  what: fc.constantFrom("post", "post", "resolve", "reopen", "delete", "reply", "deleteReply"),
  which: fc.nat(20),
});
type Step = { onRequest: boolean; what: string; which: number };

const known = new Map<string, string[]>();
const replies = new Map<string, string[]>();

async function take({ onRequest, what, which }: Step): Promise<void> {
  const place = onRequest ? request : space;
  const ids = known.get(place) ?? [];
  known.set(place, ids);
  const body = { body: { markdown: "Hm" } };
  if (what === "post") {
    ids.push((await world().post(`${place}/comments`, body, owner)).body.id);
    return;
  }
  if (ids.length === 0) return;
  const at = `${place}/comments/${ids[which % ids.length]}`;
  const made = replies.get(at) ?? [];
  replies.set(at, made);
  if (what === "delete") await world().delete(at, owner);
  else if (what === "deleteReply") await world().delete(made.pop() ?? `${at}/replies/absent`, owner);
  else if (what === "reply") {
    const reply = await world().post(`${at}/replies`, body, owner);
    if (reply.status === 200) made.push(`${at}/replies/${reply.body.id}`);
  } else await world().put(at, { resolved: what === "resolve" }, owner);
}

async function checkCounts(): Promise<void> {
  for (const place of [space, request]) {
    const open = (await world().get(`${place}/comments?status=open&limit=1000`, owner)).body;
    expect((await world().get(place, owner)).body.comments).toBe(open.count);
    expect(open.items.length).toBe(open.count);
    for (const { id, replies: counted } of open.items.slice(0, 3)) {
      expect((await world().get(`${place}/comments/${id}/replies`, owner)).body.count).toBe(counted);
    }
  }
}

test("counts equal a recount after any history, and after races", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 6 }), async (rounds) => {
      for (const steps of rounds) await Promise.all(steps.map(take));
      await checkCounts();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
