import { beforeAll, describe, expect, test } from "vitest";
import { blocks } from "../../../engine/markdown/blockIds.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { TRASH_MS } from "../collections/queries.ts";

const world = useWorld();
let owner: Person;

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
});

const TEXT = "First words stand here.\n\nThe second paragraph says more.\n\nThird and last.";

/** A space with one page. */
async function start(markdown = TEXT) {
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, owner);
  const space = `/spaces/${made.body.id}`;
  const insert = { operation: "insert_page", title: "Start", emoji: "1f4d8", document: { markdown } };
  const page: string = (await write(space, [insert])).changes[0].page;
  return { space, page };
}

async function write(to: string, changes: object[]) {
  const { status, body } = await world().post(`${to}/content`, { changes }, owner);
  expect(status).toBe(200);
  return body;
}

const edit = (page: string, markdown: string) => ({ operation: "update_page", page, document: { markdown } });
/** The id of the block that says something. */
const blockOf = (markdown: string, text: string): string => {
  const { document } = parse(markdown);
  return blocks(document).find(({ start, end }) => markdown.slice(start, end).includes(text))?.id as string;
};
const commentOn = async (on: string, target: object) => {
  const { status, body } = await world().post(
    `${on}/comments`,
    { body: { markdown: "Hm" }, ...target },
    owner,
  );
  expect(status).toBe(200);
  return body;
};
const targetOf = async (on: string, id: string) =>
  (await world().get(`${on}/comments/${id}`, owner)).body.target;
const headOf = async (of: string) => (await world().get(of, owner)).body.revision;
async function begin(space: string): Promise<string> {
  return `${space}/change-requests/${(await world().post(`${space}/change-requests`, {}, owner)).body.number}`;
}
const merge = async (request: string) => {
  const { body } = await world().post(`${request}/merge`, undefined, owner);
  expect(body.result).toBe("merge");
};

describe("a comment on a page", () => {
  test("says where the page is now, and how it was when it is gone", async () => {
    const { space, page } = await start();
    const { id, target } = await commentOn(space, { page });
    expect(target.page).toMatchObject({ id: page, title: "Start", path: "start", outdated: false });
    expect(target.page.createdAt).toBeDefined();
    expect(target).not.toHaveProperty("node");
    await write(space, [{ operation: "update_page", page, title: "Begin", slug: "begin" }]);
    expect(await targetOf(space, id)).toMatchObject({
      revision: await headOf(space),
      page: { title: "Begin", path: "begin", outdated: false },
    });
    await write(space, [{ operation: "delete_page", page }]);
    expect(await targetOf(space, id)).toMatchObject({
      revision: target.revision,
      page: { id: page, title: "Start", path: "start", outdated: true },
    });
    const again = await world().post(`${space}/comments`, { body: { markdown: "Hm" }, page }, owner);
    expect([again.status, again.body.error.details[0].path]).toEqual([400, "/page"]);
  });

  test("is none of a copy's page, though their ids are the same", async () => {
    const { space, page } = await start();
    await commentOn(space, { page });
    const copy = await world().post(`${space}/duplicate`, undefined, owner);
    const { body } = await world().get(`/spaces/${copy.body.id}/comments?targetPage=${page}`, owner);
    expect([body.count, copy.body.comments]).toEqual([0, 0]);
  });
});

