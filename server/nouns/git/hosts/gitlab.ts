/** GitLab, gitlab.com and others. */
import { createHmac } from "node:crypto";
import type { CommitStatus, Host, HookRequest, HostBrowser, HostEvent, HostReview } from "./host.ts";
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
} from "./payload.ts";
import { isSame } from "./proof.ts";

const LONGEST_DESCRIPTION = 255;
/** How far a message's time may be from ours, in milliseconds. */
const PATIENCE_MS = 5 * 60_000;
const STATES = { pending: "pending", success: "success", failure: "failed" } as const;
/** One is locked while it is being merged: what becomes of it is told then. */
const REVIEW_STATES = { opened: "open", locked: "open", merged: "merged" } as const;

/** A signing token signs the message with its time; older hosts, and webhooks without one, send the secret itself. */
function isProven({ headers, body }: HookRequest, secret: string, now: number): boolean {
  const signatures = headers["webhook-signature"];
  if (typeof signatures !== "string") return isSame(String(headers["x-gitlab-token"] ?? ""), secret);
  const [id, time] = [String(headers["webhook-id"]), String(headers["webhook-timestamp"])];
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time) * 1000) > PATIENCE_MS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const wanted = `v1,${createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest("base64")}`;
  return signatures.split(" ").some((given) => isSame(given, wanted));
}

const mergeRequestRef = (number: number): string => `refs/merge-requests/${number}/head`;

function readMergeRequest(payload: unknown): HostEvent {
  const request = at(payload, "object_attributes");
  const review = reviewOf(request, commitAt(request, "last_commit", "id"));
  return review === undefined ? { kind: "nothing" } : { kind: "review", review };
}

/** A merge request, which an event and an answer tell alike but for its commit. */
function reviewOf(request: unknown, head: string | undefined): HostReview | undefined {
  const [number, base] = [numberAt(request, "iid"), textAt(request, "target_branch")];
  if (number === undefined || head === undefined || base === undefined) return undefined;
  const state = textAt(request, "state");
  return {
    number,
    state: REVIEW_STATES[state as keyof typeof REVIEW_STATES] ?? ("closed" as const),
    title: textAt(request, "title") ?? "",
    head,
    ref: mergeRequestRef(number),
    base: `refs/heads/${base}`,
    isFork: !isFromWithin(request),
  };
}

const isFromWithin = (request: unknown): boolean =>
  isWithin(request, ["source_project_id"], ["target_project_id"]);

const openedRequest = (request: unknown) => proposalAt(request, "iid", "web_url");

const readProject = (said: unknown) =>
  repositoryAt(said, {
    id: ["id"],
    name: ["path_with_namespace"],
    url: ["http_url_to_repo"],
    branch: ["default_branch"],
  });

const partOf = (search: string, part: number): string =>
  `${search === "" ? "" : `&search=${encodeURIComponent(search)}`}&per_page=100&page=${part}`;

const browser: HostBrowser = {
  partSize: 100,
  repositories: ({ search, part }) => ({
    method: "GET",
    path: `/projects?membership=true&simple=true&search_namespaces=true&order_by=last_activity_at${partOf(search, part)}`,
  }),
  readRepositories: (answer) => readAll(listAt(answer), readProject),
  repository: (named) => ({ method: "GET", path: pathOf("projects", "id" in named ? named.id : named.name) }),
  readRepository: readProject,
  branches: (name, { search, part }) => ({
    method: "GET",
    path: `${pathOf("projects", name)}/repository/branches?${partOf(search, part).slice(1)}`,
  }),
  readBranches: (answer) => textsAt(listAt(answer), "name"),
  file: ({ name, path, ref }) => ({
    method: "GET",
    path: `${pathOf("projects", name, "repository", "files", path)}?ref=${encodeURIComponent(ref)}`,
  }),
  readFile: (answer) => fileAt(answer, { name: "file_name", sha: "blob_id" }, textAt(answer, "file_path")),
  folder: ({ name, path, ref }) => ({
    method: "GET",
    path: `${pathOf("projects", name)}/repository/tree?path=${encodeURIComponent(path)}&ref=${encodeURIComponent(ref)}&per_page=100`,
  }),
  readFolders: (answer) =>
    textsAt(
      listAt(answer).filter((one) => textAt(one, "type") === "tree"),
      "name",
    ),
};

export const gitlab: Host = {
  browser,
  reviewRef: mergeRequestRef,
  base: (origin) => `${origin}/api/v4`,
  authorization: ({ secret }) => `Bearer ${secret}`,
  api(name) {
    const path = pathOf("projects", name);
    return {
      hooks: { method: "GET", path: `${path}/hooks?per_page=100` },
      findHook: (answer, url) =>
        idAt(
          listAt(answer).find((hook) => textAt(hook, "url") === url),
          "id",
        ),
      putHook: (id, { url, secret }) => ({
        method: id === undefined ? "POST" : "PUT",
        path: id === undefined ? `${path}/hooks` : `${path}/hooks/${encodeURIComponent(id)}`,
        body: {
          url,
          token: secret,
          signing_token: secret,
          push_events: true,
          merge_requests_events: true,
          enable_ssl_verification: true,
        },
      }),
      hookId: (answer) => idAt(answer, "id"),
      dropHook: (id) => ({ method: "DELETE", path: `${path}/hooks/${encodeURIComponent(id)}` }),
      postStatus: ({ commit, state, context, description, url }: CommitStatus) => ({
        method: "POST",
        path: `${path}/statuses/${encodeURIComponent(commit)}`,
        body: {
          state: STATES[state],
          name: context,
          description: cut(description, LONGEST_DESCRIPTION),
          target_url: url,
        },
      }),
      review: (number) => ({ method: "GET", path: `${path}/merge_requests/${number}` }),
      readReview: (answer) => reviewOf(answer, commitAt(answer, "sha")),
      proposals: ({ from, to }, part) => ({
        method: "GET",
        path: `${path}/merge_requests?state=opened&source_branch=${encodeURIComponent(from)}&target_branch=${encodeURIComponent(to)}&per_page=100&page=${part}`,
      }),
      listProposals: (answer) => listAt(answer),
      findProposal: (listed) => openedRequest(listed.find(isFromWithin)),
      propose: ({ from, to, title, body }) => ({
        method: "POST",
        path: `${path}/merge_requests`,
        body: {
          source_branch: from,
          target_branch: to,
          title,
          description: body,
          remove_source_branch: true,
        },
      }),
      openedProposal: openedRequest,
    };
  },
  isProven,
  // Signed with the body; without a signature, who sends it knows the secret.
  delivery: ({ headers }) => idAt(headers, "webhook-id") ?? idAt(headers, "x-gitlab-event-uuid"),
  readEvent: (headers, payload) => {
    const event = headers["x-gitlab-event"];
    if (event === "Push Hook") return pushed(payload);
    return event === "Merge Request Hook" ? readMergeRequest(payload) : { kind: "nothing" };
  },
};
