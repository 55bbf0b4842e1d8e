/** Hosts and mail servers that don't answer: the jobs that wait for them hold up nobody. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Write } from "../db/database.ts";
import { SIGN_IN_EMAIL } from "../nouns/members/failedEmails.ts";
import { queueSignInEmail } from "../nouns/sessions/signInEmail.ts";
import { SITE_COPIES } from "../nouns/sites/customization/copies.ts";
import { newSpace, useGitHost } from "../nouns/git/gitSpace.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { jobHandlers, standingJobs } from "./handlers.ts";
import { openRunner } from "./runner.ts";

const world = useWorld();
const gitHost = useGitHost();
const SITES = 6;
const LETTERS = 6;

const asked: ServerResponse[] = [];
let host: Server;
beforeAll(async () => {
  host = createServer((_request, response) => void asked.push(response));
  await new Promise<void>((listening) => host.listen(0, "127.0.0.1", listening));
});
afterAll(() => host.close());

/** An organization with a site whose look names a picture of the host. */
async function addSlowSite(index: number): Promise<string> {
  const organization = await world().addOrganization(`Slow ${index}`, `slow${index}`);
  const writer = await world().addPerson(`writer${index}`, "create", organization);
  const { body: site } = await world().post(`/orgs/${organization}/sites`, { title: "Slow" }, writer);
  const path = `/orgs/${organization}/sites/${site.id}/customization`;
  const { body: look } = await world().get(path, writer);
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/logo.png`;
  const header = { ...look.header, logo: { light: url, dark: url } };
  expect((await world().put(path, { ...look, header }, writer)).status).toBe(200);
  return organization;
}

const jobsOf = (kind: string) =>
  world()
    .deps.db.read.selectFrom("jobs")
    .select(["state", "organization_id"])
    .where("kind", "=", kind)
    .execute();
const statesOf = async (kind: string) => (await jobsOf(kind)).map(({ state }) => state);

test("of each kind that an organization can ask for, one is under way beside another's", () => {
  /** Why of a kind one alone is under way in a process. */
  const alone = {
    "index-space": "computes, and ends its turn where another waits",
    "look-at-indexes": "is the installation's, and queues one job a space",
    deliver: "is the installation's, and has lanes of its own for each target",
    "git-poll": "is the installation's, and waits for no host that was silent",
    notify: "is the installation's",
    housekeeping: "is the installation's",
    "due-sources": "is the installation's, and queues one job a source",
    "look-at-sources": "is the installation's, and only notes that sources are due",
    "openapi-refresh": "is the installation's, and queues one job a description",
  };
  const single = Object.entries(jobHandlers(world().deps)).filter(([, { atOnce = 1 }]) => atOnce === 1);
  expect(single.map(([kind]) => kind).toSorted()).toEqual(Object.keys(alone).toSorted());
});

test("copies for sites and letters that nobody takes leave the places to others", async () => {
  const { deps } = world();
  const reader = await world().addPerson("rita", "create");
  const organizations: string[] = [];
  for (let index = 0; index < SITES; index++) organizations.push(await addSlowSite(index));
  await world().deps.db.transact(async (tx: Write) => {
    for (let index = 0; index < LETTERS; index++)
      await queueSignInEmail(tx, { user: reader.id }, { id: deps.newId(), now: deps.clock.now() });
  });
  expect((await jobsOf(SITE_COPIES)).map((job) => job.organization_id).toSorted()).toEqual(
    organizations.toSorted(),
  );

  let takeLetters = (): void => undefined;
  const taken = new Promise<void>((resolve) => {
    takeLetters = resolve;
  });
  let letters = 0;
  const send = (): Promise<void> => {
    letters += 1;
    return taken;
  };
  const slow = { ...deps, mail: { ...deps.mail, send } };
  const runner = openRunner(slow, jobHandlers(slow), standingJobs(slow));
  await runner.start();
  const until = (holds: () => boolean | Promise<boolean>) =>
    vi.waitUntil(holds, { timeout: 60_000, interval: 20 });
  await until(() => letters === LETTERS && asked.length === SITES);
  await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, reader);
  await until(async () => (await statesOf("index-space")).every((state) => state === "done"));
  expect(await statesOf(SITE_COPIES)).toEqual(Array(SITES).fill("running"));
  expect(await statesOf(SIGN_IN_EMAIL)).toEqual(Array(LETTERS).fill("running"));

  takeLetters();
  asked.forEach((response) => response.writeHead(404).end());
  await until(async () =>
    [...(await statesOf(SITE_COPIES)), ...(await statesOf(SIGN_IN_EMAIL))].every((state) => state === "done"),
  );
  await runner.stop();
});

test("two organizations whose Git hosts are silent hold up no sync and no look at a branch of anybody else", async () => {
  const { deps } = world();
  const ada = await world().addPerson("ada", "admin");
  const space = await newSpace(world(), ada, gitHost());
  space.repository.commit({ "README.md": "# Home\n\nFirst.\n" });
  await space.connect({ direction: "git", confirm: true });
  await world().runJobs();
  const silent = await Promise.all(["hush", "mute"].map((name) => addSilent(name)));
  const runner = openRunner(deps, jobHandlers(deps), standingJobs(deps));
  try {
    await runner.start();
    const until = (holds: () => boolean | Promise<boolean>) =>
      vi.waitUntil(holds, { timeout: 60_000, interval: 20 });
    const isAt = (commit: string) => async () => {
      const { state, commitId } = await space.status();
      return state === "synced" && commitId === commit;
    };
    // As many as may stand at once.
    await until(() => silent.every(({ asked: { length } }) => length >= 4));
    const first = space.repository.commit({ "README.md": "# Home\n\nAsked for.\n" });
    await world().post(`${space.address}/sync`, {}, ada);
    await until(isAt(first));
    const syncs = silent.map(({ asked: { length } }) => length);
    const next = space.repository.commit({ "README.md": "# Home\n\nLooked for.\n" });
    await deps.db.transact((tx) => tx.updateTable("git_installations").set({ poll_at: 0 }).execute());
    await until(() => silent.every(({ asked: { length } }, index) => length > (syncs[index] ?? 0)));
    await until(isAt(next));
    // All of the others are waited for still.
    expect(silent.flatMap(({ asked }) => asked.filter((response) => response.destroyed))).toEqual([]);
  } finally {
    await runner.stop();
    await Promise.all(silent.map(({ close }) => close()));
  }
});

test("many organizations whose Git hosts are silent give their places to whoever waits for one", async () => {
  const { deps } = world();
  const ada = await world().addPerson("ida", "admin");
  const space = await newSpace(world(), ada, gitHost());
  space.repository.commit({ "README.md": "# Home\n\nFirst.\n" });
  await space.connect({ direction: "git", confirm: true });
  await world().runJobs();
  const names = Array.from({ length: 9 }, (_, index) => `still${index}`);
  const silent: Awaited<ReturnType<typeof addSilent>>[] = [];
  for (const name of names) silent.push(await addSilent(name, 4));
  const count = () => silent.reduce((sum, { asked: { length } }) => sum + length, 0);
  const until = (holds: () => boolean | Promise<boolean>) =>
    vi.waitUntil(holds, { timeout: 60_000, interval: 20 });
  const runner = openRunner(deps, jobHandlers(deps), standingJobs(deps), 3000);
  try {
    await runner.start();
    // All the places that there are for syncs.
    await until(() => count() >= 32);
    const commit = space.repository.commit({ "README.md": "# Home\n\nAsked for.\n" });
    await world().post(`${space.address}/sync`, {}, ada);
    await until(async () => {
      const { state, commitId } = await space.status();
      return state === "synced" && commitId === commit;
    });
    // Few have given way, one after the other; none has ended since its host was silent for too long.
    const left = silent.flatMap(({ asked }) => asked.filter((response) => response.destroyed));
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(12);
    const states = (await jobsOf("git-sync")).map(({ state }) => state);
    expect(states.filter((state) => state === "failed" || state === "cancelled")).toEqual([]);
    expect(states.filter((state) => state === "running").length).toBeGreaterThan(16);
    // Who reads the runs is told why one has ended, and that it comes again.
    const told = await deps.db.read
      .selectFrom("git_runs")
      .select(["state", "error"])
      .where("error_kind", "=", "gave-way")
      .execute();
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]).toMatchObject({ state: "timeout", error: expect.stringContaining("It is tried again") });
  } finally {
    await runner.stop();
    await Promise.all(silent.map(({ close }) => close()));
  }
});

test("a translator that leaves an organization without an answer goes on with the others", async () => {
  const { deps } = world();
  const orders: { readonly title: string; readonly response: ServerResponse }[] = [];
  const translator = createServer((request, response) => {
    void json(request).then((order) => {
      const { pages } = order as {
        readonly pages: readonly { readonly page: string; readonly title: string }[];
      };
      const title = pages[0]?.title ?? "";
      orders.push({ title, response });
      if (title === "Slow") return;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          pages: pages.map((page) => ({ ...page, title: "Schnell", description: "", markdown: "Wort." })),
        }),
      );
    });
  });
  await new Promise<void>((listening) => translator.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(translator.address() as AddressInfo).port}/`;
  Object.assign(deps, { translator: { url, secret: undefined } });
  const until = (holds: () => boolean | Promise<boolean>) =>
    vi.waitUntil(holds, { timeout: 60_000, interval: 20 });
  const runner = openRunner(deps, jobHandlers(deps), standingJobs(deps));
  try {
    await addTranslations("patience", "Slow", 6);
    await runner.start();
    // It has as many under way as one may have, of six.
    await until(() => orders.length === 4);
    const [space] = await addTranslations("haste", "Quick", 1);
    await until(async () => {
      const { body } = await world().get(`/spaces/${space?.german}/content/pages`, space?.writer);
      return body.pages[0]?.title === "Schnell";
    });
    expect(orders.map(({ title }) => title)).toEqual(["Slow", "Slow", "Slow", "Slow", "Quick"]);
  } finally {
    translator.closeAllConnections();
    await runner.stop();
    await new Promise((closed) => translator.close(closed));
    Object.assign(deps, { translator: undefined });
  }
});

