/** What following blocks costs, counted in comparisons of bodies: those make the first read of a page's comments slow. */
import { beforeAll, expect, test } from "vitest";
import { openDerived } from "../../content/derived.ts";
import type { Deps } from "../../deps.ts";
import { blocks } from "../../../engine/markdown/blockIds.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { showTargets } from "./target.ts";

const world = useWorld();
let owner: Person;

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
});

/** Everything that is asked of a database as in a process that just started, with the comparisons counted. */
function counting() {
  const counted = { comparisons: 0 };
  const { deps } = world();
  const kept = openDerived("derived", 1e7);
  const derived: Deps["content"]["derived"] = (kind, key, compute) =>
    kept(kind, key, () => {
      if (kind === "block-renames") counted.comparisons++;
      return compute();
    });
  const of: Deps["content"]["of"] = (organization) => ({ ...deps.content.of(organization), derived });
  const content: Deps["content"] = { of, derived };
  return { deps: { ...deps, content }, counted };
}

/** A page whose paragraphs are rewritten one by one, each commented on before. */
async function discussed(rounds: number) {
  const made = await world().post(`/orgs/${world().organization}/spaces`, {}, owner);
  const space = `/spaces/${made.body.id}`;
  const words = Array.from({ length: rounds }, (_, at) => `alpha beta gamma delta number${at} at first.`);
  const write = async (...changes: object[]) => {
    const { status, body } = await world().post(`${space}/content`, { changes }, owner);
    expect(status).toBe(200);
    world().ahead += 1;
    return body;
  };
  const document = () => ({ markdown: words.join("\n\n") });
  const inserted = await write({ operation: "insert_page", title: "P", document: document() });
  const page: string = inserted.changes[0].page;
  const rewrite = async (at: number, text: string) => {
    words[at] = text;
    await write({ operation: "update_page", page, document: document() });
  };
  for (let at = 0; at < rounds; at++) {
    const node = blocks(parse(words.join("\n\n")).document)[at]?.id;
    const sent = { body: { markdown: "Hm" }, page, node };
    expect((await world().post(`${space}/comments`, sent, owner)).status).toBe(200);
    await rewrite(at, `alpha beta gamma delta number${at} later.`);
  }
  return { id: made.body.id as string, words, rewrite };
}

const read = async (deps: Deps, id: string) => {
  const space = await deps.db.read
    .selectFrom("spaces")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const comments = await deps.db.read
    .selectFrom("comments")
    .selectAll()
    .where("space_id", "=", id)
    .orderBy("posted_at")
    .execute();
  const shown = await showTargets(deps, { space }, comments);
  return comments.map((comment) => shown.get(comment.id)?.node?.preview);
};

test.each([4, 12])(
  "each of %i edits is compared once for all comments, as is each that follows",
  async (n) => {
    const { id, words, rewrite } = await discussed(n);
    const { deps, counted } = counting();
    expect(await read(deps, id)).toEqual(words);
    expect(counted.comparisons).toBe(n);
    for (const at of [0, 1, 2]) await rewrite(at, `alpha beta gamma delta number${at} at last.`);
    expect(await read(deps, id)).toEqual(words);
    expect(counted.comparisons).toBe(n + 3);
    await rewrite(3, "Nothing of it is left.");
    expect((await read(deps, id)).slice(0, 3)).toEqual(words.slice(0, 3));
    expect(counted.comparisons).toBe(n + 4);
  },
);

test("blocks of a body that the change request never had are followed from there", async () => {
  const made = await world().post(`/orgs/${world().organization}/spaces`, {}, owner);
  const space = `/spaces/${made.body.id}`;
  const [first, second] = ["One two three four.", "Five six seven eight."];
  const inserted = await world().post(
    `${space}/content`,
    {
      changes: [{ operation: "insert_page", title: "P", document: { markdown: `${first}\n\n${second}` } }],
    },
    owner,
  );
  const page = inserted.body.changes[0].page;
  const request = `${space}/change-requests/${(await world().post(`${space}/change-requests`, {}, owner)).body.id}`;
  const node = blocks(parse(second).document)[0]?.id;
  const { body } = await world().post(`${request}/comments`, { body: { markdown: "Hm" }, page, node }, owner);
  for (const markdown of [`${first}\n\nFive six seven nine.`, `${first}\n\nFive six ten nine.`]) {
    world().ahead += 1;
    const changes = [{ operation: "update_page", page, document: { markdown } }];
    expect((await world().post(`${request}/content`, { changes }, owner)).status).toBe(200);
  }
  const { target } = (await world().get(`${request}/comments/${body.id}`, owner)).body;
  expect(target).toMatchObject({ page: { outdated: false }, node: { preview: "Five six ten nine." } });
});

/** A space with these pages, and a way to change it. */
async function written(texts: readonly string[]) {
  const { body: made } = await world().post(`/orgs/${world().organization}/spaces`, {}, owner);
  const space = `/spaces/${made.id}`;
  const change = async (...changes: object[]) => {
    const { status, body } = await world().post(`${space}/content`, { changes }, owner);
    expect(status).toBe(200);
    world().ahead += 1;
    return body.changes;
  };
  const pages = await change(
    ...texts.map((markdown, at) => ({ operation: "insert_page", title: `P${at}`, document: { markdown } })),
  );
  const ids: string[] = pages.map(({ page }: { page: string }) => page);
  const rewrite = (at: number, markdown: string) =>
    change({ operation: "update_page", page: ids[at], document: { markdown } });
  for (const [at, text] of texts.entries()) {
    const node = blocks(parse(text).document)[0]?.id;
    const sent = { body: { markdown: "Hm" }, page: ids[at], node };
    expect((await world().post(`${space}/comments`, sent, owner)).status).toBe(200);
  }
  return { id: made.id as string, rewrite };
}

test("the first read looks at what revisions changed, not at every page in each of them", async () => {
  const size = 20;
  const texts = Array.from({ length: size }, (_, at) => `alpha beta gamma delta number${at} at first.`);
  const { id, rewrite } = await written(texts);
  const later = texts.map((text) => text.replace("first", "last"));
  for (const [at, text] of later.entries()) await rewrite(at, text);
  const { deps } = counting();
  const counted = { asked: 0 };
  const of: typeof deps.content.of = (organization) => {
    const content = deps.content.of(organization);
    const load: typeof content.nodes.load = (hashes) => {
      counted.asked += hashes.length;
      return content.nodes.load(hashes);
    };
    return { ...content, nodes: { load } };
  };
  expect((await read({ ...deps, content: { ...deps.content, of } }, id)).toSorted()).toEqual(
    later.toSorted(),
  );
  // Every page in each of the 41 revisions were 820 and more. How deep the nodes lie depends on the ids of the pages,
  // which are random: mostly it is 124, now and then half as much again.
  expect(counted.asked).toBeLessThan(size * size);
});

test("a block is found again on a page that had no text for a while", async () => {
  const { id, rewrite } = await written(["One two three four."]);
  for (const text of ["", "One two three five.", "One two six five."]) await rewrite(0, text);
  expect(await read(counting().deps, id)).toEqual(["One two six five."]);
});
