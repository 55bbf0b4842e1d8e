/** What an edit costs the readers of a site: it grows with the change, not with the site. */
import { beforeAll, expect, test } from "vitest";
import { builtAssets } from "../../test/assets.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";

const world = useWorld();
const base = "/acme/guide/";
const PAGES = 20;
let writer: Person;
let space: string;
let ids: readonly string[];

const change = async (changes: unknown[]) => {
  const { status, body, text } = await world().post(`/spaces/${space}/content`, { changes }, writer);
  expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return body.changes.map(({ page }: { page: string }) => page) as string[];
};
const markdownOf = (at: number): string => `# Page ${at}\n\nWords of page ${at}.`;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const org = `/orgs/${world().organization}`;
  space = (await world().post(`${org}/spaces`, { title: "Guide" }, writer)).body.id;
  const { body: site } = await world().post(`${org}/sites`, { title: "Guide", spaces: [space] }, writer);
  await world().post(`${org}/sites/${site.id}/publish`, undefined, writer);
  ids = await change(
    Array.from({ length: PAGES }, (_, at) => ({
      operation: "insert_page",
      slug: `page-${at}`,
      document: { markdown: markdownOf(at) },
    })),
  );
});

test("an edit has those pages rendered again that say something else after it", async () => {
  const { deps } = world();
  const rendered: string[] = [];
  const { content } = deps;
  const counting: typeof content.derived = (kind, key, compute) =>
    content.derived(kind, key, () => {
      if (kind === "body") rendered.push(key);
      return compute();
    });
  const sites = buildSites(
    { ...deps, content: { ...content, derived: counting } },
    { trustedProxies: [] },
    builtAssets(),
  );
  const readAll = async (): Promise<{ readonly made: number; readonly tags: readonly unknown[] }> => {
    rendered.length = 0;
    const tags: unknown[] = [];
    for (let at = 1; at < PAGES; at++) {
      const headers = { host: "sites.test", "accept-encoding": "br" };
      const answer = await sites.inject({ url: `${base}page-${at}`, headers });
      expect(answer.statusCode).toBe(200);
      tags.push(answer.headers["etag"]);
    }
    return { made: rendered.length, tags };
  };
  const first = await readAll();
  expect(first.made).toBe(PAGES - 1);
  expect(await readAll()).toEqual({ made: 0, tags: first.tags });

  const document = { markdown: `${markdownOf(7)}\n\nOther words.` };
  await change([{ operation: "update_page", page: ids[7], document }]);
  const edited = await readAll();
  expect(edited.made).toBe(1);
  // What others were sent before is what they would be sent now, and they have it already.
  expect(edited.tags.flatMap((tag, at) => (tag === first.tags[at] ? [] : [at + 1]))).toEqual([7]);

  // Another title stands in the navigation of all pages: they are put together again, and none of them rendered.
  await change([{ operation: "update_page", page: ids[9], title: "Renamed" }]);
  const renamed = await readAll();
  expect(renamed.made).toBe(0);
  expect(renamed.tags.some((tag, at) => tag === edited.tags[at])).toBe(false);
  await sites.close();
});
