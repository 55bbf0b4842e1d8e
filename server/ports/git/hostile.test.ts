/** Repositories made to be odd, which are taken byte for byte, and such as are made to harm, which end in an error. */
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type GitHost, startGitHost } from "../../test/gitHost.ts";
import { openFetch, type OutboundFetch } from "../fetch.ts";
import { GitError } from "./error.ts";
import { Git } from "./git.ts";
import type { GitLimits } from "./limits.ts";
import { isUtf8Name, nameBytes, nameText } from "./names.ts";
import { type GitRepository, isBranchName } from "./repository.ts";

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
});

let count = 0;

function running<T>(
  name: string,
  work: (repository: GitRepository) => Promise<T>,
  limits: Partial<GitLimits> = {},
  format: "sha1" | "sha256" = "sha1",
): Promise<T> {
  const git = new Git({ fetch, folder: join(folder, "cache"), limits: { freeBytes: 0, ...limits } });
  const key = `k${(count += 1)}`;
  return git.run({ key, remote: { url: host.url(name) }, format, writes: true }, work);
}

const EMPTY = Buffer.alloc(0);
const bytes = (text: string): Buffer => Buffer.from(text);

/** Everything that a repository may hold and that a careless program changes. */
const CORNERS: readonly (readonly [mode: string, name: Buffer, content: Buffer])[] = [
  ["100644", bytes("crlf.md"), bytes("# A\r\n\r\nline\r\n")],
  ["100644", bytes("mixed.md"), bytes("a\r\nb\nc\rd")],
  ["100644", bytes("bom.md"), bytes("\ufeff# BOM\n")],
  ["100644", bytes("empty.md"), EMPTY],
  ["100644", bytes("no-newline.md"), bytes("# End")],
  ["100644", bytes("utf16.md"), Buffer.from("\ufeff# Wide\n", "utf16le")],
  ["100644", bytes("zeros.bin"), Buffer.from([0, 1, 2, 0, 255, 10, 13])],
  ["100755", bytes("run.sh"), bytes("#!/bin/sh\necho hello\n")],
  ["120000", bytes("link"), bytes("../../etc/passwd")],
  ["120000", bytes("inside-link.md"), bytes("crlf.md")],
  ["160000", bytes("vendor/sub"), EMPTY],
  [
    "100644",
    bytes(".gitmodules"),
    bytes('[submodule "s"]\n\tpath = vendor/sub\n\turl = https://example.com/s\n'),
  ],
  ["100644", bytes(".gitattributes"), bytes("*.png filter=lfs\n*.md text eol=crlf ident\n")],
  [
    "100644",
    bytes("big.png"),
    bytes(`version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 5\n`),
  ],
  ["100644", bytes("ident.md"), bytes("$Id$\n")],
  ["100644", bytes("Page.md"), bytes("upper\n")],
  ["100644", bytes("page.md"), bytes("lower\n")],
  ["100644", bytes("a.md"), bytes("1\n")],
  ["100644", bytes("a-b/x.md"), bytes("2\n")],
  ["100644", bytes("a/x.md"), bytes("3\n")],
  ["100644", bytes("nfd-e\u0301.md"), bytes("4\n")],
  ["100644", bytes("nfc-\u00e9.md"), bytes("5\n")],
  ["100644", Buffer.from([0x6c, 0xff, 0xfe, 0x2e, 0x6d, 0x64]), bytes("no UTF-8\n")],
  ["100644", bytes("back\\slash.md"), bytes("6\n")],
  ["100644", bytes("back\\x41.md"), bytes("7\n")],
  ["100644", bytes('quote".md'), bytes("8\n")],
  ["100644", bytes("line\nbreak\tand tab.md"), bytes("9\n")],
  ["100644", bytes("carriage\r.md"), bytes("10\n")],
  ["100644", bytes("-rf"), bytes("11\n")],
  ["100644", bytes("--output=x"), bytes("12\n")],
  ["100644", bytes(" space .md"), bytes("13\n")],
  ["100644", bytes("emoji 😀/日本.md"), bytes("14\n")],
];

