import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type GitHost, refusePushes, startGitHost } from "../../test/gitHost.ts";
import { openFetch } from "../fetch.ts";
import { GitError, type GitErrorKind } from "./error.ts";
import { Git } from "./git.ts";
import type { GitLimits } from "./limits.ts";
import type { GitRepository } from "./repository.ts";

let folder: string;
let host: GitHost;
const fetch = openFetch({ allowPrivateNetwork: true });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lectern-git-"));
  host = await startGitHost(join(folder, "host"));
});
afterAll(async () => {
  await host.close();
  await fetch.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  host.fault = () => undefined;
  host.heard.length = 0;
  host.tokens.clear();
});

let count = 0;

/** A repository with a commit for each of the texts, all of them of `page.md`; gives its name and the commits. */
function repositoryOf(texts: readonly string[], format: "sha1" | "sha256" = "sha1") {
  const name = `r${(count += 1)}`;
  const path = host.create(name, format);
  const commits: string[] = [];
  for (const text of texts) {
    const blob = host.git(name, ["hash-object", "-w", "--stdin"], text);
    const tree = host.git(name, ["mktree"], `100644 blob ${blob}\tpage.md\n`);
    const parents = commits.length === 0 ? [] : ["-p", commits.at(-1) as string];
    commits.push(host.git(name, ["commit-tree", tree, ...parents, "-m", text]));
  }
  const last = commits.at(-1);
  if (last !== undefined) host.git(name, ["update-ref", "refs/heads/main", last]);
  return { name, path, commits, last: last as string };
}

function gitOf(limits: Partial<GitLimits> = {}, at = `cache${(count += 1)}`) {
  return new Git({ fetch, folder: join(folder, at), limits: { freeBytes: 0, ...limits } });
}

function running<T>(
  name: string,
  work: (repository: GitRepository) => Promise<T>,
  { limits = {}, git = gitOf(limits), format = "sha1" as "sha1" | "sha256", url = host.url(name) } = {},
): Promise<T> {
  return git.run({ key: "one", remote: { url }, format, writes: true }, work);
}

async function kindOf(work: Promise<unknown>): Promise<GitErrorKind> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GitError);
  return (error as GitError).kind;
}

const draft = (parent: string | undefined, text: string) => ({
  parent,
  message: "Change a page",
  author: { name: "Ann <b>", email: "ann@example.com" },
  committer: { name: "Lectern", email: "git@localhost" },
  at: 1_700_000_000_000,
  changes: [{ path: "page.md", mode: "100644", bytes: Buffer.from(text) }],
});

