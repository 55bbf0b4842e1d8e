/** Gitea, and Forgejo with Codeberg. */
import { hookConfig, pullRef, readGitHubEvent, repositoryApi, repositoryBrowser } from "./github.ts";
import type { Host } from "./host.ts";
import { isSigned, signedDelivery } from "./proof.ts";

export const gitea: Host = {
  base: (origin) => `${origin}/api/v1`,
  authorization: ({ secret }) => `token ${secret}`,
  api: (name) =>
    repositoryApi(name, {
      limit: "limit=50",
      kind: { type: "gitea" },
      config: hookConfig,
      from: () => "",
    }),
  reviewRef: pullRef,
  browser: repositoryBrowser({
    partSize: 50,
    limit: "limit=50",
    repositories: ({ search, part }) => ({
      method: "GET",
      path: `/repos/search?q=${encodeURIComponent(search)}&sort=updated&order=desc&limit=50&page=${part}`,
    }),
  }),
  isProven: ({ headers, body }, secret) =>
    isSigned(headers["x-forgejo-signature"] ?? headers["x-gitea-signature"], "", body, secret),
  delivery: signedDelivery,
  readEvent: (headers, payload) =>
    readGitHubEvent(String(headers["x-gitea-event"] ?? headers["x-forgejo-event"]), payload),
};
