/** Writes that name their base while the server is killed: what was acknowledged is there, and what was refused is not. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchWatched } from "./ownAnswers.ts";
import { Program } from "./program.ts";

const KILLS = process.env["LECTERN_TEST_TIER"] === "full" ? 100 : 2;
const CLIENTS = 4;
/** The kill comes after some acknowledged writes, so that slow machines get as far as fast ones … */
const MOST_WRITES = 25;
/** … and then at any instant of about a write more. */
const WITHIN_MS = 20;
const TOKEN = "an administrator's token for tests";

let program: Program;

beforeAll(async () => {
  program = await Program.build();
});
afterAll(() => program.remove());

// oxlint-disable-next-line typescript/no-explicit-any -- a body is whatever the test asserts it to be
type Body = any;

/** An answer; undefined when the server went away before it. */
async function ask(url: string, sent?: object): Promise<{ status: number; body: Body } | undefined> {
  try {
    const response = await fetchWatched(url, {
      method: sent === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${TOKEN}`, ...(sent && { "content-type": "application/json" }) },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}

/** What became of the writes to one page, by the paragraph that each brought. */
interface Heard {
  readonly page: string;
  readonly acknowledged: Set<string>;
  readonly refused: Set<string>;
}

const CONTESTED = "Contested.";

/**
 * Puts paragraphs of its own into what it last read, and in every second write says something else in the paragraph that
 * all want, until the server is gone.
 */
async function write(space: string, name: string, heard: Heard, done: () => void): Promise<void> {
  const at = `${space}/content/page/${heard.page}`;
  let known = (await ask(at))?.body;
  for (let n = 0; known !== undefined; n++) {
    const mine = `Paragraph ${n} of ${name}.`;
    const paragraphs: string[] = known.markdown.split("\n\n");
    if (n % 2 === 0) paragraphs[0] = `${CONTESTED} ${name} ${n}`;
    paragraphs.splice(1 + ((n * 7) % paragraphs.length), 0, mine);
    const document = { markdown: paragraphs.join("\n\n"), base: known.documentId };
    const changes = [{ operation: "update_page", page: heard.page, document }];
    const answer = await ask(`${space}/content`, { changes });
    if (answer === undefined) return;
    if (answer.status === 200) {
      heard.acknowledged.add(mine);
      const [{ documentId, markdown = document.markdown }] = answer.body.changes;
      known = { documentId, markdown };
      done();
    } else {
      expect([answer.status, answer.body.error.type]).toEqual([409, "content-conflict"]);
      heard.refused.add(mine);
      known = (await ask(at))?.body;
    }
  }
}

/** Whether a page has each paragraph that it was told is written, once, and none that was refused. */
async function expectHeard(space: string, { page, acknowledged, refused }: Heard): Promise<void> {
  const paragraphs: string[] = (await ask(`${space}/content/page/${page}`))?.body.markdown.split("\n\n");
  expect(paragraphs.filter((one) => refused.has(one))).toEqual([]);
  expect(paragraphs.filter((one) => acknowledged.has(one)).toSorted()).toEqual([...acknowledged].toSorted());
  expect(new Set(paragraphs).size).toBe(paragraphs.length);
  expect(paragraphs.filter((one) => one.startsWith(CONTESTED))).toHaveLength(1);
}

test(
  `a server that is killed ${KILLS} times keeps each write that it acknowledged, and none that it refused`,
  { timeout: 180_000 + KILLS * 15_000 },
  async () => {
    const settings = { ...(await program.install()), LECTERN_ADMIN_TOKEN: TOKEN };
    const rounds: Heard[] = [];
    let space = "";
    for (let kill = 0; kill <= KILLS; kill++) {
      const run = program.start(settings);
      const api = `${(await run.ready()).app}/v1`;
      if (space === "") {
        const organization = (await ask(`${api}/orgs`))?.body.items[0].id;
        const made = await ask(`${api}/orgs/${organization}/spaces`, { title: "Guide" });
        space = `/spaces/${made?.body.id}`;
      }
      for (const heard of kill < KILLS ? rounds.slice(-1) : rounds) await expectHeard(api + space, heard);
      if (kill < KILLS) {
        const document = { markdown: CONTESTED };
        const insert = { operation: "insert_page", title: `Round ${kill}`, document };
        const made = await ask(`${api}${space}/content`, { changes: [insert] });
        const heard: Heard = {
          page: made?.body.changes[0].page,
          acknowledged: new Set(),
          refused: new Set(),
        };
        rounds.push(heard);
        let left = 1 + ((kill * 11) % MOST_WRITES);
        let killed: Promise<void> | undefined;
        const done = (): void => void (--left <= 0 && (killed ??= run.killWithin(WITHIN_MS)));
        const clients = Array.from({ length: CLIENTS }, (_, client) => `client ${client}`);
        await Promise.all(clients.map((name) => write(api + space, name, heard, done)));
        await killed;
      } else await run.stop();
    }
    expect(rounds.every(({ acknowledged }) => acknowledged.size > 0)).toBe(true);
    expect(rounds.some(({ refused }) => refused.size > 0)).toBe(true);
  },
);
