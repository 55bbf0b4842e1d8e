/** Taking a page, some blocks of it, or a file back to what a revision has, and taking that back. */
import { useQueryClient } from "@tanstack/react-query";
import { Conflict, type ContentChange, type ContentChangeResult } from "../../../sdk/src/index.ts";
import { useLocation } from "wouter";
import { type ContentPlace, type ContentWritten, writeContent } from "../../api/content.ts";
import type { OwnPlace } from "../../app/ownPlace.tsx";
import { addressOf } from "../../routes.ts";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { partsWords } from "../../words/parts.ts";

/** What is taken back. */
export type Reversion = Extract<ContentChange, { readonly operation: "revert_page" | "revert_file" }>;

interface RevertAsked {
  readonly change: Reversion;
  /** What is said once it is done. */
  readonly done: string;
  /** Names a change request that is made for it. */
  readonly subject?: string;
  /** Whether it isn't there now: taking it back deletes it again. */
  readonly isGone?: boolean;
  /**
   * Called in place of saying it where the change names a version and the page is another.
   * @param number of the change request that has it so
   */
  readonly changedSince?: (number: string | undefined) => void;
}

/** Takes something back. What is refused is said, as what is done is; who proposes it is led to their change request. */
export function useRevert(where: ContentPlace | OwnPlace): (asked: RevertAsked) => Promise<void> {
  const cache = useQueryClient();
  const [, go] = useLocation();
  const { space, number } = where;
  const write = async (place: ContentPlace, change: ContentChange): Promise<ContentWritten> => {
    try {
      return await writeContent(place, [change]);
    } finally {
      await cache.invalidateQueries({ queryKey: ["space", space] });
    }
  };
  return async ({ change, done, subject = done, isGone = false, changedSince }) => {
    let place: ContentPlace = { space, number };
    try {
      const written =
        "inPlace" in where
          ? await where.inPlace(subject, (own) => write((place = own), change))
          : await write(place, change);
      const undone = undoOf(change, written.before, isGone, written.changes[0]);
      const isProposed = "inPlace" in where && place.number !== undefined;
      say({
        text: isProposed ? partsWords.inRequest(done, place.number ?? "") : done,
        undo: undone && (() => void write(place, undone).catch(sayNotDone)),
      });
      if (isProposed) go(hrefOf(place, change));
    } catch (error) {
      if (changedSince === undefined || !isOtherByNow(error)) return sayNotDone(error);
      // What a change request has that was made for it is what the space has.
      changedSince(place.number === number ? number : undefined);
    }
  };
}

/** Of what a change request has now. */
const hrefOf = ({ space, number = "" }: ContentPlace, change: Reversion): string =>
  change.operation === "revert_page"
    ? addressOf("changedPage", { space, number, page: change.page })
    : addressOf("change", { space, number });

const isOtherByNow = (error: unknown): boolean =>
  error instanceof Conflict && error.type === "content-conflict";

/** What somebody has written since is not taken away: it is refused then. */
function undoOf(
  change: Reversion,
  before: string | undefined,
  isGone: boolean,
  result: ContentChangeResult | undefined,
): ContentChange | undefined {
  const only = result?.version === undefined ? {} : { ifVersion: result.version };
  if (isGone)
    return change.operation === "revert_page"
      ? { operation: "delete_page", page: change.page, ...only }
      : undefined;
  if (before === undefined) return undefined;
  return change.operation === "revert_page"
    ? { operation: "revert_page", page: change.page, revision: before, ...only }
    : { ...change, revision: before };
}
