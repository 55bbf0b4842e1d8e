/** A push that the host takes after all, once the run that sent it has gone: it is ours still, and nothing comes twice. */
import { createHmac } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});
beforeEach(async () => {
  host().fault = () => undefined;
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit({ "README.md": "# Home\n\nFirst.\n" });
  await space.connect({ direction: "git", confirm: true });
  await world().runJobs();
});

/** Keeps the body of the first push, which is answered with an error. @returns has the host take it now */
function holdFirst(beforeNext: (take: () => void) => void = () => undefined): () => void {
  let sent: Buffer | undefined;
  const take = (): void => {
    const folder = host().create(repository.name);
    host().git(repository.name, ["receive-pack", "--stateless-rpc", folder], sent);
  };
  let isTaken = false;
  host().fault = async (request) => {
    if (request.method !== "POST" || request.url?.endsWith("/git-receive-pack") !== true) return undefined;
    if (sent === undefined) {
      sent = await buffer(request);
      return { status: 503 };
    }
    if (!isTaken) beforeNext(take);
    isTaken = true;
    return undefined;
  };
  return take;
}

const takeBeforeNext = (take: () => void): void => take();
const insert = (title: string) =>
  space.change({ operation: "insert_page", type: "document", title, document: { markdown: "Words.\n" } });
const titles = async (): Promise<string[]> => (await space.pages()).map(({ title }) => title);
const files = (): string[] => Object.keys(repository.files()).toSorted();
const commits = (): string =>
  host().git(repository.name, ["rev-list", "--count", "--committer=Lectern", "main"]);

test("is the commit that is sent again", async () => {
  holdFirst(takeBeforeNext);
  await insert("Fresh");
  expect(await space.sync()).toMatchObject({ lastRun: { state: "failure" } });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(await titles()).toEqual(["Home", "Fresh"]);
  expect(files()).toEqual(["README.md", "fresh.md"]);
  expect(commits()).toBe("1");
});

test("has what was edited meanwhile put on top of it", async () => {
  holdFirst(takeBeforeNext);
  await insert("Fresh");
  await space.sync();
  await space.write("Fresh", "More words.\n");
  await insert("Other");
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  expect(await titles()).toEqual(["Home", "Fresh", "Other"]);
  expect(files()).toEqual(["README.md", "fresh.md", "other.md"]);
  expect(repository.show("fresh.md")).toContain("More words.");
  expect(commits()).toBe("2");
});

test("goes from the branch again, where what it says was taken back meanwhile", async () => {
  const take = holdFirst();
  const [{ page }] = await insert("Fresh");
  await space.sync();
  await space.change({ operation: "delete_page", page });
  expect(await space.sync()).toMatchObject({ state: "synced" });
  take();
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  expect(await titles()).toEqual(["Home"]);
  expect(files()).toEqual(["README.md"]);
});

test("is waited for ten minutes and no longer, and not once the branch has moved", async () => {
  const made = () =>
    world()
      .deps.db.read.selectFrom("git_pushes")
      .select("commit_id")
      .where("installation_id", "=", space.installation)
      .where("state", "=", "made")
      .execute();
  const failToPush = async (title: string): Promise<void> => {
    holdFirst();
    const [{ page }] = await insert(title);
    await space.sync();
    await space.change({ operation: "delete_page", page });
    await space.sync();
    expect(await made()).toHaveLength(1);
  };
  await failToPush("Fresh");
  world().ahead += 11 * 60_000;
  await space.sync();
  expect(await made()).toHaveLength(0);
  await failToPush("Other");
  repository.commit({ "more.md": "# More\n" });
  await space.sync();
  expect(await made()).toHaveLength(0);
  expect(await titles()).toEqual(["Home", "More"]);
});

test("is news where the host tells of it a minute after it was sent, and none before", async () => {
  expect((await world().delete(space.address, ada)).status).toBe(205);
  await space.connect({ direction: "git", confirm: true, provider: "github" });
  await world().runJobs();
  const { body } = await world().post(`${space.address}/webhook`, {}, ada);
  expect(body).toMatchObject({ secret: expect.any(String) });
  const tell = (event: string, payload: object) => {
    const raw = JSON.stringify(payload);
    const signature = createHmac("sha256", body.secret).update(raw).digest("hex");
    return world().call("POST", `/git/webhooks/${space.installation}`, {
      raw,
      headers: {
        "content-type": "application/json",
        "x-github-event": event,
        "x-hub-signature-256": `sha256=${signature}`,
      },
    });
  };
  // That somebody is told anything is noted once in a while.
  expect((await tell("ping", { zen: "Design for failure." })).status).toBe(202);
  const take = holdFirst();
  await insert("Fresh");
  expect(await space.sync()).toMatchObject({ lastRun: { state: "failure" } });
  take();
  const { db } = world().deps;
  const writesOf = async (): Promise<number> => {
    const { writes } = db;
    const push = { ref: "refs/heads/main", after: repository.tip(), repository: { full_name: "acme/docs" } };
    expect((await tell("push", push)).status).toBe(202);
    return db.writes - writes;
  };
  expect(await writesOf()).toBe(0);
  world().ahead += 61_000;
  expect(await writesOf()).toBe(1);
  await world().runJobs();
  expect(await space.status()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(files()).toEqual(["README.md", "fresh.md"]);
});
