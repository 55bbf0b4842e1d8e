/** Taking a page, some blocks of it, or a file back to what a revision has, and taking that back. */
import { useQueryClient } from "@tanstack/react-query";
import { Conflict, type ContentChange, type ContentChangeResult, type Page } from "../../../sdk/src/index.ts";
import { type ContentPlace, writeContent } from "../../api/content.ts";
import { say, sayNotDone } from "../../ui/toasts.ts";

/** What is taken back. */
export type Reversion = Extract<ContentChange, { readonly operation: "revert_page" | "revert_file" }>;

interface RevertAsked {
  readonly change: Reversion;
  /** What is said once it is done. */
  readonly done: string;
  /** Whether it isn't there now: taking it back deletes it again. */
  readonly isGone?: boolean;
  /** Called in place of saying it where the change names a version and somebody has written since that. */
  readonly changedSince?: () => void;
}

/** Takes something back in a space or a change request. What is refused is said, as what is done is. */
export function useRevert(place: ContentPlace): (asked: RevertAsked) => Promise<void> {
  const cache = useQueryClient();
  const write = async (change: ContentChange, changedSince?: () => void) => {
    try {
      return await writeContent(place, [change]);
    } catch (error) {
      if (changedSince !== undefined && error instanceof Conflict && error.type === "content-conflict")
        changedSince();
      else sayNotDone(error);
      return undefined;
    } finally {
      await cache.invalidateQueries({ queryKey: ["space", place.space] });
    }
  };
  return async ({ change, done, isGone = false, changedSince }) => {
    const written = await write(change, changedSince);
    if (written === undefined) return;
    const undone = undoOf(change, written.before, isGone, written.changes[0]);
    say({ text: done, undo: undone && (() => void write(undone)) });
  };
}

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

/** The page as a revision has it, in the place of the page that somebody was shown; null where it is gone. */
export function pageBack(page: string, revision: string, now: Pick<Page, "version"> | null): Reversion {
  const version = now?.version;
  return {
    operation: "revert_page",
    page,
    revision,
    ...(version === undefined ? {} : { ifVersion: version }),
  };
}