function cornerRepository(name: string, format: "sha1" | "sha256"): string {
  host.create(name, format);
  const lines = CORNERS.map(([mode, path, content]) => {
    const isModule = mode === "160000";
    const id = isModule
      ? "1".repeat(format === "sha1" ? 40 : 64)
      : host.git(name, ["hash-object", "-w", "--no-filters", "--stdin"], content);
    return Buffer.concat([bytes(`${mode} ${id}\t`), path, Buffer.from([0])]);
  });
  host.git(name, ["update-index", "-z", "--index-info"], Buffer.concat(lines));
  const commit = host.git(name, ["commit-tree", host.git(name, ["write-tree"]), "-m", "corners"]);
  host.git(name, ["update-ref", "refs/heads/main", commit]);
  return commit;
}

const author = { name: "Ann", email: "ann@example.com" };

test.each(["sha1", "sha256"] as const)(
  "the corner repository is rebuilt byte for byte: %s",
  async (format) => {
    const [from, to] = [`corners-${format}`, `rebuilt-${format}`];
    const commit = cornerRepository(from, format);
    host.create(to, format);
    const files = await running(
      from,
      async (repository) => {
        await repository.fetch([commit]);
        const entries = await repository.list(commit);
        expect(entries.map(({ path }) => path).toSorted()).toEqual(
          CORNERS.map(([, path]) => nameText(path)).toSorted(),
        );
        const read = entries.map(async ({ path, mode, id }) => {
          return mode === "160000"
            ? { path, mode, id }
            : { path, mode, bytes: await repository.objects.read(id) };
        });
        return Promise.all(read);
      },
      {},
      format,
    );
    const rebuilt = await running(
      to,
      async (repository) => {
        const draft = { message: "again", author, committer: author, at: 0, changes: files };
        const made = await repository.commit({ ...draft, parent: undefined });
        await repository.push({ branch: "refs/heads/main", commit: made, lease: undefined });
        return made;
      },
      {},
      format,
    );
    expect(host.git(to, ["rev-parse", `${rebuilt}^{tree}`])).toBe(
      host.git(from, ["rev-parse", `${commit}^{tree}`]),
    );
    expect(host.git(to, ["fsck", "--full", "--strict"])).toBe("");
  },
);

test("a change of one file keeps all others, whatever they are", async () => {
  const commit = cornerRepository("kept", "sha1");
  const made = await running("kept", async (repository) => {
    await repository.fetch([commit]);
    const changes = [
      { path: "a.md", mode: "100644", bytes: bytes("changed\n") },
      { path: "a/x.md", gone: true } as const,
      // A file where a folder was.
      { path: "a", mode: "100644", bytes: bytes("file\n") },
      { path: "new\\\\folder/\\xff.md", mode: "100644", bytes: EMPTY },
    ];
    const id = await repository.commit({
      parent: commit,
      message: "m",
      author,
      committer: author,
      at: 0,
      changes,
    });
    expect((await repository.diff(commit, id)).map(({ path }) => path).toSorted()).toEqual(
      ["a", "a.md", "a/x.md", "new\\\\folder/\\xff.md"].toSorted(),
    );
    await repository.push({ branch: "refs/heads/main", commit: id, lease: commit });
    return id;
  });
  expect(host.git("kept", ["diff-tree", "-r", "--name-status", commit, made]).split("\n")).toEqual([
    "A\ta",
    "M\ta.md",
    "D\ta/x.md",
    'A\t"new\\\\folder/\\377.md"',
  ]);
});

test.each([
  ["plain.md", "plain.md"],
  ["back\\slash", "back\\\\slash"],
  ["\\x41", "\\\\x41"],
  ["é", "é"],
  ["\ufeffbom", "\ufeffbom"],
])("the name %j is written %j", (name, text) => {
  expect(nameText(bytes(name))).toBe(text);
  expect(Buffer.from(nameBytes(text)).toString()).toBe(name);
  expect(isUtf8Name(text)).toBe(true);
});

