/** The documentation's example, run as it is printed. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";

const world = useWorld();

/** What the commands of a page ask, in its order; `$ORG` and `$SPACE` are given. */
function* commandsOf(name: string, values: Readonly<Record<string, string>>) {
  const page = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");
  const COMMAND = /^api (?:-X (\w+) )?\$LECTERN(\S+)(?: --data '([^']*)')?$/gm;
  for (const [, method, path = "", data] of page.matchAll(COMMAND)) {
    const body: unknown = data === undefined ? undefined : JSON.parse(data);
    const filled = path.replace(/\$(\w+)/g, (whole, variable: string) => values[variable] ?? whole);
    yield { how: method ?? (body === undefined ? "GET" : "POST"), path: filled, body };
  }
}

test("every command of the page does what it says", async () => {
  const editor = await world().addPerson("edda", "create");
  const statuses: string[] = [];
  const versions: string[] = [];
  for (const { how, path, body } of commandsOf("api/openapi.md", { ORG: world().organization })) {
    const answer = await world().call(how, path, { as: editor, body });
    statuses.push(`${how} ${answer.status}`);
    await world().runJobs();
    if (path.endsWith("/versions")) versions.push(String(answer.body.count));
  }
  expect(statuses).toEqual([
    "POST 201",
    "PUT 200",
    "GET 200",
    "GET 200",
    "GET 200",
    "GET 200",
    "PATCH 200",
    "DELETE 205",
  ]);
  expect(versions).toEqual(["2"]);
});

test("the page about references shows what its commands make", async () => {
  const author = await world().addPerson("ada", "create");
  const org = `/orgs/${world().organization}`;
  const [add] = commandsOf("api/openapi.md", { ORG: world().organization });
  await world().post(`${org}/openapi`, add?.body, author);
  await world().runJobs();
  const { body: space } = await world().post(`${org}/spaces`, { title: "Pets" }, author);
  const answers = [];
  for (const { how, path, body } of commandsOf("writing/api-reference.md", { SPACE: space.id }))
    answers.push(await world().call(how, path, { as: author, body }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [, revision, document] = answers;
  expect(revision?.body.pages).toMatchObject([{ title: "pets" }]);
  expect(document?.body.nodes).toMatchObject([{ type: "openapi-operation" }]);
  const { body: site } = await world().post(`${org}/sites`, { title: "Pets", spaces: [space.id] }, author);
  await world().post(`${org}/sites/${site.id}/publish`, undefined, author);
  expect((await world().visit("/acme/pets/")).text).toContain("List pets");
});
