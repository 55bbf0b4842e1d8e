import { expect, test } from "vitest";
import { useWorld } from "../test/harness.ts";

const world = useWorld();

test("a page says where it is in other languages, and the menu leads there", async () => {
  const admin = await world().addPerson("ada", "admin");
  const { organization } = world();
  const at = `/orgs/${organization}`;
  const english = { title: "Guide", language: "en" };
  const source = (await world().post(`${at}/spaces`, english, admin)).body.id;
  const insert = (title: string) => ({ operation: "insert_page", title, document: { markdown: "Text." } });
  await world().post(`/spaces/${source}/content`, { changes: [insert("Home"), insert("Setup")] }, admin);
  const setup = (await world().get(`/spaces/${source}/content/pages`, admin)).body.pages[1].id;
  const settings = { title: "L", languages: ["pt-br"] };
  const { body: languages } = await world().post(`${at}/translations`, settings, admin);
  const begun = { source, language: "pt-br", title: "Guia" };
  const { body: made } = await world().post(`${at}/translations/${languages.id}/spaces`, begun, admin);
  const renamed = { operation: "update_page", page: setup, title: "Montagem", slug: "montagem" };
  await world().post(`/spaces/${made.space}/content`, { changes: [renamed] }, admin);
  const site = (await world().post(`${at}/sites`, { title: "Docs", spaces: [source, made.space] }, admin))
    .body;
  await world().post(`${at}/sites/${site.id}/publish`, undefined, admin);

  const { text, status } = await world().visit("/acme/docs/setup");
  expect(status).toBe(200);
  const alternates = [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)];
  expect(alternates.map(([, language, url]) => [language, url])).toEqual([
    ["en", "http://sites.test/acme/docs/setup"],
    ["pt-BR", "http://sites.test/acme/docs/guia/montagem"],
    ["x-default", "http://sites.test/acme/docs/setup"],
  ]);
  expect(text).toMatch(/class="menu-link"\s+href="\/acme\/docs\/guia\/montagem"/);
  expect(text).toMatch(/<article class="page"\s+lang="en"/);
  const other = (await world().visit("/acme/docs/guia/montagem")).text;
  expect(other).toMatch(/<article class="page"\s+lang="pt-BR"/);
  expect(other).toContain('hreflang="x-default" href="http://sites.test/acme/docs/setup"');
  expect((await world().visit("/acme/docs/sitemap.xml")).text).toContain(
    '<xhtml:link rel="alternate" hreflang="pt-BR" href="http://sites.test/acme/docs/guia/montagem"/>',
  );
});