describe.each(["sha1", "sha256"] as const)("a repository of %s", (format) => {
  test("says its branches, and gives what they hold", async () => {
    const { name, commits, last } = repositoryOf(["one", "two"], format);
    host.git(name, ["tag", "v1", commits[0] as string]);
    const refs = await gitOf().refs({ url: host.url(name) }, ["refs/heads/"]);
    expect(refs).toEqual({
      format,
      head: "refs/heads/main",
      ids: new Map([["refs/heads/main", last]]),
      url: host.url(name),
      lasting: host.url(name),
      bytes: expect.any(Number),
    });
    expect(refs.bytes).toBeGreaterThan(`${last} refs/heads/main`.length);
    const read = await running(
      name,
      async (repository) => {
        await repository.fetch([last]);
        const [entry] = await repository.list(last);
        return { entry, bytes: await repository.objects.read(entry?.id ?? "") };
      },
      { format },
    );
    expect(read.entry).toMatchObject({ path: "page.md", mode: "100644", size: 3 });
    expect(read.bytes.toString()).toBe("two");
  });

  test("says by one request where a branch is, where its format is known, and as ever what it doesn't have", async () => {
    const { name, last } = repositoryOf(["one"], format);
    const remote = { url: host.url(name) };
    const git = gitOf();
    const before = host.heard.length;
    const { ids } = await git.refs(remote, ["refs/heads/main"], undefined, format);
    expect([ids.get("refs/heads/main"), host.heard.slice(before)]).toEqual([
      last,
      [`POST /${name}/git-upload-pack`],
    ]);
    // Of a format that it doesn't have, and in a protocol that it doesn't speak.
    const other = format === "sha1" ? "sha256" : "sha1";
    expect(await git.refs(remote, ["refs/heads/main"], undefined, other)).toMatchObject({ format, ids });
    host.fault = ({ method }) => (method === "POST" ? { status: 400 } : undefined);
    expect(await kindOf(git.refs(remote, ["refs/heads/main"], undefined, format))).toBe("protocol");
    host.fault = () => undefined;
    const none = await git.refs(remote, ["refs/heads/none"], undefined, format);
    expect([none.ids.size, host.heard.length - before]).toEqual([0, 1 + 3 + 3 + 3]);
  });

  test("takes a commit, made the same each time", async () => {
    const { name, last } = repositoryOf(["one"], format);
    const make = async (repository: GitRepository) => {
      await repository.fetch([last]);
      return repository.commit(draft(last, "mine"));
    };
    const commit = await running(name, make, { format });
    expect(await running(name, make, { format })).toBe(commit);
    await running(
      name,
      async (repository) => {
        await make(repository);
        await repository.push({ branch: "refs/heads/main", commit, lease: last });
      },
      { format },
    );
    expect(host.git(name, ["log", "-1", "--format=%H|%an|%ae|%at|%s", "main"])).toBe(
      `${commit}|Ann b|ann@example.com|1700000000|Change a page`,
    );
    expect(host.git(name, ["show", "main:page.md"])).toBe("mine");
    expect(host.git(name, ["fsck", "--full", "--strict"])).toBe("");
  });

  test("reads no object that is larger than whoever asks has room for", async () => {
    const { name, last } = repositoryOf(["one"], format);
    await running(
      name,
      async (repository) => {
        await repository.fetch([last]);
        const file = (await repository.list(last)).find(({ size = 0 }) => size > 1);
        const { id = "", size = 0 } = file ?? {};
        expect((await repository.objects.read(id, size)).byteLength).toBe(size);
        await expect(repository.objects.read(id, size - 1)).rejects.toMatchObject({ kind: "too-large" });
        expect((await repository.objects.read(id)).byteLength).toBe(size);
      },
      { format },
    );
  });

  test("takes bytes that are read as git takes them, and none that are not as long as was said", async () => {
    const { name, last } = repositoryOf(["one"], format);
    const chunk = Buffer.alloc(256 * 1024, "some bytes ");
    const count = 64;
    let most = 0;
    const before = process.memoryUsage().arrayBuffers;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (let index = 0; index < count; index += 1) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        yield await Promise.resolve(chunk);
      }
    }
    const make = (repository: GitRepository, size: number): Promise<string> =>
      repository.commit({
        ...draft(last, ""),
        changes: [{ path: "a.bin", mode: "100644", bytes: { size, open: chunks } }],
      });
    const size = count * chunk.byteLength;
    const read = await running(
      name,
      async (repository) => {
        await repository.fetch([last]);
        await expect(make(repository, size - 1)).rejects.toThrow(`a file has ${size} bytes`);
        const commit = await make(repository, size);
        return (await repository.list(commit)).find(({ path }) => path === "a.bin");
      },
      { format },
    );
    expect(read).toMatchObject({ size });
    // All of it together would be twice as much, and was there twice.
    expect(most).toBeLessThan(size / 2);
  });

  test("that is empty takes its first commit", async () => {
    const { name } = repositoryOf([], format);
    expect(await gitOf().refs({ url: host.url(name) }, ["refs/heads/"])).toMatchObject({ ids: new Map() });
    await running(
      name,
      async (repository) => {
        const commit = await repository.commit(draft(undefined, "first"));
        await repository.push({ branch: "refs/heads/main", commit, lease: undefined });
      },
      { format },
    );
    expect(host.git(name, ["show", "main:page.md"])).toBe("first");
  });
});

test("the branches of a host that knows only the old protocol", async () => {
  const { name, last } = repositoryOf(["one"]);
  host.fault = (request) => {
    delete request.headers["git-protocol"];
    return undefined;
  };
  const refs = await gitOf().refs({ url: host.url(name) }, ["refs/heads/"]);
  expect(refs).toMatchObject({ head: "refs/heads/main", ids: new Map([["refs/heads/main", last]]) });
  // It tells of what nobody has asked for.
  host.git(name, ["tag", "v1", last]);
  const more = await gitOf().refs({ url: host.url(name) }, ["refs/heads/"]);
  expect(more.bytes - refs.bytes).toBe(`0000${last} refs/tags/v1\n`.length);
});

