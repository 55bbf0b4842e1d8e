import { listOf, pageOf } from "../../../http/list.ts";
import { chapter, holding, op } from "../../../http/operation.ts";
import { presentReview } from "../present.ts";
import { listReviews, loadInstallation } from "../queries.ts";
import { GitReview } from "../hosts/schema.ts";
import { InstallationParams, ListQuery } from "../schema.ts";

export const reviewOperations = chapter("Git", [
  op({
    method: "GET",
    url: "/git/installations/:gitInstallationId/reviews",
    operationId: "listGitReviews",
    call: "git.listReviews",
    summary: "List the pull requests of a Git installation",
    description:
      "Those of which the host has told, the last heard first. A week after one was closed it is gone.",
    scopes: [],
    access: holding("The Git installation", loadInstallation, "admin"),
    shapes: { params: InstallationParams, query: ListQuery },
    answers: { 200: listOf(GitReview) },
    handler: async ({ deps, thing: { installation }, paging }) =>
      pageOf(await listReviews(deps.db.read, installation, paging), (row) =>
        presentReview(row, installation, deps.addresses),
      ),
  }),
]);
