/** Bitbucket Cloud. */
import { createHash } from "node:crypto";
import type { Host, HostBrowser, HostEvent, HostReview } from "./host.ts";
import {
  at,
  cut,
  idAt,
  isWithin,
  listAt,
  numberAt,
  pathOf,
  proposalAt,
  readAll,
  repositoryAt,
  textAt,
  textsAt,
  within,
} from "./payload.ts";
import { isSigned, signedDelivery } from "./proof.ts";

const LONGEST_DESCRIPTION = 255;
const EVENTS = [
  "repo:push",
  "pullrequest:created",
  "pullrequest:updated",
  "pullrequest:fulfilled",
  "pullrequest:rejected",
];
const STATES = { pending: "INPROGRESS", success: "SUCCESSFUL", failure: "FAILED" } as const;
const REVIEW_STATES = { OPEN: "open", MERGED: "merged" } as const;

/** One message may tell of several branches: of one that is known it is told by name, of more it is looked. */
function readPush(payload: unknown): HostEvent {
  const [change, ...others] = listAt(payload, "push", "changes");
  const name = textAt(change, "new", "name") ?? textAt(change, "old", "name");
  if (others.length > 0 || name === undefined) return { kind: "look" };
  return { kind: "push", ref: `refs/heads/${name}`, commit: textAt(change, "new", "target", "hash") };
}

/** The host gives the first twelve characters of a commit here, and takes them. */
const COMMIT = /^[0-9a-f]{12}(?:[0-9a-f]{28})?$/;
/** A branch, as Git lets one be called, and no longer than the host takes. */
const BRANCH = /^[^\p{Cc} ~^:?*[\\]{1,255}$/u;

function readPullRequest(pull: unknown): HostReview | undefined {
  const [number, head] = [numberAt(pull, "id"), textAt(pull, "source", "commit", "hash")];
  const [source, base] = [
    textAt(pull, "source", "branch", "name"),
    textAt(pull, "destination", "branch", "name"),
  ];
  if (number === undefined || head === undefined || source === undefined || base === undefined)
    return undefined;
  // The host gives what a fork asks for no name here: a branch of that name is another one, of this repository.
  if (!COMMIT.test(head) || !BRANCH.test(source) || !isFromWithin(pull)) return undefined;
  return {
    number,
    state: REVIEW_STATES[textAt(pull, "state") as keyof typeof REVIEW_STATES] ?? ("closed" as const),
    title: textAt(pull, "title") ?? "",
    head,
    // The host has no other name for it.
    ref: `refs/heads/${source}`,
    base: `refs/heads/${base}`,
    isFork: false,
  };
}

const isFromWithin = (pull: unknown): boolean =>
  isWithin(pull, ["source", "repository", "full_name"], ["destination", "repository", "full_name"]);

const openedRequest = (request: unknown) => proposalAt(request, "id", "links", "html", "href");

/** The addresses that it names have the name of who asks. */
function readRepository(said: unknown) {
  const at = { id: ["uuid"], name: ["full_name"], branch: ["mainbranch", "name"] };
  const found = repositoryAt(said, { ...at, url: ["links", "html", "href"] });
  return found && { ...found, url: `${found.url.replace(/\/+$/, "")}.git` };
}

const wanted = (text: string): string =>
  text === "" ? "" : `&q=${encodeURIComponent(`name ~ "${text.replaceAll(/["\\]/g, "")}"`)}`;

const of = (name: string): string => pathOf("repositories", ...name.split("/"));
const source: HostBrowser["folder"] = ({ name, path, ref }) => ({
  method: "GET",
  path: `${of(name)}/src/${encodeURIComponent(ref)}${within(path)}/?pagelen=100`,
});

