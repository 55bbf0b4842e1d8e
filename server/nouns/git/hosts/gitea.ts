/** Gitea, and Forgejo with Codeberg. */
import { hookConfig, hookTo, readGitHubEvent, repositoryPath, statusBody } from "./github.ts";
import type { Host } from "./host.ts";
import { idAt } from "./payload.ts";
import { isSigned, signedDelivery } from "./proof.ts";

export const gitea: Host = {
  base: (origin) => `${origin}/api/v1`,
  authorization: ({ secret }) => `token ${secret}`,
  api(name) {
    const path = repositoryPath(name);
    return {
      hooks: { method: "GET", path: `${path}/hooks?limit=50` },
      findHook: hookTo,
      putHook: (id, hook) => ({
        method: id === undefined ? "POST" : "PATCH",
        path: id === undefined ? `${path}/hooks` : `${path}/hooks/${encodeURIComponent(id)}`,
        body: {
          ...(id === undefined ? { type: "gitea" } : {}),
          active: true,
          events: ["push", "pull_request"],
          config: hookConfig(hook),
        },
      }),
      hookId: (answer) => idAt(answer, "id"),
      dropHook: (id) => ({ method: "DELETE", path: `${path}/hooks/${encodeURIComponent(id)}` }),
      postStatus: (status) => ({
        method: "POST",
        path: `${path}/statuses/${encodeURIComponent(status.commit)}`,
        body: statusBody(status),
      }),
    };
  },
  isProven: ({ headers, body }, secret) =>
    isSigned(headers["x-forgejo-signature"] ?? headers["x-gitea-signature"], "", body, secret),
  delivery: signedDelivery,
  readEvent: (headers, payload) =>
    readGitHubEvent(String(headers["x-gitea-event"] ?? headers["x-forgejo-event"]), payload),
};