test("a folder that is used again is no day old, so that no other machine takes it for nobody's", async () => {
  const { name } = repositoryOf(["One"]);
  const git = gitOf({}, "used");
  await running(name, async () => undefined, { git });
  const then = new Date(Date.now() - 2 * 86_400_000);
  await utimes(join(folder, "used"), then, then);
  await running(name, async () => undefined, { git });
  expect((await stat(join(folder, "used"))).mtimeMs).toBeGreaterThan(Date.now() - 3_600_000);
});

test("what was fetched is not fetched again", async () => {
  const { name, last } = repositoryOf(["one"]);
  const git = gitOf();
  const list = (repository: GitRepository) => repository.fetch([last]).then(() => repository.list(last));
  await running(name, list, { git });
  const before = host.heard.filter((line) => line.includes("POST")).length;
  expect(await running(name, list, { git })).toHaveLength(1);
  const asked = host.heard.filter((line) => line.includes("POST")).length - before;
  // The list of branches, and no pack.
  expect(asked).toBeLessThanOrEqual(before);
  expect(await readdir(join(folder, `cache${count}`))).toEqual(["one.sha1"]);
});

describe("a push", () => {
  const push = (name: string, lease: string | undefined, meanwhile: () => void = () => undefined) =>
    running(name, async (repository) => {
      if (lease !== undefined) await repository.fetch([lease]);
      const commit = await repository.commit(draft(lease, "mine"));
      meanwhile();
      await repository.push({ branch: "refs/heads/main", commit, lease });
      return commit;
    });

  test.each([
    ["goes on", (name: string, next: string) => host.git(name, ["update-ref", "refs/heads/main", next])],
    [
      "goes back",
      (name: string, _: string, first: string) => host.git(name, ["update-ref", "refs/heads/main", first]),
    ],
    ["is deleted", (name: string) => host.git(name, ["update-ref", "-d", "refs/heads/main"])],
  ])("onto a branch that meanwhile %s is stale, and changes nothing", async (_, change) => {
    const { name, commits } = repositoryOf(["one", "two", "three"]);
    const [first, second, third] = commits as [string, string, string];
    host.git(name, ["update-ref", "refs/heads/main", second]);
    let changed = "";
    const meanwhile = () => {
      change(name, third, first);
      changed = host.git(name, ["for-each-ref"]);
    };
    expect(await kindOf(push(name, second, meanwhile))).toBe("stale");
    expect(host.git(name, ["for-each-ref"])).toBe(changed);
  });

  test("of a first commit onto a branch that somebody made meanwhile is stale", async () => {
    const { name, last } = repositoryOf(["one"]);
    expect(await kindOf(push(name, undefined))).toBe("stale");
    expect(host.git(name, ["rev-parse", "main"])).toBe(last);
  });

  test("that a hook refuses says the host's words", async () => {
    const { name, path, last } = repositoryOf(["one"]);
    refusePushes(path, "main is protected");
    const failure = await push(name, last).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "refused" });
    expect((failure as GitError).message).toContain("main is protected");
    expect(host.git(name, ["rev-parse", "main"])).toBe(last);
  });

  test("of what doesn't come after its lease is not sent", async () => {
    const { name, commits, last } = repositoryOf(["one", "two"]);
    const sent = running(name, async (repository) => {
      await repository.fetch([last]);
      const commit = await repository.commit(draft(commits[0], "mine"));
      await repository.push({ branch: "refs/heads/main", commit, lease: last });
    });
    expect(await kindOf(sent)).toBe("failed");
    expect(host.heard.filter((line) => line.includes("receive-pack"))).toEqual([]);
  });

  test("is not possible in a run that only reads", async () => {
    const { name, last } = repositoryOf(["one"]);
    const run = gitOf().run(
      { key: "one", remote: { url: host.url(name) }, format: "sha1", writes: false },
      async (repository) => {
        await repository.fetch([last]);
        const commit = await repository.commit(draft(last, "mine"));
        await repository.push({ branch: "refs/heads/main", commit, lease: last });
      },
    );
    expect(await kindOf(run)).toBe("failed");
    expect(host.heard.filter((line) => line.includes("receive-pack"))).toEqual([]);
  });
});

