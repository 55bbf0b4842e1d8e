import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let writer: Person;
let site: string;
/** The section for the API, with a default variant and a second one. */
let api: string;
let older: string;

const base = "/acme/handbook/";

/** A space with a page that has its title's words. */
async function newSpace(title: string): Promise<string> {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title }, writer);
  const page = (name: string) => ({
    operation: "insert_page",
    document: { markdown: `# ${name}\n\nWords of ${title}.` },
  });
  // What the navigation leaves out isn't found either.
  const changes = [page("Start"), page("Details"), { ...page("Hidden details"), hidden: true }];
  await world().post(`/spaces/${body.id}/content`, { changes }, writer);
  return body.id;
}

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  const sites = `/orgs/${world().organization}/sites`;
  const spaces = [await newSpace("Guides"), await newSpace("Old guides")];
  const { body } = await world().post(sites, { title: "Handbook", spaces }, writer);
  site = `${sites}/${body.id}`;
  await world().post(`${site}/publish`, undefined, writer);
  const section = await world().post(`${site}/sections`, { spaceId: await newSpace("API") }, writer);
  api = section.body.id;
  const spaceId = await newSpace("API v1");
  older = (await world().post(`${site}/site-spaces`, { spaceId, sectionId: api }, writer)).body.id;
});

const status = async (path: string) => (await world().visit(base + path)).status;
const words = async (path: string) => /Words of ([^.]*)\./.exec((await world().visit(base + path)).text)?.[1];

