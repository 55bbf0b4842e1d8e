import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let space: string;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Words" }, writer)).body.id;
});

const insert = (condition: string) => {
  const page = { operation: "insert_page", title: "Page", document: { markdown: "Text" }, condition };
  return world().post(`/spaces/${space}/content`, { changes: [page] }, writer);
};

test.each(["visitor.claims.", "a ==", "1", '"text"', "1 + 2", "[true]", "x".repeat(1025), "visitor = 1"])(
  "a page is not written under the condition %.20s",
  async (condition) => {
    const { status, body } = await insert(condition);
    expect([status, body.error.details[0].path]).toEqual([400, "/changes/0/condition"]);
  },
);

test.each(["visitor.claims.beta", 'visitor.claims.plan === "pro"', "!space.vars.beta", "", "true"])(
  "a page is written under the condition %s",
  async (condition) => {
    expect((await insert(condition)).status).toBe(200);
  },
);
