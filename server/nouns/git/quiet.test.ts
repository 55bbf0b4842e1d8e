/** When spaces are synced by themselves, when they are left alone, and who else may be at work meanwhile. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { writeBackup } from "../../content/backup/writeBackup.ts";
import { pauseCopies } from "../../content/git/copies.ts";
import { GitRepository } from "../../ports/git/repository.ts";
import { refusePushes } from "../../test/gitHost.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";
import { addDue } from "./sync/pollJob.ts";
import { Polls, SlowOnes } from "./sync/polls.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;

const HOME = "# Home\n\nFirst.\n\nSecond.\n";
/** More than a branch is left alone for, and less than what a worker's lease holds. */
const POLL_MS = 80_000;
const REST_MS = 11_000;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});
beforeEach(async () => {
  host().fault = () => undefined;
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit({ "README.md": HOME });
  await space.connect({ direction: "git", confirm: true });
  await world().runJobs();
});

async function later(milliseconds: number): Promise<void> {
  world().ahead += milliseconds;
  await world().runJobs();
}

async function runs(): Promise<{ id: string; operation: string; cause: string; state: string }[]> {
  return (await world().get(`${space.address}/runs`, ada)).body.items;
}

const heard = (): string[] => host().heard.filter((line) => line.includes(`/${repository.name}/`));

