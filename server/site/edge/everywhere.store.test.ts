/** Integrations that are on all sites of an organization: they work on those where they have what they need. */
import { beforeAll, expect, test } from "vitest";
import { publication } from "../../nouns/integrations/publication.fixture.ts";
import { believeClaims } from "../../nouns/sites/hostnames/commands.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { makeSite, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld({ runsScripts: true });
const HOST = "all.acme.test";
let admin: Person;
let site: VisitedSite;

/** Says what it is told of the site that it is on. */
const SCRIPT = `export default { async fetch(request) {
  const form = await request.formData();
  const { type } = JSON.parse(form.get("event"));
  if (type !== "fetch" && type !== "fetch_published_script") return new Response("", { status: 406 });
  const { siteInstallation: on } = JSON.parse(form.get("environment"));
  return new Response(on ? [on.site, on.configuration.say, on.status].join() : "nothing");
} };`;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  site = await makeSite(world(), admin, "Everywhere");
  const page = { operation: "insert_page", title: "Start", document: { markdown: "Hello." } };
  await world().post(`/spaces/${site.space}/content`, { changes: [page] }, admin);
  await world().patch(site.api, { hostname: HOST }, admin);
  await believeClaims(world().deps.db, world().deps.clock.now());
});

/** Installs on all sites one that requires a text. @returns its path, and where it answers for the site */
async function installOnAll(name: string, say: object): Promise<{ path: string; onSite: string }> {
  const configurations = { site: { properties: { say: { type: "string", ...say } }, required: ["say"] } };
  const more = { target: "site", scopes: ["site:script:inject"], script: SCRIPT, configurations };
  await world().post(`/integrations/${name}`, publication("acme", more), admin);
  const all = `/integrations/${name}/installations`;
  const made = await world().post(all, { organization: world().organization }, admin);
  const path = `${all}/${made.body.id}`;
  expect((await world().patch(path, { site_selection: "all" }, admin)).body.site_selection).toBe("all");
  const { pathname } = new URL(made.body.urls.publicEndpoint);
  return { path, onSite: pathname.replace("/endpoint", `/sites/${site.id}/endpoint`) };
}

const scripts = async (): Promise<string[]> =>
  (await world().get(`${site.api}/integration-scripts`, admin)).body.map(
    ({ script }: { script: string }) => script,
  );
const at = (url: string) => world().visit(new URL(url).pathname, { host: HOST });

test("one that lacks what it requires of a site has no script there until that is said", async () => {
  const { path, onSite } = await installOnAll("lacking", {});
  expect(await scripts()).toEqual([]);
  expect((await world().visit(onSite)).status).toBe(404);
  await world().post(`${path}/sites`, { siteId: site.id }, admin);
  expect(await scripts()).toEqual([]);
  await world().patch(`${path}/sites/${site.id}`, { configuration: { say: "tea" } }, admin);
  const [script = ""] = await scripts();
  expect((await at(script)).text).toBe(`${site.id},tea,active`);
  await world().delete(path, admin);
});

test("one that has it by its defaults is told of each site, and answers at its address", async () => {
  const { path, onSite } = await installOnAll("complete", { default: "coffee" });
  const [script = ""] = await scripts();
  const told = `${site.id},coffee,active`;
  expect((await at(script)).text).toBe(told);
  expect((await world().visit(onSite)).text).toBe(told);
  for (const [part, other] of [
    [site.id, "nowhere"],
    ["/sites/", "/spaces/"],
  ] as const)
    expect((await world().visit(onSite.replace(part, other))).status).toBe(404);
  // What isn't there has no such installation either.
  const { body } = await world().get(path, admin);
  await world().patch(path, { site_selection: "selected" }, admin);
  expect([body.site_selection, (await world().visit(onSite)).status]).toEqual(["all", 404]);
  await world().delete(path, admin);
});
