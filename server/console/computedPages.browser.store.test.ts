/** Computed pages in the console: they are themselves there, with what came of making their pages. */
import { beforeAll, expect, test } from "vitest";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { shoot, useConsoleBrowser } from "./consoleBrowser.fixture.ts";

const world = useWorld();
const browser = useConsoleBrowser(world);
const INSTEAD = "The pages in the place of this one are made from something else";

let ada: Person;
let space = "";

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  const orgs = `/orgs/${world().organization}`;
  space = (await world().post(`${orgs}/spaces`, { title: "Made" }, ada)).body.id;
  const text = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /q: { get: { tags: [Birds] } } }";
  await world().post(`${orgs}/openapi`, { slug: "birds", source: { text } }, ada);
  const contentSources = [{ id: "rows", title: "Rows", configuration: { componentId: "rows" } }];
  const declared = { target: "space", visibility: "public", contentSources, scopes: ["space:content:read"] };
  await world().post("/integrations/rows", publication("acme", declared), ada);
  const all = "/integrations/rows/installations";
  const { id } = (await world().post(all, { organization: world().organization }, ada)).body;
  await world().post(`${all}/${id}/spaces`, { space }, ada);
  await world().runJobs();
});

async function insert(title: string, computed: object): Promise<string> {
  const changes = [{ operation: "insert_page", type: "computed", title, computed }];
  const { body } = await world().post(`/spaces/${space}/content`, { changes }, ada);
  expect(body.error).toBeUndefined();
  await world().runJobs();
  return body.changes[0].page;
}

test("the page of an API is there, and so are the pages that are made of it", async () => {
  const dependencies = { spec: { ref: { kind: "openapi", spec: "birds" } } };
  const api = await insert("API", { type: "builtin:openapi", props: { models: true }, dependencies });
  const { body } = await world().get(`/spaces/${space}/content/pages`, ada);
  const made = body.pages.find(({ title }: { title: string }) => title === "Birds");
  const { tab, context } = await browser().open(ada);
  await tab.goto(`${browser().origin}/s/${space}/${api}`);
  await tab.getByRole("heading", { name: "API", level: 1 }).waitFor();
  await tab.getByText(INSTEAD).waitFor();
  expect(await tab.getByRole("button", { name: "Make anew" }).count()).toBe(0);
  await tab.goto(`${browser().origin}/s/${space}/${made.id}`);
  await tab.getByRole("heading", { name: "Birds", level: 1 }).waitFor();
  await context.close();
});

test("the page of an integration says what is wrong, and has its pages made anew", async () => {
  world().stopClock();
  const rows = await insert("Rows", { type: "integration:rows:rows", props: {}, dependencies: {} });
  const sourceOf = async () => (await world().get(`/spaces/${space}/content/computed`, ada)).body.items[0];
  const { problem, askedAt } = await sourceOf();
  const { tab, context, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/s/${space}/${rows}`);
  await tab.getByText(INSTEAD).waitFor();
  await tab.getByText("rows could not make its pages.").waitFor();
  await tab.getByText(problem).waitFor();
  await browser().check(tab);
  await shoot(tab, "computed-page");
  await tab.getByRole("button", { name: "Make anew" }).click();
  await tab.getByText("The pages are made anew in a moment.").waitFor();
  // Longer than a source rests, and sooner than it is asked again by itself.
  world().ahead += 25_000;
  await world().runJobs();
  const again = await sourceOf();
  expect(Date.parse(again.askedAt) - Date.parse(askedAt)).toBe(25_000);
  world().runClock();
  expect(wrong).toEqual([]);
  await context.close();
});