test("every sequence of two bytes has a name of its own, and its bytes again", () => {
  const seen = new Set<string>();
  for (let first = 0; first < 256; first += 1) {
    for (let second = 0; second < 256; second += 1) {
      const name = Buffer.from([first, second, 0x41]);
      const text = nameText(name);
      if (!Buffer.from(nameBytes(text)).equals(name)) throw new Error(`lost: ${name.toString("hex")}`);
      seen.add(text);
    }
  }
  expect(seen.size).toBe(65_536);
  expect(isUtf8Name(nameText(Buffer.from([0xff])))).toBe(false);
});

test.each([
  ["a byte that is none", Buffer.alloc(4096, 0xff)],
  ["three bytes of a character of four", Buffer.from("f09f98".repeat(1365), "hex")],
])("the text of a name made of nothing but %s takes no longer than others", (_, name) => {
  const began = performance.now();
  for (let time = 0; time < 100; time += 1) nameText(name);
  // Where each byte was tried four times, thirty seconds.
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(Buffer.from(nameBytes(nameText(name))).equals(name)).toBe(true);
});

/** A repository whose one commit has a tree of these bytes. */
function hostileTree(name: string, tree: Buffer): string {
  host.create(name);
  const id = host.git(name, ["hash-object", "-t", "tree", "--literally", "-w", "--stdin"], tree);
  return commitOf(name, id);
}

function commitOf(name: string, tree: string): string {
  const text = `tree ${tree}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n`;
  const commit = host.git(name, ["hash-object", "-t", "commit", "--literally", "-w", "--stdin"], text);
  host.git(name, ["update-ref", "refs/heads/main", commit]);
  return commit;
}

const entry = (mode: string, name: string, id: string): Buffer =>
  Buffer.concat([bytes(`${mode} ${name}\0`), Buffer.from(id, "hex")]);

async function failureOf(work: Promise<unknown>): Promise<GitError> {
  const error = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GitError);
  return error as GitError;
}

const blobOf = (name: string, text: string): string => {
  host.create(name);
  return host.git(name, ["hash-object", "-w", "--stdin"], text);
};

describe("names in a tree that would harm others are refused", () => {
  test.each(["..", ".", ".git", ".GIT", "git~1", "a/b"])("%j", async (hostile) => {
    const name = `names-${(count += 1)}`;
    const blob = blobOf(name, "x");
    const commit = hostileTree(name, entry("100644", hostile, blob));
    const failure = await failureOf(running(name, (repository) => repository.fetch([commit])));
    expect(failure.kind).toBe("unsafe");
    expect(failure.message).toMatch(/^The object [0-9a-f]{12} is refused \(\w+\): /);
  });

  test.each([
    ["twice the same", ["a", "a"]],
    ["in the wrong order", ["b", "a"]],
  ])("%s", async (_, names) => {
    const name = `names-${(count += 1)}`;
    const blob = blobOf(name, "x");
    const commit = hostileTree(name, Buffer.concat(names.map((one) => entry("100644", one, blob))));
    expect((await failureOf(running(name, (repository) => repository.fetch([commit])))).kind).toBe("unsafe");
  });
});

const listing = (name: string, commit: string, limits: Partial<GitLimits> = {}): Promise<unknown> =>
  running(
    name,
    async (repository) => {
      await repository.fetch([commit]);
      return repository.list(commit);
    },
    limits,
  );

test.each([
  ["files", "100644", "file"],
  ["nothing but folders", "40000", "folder"],
])("ten thousand million entries out of eleven trees of %s end at the limit", async (_, mode, leaf) => {
  const name = `bomb-${(count += 1)}`;
  let id = leaf === "file" ? blobOf(name, "x") : (host.create(name), host.git(name, ["mktree"], ""));
  for (let level = 0; level < 10; level += 1) {
    const lines = Array.from({ length: 10 }, (_, index) =>
      entry(level === 0 ? mode : "40000", `n${index}`, id),
    );
    id = host.git(name, ["hash-object", "-t", "tree", "--literally", "-w", "--stdin"], Buffer.concat(lines));
  }
  const failure = await failureOf(listing(name, commitOf(name, id)));
  expect(failure).toMatchObject({ kind: "too-large" });
  expect(failure.message).toContain("60000");
});

