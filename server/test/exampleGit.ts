/** What is asked of the host of a repository, for the examples of the document: of one on this machine. */
import { createHmac } from "node:crypto";
import { expect } from "vitest";
import { Repository } from "../nouns/git/gitSpace.fixture.ts";
import type { ApiAnswer, ApiRequest, GitHost } from "./gitHost.ts";
import { type Scene, taken } from "./exampleScenes.ts";

const NAME = "team-docs";
const HOME = "# Home\n\nWelcome.\n";
const BRANCH = "refs/heads/main";

/** Plays all; gives nothing: who listens to the world has what was sent and answered. */
export async function playGit(scene: Scene, host: GitHost): Promise<void> {
  const repository = new Repository(host, NAME);
  repository.commit({ "README.md": HOME, "guide/README.md": "# Guide\n\nOne.\n" });
  const known: Heard = { secret: "" };
  host.api = (asked) => answerApi(host, known, asked);
  await browse(scene, host);
  await keepInStep(scene, repository, known);
  await drive(scene, host);
}

/** What the host was told. */
interface Heard {
  secret: string;
}

/** GitHub's and GitLab's APIs, as far as they are asked here. */
function answerApi(host: GitHost, known: Heard, { method, path, body }: ApiRequest): ApiAnswer {
  const url = host.url(NAME);
  const { pathname } = new URL(path, url);
  if (method === "POST") {
    if (pathname.endsWith("/hooks")) known.secret = body.config.secret;
    return { status: 201, body: { id: 1 } };
  }
  const of = { id: 7, default_branch: "main" };
  const github = { ...of, full_name: `acme/${NAME}`, clone_url: url };
  const gitlab = { ...of, path_with_namespace: `acme/${NAME}`, http_url_to_repo: url };
  const branches = [{ name: "main" }];
  const file = { name: "README.md", path: "README.md", sha: "0badc0ffee", size: HOME.length };
  const found = {
    "/api/v3/user/repos": [github],
    "/api/v3/repositories/7": github,
    [`/api/v3/repos/acme/${NAME}/branches`]: branches,
    [`/api/v3/repos/${NAME}/branches`]: branches,
    [`/api/v3/repos/acme/${NAME}/contents/README.md`]: file,
    [`/api/v3/repos/acme/${NAME}/contents`]: [{ type: "dir", name: "guide" }],
    "/api/v4/projects": [gitlab],
    "/api/v4/projects/7": gitlab,
    "/api/v4/projects/7/repository/branches": branches,
    "/api/v4/projects/7/repository/files/README.md": {
      file_name: "README.md",
      file_path: "README.md",
      blob_id: "0badc0ffee",
      size: HOME.length,
      content: Buffer.from(HOME).toString("base64"),
    },
  }[pathname];
  return { status: 200, body: found ?? [] };
}

async function newSpace({ post, organization, owner }: Scene, title: string): Promise<string> {
  return taken(await post(`/orgs/${organization}/spaces`, { title }, owner)).id;
}

/** Looks through what a host has, before anything is chosen. */
async function browse(scene: Scene, host: GitHost): Promise<void> {
  const { get, post, owner } = scene;
  const providerConfiguration = {
    accessToken: "a-token-of-the-host",
    customInstanceURL: new URL(host.url(NAME)).origin,
  };
  const begin = async (provider: string): Promise<string> => {
    const target = { type: "space", spaceId: await newSpace(scene, "Chosen") };
    const made = await post("/git/installations", { provider, target, providerConfiguration }, owner);
    return `/git/installations/${taken(made).id}`;
  };
  const [github, gitlab] = [await begin("github"), await begin("gitlab")];
  for (const path of [
    `${github}/repositories`,
    `${github}/branches?repository=acme/${NAME}`,
    `${github}/folders?repository=acme/${NAME}&branch=${BRANCH}`,
    `${github}/github/repos`,
    `${github}/github/repos/acme/${NAME}/branches`,
    `${github}/github/repos/acme/${NAME}/file?path=README.md&ref=main`,
    `${gitlab}/gitlab/projects`,
    `${gitlab}/gitlab/projects/7/branches`,
    `${gitlab}/gitlab/projects/7/file?path=README.md&ref=main`,
  ])
    taken(await get(path, owner));
}

