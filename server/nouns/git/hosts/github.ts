/** GitHub, and GitHub Enterprise Server. Gitea and Forgejo have much of it. */
import type {
  CommitStatus,
  Host,
  HostApi,
  HostBrowser,
  HostEvent,
  HostRequest,
  HostReview,
  WantedHook,
} from "./host.ts";
import {
  at,
  commitAt,
  cut,
  fileAt,
  idAt,
  isWithin,
  listAt,
  numberAt,
  pathOf,
  proposalAt,
  pushed,
  readAll,
  repositoryAt,
  textAt,
  textsAt,
  within,
} from "./payload.ts";
import { isSigned, signedDelivery } from "./proof.ts";

export const LONGEST_DESCRIPTION = 140;

/** A webhook whose address is in its configuration. */
function hookTo(answer: unknown, url: string): string | undefined {
  return idAt(
    listAt(answer).find((hook) => textAt(hook, "config", "url") === url),
    "id",
  );
}

export const hookConfig = ({ url, secret }: WantedHook) => ({ url, content_type: "json", secret });

const statusBody = ({ state, context, description, url }: CommitStatus) => ({
  state,
  context,
  description: cut(description, LONGEST_DESCRIPTION),
  target_url: url,
});

/** What the two hosts call the commit of a pull request. */
export const pullRef = (number: number): string => `refs/pull/${number}/head`;

/** The pull request of an event, and of an answer. */
function pullRequest(pull: unknown): HostReview | undefined {
  const [number, head] = [numberAt(pull, "number"), commitAt(pull, "head", "sha")];
  const base = textAt(pull, "base", "ref");
  if (number === undefined || head === undefined || base === undefined) return undefined;
  const isOpen = textAt(pull, "state") === "open";
  const isMerged = at(pull, "merged") === true || textAt(pull, "merged_at") !== undefined;
  return {
    number,
    state: isOpen ? "open" : isMerged ? "merged" : "closed",
    title: textAt(pull, "title") ?? "",
    head,
    ref: pullRef(number),
    base: `refs/heads/${base}`,
    isFork: !isFromWithin(pull),
  };
}

/** What the two hosts tell alike. */
export function readGitHubEvent(event: string, payload: unknown): HostEvent {
  if (event === "push") return pushed(payload);
  const review = event === "pull_request" ? pullRequest(at(payload, "pull_request")) : undefined;
  return review === undefined ? { kind: "nothing" } : { kind: "review", review };
}

/** In what the API of one host differs from the other's. */
interface RepositoryDialect {
  /** How a list is asked to be long. */
  readonly limit: string;
  /** What a webhook says of its kind when it is made. */
  readonly kind: object;
  readonly config: (hook: WantedHook) => object;
  /** How the pull requests from one branch are asked for. */
  readonly from: (branch: string) => string;
}

const isFromWithin = (pull: unknown): boolean =>
  isWithin(pull, ["head", "repo", "id"], ["base", "repo", "id"]);

const openedPull = (pull: unknown) => proposalAt(pull, "number", "html_url");

/** The API of a repository, which the two hosts have nearly alike. @param name `owner/name` */
export function repositoryApi(name: string, { limit, kind, config, from }: RepositoryDialect): HostApi {
  const path = pathOf("repos", ...name.split("/"));
  const hookAt = (id: string): string => `${path}/hooks/${encodeURIComponent(id)}`;
  return {
    hooks: { method: "GET", path: `${path}/hooks?${limit}` },
    findHook: hookTo,
    putHook: (id, hook) => ({
      method: id === undefined ? "POST" : "PATCH",
      path: id === undefined ? `${path}/hooks` : hookAt(id),
      body: {
        ...(id === undefined ? kind : {}),
        active: true,
        events: ["push", "pull_request"],
        config: config(hook),
      },
    }),
    hookId: (answer) => idAt(answer, "id"),
    dropHook: (id) => ({ method: "DELETE", path: hookAt(id) }),
    postStatus: (status) => ({
      method: "POST",
      path: `${path}/statuses/${encodeURIComponent(status.commit)}`,
      body: statusBody(status),
    }),
    review: (number) => ({ method: "GET", path: `${path}/pulls/${number}` }),
    readReview: pullRequest,
    proposals: (between, part) => ({
      method: "GET",
      path: `${path}/pulls?state=open&${from(between.from)}${limit}&page=${part}`,
    }),
    listProposals: (answer) => listAt(answer),
    findProposal: (listed, between) =>
      openedPull(
        listed.find(
          (pull) =>
            textAt(pull, "head", "ref") === between.from &&
            textAt(pull, "base", "ref") === between.to &&
            isFromWithin(pull),
        ),
      ),
    propose: ({ from: head, to: base, title, body }) => ({
      method: "POST",
      path: `${path}/pulls`,
      body: { title, body, head, base },
    }),
    openedProposal: openedPull,
  };
}

