/** What a writer's browser drew of a diagram is what readers and paper have, in that space and nowhere else. */
import { beforeAll, describe, expect, test } from "vitest";
import { makeSite } from "../../site/visitor/visitors.fixture.ts";
import { changedAnswers } from "../../test/changedAnswers.ts";
import { type Person, type Session, useWorld } from "../../test/harness.ts";

const world = useWorld();
const TEXT = "graph TD\n  A --> B";
const SVG =
  '<svg viewBox="0 0 90 40"><script>alert(1)</script><rect width="80" height="30" fill="#eee" onclick="alert(1)"/><text x="9" y="20">Drawn</text></svg>';

const people: Record<string, Session> = {};
let owner: Person;
beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  people["olga"] = await world().signIn(owner);
  for (const role of ["read", "comment", "edit", "review"] as const)
    people[role] = await world().signIn(await world().addPerson(`of-${role}`, role));
});

async function put(body: object, who = "olga"): Promise<{ status: number; body: { isWanted?: boolean } }> {
  const response = await world().app.inject({
    method: "PUT",
    url: "/-/drawings",
    headers: {
      "sec-fetch-site": "same-origin",
      "lectern-console": "1",
      "content-type": "application/json",
      cookie: people[who]?.cookie ?? "",
    },
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, body: response.json() };
}

/** A published space whose one page has the diagram. */
async function published(title: string): Promise<{ space: string; path: string }> {
  const { space, base } = await makeSite(world(), owner, title);
  const markdown = `Before.\n\n\`\`\`mermaid\n${TEXT}\n\`\`\`\n`;
  const changes = [{ operation: "insert_page", title: "Plan", slug: "plan", document: { markdown } }];
  await world().post(`/spaces/${space}/content`, { changes }, owner);
  return { space, path: base };
}

const shown = async (path: string): Promise<string> => (await world().visit(path)).text;

test("a drawing is wanted until there is one, and then readers have it, without what could run", async () => {
  const { space, path } = await published("Drawn");
  const before = await world().visit(path);
  expect(before.text).toContain('data-diagram="mermaid"');
  expect(before.headers["content-security-policy"]).toContain("frame-src 'self'");
  expect(await put({ space, text: TEXT })).toEqual({ status: 200, body: { isWanted: true } });
  expect(await put({ space, text: `${TEXT}\r\n`, svg: SVG })).toEqual({
    status: 200,
    body: { isWanted: false },
  });
  expect(await put({ space, text: TEXT })).toEqual({ status: 200, body: { isWanted: false } });
  const after = await world().visit(path);
  expect(after.text).toMatch(/<svg [^>]*class="drawing[^]*Drawn<\/text>/);
  expect(after.text).not.toMatch(/alert|data-diagram|A --(>|&gt;) B/);
  expect(after.headers["content-security-policy"]).not.toContain("frame-src 'self'");
  // A writer may draw it anew, which the log has, and whoever keeps answers of the site is told of.
  const redrawn = SVG.replace("Drawn", "Redrawn");
  const told = await changedAnswers(world(), () => put({ space, text: TEXT, svg: redrawn }, "edit"));
  expect(told).toContain(`space:${space}`);
  expect(await shown(path)).toContain("Redrawn</text>");
  const log = await world().get(`/orgs/${world().organization}/audit-events`, owner);
  expect(log.body.items[0]).toMatchObject({ action: "space.drawing.keep", target: { id: space } });
});

test("one is wanted anew where its author may write no more, and where what draws them has another version", async () => {
  const { space, path } = await published("Left");
  const mal = await world().addPerson("mal", "edit");
  people["mal"] = await world().signIn(mal);
  await put({ space, text: TEXT, svg: SVG.replace("Drawn", "Planted") }, "mal");
  expect((await put({ space, text: TEXT })).body).toEqual({ isWanted: false });
  await world().patch(`/orgs/${world().organization}/members/${mal.id}`, { role: "read" }, owner);
  expect((await put({ space, text: TEXT }, "mal")).body).toEqual({ isWanted: false });
  expect((await put({ space, text: TEXT })).body).toEqual({ isWanted: true });
  await put({ space, text: TEXT, svg: SVG });
  expect(await shown(path)).not.toContain("Planted");
  expect((await put({ space, text: TEXT })).body).toEqual({ isWanted: false });
  await world().deps.db.transact((tx) =>
    tx.updateTable("drawings").set({ version: "1.0.0" }).where("space_id", "=", space).execute(),
  );
  expect((await put({ space, text: TEXT })).body).toEqual({ isWanted: true });
});

test("one of somebody who has left is shown to nobody, and the log says which it was", async () => {
  const { space, path } = await published("Gone");
  const gus = await world().addPerson("gus", "edit");
  people["gus"] = await world().signIn(gus);
  await put({ space, text: TEXT, svg: SVG.replace("Drawn", "Planted") }, "gus");
  expect(await shown(path)).toContain("Planted</text>");
  const of = `/orgs/${world().organization}`;
  const log = await world().get(`${of}/audit-events`, owner);
  expect(JSON.stringify(log.body.items[0])).toMatch(/"svg":"[0-9a-f]{64}"/);
  expect((await world().delete(`${of}/members/${gus.id}`, owner)).status).toBe(204);
  expect(await shown(path)).not.toContain("Planted</text>");
  expect((await put({ space, text: TEXT })).body).toEqual({ isWanted: true });
});

test("it counts in the space alone in which it was left", async () => {
  const [one, other] = [await published("One"), await published("Other")];
  await put({ space: one.space, text: TEXT, svg: SVG });
  expect(await shown(one.path)).toContain("Drawn</text>");
  expect(await shown(other.path)).toContain('data-diagram="mermaid"');
  expect((await put({ space: other.space, text: TEXT })).body).toEqual({ isWanted: true });
});

test("a document that was printed before is printed again with it", async () => {
  const { space } = await published("Paper");
  const print = async (): Promise<string> =>
    (await world().get(`/spaces/${space}/pdf`, owner)).body.url.match(/pdf\/\w+\/(\w+)/)[1];
  const before = await print();
  expect(await print()).toBe(before);
  await put({ space, text: TEXT, svg: SVG });
  expect(await print()).not.toBe(before);
});

describe("who may leave one", () => {
  test.each([
    ["read", "live", false],
    ["comment", "live", false],
    ["edit", "live", true],
    ["edit", "locked", false],
    ["review", "locked", true],
  ])("%s in a space that is %s: %s", async (who, editMode, may) => {
    const { space, path } = await published(`${who} ${editMode}`);
    await world().patch(`/spaces/${space}`, { editMode }, owner);
    expect(await put({ space, text: TEXT }, who)).toEqual({ status: 200, body: { isWanted: may } });
    expect((await put({ space, text: TEXT, svg: SVG }, who)).status).toBe(may ? 200 : 403);
    expect((await shown(path)).includes("Drawn</text>")).toBe(may);
  });

  test("nobody in a space that they don't see, and nothing too long", async () => {
    const { space } = await published("Closed");
    await world().patch(`/spaces/${space}`, { defaultLevel: null }, owner);
    expect((await put({ space: "absent", text: TEXT })).status).toBe(404);
    expect((await put({ space, text: "x".repeat(50_001) })).status).toBe(400);
    expect((await put({ space, text: TEXT, svg: "x".repeat(300_001) })).status).toBe(400);
    expect((await put({ space, text: TEXT, svg: "" })).status).toBe(400);
  });
});

test("of a space so many are kept, and the oldest go", async () => {
  const { space, path } = await published("Many");
  await put({ space, text: TEXT, svg: SVG });
  const { organization: organization_id } = world();
  const others = Array.from({ length: 500 }, (_, n) => ({
    organization_id,
    space_id: space,
    source: `${n}`.padStart(40, "0"),
    svg: SVG,
    drawn_by: owner.id,
    version: "1.0.0",
    drawn_at: world().deps.clock.now() + 1000,
  }));
  await world().deps.db.transact((tx) => tx.insertInto("drawings").values(others).execute());
  expect(await shown(path)).toContain("Drawn</text>");
  world().ahead += 60_000;
  await put({ space, text: "pie", svg: SVG });
  const rows = await world()
    .deps.db.read.selectFrom("drawings")
    .select("source")
    .where("space_id", "=", space)
    .execute();
  expect(rows).toHaveLength(500);
  expect((await put({ space, text: TEXT })).body).toEqual({ isWanted: true });
  expect((await put({ space, text: "pie" })).body).toEqual({ isWanted: false });
});
