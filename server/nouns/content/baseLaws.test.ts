/** What writes that name their base promise, whoever writes beside them and whatever comes between. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { anyText, page as anyPage } from "../../../engine/markdown/dialect.fixture.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
const IS_FULL = process.env["LECTERN_TEST_TIER"] === "full";
const CLIENTS = 6;
const WRITES = IS_FULL ? 200 : 12;
/** Rounds of the law of bytes, each with a text for every page of it. */
const ROUNDS = IS_FULL ? 250 : 12;
const TEXTS = 20;
let writer: Person;
let space: string;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, writer)).body.id;
});

const change = (body: object, headers?: Record<string, string>): Promise<Answer> =>
  world().post(`/spaces/${space}/content`, { changes: [body] }, writer, headers);
const read = async (page: string) =>
  (await world().get(`/spaces/${space}/content/page/${page}`, writer)).body as {
    markdown: string;
    documentId: string;
  };

/** Numbers that look random and are the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** One client that puts paragraphs of its own into what it last read; gives those that it was told are written. */
async function insertParagraphs(page: string, client: number): Promise<string[]> {
  const random = numbers(client + 1);
  const acknowledged: string[] = [];
  let known = await read(page);
  for (let at = 0; at < WRITES; at++) {
    const mine = `Paragraph ${at} of client ${client}.`;
    const paragraphs = known.markdown.split("\n\n");
    paragraphs.splice(Math.floor(random.next().value * (paragraphs.length + 1)), 0, mine);
    const markdown = paragraphs.join("\n\n");
    const { status, body } = await change({
      operation: "update_page",
      page,
      document: { markdown, base: known.documentId },
    });
    if (status === 200) {
      const [{ documentId, markdown: stored = markdown }] = body.changes;
      known = { documentId, markdown: stored };
      acknowledged.push(mine);
    } else {
      expect([status, body.error.type]).toEqual([409, "content-conflict"]);
      known = await read(page);
    }
  }
  return acknowledged;
}

test("of clients that write at once none loses what it was told is written", async () => {
  const document = { markdown: "One.\n\nTwo.\n\nThree." };
  const { page } = (await change({ operation: "insert_page", title: "P", document })).body.changes[0];
  const all = await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => insertParagraphs(page, client)),
  );
  const expected = [...all.flat(), "One.", "Two.", "Three."].toSorted();
  expect(all.flat().length).toBeGreaterThan((CLIENTS * WRITES) / 2);
  expect((await read(page)).markdown.split("\n\n").toSorted()).toEqual(expected);
});

test("a write whose answer was lost has the same answer the second time, and one effect", async () => {
  const document = { markdown: "A\n\nB" };
  const made = (await change({ operation: "insert_page", title: "P", document })).body.changes[0];
  const write = (markdown: string, key?: string) =>
    change(
      { operation: "update_page", page: made.page, document: { markdown, base: made.documentId } },
      key === undefined ? undefined : { "idempotency-key": key },
    );
  const first = await write("A\n\nB\n\nMine", "lost");
  await write("A, by another\n\nB");
  const again = await write("A\n\nB\n\nMine", "lost");
  expect([again.status, again.text, again.headers["idempotent-replayed"]]).toEqual([200, first.text, "true"]);
  expect((await read(made.page)).markdown).toBe("A, by another\n\nB\n\nMine");
});

/** Links to a page that is there, in places where one may stand. */
const LINKS = [
  "[l](there.md)",
  "> - [l](<there.md> 't')",
  "[r]: there.md\n\n[r]",
  "| [l](there.md) |\n|-|",
  "`there.md`",
];

/** Any text that is taken, around links to the page `there`: U+0000 is refused, and so is a condition on nothing. */
const written = fc
  .tuple(fc.oneof(anyPage, anyText), fc.subarray(LINKS), anyPage)
  .map(([before, links, after]) => [before, ...links, after].join("\n\n"))
  .map((text) => text.replaceAll("\0", "\u0001").replaceAll("a == 'b'", "visitor.claims.a == 'b'"));

test(
  `whatever is written with a base is read back byte for byte, but for link destinations: ${ROUNDS} times ${TEXTS} texts`,
  { timeout: 600_000 },
  async () => {
    const insert = (title: string) => ({ operation: "insert_page", title });
    const sent = { changes: ["There", ...Array.from({ length: TEXTS }, (_, at) => `P${at}`)].map(insert) };
    const [there, ...pages] = (await world().post(`/spaces/${space}/content`, sent, writer)).body.changes;
    let bases: (string | null)[] = pages.map(() => null);
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: TEXTS, maxLength: TEXTS }), async (texts) => {
        const changes = texts.map((markdown, at) => {
          const document = { markdown, base: bases[at] };
          return { operation: "update_page", page: pages[at].page, document };
        });
        const { status, body } = await world().post(`/spaces/${space}/content`, { changes }, writer);
        expect([status, body.error]).toEqual([200, undefined]);
        bases = body.changes.map(({ documentId }: { documentId: string }) => documentId);
        const stored = await Promise.all(
          pages.map(async ({ page }: { page: string }) => (await read(page)).markdown),
        );
        expect(stored.map((text) => text.replaceAll(`/pages/${there.page}`, "there.md"))).toEqual(texts);
        expect(stored.join("")).toContain(`/pages/${there.page}`);
      }),
      { numRuns: ROUNDS, endOnFailure: true },
    );
  },
);
