/** `lectern git`: a space and a branch kept in step, through a running server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GitSyncRun } from "../../sdk/src/index.ts";
import { attentionOfCopy } from "../content/git/copies.ts";
import { newSpace as newSyncedSpace, openHost } from "../nouns/git/gitSpace.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { providerOf } from "./git.ts";
import { statusLines, tellPreview } from "./gitSays.ts";
import { writeLogins } from "./logins.ts";
import { runHere } from "./runHere.fixture.ts";

const world = useWorld();
let ada: Person;
let env: NodeJS.ProcessEnv;
let folder = "";
const HOST = "https://git.example.com/team";

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await world().app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world().app.server.address() as AddressInfo;
  folder = mkdtempSync(join(tmpdir(), "lectern-cli-git-"));
  env = { LECTERN_URL: `http://127.0.0.1:${port}`, LECTERN_TOKEN: ada.token, XDG_CONFIG_HOME: folder };
});
afterAll(() => rmSync(folder, { recursive: true }));

const git = (...args: readonly string[]) => runHere(["git", ...args], env);

async function newSpace(title: string): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, { title }, ada)).body.id;
}

test("a space is connected with the token of a file, looked at, paused and disconnected", async () => {
  const spaceId = await newSpace("Handbook");
  const file = join(folder, "token");
  writeFileSync(file, "canary-4712\n");
  const made = await git("connect", "Handbook", `${HOST}/docs`, "--dir", "./docs/", "--token-file", file);
  expect(made).toEqual({
    code: 0,
    out: "Connected with team/docs. lectern git status shows how it goes.",
    err: "",
  });
  const { installationId } = (await world().get(`/spaces/${spaceId}/git/info`, ada)).body;
  const installation = async () => (await world().get(`/git/installations/${installationId}`, ada)).body;
  expect(await installation()).toMatchObject({
    projectDirectory: "docs",
    outgoing: "push",
    repository: { branch: "refs/heads/main" },
    connection: expect.any(String),
  });
  expect(await git("status", "Handbook")).toEqual({
    code: 0,
    out: "The first sync with main is to come.",
    err: "",
  });
  expect((await git("pause", "Handbook")).code).toBe(0);
  expect(await installation()).toMatchObject({ paused: true });
  expect((await git("sync", "Handbook")).err).toContain("`lectern git resume`");
  expect((await git("resume", "Handbook")).code).toBe(0);
  expect((await git("sync", "Handbook")).out).toContain("A sync is asked for.");
  expect(JSON.parse((await git("runs", "Handbook", "--json")).out)).toEqual([]);
  expect((await git("disconnect", "Handbook")).out).toContain("The content stays on both sides.");
  expect(await git("status", "Handbook")).toEqual({
    code: 1,
    out: "",
    err: "lectern: Handbook is in step with no repository. lectern git connect begins that.",
  });
});

test.each([
  [
    ["connect", "Wrong", `${HOST}/x`, "--direction", "up"],
    '--direction has to be one of git, lectern, merge, not "up".',
  ],
  [
    ["connect", "Wrong", `${HOST}/x`, "--token-file", "f", "--connection", "c"],
    "Give --connection or --token-file, not both.",
  ],
  [["resolve", "Wrong", "all"], 'choice has to be one of git, lectern, apply, pull-request, not "all".'],
  [["runs", "Wrong", "--limit", "none"], '--limit has to be a number above 0, not "none".'],
])("%j is a wrong command line", async (args, message) => {
  expect(await git(...args)).toEqual({ code: 2, out: "", err: `lectern: ${message}` });
});

test("a file that holds no token is refused before anything is made", async () => {
  const file = join(folder, "empty");
  writeFileSync(file, " \n");
  await newSpace("Tokenless");
  const { code, err } = await git("connect", "Tokenless", `${HOST}/y`, "--token-file", file);
  expect([code, err]).toEqual([1, `lectern: ${file} has to hold one token and nothing else.`]);
});

test.each([
  ["https://github.com/a/b", "github"],
  ["https://gitlab.example.com/a/b", "gitlab"],
  ["https://codeberg.org/a/b.git", "gitea"],
  ["https://bitbucket.org/a/b", "bitbucket"],
  ["https://notgithub.com/a/b", "git"],
  ["no address", "git"],
])("%s is hosted by %s", (address, provider) => expect(providerOf(address)).toBe(provider));

test("a status says what is missing, and what to press", () => {
  const status = {
    state: "synced" as const,
    branch: "refs/heads/main",
    commitId: "a1b2c3d4e5",
    pagesAhead: 0,
    othersAhead: 0,
    isBehind: false,
    held: [],
  };
  expect(statusLines(status)).toEqual(["In step with main at a1b2c3d."]);
  expect(statusLines({ ...status, state: "changed", pagesAhead: 3, othersAhead: 1, isBehind: true })).toEqual(
    [
      "Last in step with main at a1b2c3d.",
      "3 pages changed in Lectern since.",
      "1 other thing (files, variables, tags, reusable content) changed in Lectern since.",
      "The branch has moved since.",
    ],
  );
  const attention = {
    kind: "mass-deletion",
    message: "40 of 50 pages would go.",
    choices: ["apply" as const],
  };
  const held = [{ kind: "page" as const, id: "p1", changeRequest: "c1", reason: "both" as const }];
  expect(statusLines({ ...status, state: "attention", attention, question: "mass-deletion", held })).toEqual([
    "Last in step with main at a1b2c3d.",
    "Needs you: 40 of 50 pages would go.",
    "Decide with lectern git resolve <space> apply --question mass-deletion",
    "Both sides changed the page p1: it waits in change request c1.",
  ]);
  const refused = {
    kind: "unauthenticated",
    message: "The host doesn't take these credentials.",
    choices: [],
  };
  const { commitId: _, ...early } = status;
  expect(statusLines({ ...early, state: "attention", attention: refused })).toEqual([
    "Not in step with main yet.",
    "Needs you: The host doesn't take these credentials.",
  ]);
  const names = {
    pages: new Map([["p1", "Guide"]]),
    requests: new Map([
      ["c1", { number: 7, urls: { app: "https://a.test/s/1/~/changes/7", location: "https://a.test/v1" } }],
    ]),
  };
  const question = `held ${"0123456789abcdef".repeat(4)}`;
  const waiting = { ...status, question, held };
  expect(statusLines(waiting, { names }).slice(1)).toEqual([
    'Both sides changed the page "Guide": it waits in change request 7.',
    "Change request 7 is at https://a.test/s/1/~/changes/7",
    "Decide there, or all of it with lectern git resolve <space> git | lectern --question held-01234567",
  ]);
  expect(statusLines(waiting, { isSite: true }).at(-1)).toBe(
    "Decide there, or all of it with lectern git resolve <site> --site git | lectern --question held-01234567",
  );
  const leaking = { kind: "page" as const, id: "p2", reason: "token" as const };
  expect(statusLines({ ...waiting, held: [...held, leaking] }).slice(1)).toEqual([
    "Both sides changed the page p1: it waits in change request c1.",
    "The file of the page p2 holds an API token that works: revoke it and sync, or take it out.",
    "Decide there, or all of it with lectern git resolve <space> git | lectern --question held-01234567",
  ]);
  const large = (["large", "missing"] as const).map((reason) => ({
    kind: "file" as const,
    id: "f1",
    reason,
  }));
  expect(statusLines({ ...status, held: large }).slice(1)).toEqual([
    "The file f1 waits here: the host doesn't take the file by Git LFS. Allow it there, or let the token use it, then sync.",
    "The file f1 stays as it was: the host doesn't give the file by Git LFS. Push the file there, then sync.",
  ]);
});

test("a dry run says where what comes and what goes would be", () => {
  const said = (preview: object, site = false): string => {
    const out: string[] = [];
    const progress = { write: () => true };
    const print = (line: string): void => void out.push(line);
    const run = { state: "success", report: { preview } } as GitSyncRun;
    tellPreview({ env, print, note: print, progress, isTerminal: false }, () => undefined, run, { site });
    return out.join("\n");
  };
  expect(said({ pageCount: 2, pagesTo: "space", fileCount: 1, filesTo: "branch" })).toBe(
    "2 pages would change in Lectern.\n1 file would change on the branch.",
  );
  expect(said({ pageCount: 1, pagesTo: "request", fileCount: 2, filesTo: "proposal" })).toBe(
    "1 page would wait in a change request.\n2 files would go into a pull request.",
  );
  expect(said({ pageCount: 0, pagesTo: "request", fileCount: 0, filesTo: "proposal" })).toBe(
    "A sync would do nothing.",
  );
  expect(said({ pageCount: 0, fileCount: 0 }, true)).toBe(
    "Of the site, its pages were looked at, not what docs.yaml changes.\nA sync would change no page.",
  );
});

/** Connects a space of its own, and has its sync wait for somebody. */
async function connectedSpace(title: string, attention: object | null, more: object = {}): Promise<string> {
  const id = await newSpace(title);
  expect((await git("connect", title, `${HOST}/${id}`, "--pull-only")).code).toBe(0);
  await world().deps.db.transact((tx) =>
    tx
      .updateTable("git_installations")
      .set({ attention: attention && JSON.stringify(attention), ...more })
      .where("space_id", "=", id)
      .execute(),
  );
  return (await world().get(`/spaces/${id}/git/info`, ada)).body.installationId;
}

