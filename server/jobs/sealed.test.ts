/** What becomes of everything sealed and signed when the installation's secret is replaced. */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readShape } from "../db/shape.ts";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { openSecrets, type Secrets } from "../ports/secrets.ts";
import { buildSites } from "../site/serve.ts";
import { builtAssets } from "../test/assets.ts";
import { type Person, TEST_SECRET, useWorld } from "../test/harness.ts";
import { makeOneOfEach } from "../test/oneOfEach.ts";
import { noteSecret, notedSecret, sealAgain, sealedUnder } from "./sealed.ts";

const world = useWorld();
const SECOND = "another test secret that is long enough: Mb3-kW9-Yp7-Cf4";
/** What the program has while both are at hand, and once the former one is gone. */
const both = openSecrets(SECOND, [TEST_SECRET]);
const second = openSecrets(SECOND);
/** More than two transactions of it. */
const MANY = 250;

let ada: Person;
let known: Map<string, string>;
const opened: FastifyInstance[] = [];

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await world().addPerson("bob", "read");
  known = await makeOneOfEach(world(), ada);
  const secretive = publication("acme", { secrets: { KEY: "of the integration" } });
  await world().post("/integrations/secretive", secretive, ada);
  const hook = `/orgs/${world().organization}/webhooks/${known.get("webhookId")}`;
  expect((await world().post(`${hook}/rotate`, undefined, ada)).status).toBe(200);
});
afterAll(() => Promise.all(opened.map((app) => app.close())));

/** The same installation, on other secrets. */
function programWith(secrets: Secrets) {
  const deps = { ...world().deps, secrets };
  const app = world().openApp(deps);
  const sites = buildSites(deps, { trustedProxies: [] }, builtAssets());
  opened.push(app, sites);
  const headers = { authorization: `Bearer ${ada.token}` };
  return {
    get: (path: string, more: object = {}) =>
      app.inject({ url: `/v1${path}`, headers: { ...headers, ...more } }),
    make: (key: string) =>
      app.inject({
        method: "POST",
        url: "/v1/user/tokens",
        payload: { label: key },
        headers: { ...headers, "idempotency-key": key },
      }),
    visit: (address: string) =>
      sites.inject({ url: new URL(address).pathname, headers: { host: "sites.test" } }),
  };
}

/** Every text that is sealed, wherever it is. */
async function sealedTexts(): Promise<string[]> {
  const { read } = world().deps.db;
  const found: string[] = [];
  for (const { name, columns } of await readShape(read)) {
    for (const column of columns.filter(({ kind }) => kind === "text")) {
      const { rows } = await sql<{ text: string }>`
        select ${sql.ref(column.name)} as text from ${sql.table(name)}
        where ${sql.ref(column.name)} like 's1.________.%'`.execute(read);
      found.push(...rows.map(({ text }) => text));
    }
  }
  return found;
}

test("addresses, ids, pages of lists and previews that a former secret signed hold while it is at hand", async () => {
  const [before, during, after] = [programWith(world().deps.secrets), programWith(both), programWith(second)];
  const space = `/spaces/${known.get("spaceId")}/content`;
  const files = await before.get(`${space}/files`);
  const { downloadURL } = files.json().items[0];
  const pages = await before.get(`${space}/pages`);
  const document = `/spaces/${known.get("spaceId")}/documents/${pages.json().pages[0].documentId}`;
  const made = await before.get(`/orgs/${world().organization}/members?limit=1`);
  const next = `/orgs/${world().organization}/members?limit=1&page=${made.json().next.page}`;
  const site = `/orgs/${world().organization}/sites/${known.get("siteId")}`;
  const preview = (await before.get(`${site}/publishing/preview`)).json().url;
  for (const [program, status] of [
    [during, 200],
    [after, 404],
  ] as const) {
    expect((await program.visit(downloadURL)).statusCode).toBe(status);
    expect((await program.get(document)).statusCode).toBe(status);
    expect((await program.visit(preview)).statusCode).toBe(status);
    expect((await program.get(next)).statusCode).toBe(status === 200 ? 200 : 400);
    // Nobody is told that what they have still holds: its addresses are other ones now.
    const again = await program.get(`${space}/pages`, { "if-none-match": pages.headers["etag"] });
    expect(again.statusCode).toBe(200);
    const [file] = (await program.get(`${space}/files`)).json().items;
    expect(file.downloadURL).not.toBe(downloadURL);
    expect((await program.visit(file.downloadURL)).statusCode).toBe(200);
  }
});