describe("whether a commit comes before another", () => {
  test("is yes, no, or unknown where the history isn't looked through so far", async () => {
    const { name, commits, last } = repositoryOf(Array.from({ length: 70 }, (_, index) => `text ${index}`));
    const [first] = commits as [string];
    const other = host.git(name, ["commit-tree", `${first}^{tree}`, "-m", "of another history"]);
    host.git(name, ["update-ref", "refs/heads/other", other]);
    const ask = (limits: Partial<GitLimits>) =>
      running(
        name,
        async (repository) => {
          await repository.fetch([first, last, other]);
          return [
            await repository.isBefore(commits[68] as string, last),
            await repository.isBefore(first, last),
            await repository.isBefore(last, first),
            await repository.isBefore(other, last),
          ];
        },
        { limits },
      );
    expect(await ask({})).toEqual([true, true, false, false]);
    expect(await ask({ commits: 50 })).toEqual([true, "unknown", false, "unknown"]);
  });
});

describe("a host that fails", () => {
  const patience = { firstByte: 300, silence: 300 };
  const isPost = ({ method }: { method?: string | undefined }) => method === "POST";

  test.each<[string, GitErrorKind, GitHost["fault"]]>([
    ["wants other credentials", "unauthenticated", () => ({ status: 401 })],
    ["forbids reading", "unauthenticated", () => ({ status: 403 })],
    ["has no such repository", "not-found", () => ({ status: 404 })],
    ["is broken", "unreachable", () => ({ status: 500 })],
    ["is busy", "unreachable", () => ({ status: 429 })],
    ["shows a page", "protocol", () => ({ status: 200, type: "text/html" })],
    ["never answers", "timeout", () => ({ stallAfter: 0 })],
    ["drops the connection", "unreachable", (request) => (isPost(request) ? { dropAfter: 40 } : undefined)],
    ["falls silent", "timeout", (request) => (isPost(request) ? { stallAfter: 40 } : undefined)],
    ["never ends", "too-large", (request) => (isPost(request) ? { endless: true } : undefined)],
    ["sends half", "protocol", (request) => (isPost(request) ? { endAfter: 400 } : undefined)],
  ])("which %s: %s", async (_, kind, fault) => {
    const { name, last } = repositoryOf(["one", "two ".repeat(500)]);
    host.fault = fault;
    const fetched = running(name, (repository) => repository.fetch([last]), {
      limits: { ...patience, packBytes: 4 * 1024 * 1024 },
    });
    expect(await kindOf(fetched)).toBe(kind);
  });

  test("with 403 at a push refuses it", async () => {
    const { name, last } = repositoryOf(["one"]);
    host.fault = ({ url = "" }) => (url.includes("receive-pack") ? { status: 403 } : undefined);
    const pushed = running(name, async (repository) => {
      await repository.fetch([last]);
      const commit = await repository.commit(draft(last, "mine"));
      await repository.push({ branch: "refs/heads/main", commit, lease: last });
    });
    expect(await kindOf(pushed)).toBe("refused");
  });

  test("five times in a row is left alone for a while, with all of its repositories, and no other host is", async () => {
    const { name, last } = repositoryOf(["one"]);
    const other = await startGitHost(join(folder, "other"));
    other.create(name);
    onTestFinished(() => other.close());
    const git = gitOf({ rest: 300 });
    const refs = (of: GitHost, one = name) => git.refs({ url: of.url(one) }, ["refs/heads/main"]);
    host.fault = () => ({ status: 503 });
    for (let time = 0; time < 5; time += 1) expect(await kindOf(refs(host))).toBe("unreachable");
    host.fault = () => undefined;
    const heard = host.heard.length;
    await expect(refs(host, "another")).rejects.toThrow("is left alone for a minute");
    expect(host.heard.length).toBe(heard);
    expect((await refs(other)).format).toBe("sha1");
    await expect
      .poll(() =>
        refs(host).then(
          ({ ids }) => ids.get("refs/heads/main"),
          () => undefined,
        ),
      )
      .toBe(last);
    // A host that hides a repository has not failed.
    for (let time = 0; time < 6; time += 1) expect(await kindOf(refs(host, "none"))).toBe("not-found");
    expect((await refs(host)).ids.get("refs/heads/main")).toBe(last);
  });

  test("five times in a row at what its branches hold is left alone as well, though it says where they are", async () => {
    const { name, last } = repositoryOf(["one"]);
    const git = gitOf({ rest: 60_000 });
    const fetched = () => running(name, (repository) => repository.fetch([last]), { git });
    for (let time = 0; time < 5; time += 1) {
      host.fault = () => undefined;
      await git.refs({ url: host.url(name) }, ["refs/heads/main"]);
      host.fault = ({ method }) => (method === "POST" ? { status: 503 } : undefined);
      expect(await kindOf(fetched())).toBe("unreachable");
    }
    host.fault = () => undefined;
    await expect(fetched()).rejects.toThrow("is left alone for a minute");
  });

  test.each(["for which we have no more time", "that somebody breaks off"])(
    "%s has not failed by that",
    async (which) => {
      const { name, last } = repositoryOf(["one"]);
      const isOurs = which.startsWith("for");
      const git = gitOf({ rest: 60_000, ...(isOurs ? { run: 100 } : {}) });
      const remote = { url: host.url(name) };
      let breakOff = new AbortController();
      host.fault = ({ method }) => {
        if (method !== "POST") return undefined;
        if (!isOurs) breakOff.abort();
        return { stallAfter: 0 };
      };
      for (let time = 0; time < 6; time += 1) {
        breakOff = new AbortController();
        const asked = { key: "one", remote, format: "sha1", writes: false, signal: breakOff.signal } as const;
        const why = await git
          .run(asked, (repository) => repository.fetch([last]))
          .then(
            () => "",
            ({ message }: Error) => message,
          );
        expect(why).not.toMatch(/^$|left alone/);
      }
      host.fault = () => undefined;
      host.breakOff();
    },
  );

  test("is asked again from the beginning: nothing of the failed run is left", async () => {
    const { name, last } = repositoryOf(["one", "two"]);
    const git = gitOf();
    host.fault = (request) => (isPost(request) ? { dropAfter: 40 } : undefined);
    await kindOf(running(name, (repository) => repository.fetch([last]), { git }));
    expect(await readdir(join(folder, `cache${count}`))).toEqual([]);
    host.fault = () => undefined;
    expect(
      await running(name, (repository) => repository.fetch([last]).then(() => repository.list(last)), {
        git,
      }),
    ).toHaveLength(1);
  });

  test("lacks a commit", async () => {
    const { name } = repositoryOf(["one"]);
    expect(await kindOf(running(name, (repository) => repository.fetch(["1".repeat(40)])))).toBe("missing");
  });
});