describe("a branch", () => {
  test("is looked at by one request a minute, and synced only when it has moved", async () => {
    await later(POLL_MS);
    const before = heard().length;
    await later(POLL_MS);
    expect(heard().slice(before)).toEqual([`POST /${repository.name}/git-upload-pack`]);
    expect(await runs()).toHaveLength(1);
    repository.commit({ "README.md": HOME.replace("First", "Moved") });
    await later(POLL_MS);
    expect((await space.page("Home")).markdown).toContain("Moved.");
    const [first] = await runs();
    expect(first).toMatchObject({ operation: "import", cause: "poll", state: "success" });
    const one = await world().get(`${space.address}/runs/${first?.id}`, ada);
    expect([one.status, one.body]).toEqual([200, first]);
    expect((await world().get(`${space.address}/runs/absent`, ada)).status).toBe(404);
  });

  test("whose host can't be asked for a while is said to fail by a sync, which is tried again soon", async () => {
    // One that is broken would be left alone for a while, by the other tests as well.
    host().fault = () => ({ status: 200, type: "text/html" });
    const status = async (): Promise<{ state: string; lastRun: { cause: string; state: string } }> =>
      (await world().get(`${space.address}/status`, ada)).body;
    // Three looks, each of which waits twice as long as the one before.
    for (const minutes of [1, 2, 4]) {
      await later(minutes * 1.3 * POLL_MS);
      expect((await status()).state).toBe("synced");
    }
    await later(8 * 1.3 * POLL_MS);
    expect(await status()).toMatchObject({ state: "failed", lastRun: { cause: "poll", state: "failure" } });
    const told = async (): Promise<string[]> => {
      const { read } = world().deps.db;
      const of = read.selectFrom("audit").select("after").where("action", "=", "git.run");
      const rows = await of.where("target_id", "=", space.installation).orderBy("seq").execute();
      return rows.map(({ after }) => (JSON.parse(after ?? "{}") as { state: string }).state);
    };
    expect(await told()).toEqual(["success", "failure"]);
    // Tried again, it fails as it did: nobody hears of that twice.
    await later(15_000);
    expect((await runs()).slice(0, 3).map(({ state }) => state)).toEqual(["failure", "failure", "success"]);
    expect(await told()).toEqual(["success", "failure"]);
    host().fault = () => undefined;
    repository.commit({ "README.md": HOME.replace("First", "Back") });
    // As after any sync that failed once, and not after as many as there were looks.
    await later(65_000);
    expect((await status()).state).toBe("synced");
    expect((await space.page("Home")).markdown).toContain("Back.");
    expect(await told()).toEqual(["success", "failure", "success"]);
  });

  test("brings in what is pushed there while only the way out is closed, and is left alone while nothing is", async () => {
    refusePushes(host().create(repository.name), "main is protected");
    await space.write("Home", "Ours.\n\nSecond.\n");
    expect(await space.sync()).toMatchObject({ attention: { kind: "protected" } });
    const before = await runs();
    await later(POLL_MS);
    expect(await runs()).toEqual(before);
    repository.commit({ "more.md": "# More\n\nTheirs.\n" });
    await later(POLL_MS);
    expect(await space.texts()).toEqual({ Home: "Ours.\n\nSecond.\n", More: "Theirs.\n" });
    expect(await space.status()).toMatchObject({ attention: { kind: "protected" } });
    const [after] = await runs();
    expect(after).toMatchObject({ operation: "import", cause: "poll", state: "failure" });
    await later(POLL_MS);
    expect(await runs()).toHaveLength(before.length + 1);
    // A branch that goes meanwhile is said to.
    repository.move(null);
    await later(POLL_MS);
    expect(await space.status()).toMatchObject({ attention: { kind: "branch-gone" } });
  });

  test("that is due is found behind any number that wait for a slow host", async () => {
    const { db } = world().deps;
    const { installation: known } = space;
    const like = await db.read
      .selectFrom("git_installations")
      .selectAll()
      .where("id", "=", known)
      .executeTakeFirstOrThrow();
    const put = (count: number, name: string, organization_id: string, remote_url: string) =>
      db.transact(async (tx) => {
        const rows = Array.from({ length: count }, (_, at) => ({
          organization_id,
          id: `${name}-${at}`,
          provider: "git" as const,
          remote_url,
          branch: "refs/heads/main",
          project_directory: "",
          outgoing: "push" as const,
          state: "synced" as const,
          poll_at: 1,
          created_at: 1,
          updated_at: 1,
        }));
        for (let at = 0; at < count; at += 500)
          await tx
            .insertInto("git_installations")
            .values(rows.slice(at, at + 500))
            .execute();
      });
    const other = await world().addOrganization("Other", "other");
    await put(1_001, "slow", like.organization_id, "https://slow.example/docs");
    await put(1, "zz", other, "https://git.example/docs");
    const asked: string[] = [];
    const polls = new Polls(
      ({ origin }) => (asked.push(origin), new Promise(() => undefined)),
      new SlowOnes(() => 0),
    );
    const due = { db, clock: { now: () => 1 } };
    await addDue(due, polls);
    void polls.hear();
    expect(asked).toEqual(["https://slow.example"]);
    await addDue(due, polls);
    void polls.hear();
    expect(asked).toEqual(["https://slow.example", "https://git.example", "https://slow.example"]);
    await db.transact((tx) => tx.deleteFrom("git_installations").where("poll_at", "=", 1).execute());
  });

  test("whose repository has another name on its host is known by that from then on", async () => {
    const { name } = repository;
    renameSync(
      host().create(name),
      host()
        .create(name)
        .replace(/[^/]+$/, `${name}-renamed`),
    );
    const now = new Repository(host(), `${name}-renamed`);
    const leadBy = (status: number): void => {
      host().fault = ({ url = "" }) =>
        url.startsWith(`/${name}/`)
          ? { status, location: host().url(url.slice(1).replace(name, now.name)) }
          : undefined;
    };
    now.commit({ "README.md": HOME.replace("First", "Moved") });
    // For the time being it is found there, and keeps its name.
    leadBy(302);
    expect((await space.sync()).lastRun.report.notes).toEqual([
      "The host leads to another address. Connect the repository there, if it has moved for good.",
    ]);
    expect((await world().get(space.address, ada)).body.repository.name).toBe(name);
    expect((await space.page("Home")).markdown).toContain("Moved.");
    leadBy(301);
    expect((await space.sync()).lastRun.report.notes).toEqual([`The repository is now ${now.name}.`]);
    const { body } = await world().get(space.address, ada);
    expect(body.repository).toMatchObject({ url: host().url(now.name), name: now.name });
    expect((await world().get(`/spaces/${space.id}`, ada)).body.gitSync.repoName).toBe(now.name);
    const before = host().heard.length;
    expect((await space.sync()).lastRun.report?.notes).toBeUndefined();
    expect(
      host()
        .heard.slice(before)
        .filter((line) => line.includes(`/${name}/`)),
    ).toEqual([]);
  });

  test("whose history is too long to tell whether it was rewritten is merged with, and the report says so", async () => {
    await space.write("Home", HOME.replace("# Home\n\n", "").replace("First.", "Ours."));
    const told = vi.spyOn(GitRepository.prototype, "isBefore").mockResolvedValue("unknown");
    try {
      const tip = repository.commit({ "README.md": HOME.replace("Second.", "Theirs.") });
      expect(await space.sync()).toMatchObject({ state: "synced", held: [], isBehind: false });
      const both = "Ours.\n\nTheirs.\n";
      expect((await space.page("Home")).markdown).toBe(both);
      expect(repository.show("README.md")).toBe(`# Home\n\n${both}`);
      expect(host().git(repository.name, ["rev-parse", "main^"])).toBe(tip);
      const [run] = await runs();
      expect(JSON.stringify(run)).toContain("The history is too long to tell");
    } finally {
      told.mockRestore();
    }
  });

  test("that goes is noticed, and so is its return", async () => {
    const tip = repository.tip() ?? "";
    repository.move(null);
    await later(POLL_MS);
    expect(await space.status()).toMatchObject({ attention: { kind: "branch-gone" } });
    repository.move(tip);
    repository.commit({ "README.md": HOME.replace("First", "Back") });
    await later(3_700_000);
    expect(await space.status()).toMatchObject({ state: "synced" });
    expect((await space.page("Home")).markdown).toContain("Back.");
  });
});

