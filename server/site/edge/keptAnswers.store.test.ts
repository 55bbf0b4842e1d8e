/** How often a page is made, whoever reads it: only when something changed that it is made of. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { makeSite, tokenOf, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld();
let writer: Person;
let site: VisitedSite;

const PAGE = `# Home

{% if visitor.claims.plan == "pro" %}

For payers.

{% endif %}
`;

const change = (markdown: string) =>
  world().post(
    `/spaces/${site.space}/content`,
    { changes: [{ operation: "insert_page", document: { markdown } }] },
    writer,
  );

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Counted");
  await change(PAGE);
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  await world().runJobs();
});

let made = 0;
beforeEach(() => {
  made = 0;
  const { content } = world().deps;
  const { derived } = content;
  // Each making of a page asks for its body, which is derived once.
  const spy = vi.spyOn(content, "derived").mockImplementation((kind, key, compute) => {
    if (kind === "body") made++;
    return derived(kind, key, compute);
  });
  return () => spy.mockRestore();
});

async function read(claims: Record<string, unknown>) {
  const cookie = `gitbook-visitor-token=${await tokenOf(world(), site.key, claims)}`;
  const { status, text } = await world().visit(site.base, { cookie });
  expect(status).toBe(200);
  return text.includes("For payers.");
}

test("an adapted page is made once for all who answer its questions alike, also after unrelated writes", async () => {
  // The first making finds out what is asked, the second one is kept under the answers.
  expect(await read({ plan: "pro" })).toBe(true);
  expect(await read({ plan: "pro" })).toBe(true);
  expect(made).toBe(2);
  for (const name of ["Ada", "Grace"]) expect(await read({ plan: "pro", name })).toBe(true);
  expect(made).toBe(2);
  expect(await read({ plan: "free" })).toBe(false);
  expect(await read({ plan: "free", name: "Ada" })).toBe(false);
  expect(made).toBe(3);
  // What is believed of the database is over with each write; what was read is compared, and nothing is made.
  await world().addPerson("reader", "read");
  expect(await read({ plan: "pro" })).toBe(true);
  expect(await read({ plan: "free" })).toBe(false);
  await world().runJobs();
  await world().addPerson("another", "read");
  const together = [1, 2, 3].map(() => read({ plan: "pro" }));
  expect(await Promise.all(together)).toEqual([true, true, true]);
  expect(made).toBe(3);
});