test("folders in folders end at the limit", async () => {
  const name = "deep";
  const blob = blobOf(name, "x");
  let id = host.git(name, ["mktree"], `100644 blob ${blob}\tx.md\n`);
  for (let level = 0; level < 300; level += 1) id = host.git(name, ["mktree"], `040000 tree ${id}\td\n`);
  expect(await failureOf(listing(name, commitOf(name, id)))).toMatchObject({
    kind: "too-large",
    message: "A file lies more than 250 folders deep.",
  });
});

test("long paths end at the limit of all together", async () => {
  const name = "long";
  const blob = blobOf(name, "x");
  const lines = Array.from({ length: 20 }, (_, index) => `100644 blob ${blob}\t${"x".repeat(200)}${index}\n`);
  const commit = commitOf(name, host.git(name, ["mktree"], lines.join("")));
  expect(await listing(name, commit, { pathsBytes: 6000 })).toHaveLength(20);
  expect(await failureOf(listing(name, commit, { pathsBytes: 5000 }))).toMatchObject({
    kind: "too-large",
    message: "The paths of the repository have more than 5000 bytes.",
  });
});

test("a file larger than the limit is not read", async () => {
  const name = "large";
  const blob = blobOf(name, "0".repeat(3_000_000));
  const commit = commitOf(name, host.git(name, ["mktree"], `100644 blob ${blob}\tx.md\n`));
  const read = running(
    name,
    async (repository) => {
      await repository.fetch([commit]);
      expect(await repository.objects.look(blob)).toEqual({ type: "blob", size: 3_000_000 });
      return repository.objects.read(blob);
    },
    { blobBytes: 2_999_999 },
  );
  expect((await failureOf(read)).kind).toBe("too-large");
});

test("a run that takes too long ends, and leaves no process", async () => {
  const name = "slow";
  const blob = blobOf(name, "x");
  const commit = commitOf(name, host.git(name, ["mktree"], `100644 blob ${blob}\tx.md\n`));
  host.fault = ({ method }) => (method === "POST" ? { stallAfter: 10 } : undefined);
  const failure = await failureOf(running(name, (repository) => repository.fetch([commit]), { run: 400 }));
  expect(failure.kind).toBe("timeout");
  expect(await processesIn(join(folder, "cache"))).toEqual([]);
});

test("a list of branches that is made to be long holds up nobody, and none of it is lost at the seams", async () => {
  const line = (text: string): string => (text.length + 4).toString(16).padStart(4, "0") + text;
  const id = "1".repeat(40);
  const branches = Array.from({ length: 20_000 }, (_, index) => line(`${id} refs/heads/${index}\n`));
  const bodies = [
    line("version 2\n") + line("object-format=sha1\n") + "0000",
    `${branches.join("")}${"0005x".repeat(1_000_000)}${line(`${id} refs/heads/last\n`)}0000`,
  ];
  const stream = async (url: string) => {
    const bytes = Buffer.from(bodies.shift() ?? "");
    const chunks = Array.from({ length: Math.ceil(bytes.length / 10_007) }, (_, index) =>
      bytes.subarray(index * 10_007, (index + 1) * 10_007),
    );
    return { status: 200, url, lasting: url, body: Readable.from(chunks) };
  };
  const git = new Git({ fetch: { stream } as unknown as OutboundFetch, folder: join(folder, "cache") });
  let turns = 0;
  let isRead = false;
  const look = (): void => {
    turns += 1;
    if (!isRead) setImmediate(look);
  };
  setImmediate(look);
  const { ids } = await git.refs({ url: "https://host.test/x" }, ["refs/heads/"]);
  isRead = true;
  expect(ids.size).toBe(20_001);
  expect(ids.get("refs/heads/last")).toBe(id);
  // Read at once, others had none but those in which its bytes came.
  expect(turns).toBeGreaterThan(5);
});

