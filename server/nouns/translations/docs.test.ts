/** The documentation's example, run as it is printed, with a translator that answers as it prints. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";
import { runOn } from "../../test/shellExamples.ts";
import type { TranslationOrder } from "./translator.ts";

const PAGE = "api/translations.md";
const [order, answer] = [
  ...readFileSync(new URL(`../../../docs/${PAGE}`, import.meta.url), "utf8").matchAll(
    /```json\n(.+?)\n```/gs,
  ),
].map(([, json = ""]) => JSON.parse(json));

const world = useWorld();
let server: Server;
let asked: TranslationOrder[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const came = JSON.parse(body) as TranslationOrder;
      asked.push(came);
      const pages = came.pages.map(({ page }) => ({ ...answer.pages[0], page }));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ pages }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  Object.assign(world().deps, { translator: { url, secret: undefined } });
});
afterAll(() => new Promise((done) => server.close(done)));

test("every command of the page does what it says", async () => {
  const admin = await world().addPerson("ada", "admin");
  const { organization } = world();
  const space = { title: "Manual", language: order.from };
  const source = (await world().post(`/orgs/${organization}/spaces`, space, admin)).body.id;
  const { title, description, markdown } = order.pages[0];
  const page = { operation: "insert_page", title, description, document: { markdown } };
  await world().post(`/spaces/${source}/content`, { changes: [page] }, admin);

  // The page's space has a page that waits for its translator.
  const made = `SPACE=$(api $LECTERN/orgs/$ORG/spaces --data '{"title": "Manual", "language": "en"}' | field id)`;
  const filled = `api $LECTERN/spaces/$SPACE/content --data '{"changes": [{"operation": "insert_page", "title": "Install"}]}'`;
  const setup = { token: admin.token, instead: { [made]: `SPACE=${source}`, [filled]: "true" } };
  const ran = await runOn(world(), PAGE, setup, () => world().runJobs());
  expect(ran.map(({ said }) => said)).toEqual([
    "GET 200",
    "POST 201",
    "POST 201",
    "GET 200",
    "GET 200",
    "POST 202 queued",
    "PATCH 200",
    "PUT 204",
  ]);
  expect(ran[4]?.body.items).toMatchObject([{ title, status: "missing" }]);
  const job = await world().get(`/jobs/${ran[5]?.body.id}`, admin);
  expect(job.body.report).toEqual({ pages: 1, failed: [] });

  // What the page says of a request is what is sent, instructions and glossary of the last commands included.
  await world().post(`/spaces/${source}/content`, { changes: [page] }, admin);
  await world().runJobs();
  const [first] = asked.at(-1)?.pages ?? [];
  expect(asked.at(-1)).toEqual({
    ...order,
    pages: [{ ...order.pages[0], page: first?.page, markdown: first?.markdown }],
  });
  expect(first?.markdown.trim()).toBe(markdown);
  const pages = (await world().get(`/spaces/${ran[2]?.body.space}/content/pages`, admin)).body.pages;
  expect(pages.map((one: { title: string }) => one.title)).toEqual([
    answer.pages[0].title,
    answer.pages[0].title,
  ]);
});