describe("credentials", () => {
  const credentials = { username: "ann", secret: "canary-4711" };

  test("open what they are for, and stand nowhere on the way", async () => {
    const { name, last } = repositoryOf(["one"]);
    host.tokens.set(name, "ann:canary-4711");
    const remote = { url: host.url(name), credentials };
    const git = gitOf();
    expect((await git.refs(remote, ["refs/heads/"])).ids.size).toBe(1);
    const texts = await git.run({ key: "one", remote, format: "sha1", writes: false }, async (repository) => {
      await repository.fetch([last]);
      const config = await readFile(join(folder, `cache${count}`, "one.sha1", "config"), "utf8");
      return [config, ...(await processTexts())];
    });
    expect(texts.filter((text) => text.includes("canary") || text.includes(host.url(name)))).toEqual([]);
    expect(await kindOf(git.refs({ url: host.url(name) }, []))).toBe("unauthenticated");
  });

  test("are not sent to another origin that the host leads to", async () => {
    const { name, last } = repositoryOf(["one"]);
    const other = await startGitHost(join(folder, "host"));
    let leaked = false;
    other.fault = ({ headers }) => {
      leaked ||= headers.authorization !== undefined;
      return undefined;
    };
    host.fault = ({ url = "" }) => ({ status: 301, location: other.url(url.slice(1)) });
    const remote = { url: host.url(name), credentials };
    const refs = await gitOf().refs(remote, ["refs/heads/"]);
    expect(refs).toMatchObject({ url: other.url(name), ids: new Map([["refs/heads/main", last]]) });
    const listed = await gitOf().run({ key: "one", remote, format: "sha1", writes: false }, (repository) =>
      repository.fetch([last]).then(() => repository.list(last)),
    );
    expect(listed).toHaveLength(1);
    expect(leaked).toBe(false);
    await other.close();
  });
});

/** What the processes that run now show of themselves, where the system tells. */
async function processTexts(): Promise<string[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const read = (pid: string, what: string) => readFile(`/proc/${pid}/${what}`, "utf8").catch(() => "");
  const gits = await Promise.all(
    pids.map(async (pid) => [await read(pid, "cmdline"), await read(pid, "environ")].join(" ")),
  );
  // The host of the test runs as well, and knows its folder, not its address.
  return gits.filter((text) => text.startsWith("git"));
}
