import { describe, expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";

const world = useWorld();

describe("getContributorsByChangeRequestId", () => {
  test("names its author and whoever wrote in it", async () => {
    const owner = await world().addPerson("olga", "admin");
    const editor = await world().addPerson("ed", "edit");
    const reader = await world().addPerson("rita", "read");
    const stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
    const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, owner);
    const space = `/spaces/${made.body.id}`;
    const { body: begun } = await world().post(`${space}/change-requests`, {}, owner);
    const request = `${space}/change-requests/${begun.id}`;
    const contributors = async () => (await world().get(`${request}/contributors`, reader)).body.items;
    expect(await contributors()).toMatchObject([{ user: { id: owner.id }, count: 0 }]);
    for (const title of ["A", "B"]) {
      world().ahead += 1000;
      const changes = [{ operation: "insert_page", title, document: { markdown: "x" } }];
      await world().post(`${request}/content`, { changes }, editor);
    }
    expect(await contributors()).toMatchObject([
      { user: { id: editor.id }, count: 2 },
      { user: { id: owner.id }, count: 0 },
    ]);
    await world().patch(request, { status: "open" }, owner);
    const mine = await world().get(`${space}/change-requests?contributor=${editor.id}`, reader);
    expect(mine.body.items.map(({ id }: { id: string }) => id)).toEqual([begun.id]);
    expect((await world().get(`${request}/contributors`)).status).toBe(401);
    expect((await world().get(`${request}/contributors`, stranger)).status).toBe(404);
  });
});
