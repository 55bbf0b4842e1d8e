/** Secrets stay where they belong: in no log, no trail, no metrics, no backup and, but as hashes, in no table. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeBackup } from "../content/backup/writeBackup.ts";
import { readShape } from "../db/shape.ts";
import type { Deps } from "../deps.ts";
import { jobHandlers, standingJobs } from "../jobs/handlers.ts";
import { openRunner } from "../jobs/runner.ts";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { buildSites } from "../site/serve.ts";
import { makeSite, tokenOf } from "../site/visitor/visitors.fixture.ts";
import { builtAssets } from "./assets.ts";
import { type Person, useWorld } from "./harness.ts";

const world = useWorld();
let ada: Person;
let app: FastifyInstance;
let sites: FastifyInstance;
let loud: Deps;
const lines: string[] = [];
/** By what they are. */
const secrets = new Map<string, string>();

/** Those that people see again and again: the database has them as they are. */
const SHOWN_AGAIN = new Set(["a share link"]);

async function ask(
  method: "GET" | "POST" | "PUT" | "PATCH",
  path: string,
  payload?: object,
  more: object = {},
) {
  const headers = { authorization: `Bearer ${ada.token}`, ...more };
  const answer = await app.inject({ method, url: `/v1${path}`, headers, ...(payload && { payload }) });
  expect([path, answer.statusCode < 300 ? "" : answer.body]).toEqual([path, ""]);
  return answer.body === "" ? undefined : answer.json();
}

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  loud = { ...world().deps, log };
  app = world().openApp(loud, { assets: builtAssets() });
  const root = () => Promise.reject(new Error("the store is gone"));
  const broken = { ...loud.content, of: (id: string) => ({ ...loud.content.of(id), root }) };
  sites = buildSites({ ...loud, content: broken }, { trustedProxies: [] }, builtAssets());
  const { organization } = world();
  const site = await makeSite(world(), ada, "Secretive");
  secrets.set("a user's first token", ada.token);
  secrets.set("the key of visitors", site.key);
  const once = { "idempotency-key": "one" };
  secrets.set("a token", (await ask("POST", "/user/tokens", { label: "made" }, once)).token);
  const hook = await ask("POST", `/orgs/${organization}/webhooks`, { url: "https://127.0.0.1:65535/hook" });
  secrets.set("what signs webhooks", hook.secret);
  secrets.set("a secret of an integration", "canary-of-an-integration-0123456789");
  const kept = publication("acme", { secrets: { KEY: secrets.get("a secret of an integration") } });
  await ask("POST", "/integrations/secretive", kept);
  const installed = await ask("POST", "/integrations/secretive/installations", { organization });
  const tokens = `/integrations/secretive/installations/${installed.id}/tokens`;
  secrets.set("a token of an installation", (await ask("POST", tokens)).token);
  await ask("PATCH", site.api, { visibility: "share-link" });
  const link = await ask("POST", `${site.api}/share-links`, { name: "All" });
  secrets.set("a share link", new URL(link.urls.published).pathname.split("/").at(-2) ?? "");
  const preview = await ask("GET", `${site.api}/publishing/preview`);
  secrets.set("a preview", new URL(preview.url).pathname.split("/").at(-2) ?? "");
  secrets.set("a visitor's token", await tokenOf(world(), site.key, { name: "Vera" }));
  await refusals(site.base);
  await openRunner(loud, jobHandlers(loud), standingJobs(loud)).drain();
});
afterAll(() => Promise.all([app.close(), sites.close()]));