test("all that is sealed is sealed again, though it was ended in between; what is there stays what it is", async () => {
  const { db, secrets } = world().deps;
  for (let at = 0; at < 3; at++) expect((await programWith(secrets).make(`key-${at}`)).statusCode).toBe(201);
  await db.transact(async (tx) => {
    for (let at = 0; at < MANY; at++) {
      const key = `many-${at}`;
      const body = secrets.seal("{}", `idempotency|body|${ada.id}|${key}`);
      const row = {
        user_id: ada.id,
        key,
        operation: "o",
        request_hash: "h",
        state: "done" as const,
        created_at: 0,
      };
      await tx
        .insertInto("idempotency")
        .values({ ...row, body })
        .execute();
    }
  });
  const all = await sealedTexts();
  expect([...(await sealedUnder(db.read))]).toEqual([[secrets.id, all.length]]);

  const ended = sealAgain(db, both, ({ sealed }) => {
    if (sealed > MANY / 2) throw new Error("killed");
  });
  await expect(ended).rejects.toThrow("killed");
  const half = await sealedUnder(db.read);
  expect([...half.keys()].toSorted()).toEqual([secrets.id, both.id].toSorted());
  const left = half.get(secrets.id);

  expect(await sealAgain(db, both)).toEqual({ sealed: left, broken: [] });
  expect(await sealAgain(db, both)).toEqual({ sealed: 0, broken: [] });
  const now = await sealedTexts();
  expect([now.length, now.filter((text) => !text.startsWith(`s1.${second.id}.`))]).toEqual([all.length, []]);

  const { get, make } = programWith(second);
  const site = `/orgs/${world().organization}/sites/${known.get("siteId")}`;
  for (const path of [
    `${site}/share-links`,
    `${site}/publishing/auth`,
    `/orgs/${world().organization}/link-invites`,
  ]) {
    const [then, since] = [await world().get(path, ada), await get(path)];
    expect([path, since.statusCode, then.status]).toEqual([path, 200, 500]);
    expect(world().failures.splice(0)).toHaveLength(1);
  }
  const replayed = await make("key-0");
  expect([replayed.statusCode, replayed.headers["idempotent-replayed"]]).toEqual([201, "true"]);
});

test("what no secret at hand opens is named and left, and so is what somebody replaces meanwhile", async () => {
  const { db } = world().deps;
  const third = "one more test secret that is long enough: Jt6-hN2-Zs8-Vd5";
  const links = () => db.read.selectFrom("share_links").select(["id", "sealed"]).execute();
  const before = await links();
  const { sealed, broken } = await sealAgain(db, openSecrets(third));
  expect([sealed, await links()]).toEqual([0, before]);
  expect(broken).toContainEqual(
    expect.stringMatching(`^share_links\\|sealed\\|${before[0]?.id}: .*not at hand`),
  );

  const replaced = openSecrets(third).seal("another", `share_links|sealed|${before[0]?.id}`);
  const racing = {
    read: db.read,
    transact: async <T>(work: Parameters<typeof db.transact<T>>[0]): Promise<T> => {
      await db.transact((tx) => tx.updateTable("share_links").set({ sealed: replaced }).execute());
      return db.transact(work);
    },
  };
  await sealAgain(racing, openSecrets(third, [SECOND]));
  expect((await links()).map((link) => link.sealed)).toEqual([replaced]);
});

test("a server notes the secret that it seals with, and hears which one was before", async () => {
  const { db } = world().deps;
  expect(await noteSecret(db, both)).toBeUndefined();
  expect(await noteSecret(db, second)).toBe(second.id);
  expect(await noteSecret(db, world().deps.secrets)).toBe(second.id);
  expect(await notedSecret(db.read)).toBe(world().deps.secrets.id);
});
