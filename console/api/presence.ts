/** Who else has open what one has open. Asking for it says that one is there. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { User } from "../../sdk/src/index.ts";
import { askJson } from "./ask.ts";

export interface PresentPerson {
  readonly user: User;
  readonly page?: string;
  /** The block that they are writing in. */
  readonly block?: string;
}

interface Whereabouts {
  readonly space: string;
  /** Its number. */
  readonly changeRequest?: string | undefined;
  readonly page?: string | undefined;
  readonly block?: string | undefined;
}

const SAID_EVERY_MS = 20_000;

const presence = (where: Whereabouts) =>
  queryOptions({
    queryKey: ["presence", where.space, where.changeRequest ?? "", where.page ?? "", where.block ?? ""],
    queryFn: async () =>
      (await askJson<{ people: readonly PresentPerson[] }>("PUT", "presence", where)).people,
    // Somebody who looks elsewhere isn't there: nothing is said while the tab is hidden.
    refetchInterval: SAID_EVERY_MS,
    staleTime: 0,
    throwOnError: false,
  });

/** The others who are in the same space or change request. */
export function usePresence(where: Whereabouts): readonly PresentPerson[] {
  return useQuery(presence(where)).data ?? [];
}