/** Everything at once where it is refused, and where the store fails. */
async function refusals(base: string): Promise<void> {
  for (const [, secret] of secrets) {
    for (const request of [
      { url: `/v1/spaces/${secret}`, headers: { authorization: `Bearer ${ada.token}` } },
      { url: "/v1/user", headers: { authorization: `Bearer ${secret}x`, cookie: `session=${secret}` } },
      { url: `/v1/user?token=${secret}`, headers: { authorization: `Bearer ${ada.token}` } },
      { url: `/sign-in/${secret}?next=${secret}`, headers: { referer: `http://app.test/${secret}` } },
    ])
      expect((await app.inject(request)).statusCode).toBeLessThan(500);
    const json = { "content-type": "application/json", authorization: `Bearer ${ada.token}` };
    const cut = {
      method: "POST",
      url: "/v1/user/tokens",
      headers: json,
      payload: `{"label": "${secret}`,
    } as const;
    expect((await app.inject(cut)).statusCode).toBe(400);
    for (const url of [`${base}${secret}/`, `${base}?jwt_token=${secret}`, `${base}~/preview/${secret}/`])
      await sites.inject({ url, headers: { host: "sites.test", authorization: `Bearer ${secret}` } });
  }
}

/** The names of the secrets that a text holds. */
const foundIn = (text: string, without: ReadonlySet<string> = new Set()): string[] =>
  [...secrets].filter(([name, secret]) => !without.has(name) && text.includes(secret)).map(([name]) => name);

test("there are secrets, each by itself", () => {
  const all = [...secrets.values()];
  expect(all.filter((secret) => secret.length < 16)).toEqual([]);
  expect(new Set(all).size).toBe(9);
  expect(foundIn(`x${ada.token}x`)).toEqual(["a user's first token"]);
});

test("the log has what failed, a line for each, and no secret", () => {
  const text = lines.join("");
  expect(text).toContain("the store is gone");
  expect(foundIn(text)).toEqual([]);
});

test("nobody writes lines of their own into the log", async () => {
  const before = lines.length;
  const forged = '\r\n{"level":60,"msg":"forged"}\u001b[2J\u009b2J\u2028x';
  for (const url of [
    `/acme/secretive/${encodeURIComponent(forged)}`,
    `/acme/secretive/?q=${encodeURIComponent(forged)}`,
  ])
    await sites.inject({ url, headers: { host: "sites.test", "user-agent": encodeURIComponent(forged) } });
  loud.log.error({ err: new Error(forged), forged }, forged);
  expect(lines.length).toBeGreaterThan(before);
  for (const line of lines.slice(before)) {
    // oxlint-disable-next-line no-control-regex -- what a terminal would obey
    expect(line.trimEnd()).not.toMatch(/[\u0000-\u001f]/);
    expect((JSON.parse(line) as { level: number }).level).toBeLessThan(60);
  }
});

test("the audit trail, the metrics and the lists of those who may see everything have none", async () => {
  const { organization } = world();
  for (const path of [
    `/orgs/${organization}/audit-events?limit=100`,
    `/orgs/${organization}/webhooks`,
    `/orgs/${organization}/members`,
    "/user/tokens",
    "/integrations/secretive",
    "/integrations/secretive/installations",
    "/integrations/secretive/events",
  ]) {
    expect([path, foundIn(JSON.stringify(await ask("GET", path)))]).toEqual([path, []]);
  }
  for (const url of ["/metrics", "/readyz", "/openapi.json"])
    expect([url, foundIn((await app.inject({ url })).body)]).toEqual([url, []]);
});

test("the database has only hashes and what is sealed", async () => {
  const { read } = world().deps.db;
  const tables = await readShape(read);
  expect(tables.length).toBeGreaterThan(40);
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.id(name)}`.execute(read);
    const text = JSON.stringify(rows, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
    );
    expect([name, foundIn(text, SHOWN_AGAIN)]).toEqual([name, []]);
  }
});

test("a backup has no more than the database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-secrets-"));
  const { deps, place } = world();
  const target = join(folder, "backup");
  await writeBackup({ place, blobs: deps.blobs }, target, { now: deps.clock.now() });
  const names = readdirSync(target, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(names.map(({ name }) => name)).toContain("manifest.json");
  for (const { name, parentPath } of names) {
    const text = readFileSync(join(parentPath, name), "latin1");
    expect([name, foundIn(text, SHOWN_AGAIN)]).toEqual([name, []]);
  }
  rmSync(folder, { recursive: true });
});
