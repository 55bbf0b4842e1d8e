import type { Page } from "../../../sdk/src/index.ts";
import type { Reversion } from "../changes/useRevert.ts";

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