describe("a space", () => {
  test("gives out its edits together once it rests", async () => {
    const tip = repository.tip();
    for (const text of ["one", "two", "three"]) {
      await space.write("Home", `${text}\n`);
      await later(1000);
    }
    expect(repository.tip()).toBe(tip);
    await later(REST_MS);
    expect(repository.show("README.md")).toBe("# Home\n\nthree\n");
    expect(host().git(repository.name, ["rev-list", "--count", `${tip}..main`])).toBe("1");
  });

  async function merge(subject: string, markdown: string): Promise<number> {
    const requests = `/spaces/${space.id}/change-requests`;
    const { body: request } = await world().post(requests, { subject }, ada);
    const { id } = await space.page("Home");
    const changes = [{ operation: "update_page", page: id, document: { markdown } }];
    await world().post(`${requests}/${request.id}/content`, { changes }, ada);
    expect((await world().post(`${requests}/${request.id}/merge`, {}, ada)).status).toBe(200);
    return request.number;
  }
  const lastSubject = () => host().git(repository.name, ["log", "-1", "--format=%s"]);

  test("gives out a merge at once, under the name of its change request", async () => {
    world().ahead += REST_MS;
    const number = await merge("Say\nmore", "Merged.\n");
    await world().runJobs();
    expect(lastSubject()).toBe(`LECTERN-${number}: Say more`);
    await world().patch(
      space.address,
      { commitMessageTemplate: "{space}: {pages} by {user} {constructor}" },
      ada,
    );
    await space.write("Home", "Again.\n");
    await space.sync();
    expect(lastSubject()).toBe("Docs: 1 by ada {constructor}");
  });

  test("gives out merges one after the other with a moment between them, and together what came in that", async () => {
    world().ahead += REST_MS;
    world().stopClock();
    try {
      await merge("One", "One.\n");
      await world().runJobs();
      const tip = repository.tip();
      expect(repository.show("README.md")).toBe("# Home\n\nOne.\n");
      await merge("Two", "Two.\n");
      await later(1_000);
      await merge("Three", "Three.\n");
      await later(500);
      expect(repository.tip()).toBe(tip);
      await later(500);
      expect(repository.show("README.md")).toBe("# Home\n\nThree.\n");
      expect(host().git(repository.name, ["rev-list", "--count", `${tip}..main`])).toBe("1");
      // Who goes on writing puts no merge off.
      await merge("Four", "Four.\n");
      await later(1_000);
      await space.write("Home", "Written.\n");
      await later(1_000);
      expect(repository.show("README.md")).toBe("# Home\n\nWritten.\n");
    } finally {
      world().runClock();
    }
  });

  test("that is paused while it is synced is asked about no more, and nothing is pushed", async () => {
    const tip = repository.tip();
    await space.write("Home", "Ours.\n");
    let paused: Promise<unknown> | undefined;
    host().fault = () => {
      paused ??= world().patch(space.address, { paused: true }, ada);
      return undefined;
    };
    await later(REST_MS);
    await paused;
    expect((await space.status()).state).toBe("paused");
    expect(repository.tip()).toBe(tip);
    const before = heard().length;
    await later(POLL_MS);
    expect(heard().length).toBe(before);
    await world().patch(space.address, { paused: false }, ada);
    await world().runJobs();
    expect(repository.show("README.md")).toBe("# Home\n\nOurs.\n");
  });

  test("is left alone while it is paused, and catches up after", async () => {
    await world().patch(space.address, { paused: true }, ada);
    await space.write("Home", "Mine.\n");
    const tip = repository.commit({ "other.md": "# Other\n" });
    await later(POLL_MS);
    expect([repository.tip(), (await space.pages()).length]).toEqual([tip, 1]);
    await world().patch(space.address, { paused: false }, ada);
    await world().runJobs();
    expect(repository.show("README.md")).toContain("Mine.");
    expect(await space.pages()).toHaveLength(2);
  });

  test("waits when whoever keeps it in step may not any more, until somebody else answers for it", async () => {
    const bob = await world().addPerson(`bob-${repository.name}`, "admin");
    await world().patch(space.address, { outgoing: "push" }, bob);
    await world().runJobs();
    await world().delete(`/orgs/${world().organization}/members/${bob.id}`, ada);
    await space.write("Home", "Mine.\n");
    await later(REST_MS);
    expect(await space.status()).toMatchObject({ attention: { kind: "owner" } });
    expect(await space.sync()).toMatchObject({ state: "synced" });
    expect(repository.show("README.md")).toContain("Mine.");
  });

  test("is asked about by the token of nobody who may not any more, and of nothing in the trash", async () => {
    host().tokens.set(repository.name, "git:token");
    const bob = await world().addPerson(`rob-${repository.name}`, "admin");
    const access = { outgoing: "push", providerConfiguration: { accessToken: "token" } };
    expect((await world().patch(space.address, access, bob)).status).toBe(200);
    await world().runJobs();
    await later(POLL_MS);
    expect(await space.status()).toMatchObject({ state: "synced" });
    const before = heard().length;
    await world().delete(`/spaces/${space.id}`, ada);
    await later(POLL_MS);
    // What comes to the branch meanwhile is there as soon as the space is.
    repository.commit({ "README.md": "# Home\n\nMeanwhile.\n" });
    await world().post(`/spaces/${space.id}/restore`, {}, ada);
    expect([heard().length, (await runs()).length]).toEqual([before, 2]);
    await world().runJobs();
    expect(await space.texts()).toMatchObject({ Home: "Meanwhile.\n" });
    const since = heard().length;
    await world().delete(`/orgs/${world().organization}/members/${bob.id}`, ada);
    await later(20 * POLL_MS);
    expect(heard().length).toBe(since);
    expect(await space.status()).toMatchObject({ attention: { kind: "owner" } });
  });

  test("tells those who may go on with it, where whoever kept it in step may not", async () => {
    const eve = await world().addPerson(`eve-${repository.name}`, "admin");
    await world().patch(space.address, { outgoing: "push" }, eve);
    await world().runJobs();
    const at = `/orgs/${world().organization}/members/${eve.id}`;
    expect((await world().patch(at, { role: "read" }, ada)).status).toBe(200);
    await space.write("Home", "Mine.\n");
    await later(REST_MS);
    expect(await space.status()).toMatchObject({ attention: { kind: "owner" } });
    const letters = world().letters.filter((letter) => letter.includes(`/s/${space.id}/~/git`));
    expect(letters.some((letter) => letter.includes("ada@"))).toBe(true);
    expect(letters.filter((letter) => letter.includes("eve-"))).toEqual([]);
    // And so it is told here, and listed for those who administrate it.
    const told = async (who: Person) =>
      (await world().get("/user/notifications", who)).body.items.filter(
        (one: { space?: { id: string } }) => one.space?.id === space.id,
      );
    expect(await told(ada)).toMatchObject([
      { type: "git-standstill", urls: { app: `http://app.test/s/${space.id}/~/git` } },
    ]);
    expect(await told(eve)).toEqual([]);
    const waiting = async (who: Person) =>
      (await world().get(`/orgs/${world().organization}/git/waiting`, who)).body.items.filter(
        ({ target }: { target: { spaceId?: string } }) => target.spaceId === space.id,
      );
    expect(await waiting(ada)).toMatchObject([
      { installation: space.installation, title: "Docs", attention: { kind: "owner", choices: [] }, held: 0 },
    ]);
    expect(await waiting(eve)).toEqual([]);
  });
});