const readRepository = (said: unknown) =>
  repositoryAt(said, { id: ["id"], name: ["full_name"], url: ["clone_url"], branch: ["default_branch"] });

/** In what the lists of one host differ from the other's. */
interface BrowsedDialect extends Pick<HostBrowser, "partSize" | "repositories"> {
  readonly limit: string;
}

/** What there is to choose from, which the two hosts have nearly alike. */
export function repositoryBrowser({ limit, ...lists }: BrowsedDialect): HostBrowser {
  const of = (name: string): string => pathOf("repos", ...name.split("/"));
  const contents: HostBrowser["folder"] = ({ name, path, ref }) => ({
    method: "GET",
    path: `${of(name)}/contents${within(path)}?ref=${encodeURIComponent(ref)}`,
  });
  return {
    ...lists,
    readRepositories: (answer) => {
      const bare = listAt(answer);
      const list = bare.length > 0 ? bare : [...listAt(answer, "repositories"), ...listAt(answer, "data")];
      return readAll(list, readRepository);
    },
    repository: (named) => ({
      method: "GET",
      path: "id" in named ? pathOf("repositories", named.id) : of(named.name),
    }),
    readRepository,
    branches: (name, { part }) => ({ method: "GET", path: `${of(name)}/branches?${limit}&page=${part}` }),
    readBranches: (answer) => textsAt(listAt(answer), "name"),
    file: contents,
    readFile: (answer) => fileAt(answer, { name: "name", sha: "sha" }),
    folder: contents,
    readFolders: (answer) =>
      textsAt(
        listAt(answer).filter((one) => textAt(one, "type") === "dir"),
        "name",
      ),
  };
}

/** Those that were worked on last come first: GitHub doesn't look for texts in what somebody reaches. */
const ownRepositories: HostBrowser["repositories"] = ({ part, isApp }): HostRequest => ({
  method: "GET",
  path: isApp
    ? `/installation/repositories?per_page=100&page=${part}`
    : `/user/repos?sort=pushed&per_page=100&page=${part}`,
});

/** What becomes of an App where it is installed, and whether it may do nothing there any more. */
const ACCESS: Readonly<Record<string, boolean>> = { deleted: true, suspend: true, unsuspend: false };

function readAccess(payload: unknown): HostEvent {
  const [action = "", installation] = [textAt(payload, "action"), idAt(payload, "installation", "id")];
  if (installation === undefined || !Object.hasOwn(ACCESS, action)) return { kind: "nothing" };
  return { kind: "access", installation, isEnded: ACCESS[action] === true };
}

export const github: Host = {
  browser: repositoryBrowser({ partSize: 100, limit: "per_page=100", repositories: ownRepositories }),
  base: (origin) => (origin === "https://github.com" ? "https://api.github.com" : `${origin}/api/v3`),
  authorization: ({ secret }) => `Bearer ${secret}`,
  headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
  api: (name) =>
    repositoryApi(name, {
      limit: "per_page=100",
      kind: { name: "web" },
      config: (hook) => ({ ...hookConfig(hook), insecure_ssl: "0" }),
      from: (branch) => `head=${encodeURIComponent(`${name.split("/")[0]}:${branch}`)}&`,
    }),
  reviewRef: pullRef,
  isProven: ({ headers, body }, secret) => isSigned(headers["x-hub-signature-256"], "sha256=", body, secret),
  delivery: signedDelivery,
  readEvent: (headers, payload) => {
    const event = String(headers["x-github-event"]);
    return event === "installation" ? readAccess(payload) : readGitHubEvent(event, payload);
  },
};
