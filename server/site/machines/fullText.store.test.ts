/** A whole site in one text: made once for all who ask, in parts, and beside other readers. */
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DerivedValues } from "../../content/derived.ts";
import { builtAssets } from "../../test/assets.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";
import { makeSite, tokenOf, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld();
const PAGES = 45;
/** Two parts of two million characters, and a piece of a third. */
const LONG = `\`\`\`\n${`${"Some words. ".repeat(8)}\n`.repeat(1000)}\`\`\``;
let admin: Person;
let site: VisitedSite;
let sites: FastifyInstance;
/** How often something of a kind was made. */
const made = new Map<string, number>();

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  site = await makeSite(world(), admin, "Whole");
  await world().patch(site.api, { visibility: "public" }, admin);
  const changes = Array.from({ length: PAGES }, (_, index) => ({
    operation: "insert_page",
    slug: `p${index}`,
    title: `Page ${index}`,
    document: { markdown: `Number ${index}.\n\n${LONG}` },
  }));
  expect((await world().post(`/spaces/${site.space}/content`, { changes }, admin)).status).toBe(200);
  const { deps } = world();
  const derived: DerivedValues = (kind, key, compute) =>
    deps.content.derived(kind, key, () => {
      made.set(kind, (made.get(kind) ?? 0) + 1);
      return compute();
    });
  sites = buildSites(
    { ...deps, content: { ...deps.content, derived } },
    { trustedProxies: [] },
    builtAssets(),
  );
});
afterAll(() => sites.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  sites.inject({ url: site.base + path, headers: { host: "sites.test", ...headers } });

/** Turns of the event loop that others get while something is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const next = (): void => {
    turns++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  await work;
  isOver = true;
  return turns;
}

test("ten who ask at once wait for one, and others get their turn between the pages", async () => {
  const asking = Array.from({ length: 10 }, (_, index) =>
    ask("llms-full.txt", index % 2 === 0 ? {} : { "accept-encoding": "br" }),
  );
  const turns = await turnsDuring(Promise.all(asking));
  const [first, ...others] = (await Promise.all(asking)).filter(
    ({ headers }) => !headers["content-encoding"],
  );
  expect([first?.statusCode, (first?.body.length ?? 0) > 1_900_000, others.length]).toEqual([200, true, 4]);
  for (const other of others) expect(other.body === first?.body).toBe(true);
  const pages = first?.body.match(/^Number \d+\.$/gm)?.length ?? 0;
  expect(pages).toBeGreaterThan(15);
  expect(turns).toBeGreaterThanOrEqual(pages);
  expect(made.get("llms-full 1")).toBe(1);
  // One more, to see that it does not fit.
  expect(made.get("markdown")).toBe(pages + 1);
});

test("each page stands in one part, and what is asked for beyond the last makes nothing", async () => {
  const parts = await Promise.all([1, 2, 3].map((part) => ask(`llms-full.txt/${part}`)));
  expect(parts.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const numbers = parts.flatMap(({ body }) =>
    [...body.matchAll(/^Number (\d+)\.$/gm)].map(([, said]) => Number(said)),
  );
  expect(numbers).toEqual(Array.from({ length: PAGES }, (_, index) => index));
  expect(made.get("markdown")).toBe(PAGES);
  const whole = await ask("llms-full.txt");
  expect(whole.body === parts[0]?.body).toBe(true);
  const before = new Map(made);
  before.set("llms-full-end 3", (before.get("llms-full-end 3") ?? 0) + 1);
  for (const part of [4, 5, 40, PAGES + 1, 999_999])
    expect([part, (await ask(`llms-full.txt/${part}`)).statusCode]).toEqual([part, 404]);
  const lists = ([kind]: [string, number]) => kind.startsWith("llms-full") || kind === "markdown";
  expect([...made].filter(lists)).toEqual([...before].filter(lists));
});

test("where readers differ, each gets the text that is theirs", async () => {
  await world().patch(site.api, { visibility: "visitor-auth" }, admin);
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, admin);
  const change = {
    operation: "insert_page",
    slug: "paid",
    title: "Paid",
    condition: "visitor.claims.paid",
    document: { markdown: "A quokka." },
  };
  await world().post(`/spaces/${site.space}/content`, { changes: [change] }, admin);
  const tokens = await Promise.all([true, false].map((paid) => tokenOf(world(), site.key, { paid })));
  const answers = await Promise.all(
    [...tokens, ...tokens, ...tokens].map((token) =>
      ask("llms-full.txt/3", { cookie: `gitbook-visitor-token=${token}` }),
    ),
  );
  expect(answers.map(({ statusCode, body }) => [statusCode, body.includes("A quokka.")])).toEqual(
    [true, false, true, false, true, false].map((paid) => [200, paid]),
  );
});