describe("somebody else at work meanwhile", () => {
  /** Does something the first time that git asks to push. */
  function beforePush(work: () => void): void {
    let isDone = false;
    host().fault = ({ url = "" }) => {
      if (!isDone && url.includes("service=git-receive-pack")) {
        isDone = true;
        work();
      }
      return undefined;
    };
  }

  test("who pushes first is merged with, and nothing of theirs is overwritten", async () => {
    await space.write("Home", "First.\n\nOurs.\n");
    beforePush(() => void repository.commit({ "README.md": HOME.replace("First", "Theirs") }));
    expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
    expect(repository.show("README.md")).toBe("# Home\n\nTheirs.\n\nOurs.\n");
    expect((await space.page("Home")).markdown).toBe("Theirs.\n\nOurs.\n");
    expect(host().git(repository.name, ["log", "--format=%cn"]).split("\n")).toEqual([
      "Lectern",
      "Ann",
      "Ann",
    ]);
  });

  test("a branch that is taken back meanwhile doesn't come again", async () => {
    const first = repository.tip() ?? "";
    repository.commit({ "README.md": HOME.replace("First", "Leaked") });
    await space.sync();
    await space.write("Home", "Leaked.\n\nOurs.\n");
    beforePush(() => repository.move(first));
    await space.sync();
    expect(host().git(repository.name, ["log", "-p", "--format=", "main"])).not.toContain("+Leaked.");
  });

  test("a branch that is deleted meanwhile stays so", async () => {
    await space.write("Home", "Ours.\n");
    beforePush(() => repository.move(null));
    expect(await space.sync()).toMatchObject({ attention: { kind: "branch-gone" } });
    expect(repository.tip()).toBeUndefined();
  });

  test("another worker that takes the job finds the commit that this one has pushed", async () => {
    await space.write("Home", "Ours.\n");
    const stolen: Promise<unknown>[] = [];
    beforePush(() => {
      const steal = world().deps.db.transact((tx) =>
        tx
          .updateTable("jobs")
          .set((eb) => ({ fence: eb("fence", "+", 1) }))
          .where("kind", "=", "git-sync")
          .where("state", "=", "running")
          .execute(),
      );
      stolen.push(steal);
    });
    await space.sync();
    await Promise.all(stolen);
    expect(stolen).toHaveLength(1);
    expect((await space.status()).lastRun.state).toBe("running");
    await later(POLL_MS);
    expect(await space.status()).toMatchObject({ state: "synced", pagesAhead: 0 });
    expect(host().git(repository.name, ["rev-list", "--count", "--committer=Lectern", "main"])).toBe("1");
    expect((await runs()).map(({ state }) => state)).toContain("failure");
    const { body } = await world().get(`/spaces/${space.id}/content`, ada);
    const message = host().git(repository.name, ["log", "-1", "--format=%B", "main"]);
    expect(body.git).toMatchObject({
      oid: repository.tip(),
      message: `${message}\n`,
      createdByGitBook: true,
    });
  });

  test("a run that is cancelled writes nothing more, and the next one goes on", async () => {
    await space.write("Home", "Ours.\n");
    const cancelled: Promise<unknown>[] = [];
    const tip = repository.tip();
    let isDone = false;
    host().fault = ({ method, url = "" }) => {
      if (!isDone && method === "POST" && url.endsWith("/git-upload-pack") && heard().length > 0) {
        isDone = true;
        const cancel = world()
          .get(`${space.address}/runs`, ada)
          .then(({ body }) => world().post(`${space.address}/runs/${body.items[0].id}/cancel`, {}, ada));
        cancelled.push(cancel);
        return { stallAfter: 0 };
      }
      return undefined;
    };
    // The host answers nothing until the run is cancelled.
    const synced = space.sync();
    while (cancelled.length === 0) await new Promise((turn) => setImmediate(turn));
    await Promise.all(cancelled);
    host().fault = () => undefined;
    host().breakOff();
    await synced;
    expect(repository.tip()).toBe(tip);
    expect((await runs())[0]).toMatchObject({ state: "cancelled" });
    await space.sync();
    expect(repository.show("README.md")).toContain("Ours.");
  });
});

