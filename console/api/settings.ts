/** How somebody has the console: the same in every browser in which they sign in. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  getSettingsOfAuthenticatedUser,
  updateSettingsOfAuthenticatedUser,
  type UpdateUserSettings,
  type UserSettings,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";

const ownSettings = () =>
  queryOptions({
    queryKey: ["user", "settings"],
    queryFn: () => getSettingsOfAuthenticatedUser(client),
    staleTime: 60_000,
  });

/** What somebody has set; undefined until it is known. */
export const useOwnSettings = (): UserSettings | undefined => useQuery(ownSettings()).data;

/** Changes it here at once, and everywhere once it is stored. */
export function useChangingSettings(): (changes: UpdateUserSettings) => void {
  const cache = useQueryClient();
  const { queryKey } = ownSettings();
  return (changes) => {
    cache.setQueryData(queryKey, (before) => ({ ...before, ...changes }) as UserSettings);
    updateSettingsOfAuthenticatedUser(client, changes).then(
      (now) => cache.setQueryData(queryKey, now),
      // What isn't stored holds for this browser, as long as nothing else is read.
      () => undefined,
    );
  };
}
