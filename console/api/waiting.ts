/** What waits for somebody in an organization. */
import { queryOptions } from "@tanstack/react-query";
import {
  type ChangeRequest,
  type GitWaiting,
  listChangeRequestsInOrganization,
  listGitWaiting,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";

type FoundChange = ChangeRequest & { readonly spaceTitle: string };

/** Something that waits, the most urgent kind first. */
export type WaitingThing =
  | { readonly kind: "review" | "conflicts" | "draft"; readonly change: FoundChange }
  /** A space or a site that is not in step with its branch until somebody decides, for those who may. */
  | {
      readonly kind: "git";
      readonly git: GitWaiting;
      /** How many wait beside those that are shown, said with the last of them. */
      readonly more: number;
    };

/** Of each kind. */
const MOST = 5;

export const waitingIn = (organization: string) =>
  queryOptions({
    queryKey: ["organization", organization, "changes", "waiting"],
    throwOnError: false,
    queryFn: async (): Promise<readonly WaitingThing[]> => {
      const changes = (whose: "reviewer" | "author", status: "open" | "draft", limit = MOST) =>
        listChangeRequestsInOrganization(client, organization, { for: whose, status: [status], limit });
      const [reviews, own, drafts, git] = await Promise.all([
        changes("reviewer", "open"),
        changes("author", "open", 50),
        changes("author", "draft"),
        waitingByGit(organization),
      ]);
      const inConflict = own.items.filter(({ conflicts }) => conflicts > 0).slice(0, MOST);
      return [
        ...reviews.items.map((change) => ({ kind: "review" as const, change })),
        ...inConflict.map((change) => ({ kind: "conflicts" as const, change })),
        ...git,
        ...drafts.items.map((change) => ({ kind: "draft" as const, change })),
      ];
    },
  });

/** What can't be asked hides nothing of the rest. */
async function waitingByGit(organization: string): Promise<readonly WaitingThing[]> {
  try {
    const { items, count } = await listGitWaiting(client, organization, { limit: MOST });
    const more = count - items.length;
    return items.map((git, index) => ({ kind: "git", git, more: index === MOST - 1 ? more : 0 }));
  } catch {
    return [];
  }
}
