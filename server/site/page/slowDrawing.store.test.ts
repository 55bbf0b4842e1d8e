/** Blocks of integrations that take longer than a page waits. */
import { beforeAll, expect, test, vi } from "vitest";
import { publication } from "../../nouns/integrations/publication.fixture.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { makeSite } from "../visitor/visitors.fixture.ts";

const world = useWorld({ runsScripts: true });
let admin: Person;
beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
});

const SCRIPT = `export default { async fetch(request) {
  const { type } = JSON.parse((await request.formData()).get("event"));
  if (type !== "ui_render") return new Response("", { status: 406 });
  return Response.json({ element: { type: "block", children: [{ type: "text", children: ["Drawn"] }] } });
} };`;

test("a block that is drawn after pages have stopped to wait is in the log of its installation", async () => {
  const site = await makeSite(world(), admin, "Slow");
  const page = { operation: "insert_page", title: "Start", document: { markdown: "{% @slow/card %}" } };
  await world().post(`/spaces/${site.space}/content`, { changes: [page] }, admin);
  const blocks = [{ id: "card", title: "Card" }];
  const body = publication("acme", { target: "organization", script: SCRIPT, blocks });
  await world().post("/integrations/slow", body, admin);
  const { organization, deps } = world();
  const made = await world().post("/integrations/slow/installations", { organization }, admin);
  const run = deps.scripts.run.bind(deps.scripts);
  const runs = vi.spyOn(deps.scripts, "run").mockImplementation(async (...asked) => {
    const answer = await run(...asked);
    world().ahead += 4001;
    return answer;
  });
  const events = `/integrations/slow/installations/${made.body.id}/events`;
  const drawn = async () => {
    await world().visit(site.base);
    const { items } = (await world().get(events, admin)).body;
    return items.find(({ payload }: { payload: { type: string } }) => payload.type === "ui_render");
  };
  await expect.poll(drawn).toMatchObject({ status: "failed", payload: { componentId: "card" } });
  runs.mockRestore();
  const { trace } = (await world().get(`${events}/${(await drawn()).id}`, admin)).body;
  expect(trace.logs.at(-1).message).toMatch(
    /^Answered 200: The block was drawn after (?:[4-9]|\d\d)\.\d seconds\. Pages wait 4\.0/,
  );
});