/** A pull request is shown, both sides say a page otherwise, and somebody decides. */
async function keepInStep(scene: Scene, repository: Repository, known: Heard): Promise<void> {
  const { get, post, runJobs, organization, owner } = scene;
  const space = await newSpace(scene, "In step");
  const { host, name } = repository;
  const url = host.url(name);
  const token = { provider: "github", url, accessToken: "a-token-of-the-host" };
  const connections = `/orgs/${organization}/git/connections`;
  const connection = taken(await post(connections, token, owner)).id;
  taken(await post(`${connections}/${connection}/check`, { url }, owner));
  const made = await post(
    "/git/installations",
    {
      provider: "github",
      target: { type: "space", spaceId: space },
      providerConfiguration: { url, branch: BRANCH, connection },
      direction: "git",
      confirm: true,
    },
    owner,
  );
  const at = `/git/installations/${taken(made).id}`;
  await runJobs();
  await showPullRequest(scene, repository, known, at);
  const [home] = taken(await get(`/spaces/${space}/content/pages`, owner)).pages;
  const ours = { operation: "update_page", page: home.id, document: { markdown: "Welcome to all.\n" } };
  taken(await post(`/spaces/${space}/content`, { changes: [ours] }, owner));
  repository.commit({ "README.md": "# Home\n\nWelcome, reader.\n" });
  taken(await post(`${at}/sync`, {}, owner));
  await runJobs();
  const { items } = taken(await get(`/orgs/${organization}/git/waiting`, owner));
  expect(items).not.toEqual([]);
  taken(await post(`${at}/resolve`, { choice: "git" }, owner));
  await runJobs();
  taken(await post(`${at}/webhook`, undefined, owner));
}

async function showPullRequest(
  { get, call, runJobs, owner }: Scene,
  repository: Repository,
  known: Heard,
  at: string,
): Promise<void> {
  repository.move(repository.tip() ?? "", "better");
  const sha = repository.commit({ "guide/README.md": "# Guide\n\nOne, and two.\n" }, "Better", "better");
  repository.host.git(repository.name, ["update-ref", "refs/pull/7/head", sha]);
  const repo = { id: 1 };
  const head = { sha, ref: "better", repo };
  const pull = { number: 7, title: "Better words", state: "open", merged: false, head };
  const told = { action: "opened", number: 7, pull_request: { ...pull, base: { ref: "main", repo } } };
  const raw = JSON.stringify(told);
  const signature = createHmac("sha256", known.secret).update(raw).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-github-event": "pull_request",
    "x-github-delivery": "1",
    "x-hub-signature-256": `sha256=${signature}`,
  };
  taken(await call("POST", at.replace("installations", "webhooks"), { raw, headers }));
  await runJobs();
  expect(taken(await get(`${at}/reviews`, owner)).items).not.toEqual([]);
}

/** What somebody calls who drives the sync themselves. */
async function drive(scene: Scene, host: GitHost): Promise<void> {
  const { post, runJobs, owner } = scene;
  const space = await newSpace(scene, "Driven");
  const repository = new Repository(host, "handbook");
  repository.commit({ "guide/README.md": "# Guide\n\nOne.\n" });
  const where = { url: host.url(repository.name), ref: BRANCH, repoProjectDirectory: "guide" };
  taken(await post(`/spaces/${space}/git/import`, where, owner));
  await runJobs();
  const out = { ...where, commitMessage: "Say it better" };
  taken(await post(`/spaces/${space}/git/export`, out, owner));
}