test("a decision holds for the question that was shown, and for no other", async () => {
  const message = "40 of 50 pages would go.";
  const question = `mass-deletion ${"0123456789abcdef".repeat(4)}`;
  const attention = { kind: "mass-deletion", message, choices: ["apply"], question };
  const id = await connectedSpace("Decided", attention, { state: "attention" });
  const status = await git("status", "Decided");
  expect(status.out).toContain("lectern git resolve <space> apply --question mass-deletion-01234567");
  const asked = (which: string) => git("resolve", "Decided", "apply", "--question", which);
  expect(await asked("mass-deletion-89abcdef")).toMatchObject({
    code: 1,
    err: expect.stringContaining("Something else is asked by now."),
  });
  const choice = async () =>
    (
      await world()
        .deps.db.read.selectFrom("git_installations")
        .select(["choice", "decided_about"])
        .where("id", "=", id)
        .execute()
    )[0];
  expect(await choice()).toEqual({ choice: "merge", decided_about: null });
  expect(await asked("mass-deletion-01234567")).toMatchObject({ code: 0, err: message });
  expect(await choice()).toEqual({ choice: "apply", decided_about: question });
});

test("all that is paused since this may be a copy goes on at once, and what somebody has paused doesn't", async () => {
  const copies = ["Copied", "Copied too"];
  const paused_at = 1;
  const ids = [];
  for (const title of copies)
    ids.push(await connectedSpace(title, JSON.parse(attentionOfCopy("moved")), { paused_at }));
  const own = await connectedSpace("Paused", null, { paused_at });
  expect(await git("resume", "--all")).toEqual({
    code: 0,
    out: copies.map((title) => `Resumed: ${title}`).join("\n"),
    err: "",
  });
  const isPaused = async (id: string) => (await world().get(`/git/installations/${id}`, ada)).body.paused;
  expect(await Promise.all([...ids, own].map(isPaused))).toEqual([false, false, true]);
  expect(await git("resume", "--all")).toEqual({ code: 0, out: "Nothing is paused as a copy.", err: "" });
  expect((await git("resume", "Paused", "--all")).err).toBe("lectern: Name a space, or give --all.");
});

