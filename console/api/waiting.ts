/** What waits for somebody in an organization. */
import { queryOptions } from "@tanstack/react-query";
import {
  type ChangeRequest,
  getGitSyncStatus,
  getSpaceGitInfo,
  type GitSyncStatus,
  listChangeRequestsInOrganization,
  type Space,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";

type FoundChange = ChangeRequest & { readonly spaceTitle: string };

/** Something that waits, the most urgent kind first. */
export type WaitingThing =
  | { readonly kind: "review" | "conflicts" | "draft"; readonly change: FoundChange }
  | { readonly kind: "held"; readonly space: Space; readonly count: number }
  | { readonly kind: "standstill"; readonly space: Space };

/** Of each kind. */
const MOST = 5;
/** Spaces in repositories that are asked how they stand. */
const MOST_ASKED = 10;

/** @param spaces of the organization, as far as they are known */
export const waitingIn = (organization: string, spaces: readonly Space[] | undefined) =>
  queryOptions({
    queryKey: ["organization", organization, "changes", "waiting"],
    enabled: spaces !== undefined,
    throwOnError: false,
    queryFn: async (): Promise<readonly WaitingThing[]> => {
      const changes = (whose: "reviewer" | "author", status: "open" | "draft", limit = MOST) =>
        listChangeRequestsInOrganization(client, organization, { for: whose, status: [status], limit });
      const [reviews, own, drafts, held] = await Promise.all([
        changes("reviewer", "open"),
        changes("author", "open", 50),
        changes("author", "draft"),
        heldIn(spaces ?? []),
      ]);
      const inConflict = own.items.filter(({ conflicts }) => conflicts > 0).slice(0, MOST);
      return [
        ...reviews.items.map((change) => ({ kind: "review" as const, change })),
        ...inConflict.map((change) => ({ kind: "conflicts" as const, change })),
        ...held,
        ...drafts.items.map((change) => ({ kind: "draft" as const, change })),
      ];
    },
  });

/** Spaces that are not in step with their branch until somebody decides, which those do who administrate them. */
async function heldIn(spaces: readonly Space[]): Promise<WaitingThing[]> {
  const kept = spaces.filter(({ gitSync, permissions }) => gitSync !== undefined && permissions.admin);
  const asked = await Promise.all(
    kept.slice(0, MOST_ASKED).map(async (space): Promise<WaitingThing[]> => {
      // One that can't be asked hides nothing of the others.
      const { attention, held: all } = await statusOf(space).catch(() => NOTHING);
      if (attention !== undefined) return [{ kind: "standstill", space }];
      return all.length === 0 ? [] : [{ kind: "held", space, count: all.length }];
    }),
  );
  return asked.flat();
}

const NOTHING = { attention: undefined, held: [] };

async function statusOf(space: Space): Promise<Pick<GitSyncStatus, "attention" | "held">> {
  const { installationId } = await getSpaceGitInfo(client, space.id);
  return getGitSyncStatus(client, installationId);
}