test("a space that goes to another organization leaves its branch: both stay as they are, and go on apart", async () => {
  const other = await world().addOrganization("Elsewhere", `elsewhere-${space.id.slice(0, 8).toLowerCase()}`);
  await world().deps.db.transact((tx) =>
    tx
      .insertInto("members")
      .values({ organization_id: other, user_id: ada.id, role: "admin", joined_at: 1 })
      .execute(),
  );
  const moved = await world().post(`/spaces/${space.id}/transfer`, { organization: other }, ada);
  expect([moved.status, moved.body.gitSync]).toEqual([200, undefined]);
  for (const path of [space.address, `/spaces/${space.id}/git/info`])
    expect((await world().get(path, ada)).status).toBe(404);
  const tip = repository.tip();
  const before = heard().length;
  await space.write("Home", "Ours alone.\n");
  await later(POLL_MS);
  expect([repository.tip(), heard().length]).toEqual([tip, before]);
  // Its place on the branch is free, and it finds itself there again.
  repository.commit({ "other.md": "# Other\n\nTheirs.\n" });
  expect((await space.connect({ direction: "merge" })).status).toBe(201);
  await world().runJobs();
  expect(await space.status()).toMatchObject({ state: "synced", held: [] });
  expect(Object.keys(await space.texts()).toSorted()).toEqual(["Home", "Other"]);
  expect(repository.show("README.md")).toContain("Ours alone.");
});