/** A command that waits for what the server's jobs do. */
async function withJobs<T>(command: Promise<T>): Promise<T> {
  const jobs = async (): Promise<undefined> => {
    await world().runJobs();
    // SQLite answers at once: without a rest no request would ever be heard.
    await setTimeout(10);
  };
  for (;;) {
    const answer = await Promise.race([command, jobs()]);
    if (answer !== undefined) return answer;
  }
}

test("who waits hears that both sides are in step, and by the exit code that somebody is needed", async () => {
  const host = await openHost(folder);
  try {
    const synced = await newSyncedSpace(world(), ada, host);
    const { repository } = synced;
    const tip = repository.commit({ "README.md": "# Home\n\nWords.\n" });
    const address = host.url(repository.name);
    expect(await withJobs(git("connect", synced.id, address, "--direction", "git", "--wait"))).toEqual({
      code: 0,
      out: `In step with main at ${tip.slice(0, 7)}.`,
      err: "",
    });
    expect((await git("runs", synced.id)).out).toContain("import");
    await synced.write("Home", "Ours.\n");
    const ahead = await withJobs(git("sync", synced.id, "--dry-run"));
    expect([ahead.code, ahead.err]).toEqual([0, ""]);
    expect(ahead.out).toContain("1 file would change on the branch.");
    expect(ahead.out).toContain("-Words.\n+Ours.");
    expect(repository.tip()).toBe(tip);
    expect((await git("print", synced.id, join(folder, "printed"))).code).toBe(0);
    expect(readFileSync(join(folder, "printed", "README.md"), "utf8")).toBe("# Home\n\nOurs.\n");
    // By a login, on a machine whose environment names an installation of its own.
    const named = env;
    const { LECTERN_URL: url = "", LECTERN_TOKEN: token = "" } = named;
    const servers = { [url]: { token, expiresAt: "2099-01-01T00:00:00.000Z" } };
    writeLogins(join(folder, "lectern"), { current: url, servers });
    env = { XDG_CONFIG_HOME: folder, LECTERN_DATA_DIR: join(folder, "own") };
    try {
      expect((await git("print", synced.id, join(folder, "again"))).err).toBe("");
    } finally {
      env = named;
    }
    expect(readFileSync(join(folder, "again", "README.md"), "utf8")).toBe("# Home\n\nOurs.\n");
    repository.commit({ "README.md": "# Home\n\nTheirs.\n" });
    const { code, out } = await withJobs(git("sync", synced.id, "--wait"));
    const { app } = world().deps.addresses;
    expect(out).toContain('Both sides changed the page "Home": it waits in change request 1.');
    expect(out).toContain(`Change request 1 is at ${app}/s/${synced.id}/~/changes/1`);
    expect([code, (await git("status", synced.id)).code]).toEqual([3, 3]);
  } finally {
    await host.close();
  }
});
