/** References of real APIs, our own among them: each operation has its page, and search finds it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { SourceServer } from "../../nouns/openapi/source.fixture.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
const MODULES = join(import.meta.dirname, "../../../node_modules");
const isFull = process.env["LECTERN_TEST_TIER"] === "full";
let writer: Person;
let source: SourceServer;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  source = await SourceServer.open();
});
afterAll(() => source.close());

const read = (name: string) => readFileSync(join(MODULES, name), "utf8");

interface Listed {
  readonly path: string;
  readonly pages: readonly Listed[];
}

/** Publishes the reference of a description; gives the addresses of its pages. */
async function publish(slug: string, text: string): Promise<string[]> {
  source.files.set(`/${slug}.json`, text);
  const org = `/orgs/${world().organization}`;
  const url = `${source.origin}/${slug}.json`;
  await world().post(`${org}/openapi`, { slug, source: { url } }, writer);
  await world().runJobs();
  const { body: space } = await world().post(`${org}/spaces`, { title: slug }, writer);
  const dependencies = { spec: { ref: { kind: "openapi", spec: slug } } };
  const computed = { type: "builtin:openapi", props: { models: true }, dependencies };
  const changes = [{ operation: "insert_page", type: "computed", title: "API", computed }];
  await world().post(`/spaces/${space.id}/content`, { changes }, writer);
  const { body: site } = await world().post(`${org}/sites`, { title: slug, spaces: [space.id] }, writer);
  await world().post(`${org}/sites/${site.id}/publish`, undefined, writer);
  await world().runJobs();
  const { body } = await world().get(`/spaces/${space.id}/content/pages`, writer);
  const paths = (list: readonly Listed[]): string[] =>
    list.flatMap(({ path, pages }) => [path, ...paths(pages)]);
  return paths(body.pages);
}

const METHODS = new Set(["get", "put", "post", "delete", "patch"]);

/** How many operations a description has below its paths. */
function countOf(text: string): number {
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  return Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => METHODS.has(key))).length;
}

async function found(slug: string, query: string): Promise<string[]> {
  const { text } = await world().visit(`/acme/${slug}/~/search.json?q=${encodeURIComponent(query)}`);
  const { results } = JSON.parse(text) as { results: { href: string; sections: { href: string }[] }[] };
  return results.flatMap(({ href, sections }) => [href, ...sections.map((section) => section.href)]);
}

/** In the full tier all; otherwise every eighth path, and those that are searched for. */
function someOf(text: string): string {
  if (isFull) return text;
  const document = JSON.parse(text) as { paths: object };
  const kept = Object.entries(document.paths).filter(
    ([path], at) => at % 8 === 0 || path.includes("/openapi"),
  );
  return JSON.stringify({ ...document, paths: Object.fromEntries(kept) });
}

interface Api {
  readonly name: string;
  readonly text: () => string | Promise<string>;
  /** What is searched for, and what of an address is found. */
  readonly searched: readonly (readonly [query: string, address: string])[];
}

const APIS: readonly Api[] = [
  {
    name: "ours",
    text: async () => someOf((await world().call("GET", "//openapi.json")).text),
    searched: [
      ["/orgs/{organizationId}/openapi/{specSlug}/versions/latest", "version"],
      ["Add an OpenAPI specification", "add-an-openapi-specification"],
      ["specSlug", "openapi"],
    ],
  },
  {
    name: "galaxy",
    text: () => read("@scalar/galaxy/dist/latest.json"),
    searched: [
      ["/planets/{planetId}", "planet"],
      ["Get all planets", "get-all-planets"],
      ["planetId", "planet"],
    ],
  },
  ...(isFull
    ? [
        {
          name: "github",
          text: () => read("@octokit/openapi/generated/api.github.com.json"),
          searched: [
            ["/repos/{owner}/{repo}/check-suites", "check"],
            ["Create a repository for the authenticated user", "repo"],
            ["check_suite_id", "check"],
          ] as const,
        },
      ]
    : []),
];

// What pages show and search finds of them is compared between databases elsewhere.
describe.skipIf(inject("databases").dialect === "postgres").each(APIS)(
  "the reference of $name",
  ({ name, text, searched }) => {
    test("has every operation on its pages, and search finds them", { timeout: 300_000 }, async () => {
      const document = await text();
      const pages = await publish(name, document);
      const step = isFull ? 1 : Math.ceil(pages.length / 12);
      let shown = 0;
      for (const [at, path] of pages.entries()) {
        if (at % step !== 0) continue;
        // The first page stands at the site's own address.
        const { status, text: html } = await world().visit(`/acme/${name}/${at === 0 ? "" : path}`);
        expect([path, status, html.includes('class="prose"')]).toEqual([path, 200, true]);
        shown += html.split('class="op"').length - 1;
      }
      const addresses = new Set<string>();
      for (let part = 1; ; part++) {
        const { status, text: whole } = await world().visit(`/acme/${name}/llms-full.txt/${part}`);
        if (status === 404) break;
        for (const address of whole.match(/^`(?:GET|PUT|POST|DELETE|PATCH) \/\S*`$/gm) ?? [])
          addresses.add(address);
      }
      expect([shown > 0, addresses.size >= countOf(document)]).toEqual([true, true]);
      for (const [query, address] of searched)
        expect([query, (await found(name, query)).some((href) => href.includes(address))]).toEqual([
          query,
          true,
        ]);
    });
  },
);