test.each(["https://staging.example.com", undefined])(
  "a copy of an installation pushes nothing before somebody says so: its address is %s",
  async (address) => {
    const { deps } = world();
    const own = "https://lectern.example.com";
    const goOn = () => world().patch(space.address, { paused: false }, ada);
    // Where it was only tried out before, this is its first address; and it is the same at each start.
    await pauseCopies(deps, own);
    await goOn();
    expect(await pauseCopies(deps, `${own}/`)).toBe(0);
    const tip = repository.tip();
    expect(await pauseCopies(deps, address)).toBeGreaterThan(0);
    await space.write("Home", "Tried out.\n");
    await later(POLL_MS);
    expect(await space.status()).toMatchObject({
      state: "paused",
      attention: { kind: "copy", message: expect.stringContaining("may be a copy"), choices: [] },
    });
    expect((await world().post(`${space.address}/sync`, {}, ada)).status).toBe(409);
    expect([repository.tip(), await pauseCopies(deps, address)]).toEqual([tip, 0]);
    await goOn();
    await world().runJobs();
    const { state, attention } = await space.status();
    expect([state, attention]).toEqual(["synced", undefined]);
    expect(repository.show("README.md")).toContain("Tried out.");
  },
);

test("a token is in no row, no answer, no commit, no log, no export and no backup", async () => {
  const secret = "canary-8472-token";
  const lines: string[] = [];
  const { log } = world().deps;
  const { level } = log;
  log.level = "trace";
  world().hear = (line) => void lines.push(line);
  repository = (space = await newSpace(world(), ada, host())).repository;
  repository.commit({ "README.md": HOME });
  host().tokens.set(repository.name, `git:${secret}`);
  await space.connect({ direction: "git", confirm: true }, { accessToken: secret });
  await world().runJobs();
  await space.write("Home", "Ours.\n");
  expect(await space.sync()).toMatchObject({ state: "synced" });
  host().fault = () => ({ status: 401 });
  expect(await space.sync()).toMatchObject({ state: "attention" });
  log.trace("the last line");
  world().hear = undefined;
  log.level = level;
  expect(lines.at(-1)).toContain("the last line");
  const { read } = world().deps.db;
  const tables = ["git_connections", "git_installations", "git_runs", "git_pushes", "audit"] as const;
  const more = ["outbox", "jobs", "idempotency", "revisions"] as const;
  const rows = [];
  for (const table of [...tables, ...more]) rows.push(await read.selectFrom(table).selectAll().execute());
  const answers = [await space.status(), await runs(), (await world().get(space.address, ada)).body];
  const folder = mkdtempSync(join(tmpdir(), "lectern-git-backup-"));
  const backup = join(folder, "backup");
  const { place, deps } = world();
  await writeBackup({ place, blobs: deps.blobs }, backup, { now: deps.clock.now() });
  const kept = readdirSync(join(backup, "tables")).map((name) =>
    readFileSync(join(backup, "tables", name), "utf8"),
  );
  rmSync(folder, { recursive: true });
  expect(kept.join()).toContain(space.installation);
  const commits = host().git(repository.name, ["log", "-p", "main"]);
  const told = JSON.stringify([lines, rows, answers, commits, kept, await space.exported()]);
  expect(told).not.toContain(secret);
  expect(told).not.toContain(Buffer.from(`git:${secret}`).toString("base64"));
});
