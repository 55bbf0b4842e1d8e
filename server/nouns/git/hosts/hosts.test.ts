/** What each host proves, tells and is asked, as its own documentation says. */
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { CommitStatus, Host, HostEvent, HostRequest, HostReview } from "./host.ts";
import { hostThatTells, hostWithApi } from "./hosts.ts";
import { addressToken } from "./proof.ts";

const KEY = Buffer.from("0123456789abcdef0123456789abcdef");
const SECRET = `whsec_${KEY.toString("base64")}`;
const BODY = Buffer.from('{"ref":"refs/heads/main"}');
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const SECONDS = String(NOW / 1000);
const hex = (key: string, body: Uint8Array = BODY): string =>
  createHmac("sha256", key).update(body).digest("hex");
const standard = (id: string, seconds: string, key: Buffer = KEY): string =>
  `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${BODY.toString()}`).digest("base64")}`;

type Provider = "github" | "gitlab" | "gitea" | "bitbucket" | "git";
type Headers = Record<string, string>;
const proves = (provider: Provider, headers: Headers, body: Uint8Array = BODY, token?: string): boolean =>
  hostThatTells(provider).isProven({ headers, body, token }, SECRET, NOW);

test("GitHub's own example of a signature holds", () => {
  const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  const asked = {
    headers: { "x-hub-signature-256": signature },
    body: Buffer.from("Hello, World!"),
    token: undefined,
  };
  expect(hostThatTells("github").isProven(asked, "It's a Secret to Everybody", NOW)).toBe(true);
});

const PROOFS: readonly [Provider, string, Headers, boolean][] = [
  ["github", "its signature", { "x-hub-signature-256": `sha256=${hex(SECRET)}` }, true],
  ["github", "one by another secret", { "x-hub-signature-256": `sha256=${hex("other")}` }, false],
  ["github", "one without its prefix", { "x-hub-signature-256": hex(SECRET) }, false],
  ["github", "one that is cut", { "x-hub-signature-256": `sha256=${hex(SECRET).slice(0, 63)}` }, false],
  ["github", "one that is longer", { "x-hub-signature-256": `sha256=${hex(SECRET)}0` }, false],
  ["github", "an empty one", { "x-hub-signature-256": "sha256=" }, false],
  ["github", "the older kind alone", { "x-hub-signature": `sha256=${hex(SECRET)}` }, false],
  ["github", "nothing", {}, false],
  ["gitea", "its signature", { "x-gitea-signature": hex(SECRET) }, true],
  ["gitea", "Forgejo's", { "x-forgejo-signature": hex(SECRET) }, true],
  [
    "gitea",
    "a wrong one of Forgejo beside a right one",
    { "x-forgejo-signature": hex("no"), "x-gitea-signature": hex(SECRET) },
    false,
  ],
  ["gitea", "one by another secret", { "x-gitea-signature": hex("other") }, false],
  ["gitea", "nothing", {}, false],
  ["bitbucket", "its signature", { "x-hub-signature": `sha256=${hex(SECRET)}` }, true],
  ["bitbucket", "one by another secret", { "x-hub-signature": `sha256=${hex("other")}` }, false],
  ["bitbucket", "nothing", {}, false],
  ["gitlab", "the secret", { "x-gitlab-token": SECRET }, true],
  ["gitlab", "another secret", { "x-gitlab-token": `${SECRET}x` }, false],
  ["gitlab", "no secret", { "x-gitlab-token": "" }, false],
  ["gitlab", "nothing", {}, false],
  [
    "gitlab",
    "a signature",
    { "webhook-id": "a", "webhook-timestamp": SECONDS, "webhook-signature": standard("a", SECONDS) },
    true,
  ],
  [
    "gitlab",
    "one of several signatures",
    {
      "webhook-id": "a",
      "webhook-timestamp": SECONDS,
      "webhook-signature": `v1,x ${standard("a", SECONDS)}`,
    },
    true,
  ],
  [
    "gitlab",
    "a signature of six minutes ago",
    {
      "webhook-id": "a",
      "webhook-timestamp": String(NOW / 1000 - 360),
      "webhook-signature": standard("a", String(NOW / 1000 - 360)),
    },
    false,
  ],
  [
    "gitlab",
    "a signature of another message",
    { "webhook-id": "b", "webhook-timestamp": SECONDS, "webhook-signature": standard("a", SECONDS) },
    false,
  ],
  [
    "gitlab",
    "a wrong signature beside the secret",
    {
      "webhook-id": "a",
      "webhook-timestamp": SECONDS,
      "webhook-signature": standard("a", SECONDS, Buffer.from("other")),
      "x-gitlab-token": SECRET,
    },
    false,
  ],
];

test.each(PROOFS)("%s: %s", (provider, _what, headers, isProven) => {
  expect(proves(provider, headers)).toBe(isProven);
  // What is signed is the body: no signature holds for another.
  const signed = Object.keys(headers).some((name) => name.includes("signature"));
  if (signed) expect(proves(provider, headers, Buffer.from(`${BODY.toString()} `))).toBe(false);
});

test("a host that can't sign is believed by the address that it was given, which tells nothing of the secret", () => {
  const token = addressToken(SECRET);
  expect(proves("git", {}, BODY, token)).toBe(true);
  expect([proves("git", {}), proves("git", {}, BODY, ""), proves("git", {}, BODY, token.slice(1))]).toEqual([
    false,
    false,
    false,
  ]);
  expect(proves("git", {}, BODY, SECRET)).toBe(false);
  expect(token).not.toContain(SECRET.slice(6, 20));
});

const A = "a".repeat(40);
const NONE = "0".repeat(40);
const open = { number: 7, title: "Better", head: A, base: "refs/heads/main", state: "open", isFork: false };

const pull = (more: object = {}, fork = 1) => ({
  number: 7,
  title: "Better",
  state: "open",
  merged: false,
  head: { sha: A, ref: "better", repo: { id: fork } },
  base: { ref: "main", repo: { id: 1 } },
  ...more,
});
const merge = (more: object = {}) => ({
  object_attributes: {
    iid: 7,
    title: "Better",
    state: "opened",
    target_branch: "main",
    source_project_id: 1,
    target_project_id: 1,
    last_commit: { id: A },
    ...more,
  },
});
const ofSource = (one: object) => ({ ...one, repository: { full_name: "acme/docs" } });
const request = (more: object = {}) => ({
  pullrequest: {
    id: 7,
    title: "Better",
    state: "OPEN",
    source: { branch: { name: "better" }, commit: { hash: A }, repository: { full_name: "acme/docs" } },
    destination: { branch: { name: "main" }, repository: { full_name: "acme/docs" } },
    ...more,
  },
});
const moved: HostEvent = { kind: "push", ref: "refs/heads/main", commit: A };
const gone: HostEvent = { kind: "push", ref: "refs/heads/main", commit: undefined };
const nothing: HostEvent = { kind: "nothing" };
const installed = (action: string) => ({ action, installation: { id: 12 } });
const access = { kind: "access", installation: "12" };
const ofGitHub = { ref: "refs/pull/7/head" };

const EVENTS: readonly [Provider, Headers, unknown, HostEvent | object][] = [
  ["github", { "x-github-event": "push" }, { ref: "refs/heads/main", after: A }, moved],
  ["github", { "x-github-event": "push" }, { ref: "refs/heads/main", after: NONE }, gone],
  ["github", { "x-github-event": "push" }, [], { kind: "look" }],
  ["github", { "x-github-event": "ping" }, { zen: "Keep it logically awesome." }, nothing],
  [
    "github",
    { "x-github-event": "pull_request" },
    { action: "opened", pull_request: pull() },
    { kind: "review", review: { ...open, ...ofGitHub } },
  ],
  [
    "github",
    { "x-github-event": "pull_request" },
    { pull_request: pull({ state: "closed", merged: true }) },
    { kind: "review", review: { ...open, ...ofGitHub, state: "merged" } },
  ],
  [
    "github",
    { "x-github-event": "pull_request" },
    { pull_request: pull({ state: "closed" }, 2) },
    { kind: "review", review: { ...open, ...ofGitHub, state: "closed", isFork: true } },
  ],
  ["github", { "x-github-event": "pull_request" }, { pull_request: { number: "7" } }, nothing],
  ["github", { "x-github-event": "installation" }, installed("deleted"), { ...access, isEnded: true }],
  ["github", { "x-github-event": "installation" }, installed("suspend"), { ...access, isEnded: true }],
  ["github", { "x-github-event": "installation" }, installed("unsuspend"), { ...access, isEnded: false }],
  ["github", { "x-github-event": "installation" }, installed("created"), nothing],
  ["github", { "x-github-event": "installation" }, installed("toString"), nothing],
  ["github", { "x-github-event": "installation" }, { action: "deleted" }, nothing],
  ["gitea", { "x-gitea-event": "push" }, { ref: "refs/heads/main", after: A }, moved],
  [
    "gitea",
    { "x-forgejo-event": "pull_request" },
    { pull_request: pull() },
    { kind: "review", review: { ...open, ...ofGitHub } },
  ],
  ["gitlab", { "x-gitlab-event": "Push Hook" }, { ref: "refs/heads/main", after: A }, moved],
  ["gitlab", { "x-gitlab-event": "Push Hook" }, { ref: "refs/heads/main", after: NONE }, gone],
  ["gitlab", { "x-gitlab-event": "Tag Push Hook" }, { ref: "refs/tags/v1", after: A }, nothing],
  [
    "gitlab",
    { "x-gitlab-event": "Merge Request Hook" },
    merge(),
    { kind: "review", review: { ...open, ref: "refs/merge-requests/7/head" } },
  ],
  [
    "gitlab",
    { "x-gitlab-event": "Merge Request Hook" },
    merge({ state: "merged", source_project_id: 2 }),
    { kind: "review", review: { ...open, ref: "refs/merge-requests/7/head", state: "merged", isFork: true } },
  ],
  [
    "bitbucket",
    { "x-event-key": "repo:push" },
    { push: { changes: [{ new: { type: "branch", name: "main", target: { hash: A } } }] } },
    moved,
  ],
  [
    "bitbucket",
    { "x-event-key": "repo:push" },
    { push: { changes: [{ new: null, old: { name: "main" } }] } },
    gone,
  ],
  ["bitbucket", { "x-event-key": "repo:push" }, { push: { changes: [{}, {}] } }, { kind: "look" }],
  ["bitbucket", { "x-event-key": "repo:fork" }, {}, nothing],
  [
    "bitbucket",
    { "x-event-key": "pullrequest:updated" },
    request(),
    { kind: "review", review: { ...open, ref: "refs/heads/better" } },
  ],
  [
    "bitbucket",
    { "x-event-key": "pullrequest:created" },
    request({
      source: { branch: { name: "better" }, commit: { hash: A }, repository: { full_name: "eve/docs" } },
    }),
    nothing,
  ],
  [
    "bitbucket",
    { "x-event-key": "pullrequest:rejected" },
    request({ state: "DECLINED" }),
    { kind: "review", review: { ...open, ref: "refs/heads/better", state: "closed" } },
  ],
  ["git", {}, {}, { kind: "look" }],
];

test.each(EVENTS)("%s tells by %o", (provider, headers, payload, event) => {
  expect(hostThatTells(provider).readEvent(headers, payload)).toEqual(event);
});

/** Heads that are no commits: each would be a part of an address that is asked with a token. */
const NO_COMMITS = [
  "../members?user_id=7&access_level=50&x=",
  `${A}/../../hooks`,
  `${A}\n`,
  A.toUpperCase(),
  "a".repeat(39),
  "a".repeat(41),
  "a".repeat(11),
  "",
  7,
];
const headed: readonly [Provider, Headers, (head: unknown, number?: unknown) => unknown][] = [
  [
    "github",
    { "x-github-event": "pull_request" },
    (sha, number = 7) => ({ pull_request: pull({ number, head: { sha, repo: { id: 1 } } }) }),
  ],
  [
    "gitea",
    { "x-gitea-event": "pull_request" },
    (sha, number = 7) => ({ pull_request: pull({ number, head: { sha, repo: { id: 1 } } }) }),
  ],
  [
    "gitlab",
    { "x-gitlab-event": "Merge Request Hook" },
    (id, iid = 7) => merge({ iid, last_commit: { id } }),
  ],
  [
    "bitbucket",
    { "x-event-key": "pullrequest:updated" },
    (hash, id = 7) => request({ id, source: ofSource({ branch: { name: "better" }, commit: { hash } }) }),
  ],
];

test.each(headed)("%s tells nothing by a head that is no commit, or a number that is none", (...of) => {
  const [provider, headers, payload] = of;
  const { readEvent } = hostThatTells(provider);
  expect(readEvent(headers, payload(A)).kind).toBe("review");
  for (const head of NO_COMMITS) expect(readEvent(headers, payload(head))).toEqual(nothing);
  for (const number of ["7", 7.5, 2 ** 53, null])
    expect(readEvent(headers, payload(A, number))).toEqual(nothing);
});

test("a commit of Bitbucket may be short, and its branch is one that Git takes", () => {
  const told = (name: string, hash = A) =>
    hostThatTells("bitbucket").readEvent(
      { "x-event-key": "pullrequest:updated" },
      request({ source: ofSource({ branch: { name }, commit: { hash } }) }),
    );
  expect(told("better", "a".repeat(12))).toMatchObject({ review: { head: "a".repeat(12) } });
  expect(told("feature/é-1").kind).toBe("review");
  for (const name of ["", "a\nref-prefix refs/", "a b", "x".repeat(256)]) expect(told(name)).toEqual(nothing);
});

const hook = { url: "https://lectern.example/v1/git/webhooks/x", secret: SECRET };
const status: CommitStatus = {
  commit: A,
  state: "failure",
  context: "Lectern (docs)",
  description: "x".repeat(300),
  url: "https://lectern.example/s/1",
};

const api = (provider: Provider, name = "acme/docs") => (hostWithApi(provider) as Host).api(name);
const postOf = (provider: Provider): HostRequest => api(provider).postStatus(status);

test.each(["github", "gitea", "gitlab", "bitbucket"] as const)(
  "%s is told of a commit, whatever that holds, below the repository alone",
  (provider) => {
    const { path } = api(provider).postStatus({ ...status, commit: "../members?user_id=7&x=#/.." });
    expect(path).toContain("/..%2Fmembers%3Fuser_id%3D7%26x%3D%23%2F..");
  },
);

const inAnswer = (event: ReturnType<typeof merge>) => {
  const { last_commit: commit, ...request } = event.object_attributes;
  return { ...request, sha: commit.id };
};
const ASKED: readonly [Provider, string, unknown, Partial<HostReview>][] = [
  ["github", "/repos/acme/docs/pulls/7", pull(), ofGitHub],
  [
    "github",
    "/repos/acme/docs/pulls/7",
    pull({ state: "closed", merged: true, merged_at: "2026-01-02T03:04:05Z" }),
    { ...ofGitHub, state: "merged" },
  ],
  ["gitea", "/repos/acme/docs/pulls/7", pull({ state: "closed" }), { ...ofGitHub, state: "closed" }],
  [
    "gitlab",
    "/projects/acme%2Fdocs/merge_requests/7",
    inAnswer(merge()),
    { ref: "refs/merge-requests/7/head" },
  ],
  [
    "gitlab",
    "/projects/acme%2Fdocs/merge_requests/7",
    inAnswer(merge({ state: "locked" })),
    { ref: "refs/merge-requests/7/head" },
  ],
  [
    "gitlab",
    "/projects/acme%2Fdocs/merge_requests/7",
    inAnswer(merge({ state: "merged", source_project_id: 2 })),
    { ref: "refs/merge-requests/7/head", state: "merged", isFork: true },
  ],
  [
    "bitbucket",
    "/repositories/acme/docs/pullrequests/7",
    request({ state: "SUPERSEDED" }).pullrequest,
    { ref: "refs/heads/better", state: "closed" },
  ],
  [
    "bitbucket",
    "/repositories/acme/docs/pullrequests/7",
    request({ state: "MERGED" }).pullrequest,
    { ref: "refs/heads/better", state: "merged" },
  ],
];

test.each(ASKED)("%s is asked at %s how a request stands", (provider, path, answer, review) => {
  const { review: asked, readReview } = api(provider);
  expect(asked(7)).toEqual({ method: "GET", path });
  expect(readReview(answer)).toEqual({ ...open, ...review });
  for (const nothing of [undefined, [], {}, { number: 7 }, { iid: 7 }, { id: 7 }])
    expect(readReview(nothing)).toBeUndefined();
});

describe("GitHub", () => {
  test("is asked at its own address, and Enterprise Server at the repository's", () => {
    const { base, authorization } = hostWithApi("github") as Host;
    expect(base("https://github.com")).toBe("https://api.github.com");
    expect(base("https://git.example.com")).toBe("https://git.example.com/api/v3");
    expect(authorization({ username: "x", secret: "t" })).toBe("Bearer t");
  });

  test("makes webhooks and takes statuses", () => {
    const { hooks, putHook, findHook, hookId, dropHook } = api("github");
    expect(hooks).toEqual({ method: "GET", path: "/repos/acme/docs/hooks?per_page=100" });
    const config = { url: hook.url, content_type: "json", secret: SECRET, insecure_ssl: "0" };
    const events = ["push", "pull_request"];
    expect(putHook(undefined, hook)).toEqual({
      method: "POST",
      path: "/repos/acme/docs/hooks",
      body: { name: "web", active: true, events, config },
    });
    expect(putHook("12", hook)).toEqual({
      method: "PATCH",
      path: "/repos/acme/docs/hooks/12",
      body: { active: true, events, config },
    });
    expect(
      findHook(
        [
          { id: 1, config: {} },
          { id: 2, config: { url: hook.url } },
        ],
        hook.url,
      ),
    ).toBe("2");
    expect([findHook({}, hook.url), hookId({ id: 12 }), hookId(undefined)]).toEqual([
      undefined,
      "12",
      undefined,
    ]);
    expect(dropHook("12")).toEqual({ method: "DELETE", path: "/repos/acme/docs/hooks/12" });
    expect(postOf("github")).toEqual({
      method: "POST",
      path: `/repos/acme/docs/statuses/${A}`,
      body: {
        state: "failure",
        context: "Lectern (docs)",
        description: `${"x".repeat(139)}…`,
        target_url: "https://lectern.example/s/1",
      },
    });
  });
});

test("Gitea is asked much alike", () => {
  const { base, authorization } = hostWithApi("gitea") as Host;
  expect([base("https://codeberg.org"), authorization({ username: "x", secret: "t" })]).toEqual([
    "https://codeberg.org/api/v1",
    "token t",
  ]);
  expect(api("gitea").putHook(undefined, hook)).toEqual({
    method: "POST",
    path: "/repos/acme/docs/hooks",
    body: {
      type: "gitea",
      active: true,
      events: ["push", "pull_request"],
      config: { url: hook.url, content_type: "json", secret: SECRET },
    },
  });
  expect(postOf("gitea")).toMatchObject({
    path: `/repos/acme/docs/statuses/${A}`,
    body: { state: "failure" },
  });
});

test("GitLab is asked by the whole name of a project, in groups too", () => {
  const { putHook, hooks, findHook, postStatus } = api("gitlab", "acme/team/docs");
  expect((hostWithApi("gitlab") as Host).base("https://gitlab.com")).toBe("https://gitlab.com/api/v4");
  expect(hooks.path).toBe("/projects/acme%2Fteam%2Fdocs/hooks?per_page=100");
  expect(putHook("3", hook)).toEqual({
    method: "PUT",
    path: "/projects/acme%2Fteam%2Fdocs/hooks/3",
    body: {
      url: hook.url,
      token: SECRET,
      signing_token: SECRET,
      push_events: true,
      merge_requests_events: true,
      enable_ssl_verification: true,
    },
  });
  expect(findHook([{ id: 3, url: hook.url }], hook.url)).toBe("3");
  expect(postStatus(status)).toEqual({
    method: "POST",
    path: `/projects/acme%2Fteam%2Fdocs/statuses/${A}`,
    body: {
      state: "failed",
      name: "Lectern (docs)",
      description: `${"x".repeat(254)}…`,
      target_url: "https://lectern.example/s/1",
    },
  });
});

test("Bitbucket has its API elsewhere, and ids in braces", () => {
  const { base, authorization } = hostWithApi("bitbucket") as Host;
  expect([base("https://bitbucket.org"), base("https://bitbucket.example.com")]).toEqual([
    "https://api.bitbucket.org/2.0",
    undefined,
  ]);
  expect(authorization({ username: "x-token-auth", secret: "t" })).toBe("Bearer t");
  expect(authorization({ username: "ann", secret: "t" })).toBe("Basic YW5uOnQ=");
  const { putHook, findHook } = api("bitbucket");
  expect(findHook({ values: [{ uuid: "{1}", url: hook.url }] }, hook.url)).toBe("{1}");
  expect(putHook("{1}", hook)).toMatchObject({
    method: "PUT",
    path: "/repositories/acme/docs/hooks/%7B1%7D",
  });
  expect(postOf("bitbucket")).toMatchObject({
    path: `/repositories/acme/docs/commit/${A}/statuses/build`,
    body: { state: "FAILED", name: "Lectern (docs)", key: expect.stringMatching(/^[0-9a-f]{40}$/) },
  });
});

describe("what a host has to choose from", () => {
  const browser = (provider: Provider) => hostWithApi(provider)?.browser as Host["browser"];
  const place = { name: "acme/docs", path: "guide/über", ref: "feature/one" };
  const asked = { search: "acme/do cs", part: 2, isApp: false };

  test("is asked of GitHub as the token or the App that is installed", () => {
    const { repositories, repository, branches, folder } = browser("github");
    expect(repositories(asked).path).toBe("/user/repos?sort=pushed&per_page=100&page=2");
    expect(repositories({ ...asked, isApp: true }).path).toBe(
      "/installation/repositories?per_page=100&page=2",
    );
    expect(repository({ id: "7" })?.path).toBe("/repositories/7");
    expect(branches("acme/docs", asked).path).toBe("/repos/acme/docs/branches?per_page=100&page=2");
    expect(folder(place).path).toBe("/repos/acme/docs/contents/guide/%C3%BCber?ref=feature%2Fone");
    const one = { id: 7, full_name: "acme/docs", clone_url: "https://github.com/acme/docs.git" };
    const read = { id: "7", name: "acme/docs", url: one.clone_url, defaultBranch: undefined };
    expect(browser("github").readRepositories([one, { id: 8 }, "x"])).toEqual([read]);
    expect(browser("github").readRepositories({ total_count: 1, repositories: [one] })).toEqual([read]);
    for (const odd of [undefined, null, {}, "", { message: "No" }])
      expect(browser("github").readRepositories(odd)).toEqual([]);
  });

  test("is looked for by Gitea, GitLab and Bitbucket themselves", () => {
    expect(browser("gitea").repositories(asked).path).toBe(
      "/repos/search?q=acme%2Fdo%20cs&sort=updated&order=desc&limit=50&page=2",
    );
    expect(browser("gitlab").repositories(asked).path).toBe(
      "/projects?membership=true&simple=true&search_namespaces=true&order_by=last_activity_at&search=acme%2Fdo%20cs&per_page=100&page=2",
    );
    expect(browser("gitlab").file(place).path).toBe(
      "/projects/acme%2Fdocs/repository/files/guide%2F%C3%BCber?ref=feature%2Fone",
    );
    expect(browser("bitbucket").repositories(asked).path).toBe(
      "/repositories/acme?sort=-updated_on&pagelen=100&page=2&q=name%20~%20%22do%20cs%22",
    );
    const one = {
      uuid: "{7}",
      full_name: "acme/docs",
      links: { html: { href: "https://bitbucket.org/acme/docs" } },
      mainbranch: { name: "main" },
    };
    expect(browser("bitbucket").readRepositories({ values: [one] })).toEqual([
      { id: "{7}", name: "acme/docs", url: "https://bitbucket.org/acme/docs.git", defaultBranch: "main" },
    ]);
    const folders = {
      values: [
        { type: "commit_directory", path: "guide/one" },
        { type: "commit_file", path: "a" },
      ],
    };
    expect(browser("bitbucket").readFolders(folders)).toEqual(["one"]);
  });
});
