/** A client that repeats its requests while the server is killed again and again: each has exactly one effect. */
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchWatched } from "./ownAnswers.ts";
import { Program } from "./program.ts";

const LOOPS = process.env["LECTERN_TEST_TIER"] === "full" ? 200 : 3;
const AT_ONCE = 20;
/** About what the requests of one loop take: the kill falls before, among and after their commits. */
const WITHIN_MS = 60;
const TOKEN = "an administrator's token for tests";

let program: Program;

beforeAll(async () => {
  program = await Program.build();
});
afterAll(() => program.remove());

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

/** `hangsUp`: the client goes away at some moment and hears of nothing that comes later. */
async function create(app: string, name: string, hangsUp = false): Promise<Answer | undefined> {
  try {
    const response = await fetchWatched(`${app}/v1/user/tokens`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${TOKEN}`,
        "content-type": "application/json",
        "idempotency-key": name,
      },
      body: JSON.stringify({ label: name }),
      ...(hangsUp ? { signal: AbortSignal.timeout(Math.random() * WITHIN_MS) } : {}),
    });
    const isReplayed = response.headers.get("idempotent-replayed") === "true";
    return { status: response.status, text: withoutPort(await response.text()), isReplayed };
  } catch {
    return undefined;
  }
}

/** Creates one and goes away before the answer; gives when it is committed. */
async function createUnheard(app: string, name: string): Promise<void> {
  const { hostname, port, host } = new URL(app);
  const body = JSON.stringify({ label: name });
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const head = [
    "POST /v1/user/tokens HTTP/1.1",
    `host: ${host}`,
    `authorization: Bearer ${TOKEN}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    `idempotency-key: ${name}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  for (let look = 0; look < 500; look++) {
    if (!(await labels(app)).includes(name)) continue;
    socket.destroy();
    return;
  }
  throw new Error(`${name} was never made.`);
}

/** Each start takes a port of its own, which an answer that is made anew would show. */
const withoutPort = (text: string) => text.replace(/127\.0\.0\.1:\d+/g, "host");

async function labels(app: string): Promise<string[]> {
  const found: string[] = [];
  let page: string | undefined;
  do {
    const url = `${app}/v1/user/tokens?limit=1000${page === undefined ? "" : `&page=${page}`}`;
    const response = await fetchWatched(url, { headers: { authorization: `Bearer ${TOKEN}` } });
    const body = (await response.json()) as { items: { label: string }[]; next?: { page: string } };
    found.push(...body.items.map(({ label }) => label));
    page = body.next?.page;
  } while (page !== undefined);
  return found;
}

test(
  "each request has one effect and one answer, whenever the server dies",
  { timeout: 180_000 + LOOPS * 15_000 },
  async () => {
    const settings = { ...(await program.install()), LECTERN_ADMIN_TOKEN: TOKEN };
    let sent = new Map<string, Answer | undefined>();
    const answers = new Map<string, string>();
    let unheard = 0;
    for (let loop = 0; loop <= LOOPS; loop++) {
      const run = program.start(settings);
      const { app } = await run.ready();
      for (const [name, first] of sent) {
        const repeated = await create(app, name);
        expect([name, repeated?.status, repeated?.text]).toEqual([name, 201, first?.text ?? repeated?.text]);
        if (first === undefined && repeated?.isReplayed === true) unheard++;
        answers.set(name, String(repeated?.text));
      }
      if (loop === LOOPS) {
        await run.kill();
        break;
      }
      const names = Array.from({ length: AT_ONCE }, (_, index) => `request-${loop}-${index}`);
      const lost = `request-${loop}-lost`;
      await createUnheard(app, lost);
      const dying = run.killWithin(WITHIN_MS);
      const heard = await Promise.all(names.map((name, index) => create(app, name, index % 2 === 1)));
      await dying;
      sent = new Map(names.map((name, index) => [name, heard[index]]));
      sent.set(lost, undefined);
    }
    await expectOneEffect(settings, answers);
    expect(unheard).toBeGreaterThanOrEqual(LOOPS);
  },
);

async function expectOneEffect(
  settings: Record<string, string>,
  answers: Map<string, string>,
): Promise<void> {
  const run = program.start(settings);
  const { app } = await run.ready();
  const made = (await labels(app)).filter((label) => label.startsWith("request-"));
  expect(made.toSorted()).toEqual([...answers.keys()].toSorted());
  expect(made).toHaveLength(LOOPS * (AT_ONCE + 1));
  for (const [name, text] of [...answers].slice(-50)) expect((await create(app, name))?.text).toBe(text);
  await run.stop();
}
