/** One rule for all updates: fields that are left out stay, and so an update without any leaves everything. */
import { beforeAll, expect, test } from "vitest";
import { operations } from "../app.ts";
import { type Person, useWorld } from "./harness.ts";
import { addressIn, makeOneOfEach } from "./oneOfEach.ts";

const world = useWorld();
let owner: Person;
let known = new Map<string, string>();

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  known = await makeOneOfEach(world(), owner);
});

const optional = operations.filter(({ method, shapes: { body } }) => {
  return method === "PATCH" && body !== undefined && (body as { required?: string[] }).required === undefined;
});

test.each(optional.map(({ operationId, url }) => [operationId, url] as const))(
  "%s without fields changes nothing, not even when it was changed",
  async (_id, url) => {
    const at = addressIn(known, url);
    const before = await world().get(at, owner);
    const written = await traces();
    const { status, body, headers } = await world().patch(at, {}, owner);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(await traces()).toBe(written);
    // What others rely on is what it was.
    const again = await world().patch(at, {}, owner, { "if-match": String(headers["etag"]) });
    expect([again.status, again.headers["etag"]]).toEqual([200, headers["etag"]]);
    // Some things are answered in lists alone.
    if (before.status === 405) return;
    expect([body, headers["etag"]]).toEqual([before.body, before.headers["etag"]]);
    const after = await world().get(at, owner);
    expect([after.body, after.headers["etag"]]).toEqual([before.body, before.headers["etag"]]);
  },
);

/** How many changes were noted. */
async function traces(): Promise<number> {
  const { read } = world().deps.db;
  const { count } = await read
    .selectFrom("audit")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
