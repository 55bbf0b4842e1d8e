/** What a tree of pages is changed by: moves of many at once, copies, and what deleting would break. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
});

async function newSpace(): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, writer)).body.id;
}

const change = (of: string, ...changes: unknown[]) =>
  world().post(`/spaces/${of}/content`, { changes }, writer);

async function insert(of: string, title: string, more: object = {}): Promise<string> {
  const { body } = await change(of, { operation: "insert_page", title, ...more });
  return body.changes[0].page;
}

/** The tree as titles, those below in brackets. */
async function outline(of: string): Promise<string> {
  const told = (pages: any[]): string =>
    pages
      .map(({ title, pages: below = [] }) => (below.length === 0 ? title : `${title}(${told(below)})`))
      .join(" ");
  return told((await world().get(`/spaces/${of}/content/pages`, writer)).body.pages);
}

describe("moves", () => {
  test("two hundred are one revision, and with one other change among them they are refused", async () => {
    const of = await newSpace();
    const into = await insert(of, "Into");
    const pages: string[] = [];
    for (let round = 0; round < 4; round++) {
      const some = Array.from({ length: 50 }, (_, index) => ({
        operation: "insert_page",
        title: `Page ${round * 50 + index}`,
      }));
      pages.push(...(await change(of, ...some)).body.changes.map(({ page }: { page: string }) => page));
    }
    const moves = pages.map((page, at) => ({
      operation: "update_page",
      page,
      into,
      at,
      was: { into: null },
    }));
    const refused = await change(of, ...moves.slice(1), { ...moves[0], title: "Another" });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toBe("/changes");
    const before = (await world().get(`/spaces/${of}/revisions`, writer)).body.count;
    const moved = await change(of, ...moves);
    expect(moved.status).toBe(200);
    expect((await world().get(`/spaces/${of}/revisions`, writer)).body.count).toBe(before + 1);
    const tree = (await world().get(`/spaces/${of}/content/pages`, writer)).body.pages;
    expect(tree).toHaveLength(1);
    expect(tree[0].pages.map(({ id }: { id: string }) => id)).toEqual(pages);
  });

  test("one from where the page is no more is refused, and says where it is", async () => {
    const of = await newSpace();
    const [a, b, page] = [await insert(of, "A"), await insert(of, "B"), await insert(of, "Page")];
    expect((await change(of, { operation: "update_page", page, into: a, was: { into: null } })).status).toBe(
      200,
    );
    const late = await change(of, { operation: "update_page", page, into: b, was: { into: null } });
    expect(late.status).toBe(409);
    expect(late.body.conflicts).toEqual([
      expect.objectContaining({ kind: "page-field", field: "into", base: null, primary: a, changed: b }),
    ]);
    expect(await outline(of)).toBe("A(Page) B");
  });
});

describe("a copy", () => {
  test("stands behind its page with what is below it, byte for byte", async () => {
    const of = await newSpace();
    const page = await insert(of, "Setup", { description: "How" });
    const below = await insert(of, "Linux", { into: page });
    await insert(of, "Last");
    const text = "---\nnot: front\n---\n\n* a\n* b\n\n\n";
    await change(of, { operation: "update_page", page: below, document: { markdown: text, base: null } });
    const answer = await change(of, { operation: "duplicate_page", page, title: "Setup, again" });
    expect(answer.status).toBe(200);
    expect(await outline(of)).toBe("Setup(Linux) Setup, again(Linux) Last");
    const copy = (await world().get(`/spaces/${of}/content/page/${answer.body.changes[0].page}`, writer))
      .body;
    expect(copy).toMatchObject({ description: "How", path: "setup-again" });
    const [linux] = copy.pages;
    expect(linux.id).not.toBe(below);
    expect((await world().get(`/spaces/${of}/content/page/${linux.id}`, writer)).body.markdown).toBe(text);
  });

  test("are two hundred pages at most in one request, whichever changes make them", async () => {
    const of = await newSpace();
    const page = await insert(of, "Setup");
    const below = Array.from({ length: 49 }, (_, at) => ({
      operation: "insert_page",
      title: `${at}`,
      into: page,
    }));
    await change(of, ...below);
    const copies = (count: number) =>
      Array.from({ length: count }, () => ({ operation: "duplicate_page", page }));
    const { status, body } = await change(of, ...copies(5));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("/changes/4/page")]);
    expect((await change(of, ...copies(4))).status).toBe(200);
    expect(await outline(of)).toMatch(/^(?:Setup\([^()]*\) ?){5}$/);
  });

  test("of a page that is not there is refused, naming it", async () => {
    const { status, body } = await change(await newSpace(), { operation: "duplicate_page", page: "absent" });
    expect([status, body.error.details[0].path]).toEqual([400, "/changes/0/page"]);
  });
});

test("an answer names the revision before it, by which a deleted page comes back where it was", async () => {
  const of = await newSpace();
  await insert(of, "A");
  const page = await insert(of, "B");
  await insert(of, "C");
  const gone = await change(of, { operation: "delete_page", page });
  expect(await outline(of)).toBe("A C");
  const back = await change(of, { operation: "revert_page", page, revision: gone.body.before });
  expect(back.status).toBe(200);
  expect(await outline(of)).toBe("A B C");
});

describe("what deleting breaks", () => {
  test("counts those below, and links of what stays", async () => {
    const of = await newSpace();
    const page = await insert(of, "Setup");
    const below = await insert(of, "Linux", { into: page, document: { markdown: `[up](/pages/${page})` } });
    await insert(of, "A", {
      document: { markdown: `[a](/pages/${page}) [b](/pages/${below}#x) [b](/pages/${below})` },
    });
    const other = await newSpace();
    await insert(other, "Elsewhere", { document: { markdown: `[far](/spaces/${of}/pages/${below})` } });
    await world().runJobs();
    const ask = (pages: string) => world().get(`/spaces/${of}/links/deletion?pages=${pages}`, writer);
    expect((await ask(page)).body).toEqual({ pages: 2, links: 3 });
    expect((await ask(`${page},${below}`)).body).toEqual({ pages: 2, links: 3 });
    expect((await ask(below)).body).toEqual({ pages: 1, links: 2 });
    expect((await ask("absent")).body).toEqual({ pages: 0, links: 0 });
    expect((await ask(Array.from({ length: 201 }, (_, at) => `p${at}`).join(","))).status).toBe(400);
  });

  test("counts a change request's pages, as they are there", async () => {
    const of = await newSpace();
    const page = await insert(of, "Setup");
    await insert(of, "A", { document: { markdown: `[a](/pages/${page})` } });
    const { number } = (await world().post(`/spaces/${of}/change-requests`, { subject: "x" }, writer)).body;
    const request = `/spaces/${of}/change-requests/${number}`;
    const below = { operation: "insert_page", title: "Linux", into: page };
    await world().post(`${request}/content`, { changes: [below] }, writer);
    const ask = (at: string) => world().get(`${at}/links/deletion?pages=${page}`, writer);
    expect((await ask(request)).body).toEqual({ pages: 2, links: 1 });
    expect((await ask(`/spaces/${of}`)).body).toEqual({ pages: 1, links: 1 });
  });
});