describe("a comment on a block", () => {
  const node = blockOf(TEXT, "second");

  test("names a block of the page as it is", async () => {
    const { space, page } = await start();
    const { target } = await commentOn(space, { page, node });
    expect(target.node).toEqual({ id: node, preview: "The second paragraph says more." });
    for (const wrong of ["absent", `${node}-1`]) {
      const body = { body: { markdown: "Hm" }, page, node: wrong };
      const answer = await world().post(`${space}/comments`, body, owner);
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, "/node"]);
    }
  });

  test.each([
    ["edits elsewhere", TEXT.replace("First", "The very first"), "The second paragraph says more."],
    ["edits of itself", TEXT.replace("says more", "says much more"), "The second paragraph says much more."],
    [
      "moves",
      "The second paragraph says more.\n\nFirst words stand here.",
      "The second paragraph says more.",
    ],
  ])("survives %s", async (_, markdown, preview) => {
    const { space, page } = await start();
    const { id } = await commentOn(space, { page, node });
    await write(space, [edit(page, markdown)]);
    expect(await targetOf(space, id)).toMatchObject({
      revision: await headOf(space),
      page: { outdated: false },
      node: { id: blockOf(markdown, "second"), preview },
    });
  });

  test("is followed through many small edits that leave nothing of it", async () => {
    const first = "alpha beta gamma delta epsilon zeta";
    const { space, page } = await start(`Before.\n\n${first}\n\nAfter.`);
    const { id } = await commentOn(space, { page, node: blockOf(`Before.\n\n${first}\n\nAfter.`, "alpha") });
    const words = first.split(" ");
    for (const at of words.keys()) {
      words[at] = `new${at}`;
      world().ahead += 1;
      await write(space, [edit(page, `Before.\n\n${words.join(" ")}\n\nAfter.`)]);
    }
    expect(await targetOf(space, id)).toMatchObject({
      page: { outdated: false },
      node: { preview: words.join(" ") },
    });
  });

  test("is told as it was when it is gone, and found again when it is back", async () => {
    const { space, page } = await start();
    const { id, target } = await commentOn(space, { page, node });
    await write(space, [edit(page, "First words stand here.\n\nThird and last.")]);
    expect(await targetOf(space, id)).toMatchObject({
      revision: target.revision,
      page: { id: page, outdated: true },
      node: { id: node, preview: "The second paragraph says more." },
    });
    await write(space, [edit(page, TEXT)]);
    expect(await targetOf(space, id)).toMatchObject({ page: { outdated: false }, node: { id: node } });
  });

  test("follows what a merge brings, and stays with its change request when that is merged", async () => {
    const { space, page } = await start();
    const onSpace = await commentOn(space, { page, node });
    const request = await begin(space);
    const changed = TEXT.replace("says more", "has something to say");
    await write(request, [
      edit(page, changed),
      { operation: "insert_page", title: "New", document: { markdown: "x" } },
    ]);
    const onRequest = await commentOn(request, { page, node: blockOf(changed, "second") });
    expect(onRequest.target).toMatchObject({
      revision: await headOf(request),
      page: { outdated: false },
      node: { preview: "The second paragraph has something to say." },
    });
    expect((await targetOf(space, onSpace.id)).node.id).toBe(node);
    await merge(request);
    expect((await targetOf(space, onSpace.id)).node).toEqual({
      id: blockOf(changed, "second"),
      preview: "The second paragraph has something to say.",
    });
    await write(space, [edit(page, "Nothing of it is left.")]);
    expect((await targetOf(space, onSpace.id)).page.outdated).toBe(true);
    expect(await targetOf(request, onRequest.id)).toEqual(onRequest.target);
  });

  test("on a change request finds pages that only that has", async () => {
    const { space } = await start();
    const request = await begin(space);
    const insert = { operation: "insert_page", title: "New", document: { markdown: "x" } };
    const { page } = (await world().post(`${request}/content?compat=false`, { changes: [insert] }, owner))
      .body.changes[0];
    expect((await commentOn(request, { page })).target.page).toMatchObject({ title: "New", outdated: false });
    const onSpace = await world().post(`${space}/comments`, { body: { markdown: "Hm" }, page }, owner);
    expect(onSpace.status).toBe(400);
  });
});

test.each(["merged", "archived"])("a change request that is %s can be discussed", async (status) => {
  const { space, page } = await start();
  const request = await begin(space);
  await write(request, [edit(page, "Else.")]);
  const { id } = await commentOn(request, {});
  if (status === "merged") await merge(request);
  else await world().patch(request, { status }, owner);
  expect((await world().get(request, owner)).body.status).toBe(status);
  await commentOn(request, { page });
  expect((await world().put(`${request}/comments/${id}`, { resolved: true }, owner)).status).toBe(200);
  expect((await world().get(`${request}/comments`, owner)).body.count).toBe(2);
  expect((await world().get(request, owner)).body.comments).toBe(1);
});

test("comments of a deleted space are gone with it, and back with it until it is purged", async () => {
  const { space, page } = await start();
  const { id } = await commentOn(space, { page });
  const at = `${space}/comments/${id}`;
  await world().post(`${at}/replies`, { body: { markdown: "So" } }, owner);
  await world().put(at, { addedReactions: ["👍"] }, owner);
  await world().delete(space, owner);
  expect((await world().get(at, owner)).status).toBe(404);
  expect((await world().put(at, { resolved: true }, owner)).status).toBe(404);
  await world().post(`${space}/restore`, undefined, owner);
  expect((await world().get(at, owner)).body).toMatchObject({ replies: 1, reactions: [{ count: 1 }] });
  await world().delete(space, owner);
  world().ahead += TRASH_MS + 1;
  await world().runJobs();
  const { read } = world().deps.db;
  for (const table of ["comment_replies", "comment_reactions"] as const) {
    expect(await read.selectFrom(table).selectAll().where("comment_id", "=", id).execute()).toEqual([]);
  }
  expect(await read.selectFrom("comments").selectAll().where("id", "=", id).execute()).toEqual([]);
});
