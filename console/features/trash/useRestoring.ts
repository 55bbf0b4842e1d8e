/** What comes back from the trash of an organization. */
import { useQueryClient } from "@tanstack/react-query";
import { restoreCollection, restoreSite, restoreSpace } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { trashWords } from "../../words/trash.ts";

interface RestoredThing {
  readonly object: "space" | "collection" | "site";
  readonly id: string;
  readonly title: string;
}

const RESTORE = {
  space: (id: string) => restoreSpace(client, id),
  collection: (id: string) => restoreCollection(client, id),
  site: (id: string, of: string) => restoreSite(client, of, id),
};

/** Brings things back and says so. @param organization its id */
export function useRestoring(organization: string): (thing: RestoredThing) => Promise<void> {
  const cache = useQueryClient();
  return async ({ object, id, title }) => {
    try {
      await RESTORE[object](id, organization);
      say({ text: trashWords.isBack[object](title) });
    } catch (error) {
      sayNotDone(error);
    }
    await cache.invalidateQueries({ queryKey: ["organization", organization] });
  };
}

/** Says that something is in the trash, from which it can be taken back at once. */
export function sayDeleted(thing: RestoredThing, restore: (thing: RestoredThing) => Promise<void>): void {
  say({ text: trashWords.isThere(thing.title), undo: () => void restore(thing) });
}