const browser: HostBrowser = {
  partSize: 100,
  /** It has lists of one workspace each: what is looked for begins with that. */
  repositories: ({ search, part }) => {
    const [workspace = "", ...rest] = search.split("/");
    const path = pathOf("repositories", workspace);
    return {
      method: "GET",
      path: `${path}?sort=-updated_on&pagelen=100&page=${part}${wanted(rest.join("/"))}`,
    };
  },
  readRepositories: (answer) => readAll(listAt(answer, "values"), readRepository),
  repository: (named) => ("id" in named ? undefined : { method: "GET", path: of(named.name) }),
  readRepository,
  branches: (name, { search, part }) => ({
    method: "GET",
    path: `${of(name)}/refs/branches?pagelen=100&page=${part}${wanted(search)}`,
  }),
  readBranches: (answer) => textsAt(listAt(answer, "values"), "name"),
  file: ({ name, path, ref }) => ({
    method: "GET",
    path: `${of(name)}/src/${encodeURIComponent(ref)}${within(path)}?format=meta`,
  }),
  readFile: (answer) => {
    const [path, sha] = [textAt(answer, "path"), textAt(answer, "commit", "hash")];
    const size = numberAt(answer, "size");
    if (path === undefined || sha === undefined || size === undefined) return undefined;
    return { name: path.slice(path.lastIndexOf("/") + 1), path, sha, size };
  },
  folder: source,
  readFolders: (answer) =>
    textsAt(
      listAt(answer, "values").filter((one) => textAt(one, "type") === "commit_directory"),
      "path",
    ).map((path) => path.slice(path.lastIndexOf("/") + 1)),
};

export const bitbucket: Host = {
  browser,
  reviewRef: () => undefined,
  base: (origin) => (origin === "https://bitbucket.org" ? "https://api.bitbucket.org/2.0" : undefined),
  authorization: ({ username, secret }) =>
    username === "x-token-auth"
      ? `Bearer ${secret}`
      : `Basic ${Buffer.from(`${username}:${secret}`).toString("base64")}`,
  api(name) {
    const path = pathOf("repositories", ...name.split("/"));
    const body = ({ url, secret }: { readonly url: string; readonly secret: string }) => ({
      description: "Lectern",
      url,
      secret,
      active: true,
      events: EVENTS,
    });
    return {
      hooks: { method: "GET", path: `${path}/hooks?pagelen=100` },
      findHook: (answer, url) =>
        idAt(
          listAt(answer, "values").find((hook) => textAt(hook, "url") === url),
          "uuid",
        ),
      putHook: (id, hook) => ({
        method: id === undefined ? "POST" : "PUT",
        path: id === undefined ? `${path}/hooks` : `${path}/hooks/${encodeURIComponent(id)}`,
        body: body(hook),
      }),
      hookId: (answer) => idAt(answer, "uuid"),
      dropHook: (id) => ({ method: "DELETE", path: `${path}/hooks/${encodeURIComponent(id)}` }),
      postStatus: ({ commit, state, context, description, url }) => ({
        method: "POST",
        path: `${path}/commit/${encodeURIComponent(commit)}/statuses/build`,
        body: {
          // The host takes forty characters of it.
          key: createHash("sha256").update(context).digest("hex").slice(0, 40),
          name: context,
          state: STATES[state],
          description: cut(description, LONGEST_DESCRIPTION),
          url,
        },
      }),
      review: (number) => ({ method: "GET", path: `${path}/pullrequests/${number}` }),
      readReview: readPullRequest,
      proposals: ({ from, to }, part) => {
        const wanted = `state="OPEN" AND source.branch.name="${from}" AND destination.branch.name="${to}"`;
        const query = `q=${encodeURIComponent(wanted)}&pagelen=50&page=${part}`;
        return { method: "GET", path: `${path}/pullrequests?${query}` };
      },
      listProposals: (answer) => listAt(answer, "values"),
      findProposal: (listed) => openedRequest(listed.find(isFromWithin)),
      propose: ({ from, to, title, body: description }) => ({
        method: "POST",
        path: `${path}/pullrequests`,
        body: {
          title,
          description,
          source: { branch: { name: from } },
          destination: { branch: { name: to } },
          close_source_branch: true,
        },
      }),
      openedProposal: openedRequest,
    };
  },
  isProven: ({ headers, body }, secret) => isSigned(headers["x-hub-signature"], "sha256=", body, secret),
  delivery: signedDelivery,
  readEvent: (headers, payload) => {
    const event = String(headers["x-event-key"]);
    if (event === "repo:push") return readPush(payload);
    const review = event.startsWith("pullrequest:") ? readPullRequest(at(payload, "pullrequest")) : undefined;
    return review === undefined ? { kind: "nothing" } : { kind: "review", review };
  },
};
