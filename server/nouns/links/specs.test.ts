import { expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();

test("a link to a description of an API leads to it, and is broken while there is none: listSpaceLinks", async () => {
  const owner = await world().addPerson("olga", "admin");
  const guest = await world().addPerson("gus", null);
  const at = `/orgs/${world().organization}`;
  const space = `/spaces/${(await world().post(`${at}/spaces`, { title: "Guide" }, owner)).body.id}`;
  await world().post(`${space}/permissions`, { users: [guest.id], role: "read" }, owner);
  const computed = {
    type: "builtin:openapi",
    props: { models: true },
    dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } },
  };
  const block =
    '{% openapi-operation spec="pets" path="/a" method="get" %}\n[x](https://a.test/)\n{% endopenapi-operation %}';
  const changes = [
    { operation: "insert_page", type: "computed", title: "Reference", computed },
    { operation: "insert_page", title: "One", document: { markdown: block } },
  ];
  expect((await world().post(`${space}/content`, { changes }, owner)).status).toBe(200);
  const read = async (as: Person = owner, query = "") => {
    const { body } = await world().get(`${space}/links${query}`, as);
    const {
      status,
      relation,
      targetReference: to,
    } = body.items.find((item: { relation: string }) => item.relation === "dependsOn") ?? {};
    return [status, relation, to?.kind, to?.openAPISpec?.slug, body.stats.broken.total];
  };
  expect(await read()).toEqual(["broken", "dependsOn", undefined, undefined, 2]);
  const source = {
    text: JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} }),
  };
  expect((await world().post(`${at}/openapi`, { slug: "pets", source }, owner)).status).toBe(201);
  expect(await read()).toEqual(["ok", "dependsOn", "openapi", "pets", 0]);
  expect(await read(owner, "?status=broken")).toEqual([undefined, undefined, undefined, undefined, 0]);
  // Descriptions are for members: who sees this space alone is told that there is one.
  expect(await read(guest)).toEqual(["ok", "dependsOn", undefined, undefined, 0]);
  expect((await world().delete(`${at}/openapi/pets`, owner)).status).toBe(205);
  expect(await read(owner, "?status=broken")).toEqual(["broken", "dependsOn", undefined, undefined, 2]);
});
