/** Who else has open what one has open. Asking for it says that one is there. */
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
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
    // Somebody who goes on to the next block sees the others all the while.
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** The block in which somebody writes in this tab, by its id; there is one editor a tab. */
let block: string | undefined;
const listeners = new Set<() => void>();

/** Says in which block one writes now; undefined: in none. */
export function writeIn(now: string | undefined): void {
  if (now === block) return;
  block = now;
  for (const hear of listeners) hear();
}

function subscribe(hear: () => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** The others who are in the same space or change request. */
export function usePresence(where: Omit<Whereabouts, "block">): readonly PresentPerson[] {
  const writtenIn = useSyncExternalStore(subscribe, () => block);
  const { space, changeRequest, page } = where;
  return useQuery(presence({ space, changeRequest, page, block: writtenIn })).data ?? [];
}