interface Translation {
  readonly writer: Person;
  readonly german: string;
}

/** An organization whose spaces of one page each are to be translated. */
async function addTranslations(name: string, title: string, count: number): Promise<Translation[]> {
  const organization = await world().addOrganization(name, name);
  const writer = await world().addPerson(`translator of ${name}`, "admin", organization);
  const settings = { title: "Languages", languages: ["de"] };
  const { body: languages } = await world().post(`/orgs/${organization}/translations`, settings, writer);
  const made: Translation[] = [];
  for (let index = 0; index < count; index++) {
    const spaces = `/orgs/${organization}/spaces`;
    const { body: source } = await world().post(spaces, { title: "Guide", language: "en" }, writer);
    const page = { operation: "insert_page", title, document: { markdown: "Word.\n" } };
    await world().post(`/spaces/${source.id}/content`, { changes: [page] }, writer);
    const path = `/orgs/${organization}/translations/${languages.id}/spaces`;
    const { body } = await world().post(path, { source: source.id, language: "de" }, writer);
    const automatic = { automatic: true };
    expect((await world().patch(`/spaces/${body.space}/translation`, automatic, writer)).status).toBe(200);
    made.push({ writer, german: body.space });
  }
  return made;
}

/** An organization with spaces in repositories of a host that takes every question and answers none. */
async function addSilent(name: string, spaces = 10) {
  const asked: ServerResponse[] = [];
  const server = createServer((_request, response) => void asked.push(response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const organization = await world().addOrganization(name, name);
  const writer = await world().addPerson(`writer of ${name}`, "admin", organization);
  for (let index = 0; index < spaces; index++) {
    const { body: made } = await world().post(`/orgs/${organization}/spaces`, { title: "Docs" }, writer);
    const connected = await world().post(
      "/git/installations",
      {
        provider: "git",
        target: { type: "space", spaceId: made.id },
        providerConfiguration: {
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs-${index}`,
          branch: "refs/heads/main",
        },
      },
      writer,
    );
    expect(connected.status).toBe(201);
  }
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { asked, close };
}
