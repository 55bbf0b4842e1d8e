import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { statementsOf } from "../../test/statements.ts";

const world = useWorld();
let admin: Person;
let reader: Person;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  reader = await world().addPerson("rita", "read");
});

const spaces = () => `/orgs/${world().organization}/spaces`;
const list = () => world().get(`${spaces()}?limit=50`, reader);

/** What a list asks of a process that has just been told that something changed, and knows nothing any more. */
async function cost(): Promise<number> {
  await world().post(spaces(), {}, admin);
  return statementsOf(world().deps.db, list);
}

test("a list costs the same few statements however many spaces, collections, teams and grants decide about it", async () => {
  await world().post(spaces(), {}, admin);
  await list();
  const few = await cost();
  const base = `/orgs/${world().organization}`;
  for (let at = 0; at < 3; at++) {
    const team = (await world().put(`${base}/teams`, { title: `Team ${at}` }, admin)).body.id;
    await world().put(`${base}/teams/${team}/members/${reader.id}`, { role: "member" }, admin);
    let parent: string | undefined;
    for (let depth = 0; depth < 5; depth++) {
      const made = await world().post(`${base}/collections`, { ...(parent && { parent }) }, admin);
      parent = made.body.id as string;
      const own = { defaultLevel: ["inherit", null, "edit", "read", "comment"][(at + depth) % 5] };
      await world().patch(`/collections/${parent}`, own, admin);
      const { body: space } = await world().post(spaces(), { parent }, admin);
      const grant = { teams: [{ id: team, role: "edit" }] };
      if (depth % 2 === 0) await world().post(`/spaces/${space.id}/permissions`, grant, admin);
    }
  }
  const { body } = await list();
  expect(body.count).toBeGreaterThan(8);
  expect(body.count).toBe(body.items.length);
  // One more at most: what the policies say is read by one statement, the first time that each is met.
  expect(await cost()).toBeLessThanOrEqual(few + 1);
  expect(few).toBeLessThanOrEqual(8);
  // Once it is known who asks and who may see what, one statement gives the page, the count and the sites. What is
  // known is read again each second, so that a slow machine may have to look more than once.
  const warm = () => statementsOf(world().deps.db, list);
  await expect.poll(warm, { interval: 1 }).toBeLessThanOrEqual(1);
});
