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

const write = (document: object) => {
  const page = { operation: "insert_page", title: "Plans", document };
  return world().post(`/spaces/${space}/content`, { changes: [page] }, writer);
};

test.each([
  ["the front matter", { markdown: "---\nif: visitor.claims.\n---\nText" }, "visitor.claims."],
  ["a block", { markdown: "A\n\n{% if visitor.claims.plan == %}\nB\n{% endif %}" }, "visitor.claims.plan =="],
  ["a block in a block", { markdown: '{% hint %}\n{% if "pro" %}\nB\n{% endif %}\n{% endhint %}' }, '"pro"'],
])("a page is not written with a useless condition in %s of its text", async (_, document, condition) => {
  const { status, body } = await write(document);
  expect([status, body.error.details]).toEqual([
    400,
    [
      {
        path: "/changes/0/document",
        message: expect.stringContaining(`“Plans” has the condition \`${condition}\``),
      },
    ],
  ]);
});

test("neither is an existing page, by its own title, nor a reusable content", async () => {
  const page = (await write({ markdown: "Text" })).body.changes[0].page;
  const document = { markdown: "# Prices\n\n{% if 1 + 1 %}\nB\n{% endif %}" };
  const changes = [
    { operation: "update_page", page, document },
    { operation: "insert_reusable_content", title: "Prices", document },
  ];
  for (const change of changes) {
    const { status, body } = await world().post(`/spaces/${space}/content`, { changes: [change] }, writer);
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining("“Prices” has the condition"),
    ]);
  }
});

test.each([
  "---\nif: visitor.claims.beta\n---\nText",
  "{% if visitor.claims.beta %}\nB\n{% endif %}",
  "Write `{% if x == %}` in a text.",
  "```\n{% if x == %}\n{% endif %}\n```",
])("a page is written with the text %j", async (markdown) => {
  expect((await write({ markdown })).status).toBe(200);
});
