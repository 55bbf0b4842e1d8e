/** One installation as processes of a part each: who has which part, and that nothing is missing of the whole. */
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fetchWatched } from "./ownAnswers.ts";
import { freePort } from "./ports.ts";
import { Program, type Run } from "./program.ts";

const TOKEN = "an administrator's token for tests";

let program: Program;
beforeAll(async () => {
  program = await Program.build();
});
afterAll(() => program.remove());

/** The status of an address, or that nobody listens there. */
const statusOf = (url: string): Promise<number | "nobody"> =>
  fetch(url).then(
    ({ status }) => status,
    () => "nobody" as const,
  );

test.runIf(inject("databases").dialect === "postgres")(
  "the API, the sites and the jobs are three processes",
  async () => {
    const [api, sites, own] = [await freePort(), await freePort(), await freePort()];
    const settings = {
      ...(await program.install()),
      LECTERN_ADMIN_TOKEN: TOKEN,
      LECTERN_PUBLIC_URL: `http://127.0.0.1:${api}`,
      LECTERN_SITES_URL: `http://127.0.0.1:${sites}`,
    };
    const start = (role: string, more: Record<string, string>): Run =>
      program.start({ ...settings, LECTERN_ROLE: role, ...more });
    const front = start("api", { PORT: `${api}`, LECTERN_SITES_PORT: `${sites}` });
    await front.ready();
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const answer = await fetchWatched(`http://127.0.0.1:${api}/v1${path}`, init);
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
    };
    const organization = (await call("GET", "/orgs")).body.items[0].id;
    const { body: space } = await call("POST", `/orgs/${organization}/spaces`, { title: "Guide" });
    const page = {
      operation: "insert_page",
      type: "document",
      title: "Install",
      document: { markdown: "Words.\n" },
    };
    expect((await call("POST", `/spaces/${space.id}/content`, { changes: [page] })).status).toBe(200);
    const site = { type: "basic", title: "Manual", spaces: [space.id] };
    const { body: made } = await call("POST", `/orgs/${organization}/sites`, site);
    expect((await call("POST", `/orgs/${organization}/sites/${made.id}/publish`)).status).toBe(200);

    // Nobody does the others' parts yet.
    const found = async () => (await call("GET", `/spaces/${space.id}/search?query=words`)).body.items.length;
    expect([await statusOf(`http://127.0.0.1:${sites}/`), await found()]).toEqual(["nobody", 0]);

    const readers = start("sites", { PORT: `${own}`, LECTERN_SITES_PORT: `${sites}` });
    await readers.ready();
    const { body: published } = await call("GET", `/orgs/${organization}/sites/${made.id}`);
    const visited = await fetch(published.urls.published);
    expect([visited.status, (await visited.text()).includes("Words.")]).toEqual([200, true]);
    // It has no API, and says how it does.
    const health = `http://127.0.0.1:${own}`;
    expect([await statusOf(`${health}/readyz`), await statusOf(`${health}/metrics`)]).toEqual([200, 200]);
    expect([await statusOf(`${health}/v1/user`), await statusOf(`${health}/docs`)]).toEqual([404, 404]);

    const worker = start("jobs", { PORT: "0" });
    await worker.ready();
    await expect.poll(found).toBe(1);
    expect(await Promise.all([front, readers, worker].map((run) => run.stop()))).toEqual([0, 0, 0]);
  },
);
