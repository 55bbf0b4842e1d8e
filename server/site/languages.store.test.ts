import { expect, test } from "vitest";
import { useWorld } from "../test/harness.ts";
import { LANGUAGES } from "../../design/words.ts";

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
    ["pt-BR", "http://sites.test/acme/docs/pt-br/montagem"],
    ["x-default", "http://sites.test/acme/docs/setup"],
  ]);
  expect(text).toMatch(
    /class="menu-link"\s+href="\/acme\/docs\/pt-br\/montagem"\s+lang="pt-BR" hreflang="pt-BR"\s*><span class="menu-title">Português \(Brasil\)</,
  );
  expect(text).toMatch(/<article class="page"\s+lang="en"/);
  const other = (await world().visit("/acme/docs/pt-br/montagem")).text;
  expect(other).toMatch(/<article class="page"\s+lang="pt-BR"/);
  expect(other).toMatch(/<html\s+lang="pt-br"/);
  expect(other).toContain("Copiar página");
  expect(other).toContain('hreflang="x-default" href="http://sites.test/acme/docs/setup"');
  expect((await world().visit("/acme/docs/sitemap.xml")).text).toContain(
    '<xhtml:link rel="alternate" hreflang="pt-BR" href="http://sites.test/acme/docs/pt-br/montagem"/>',
  );
});

test("who comes to no site is told so in their own language, at whatever address", async () => {
  for (const [locale, words] of Object.entries(LANGUAGES)) {
    const headers = { "accept-language": `xx, ${locale.toUpperCase()};q=0.9, en;q=0.5` };
    // Beside each other, so that none gets what was made for another.
    const paths = ["/none/none/", "/", "/acme/none/page", "/~/files/none", "/~/pdf/none"];
    for (const { text, status } of await Promise.all(paths.map((path) => world().visit(path, headers)))) {
      expect([locale, status, text.includes(words.unknownSiteTitle)]).toEqual([locale, 404, true]);
      expect(text).toMatch(new RegExp(`\\slang="${locale}"`, "i"));
    }
  }
  for (const wanted of ["xx", "", "*", `${"qq-".repeat(9000)}`, ";q=1,,;", "en;q=0, constructor"]) {
    const { text } = await world().visit("/none/none/", { "accept-language": wanted });
    expect([wanted, text.includes("There is no site here")]).toEqual([wanted, true]);
  }
});

test("a variant in a language that is written from the right is laid out from the right", async () => {
  const admin = await world().addPerson("rania", "admin");
  const at = `/orgs/${world().organization}`;
  const spaces: string[] = [];
  for (const language of ["en", "ar"]) {
    const space = (await world().post(`${at}/spaces`, { title: language, language }, admin)).body.id;
    const changes = [{ operation: "insert_page", title: "Home", document: { markdown: "## Part\n\nText." } }];
    await world().post(`/spaces/${space}/content`, { changes }, admin);
    spaces.push(space);
  }
  const site = (await world().post(`${at}/sites`, { title: "Both", spaces }, admin)).body;
  await world().post(`${at}/sites/${site.id}/publish`, undefined, admin);
  expect((await world().visit("/acme/both/")).text).toMatch(/lang="en"\s+dir="ltr"/);
  expect((await world().visit("/acme/both/ar/")).text).toMatch(/lang="ar"\s+dir="rtl"/);
});