test("of names that only begin like the one that is asked for none is kept, and the host's words are plain", async () => {
  const packet = (text: string): string => (text.length + 4).toString(16).padStart(4, "0") + text;
  const id = "1".repeat(40);
  const bodies = [
    packet("version 2\n"),
    ["main-2", "main", "main/x"].map((name) => packet(`${id} refs/heads/${name}\n`)).join(""),
    ...["no\u0000 \u001b[31mway, try again later", "access denied or repository not exported: /x"].map(
      (words) => packet(`ERR ${words}\n`),
    ),
  ];
  const stream = async (url: string) => ({
    status: 200,
    url,
    lasting: url,
    body: Readable.from([Buffer.from(bodies.shift() ?? "")]),
  });
  const git = new Git({ fetch: { stream } as unknown as OutboundFetch, folder: join(folder, "cache") });
  const remote = { url: "https://host.test/x" };
  expect([...(await git.refs(remote, ["refs/heads/main"])).ids]).toEqual([["refs/heads/main", id]]);
  expect(await failureOf(git.refs(remote, []))).toMatchObject({
    kind: "unreachable",
    message: "The host says: no   [31mway, try again later",
  });
  expect((await failureOf(git.refs(remote, []))).kind).toBe("not-found");
});

test("a redirect to an address that may not be asked is not followed", async () => {
  const guarded = openFetch({ allowPrivateNetwork: true, isAllowed: (address) => address === "127.0.0.1" });
  host.fault = () => ({ status: 301, location: "http://127.0.0.2:4000/x/info/refs?service=git-upload-pack" });
  const git = new Git({ fetch: guarded, folder: join(folder, "cache"), limits: { freeBytes: 0 } });
  expect((await failureOf(git.refs({ url: host.url("x") }, []))).kind).toBe("unreachable");
  await guarded.close();
});

test("nearly full disks are left alone", async () => {
  host.create("room");
  const failure = await failureOf(running("room", async () => 1, { freeBytes: Number.MAX_SAFE_INTEGER }));
  expect(failure.kind).toBe("no-room");
});

test.each([
  ["refs/heads/main", true],
  ["refs/heads/feature/a-b_c.d", true],
  ["refs/heads/ü", true],
  ["main", false],
  ["refs/tags/v1", false],
  ["refs/heads/", false],
  ["refs/heads/-x", false],
  ["refs/heads/--upload-pack=touch x", false],
  ["refs/heads/a..b", false],
  ["refs/heads/a:b", false],
  ["refs/heads/a b", false],
  ["refs/heads/a\nb", false],
  ["refs/heads/a.lock", false],
  ["refs/heads/a.lock/b", false],
  ["refs/heads/.a", false],
  ["refs/heads/a/", false],
  ["refs/heads/a@{1}", false],
  ["refs/heads/a\\b", false],
  ["refs/heads/a*", false],
])("the branch %j may be used: %s", (name, isGood) => {
  expect(isBranchName(name)).toBe(isGood);
});

test("addresses and keys that look like options or paths are none", async () => {
  const git = new Git({ fetch, folder: join(folder, "cache"), limits: { freeBytes: 0 } });
  for (const url of ["--upload-pack=touch x", "file:///etc", "ext::sh -c true", "ssh://host/x"])
    expect((await failureOf(git.refs({ url }, []))).kind).toBe("unreachable");
  const remote = { url: host.url("x") };
  const run = git.run({ key: "../x", remote, format: "sha1", writes: false }, async () => 1);
  await expect(run).rejects.toThrow("can't be the name of a folder");
});

/** The processes whose working directory lies in a folder, where the system tells. */
async function processesIn(place: string): Promise<string[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return places.filter((one) => one.startsWith(place));
}
