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
      "Those of which the host has told, the last heard first. Each open one has a preview: a revision of the space with what it would change, which whoever may see revisions of the space can read. A week after a request was closed it is in the list no more.",
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