describe("a site with sections", () => {
  test("has every variant of every section at its address", async () => {
    for (const [path, title] of [
      ["", "Guides"],
      ["details", "Guides"],
      ["old-guides/", "Old guides"],
      ["old-guides/details", "Old guides"],
      ["api/", "API"],
      ["api/details", "API"],
      ["API/details", "API"],
      ["api/api-v1/details", "API v1"],
      ["api/old-guides/details", undefined],
      ["api-v1/details", undefined],
      ["handbook/details", undefined],
    ] as const) {
      expect([path, await words(path)]).toEqual([path, title]);
    }
    const { body } = await world().get(`${site}/site-spaces`, writer);
    for (const { urls, space } of body.items) {
      const { status: code, text } = await world().visit(new URL(urls.published).pathname);
      expect([urls.published, code, text.includes(`Words of ${space.title}.`)]).toEqual([
        urls.published,
        200,
        true,
      ]);
    }
  });

  test("stands before a page of its path, which is behind the name of its own section then", async () => {
    const { body } = await world().get(`${site}/site-spaces`, writer);
    const guides = body.items.find(({ space }: { space: { title: string } }) => space.title === "Guides");
    const insert = async (change: object): Promise<string> => {
      const made = { operation: "insert_page", ...change };
      const answer = await world().post(`/spaces/${guides.space.id}/content`, { changes: [made] }, writer);
      return answer.body.changes[0].page;
    };
    const page = await insert({ document: { markdown: "# API\n\nWords of a page." } });
    await insert({ document: { markdown: "# Keys\n\nWords of keys." }, into: page });
    expect(await words("api/")).toBe("API");
    expect(await words("api/details")).toBe("API");
    expect(await words("handbook/api")).toBe("a page");
    expect(await words("handbook/api/keys")).toBe("keys");
    const former = await world().visit(`${base}api/keys`);
    expect([former.status, former.headers["location"]]).toEqual([307, `${base}handbook/api/keys`]);
    expect(await status("api/nothing")).toBe(404);
    await world().post(
      `/spaces/${guides.space.id}/content`,
      { changes: [{ operation: "delete_page", page }] },
      writer,
    );
  });

  test("shows tabs, and the versions of the section that is read", async () => {
    const { text } = await world().visit(`${base}api/details`);
    const tabs = /<nav class="sections"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? "";
    expect([...tabs.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([base, `${base}api/`]);
    expect(tabs).toMatch(/aria-current="[^"]*"[^>]*>\s*API|api\/"[^>]*aria-current/);
    expect(text).toContain(`href="${base}api/api-v1/"`);
    expect(text).not.toContain(`href="${base}old-guides/"`);
    expect(text).toContain(`href="${base}api/"`);
  });

  test("puts the sections of a group under one tab", async () => {
    const group = await world().post(
      `${site}/section-groups`,
      { title: "For developers", sections: [api] },
      writer,
    );
    const { text } = await world().visit(base);
    expect(/<nav class="sections"[\s\S]*?<\/nav>/.exec(text)?.[0]).toContain("For developers");
    expect(await words("api/")).toBe("API");
    await world().delete(`${site}/section-groups/${group.body.id}`, writer);
    expect((await world().visit(base)).text).not.toContain("For developers");
  });

  test("searches everywhere, saying where each page is, or keeps to the variant that is read", async () => {
    const found = async (query: string) => {
      const { text } = await world().visit(`${base}~/search.json?${query}`);
      const { results } = JSON.parse(text) as { results: { href: string; ancestors: string[] }[] };
      return results.map(({ href, ancestors }) => [href, ...ancestors].join(" ")).toSorted();
    };
    await world().runJobs();
    expect(await found("q=details")).toEqual([
      `${base}api/api-v1/details API API v1`,
      `${base}api/details API API`,
      `${base}details Handbook Guides`,
      `${base}old-guides/details Handbook Old guides`,
    ]);
    const { text } = await world().visit(`${base}api/api-v1/`);
    const scope = /data-scope="([^"]+)"\s+data-scope-title="API › API v1"/.exec(text)?.[1];
    expect(scope).toBe(older);
    expect(await found(`q=details&in=${scope}`)).toEqual([`${base}api/api-v1/details`]);
    expect(await found("q=details&in=elsewhere")).toHaveLength(4);
    const page = (await world().visit(`${base}~/search?q=details&in=${scope}`)).text;
    expect(page).toMatch(new RegExp(`name="in"\\s+value="${scope}"\\s+checked`));
    expect(page.match(/class="result-title"/g)).toHaveLength(1);
  });

  test("says of each page that it offers for a wrong address where that is", async () => {
    const { status: code, text } = await world().visit(`${base}api/detials-of/details.html`);
    expect(code).toBe(404);
    const offered = [
      ...text.matchAll(/class="suggestion" href="([^"]*)"[\s\S]*?suggestion-where">([^<]*)</g),
    ];
    expect(offered.map(([, href, where]) => `${href} ${where}`).toSorted()).toEqual([
      `${base}api/api-v1/details API › API v1`,
      `${base}api/details API › API`,
      `${base}details Handbook › Guides`,
      `${base}old-guides/details Handbook › Old guides`,
    ]);
  });

  test("keeps nothing for parts of the sitemap that are not there", async () => {
    await world().visit(`${base}sitemap.xml`);
    const derived = vi.spyOn(world().deps.content, "derived");
    const asked = [2, 3, 999_999].map((part) => world().visit(`${base}sitemap-pages-${part}.xml`));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404]);
    const kinds = new Set(
      derived.mock.calls.map(([kind]) => kind).filter((kind) => kind.startsWith("sitemap")),
    );
    derived.mockRestore();
    expect(kinds).toEqual(new Set(["sitemap-count"]));
  });

  test("lists everything for machines, and each variant on its own", async () => {
    const { text } = await world().visit(`${base}sitemap.xml`);
    expect((await world().visit(`${base}sitemap-pages-1.xml`)).text).toBe(text);
    expect((await world().visit(`${base}sitemap-pages.xml`)).text).toBe(text);
    for (const path of ["details", "old-guides/details", "api/details", "api/api-v1/details"]) {
      expect(text).toContain(`<loc>http://sites.test${base}${path}</loc>`);
    }
    const own = (await world().visit(`${base}api/llms.txt`)).text;
    expect(own).toContain(`${base}api/details.md`);
    expect(own).not.toContain(`${base}old-guides/`);
    const all = (await world().visit(`${base}llms.txt`)).text;
    for (const path of ["details", "old-guides/details", "api/details", "api/api-v1/details"]) {
      expect(all).toContain(`(http://sites.test${base}${path}.md)`);
    }
    expect(all).toMatch(/^## API: API v1$/m);
    expect((await world().visit(`${base}llms-full.txt`)).text).toContain("Words of API v1.");
    expect((await world().visit(`${base}api/api-v1/details.md`)).text).toContain("Words of API v1.");
    expect(await status("nowhere/llms.txt")).toBe(404);
  });

  test("moves with its settings at once", async () => {
    await world().patch(`${site}/sections/${api}`, { path: "reference", defaultSiteSpace: older }, writer);
    expect(await words("reference/")).toBe("API v1");
    expect(await words("reference/api/")).toBe("API");
    expect(await status("api/")).toBe(307);
    await world().patch(site, { defaultSiteSection: api }, writer);
    expect(await words("")).toBe("API v1");
    expect(await words("handbook/details")).toBe("Guides");
    const [first] = (await world().get(`${site}/sections`, writer)).body.items;
    await world().patch(site, { defaultSiteSection: first.id }, writer);
    expect(await words("")).toBe("Guides");
  });

  test("keeps sections and variants from whom their conditions keep them", async () => {
    const path = `${site}/sections/${api}`;
    await world().patch(path, { condition: "visitor.claims.staff === true" }, writer);
    for (const inner of ["reference/", "reference/details", "reference/details.md", "reference/api/"]) {
      expect([inner, await status(inner)]).toEqual([inner, 404]);
    }
    expect((await world().visit(base)).text).not.toContain("reference/");
    expect((await world().visit(`${base}sitemap.xml`)).text).not.toContain("reference/");
    await world().patch(path, { condition: null }, writer);
    const hidden = `${site}/site-spaces/${older}`;
    await world().patch(hidden, { condition: "visitor.claims.staff === true" }, writer);
    expect(await words("reference/")).toBe("API");
    expect(await status("reference/api-v1/")).toBe(404);
    await world().patch(hidden, { condition: null }, writer);
  });

  test("leads elsewhere among its tabs, in their order and in a group's menu", async () => {
    const add = async (body: object) =>
      (await world().post(`${site}/external-links`, body, writer)).body.id as string;
    const group = (await world().post(`${site}/section-groups`, { title: "More" }, writer)).body.id;
    const status = await add({ title: "Status & more", url: "https://status.example.com/?a=1&b=2" });
    await add({ title: "Forum", url: "https://forum.example.com/", parent: group, description: "Ask" });
    const draft = await add({ title: "Draft", url: "https://draft.example.com/", draft: true });
    const staff = "visitor.claims.staff === true";
    await add({ title: "Staff", url: "https://staff.example.com/", condition: staff });
    const sort = (id: string, before: { type: string; id: string }) =>
      world().patch(
        `${site}/structure/sort`,
        { item: { type: "site-external-link", id }, position: { before } },
        writer,
      );
    await sort(status, { type: "site-section", id: api });
    const tabs = async () => {
      const nav = /<nav class="sections"[^]*?<\/nav>/.exec((await world().visit(base)).text)?.[0] ?? "";
      return [...nav.matchAll(/<a\s[^>]*href="([^"]*)"([^>]*)>/g)].map(([, href, rest]) => [
        href,
        /target="[^"]*" rel="[^"]*"/.exec(rest ?? "")?.[0],
      ]);
    };
    const out = ["https://status.example.com/?a=1&amp;b=2", undefined];
    const forum = ["https://forum.example.com/", undefined];
    const [guides, reference] = [
      [base, undefined],
      [`${base}reference/`, undefined],
    ];
    expect(await tabs()).toEqual([guides, out, reference, forum]);
    // A group of nothing but links is shown as well, and what is no draft any more is there at once.
    await world().patch(`${site}/external-links/${draft}`, { draft: false, parent: group }, writer);
    expect(await tabs()).toEqual([guides, out, reference, forum, ["https://draft.example.com/", undefined]]);
    await world().delete(`${site}/external-links/${draft}`, writer);
    const { body: look } = await world().get(`${site}/customization`, writer);
    const put = (target: string) =>
      world().put(`${site}/customization`, { ...look, externalLinks: { target } }, writer);
    await put("blank");
    const own = 'target="_blank" rel="noopener"';
    expect(await tabs()).toEqual([guides, [out[0], own], reference, [forum[0], own]]);
    await put("self");
    for (const text of [`${base}sitemap.xml`, `${base}llms.txt`])
      expect((await world().visit(text)).text).not.toContain("status.example.com");
  });

  test("keeps the key of a share link in its tabs", async () => {
    await world().patch(site, { visibility: "share-link" }, writer);
    const link = await world().post(`${site}/share-links`, { name: "Partners" }, writer);
    const open = new URL(link.body.urls.published).pathname;
    const { text } = await world().visit(`${open}reference/details`);
    expect(text).toContain(`href="${open}reference/"`);
    expect(text).not.toContain(`href="${base}reference/"`);
    expect(await status("reference/")).toBe(403);
  });
});
