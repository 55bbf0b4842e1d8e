import { readRevision } from "../../content/commit.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { NewRevision } from "../../../engine/change.ts";
import type { RunningChange } from "../../http/change.ts";
import { preconditionFailed } from "../../http/errors.ts";
import { freshSpace, publishContent } from "./publish.ts";

/** What content is written to: a space, or a change request of it. */
export interface ContentTarget {
  readonly space: string;
  readonly organization: string;
  /** What writers take turns by. */
  readonly turn: string;
  /** Whether readers come by address: then an import's former addresses redirect. */
  readonly isPublished: boolean;
  /** It as it is at this moment, which is not when the request began. @throws 404, 409 when it takes no writes */
  open(): Promise<OpenTarget>;
}

export interface OpenTarget {
  readonly base: Row<"revisions">;
  /** The revision that a page is reverted to unless the request names one. */
  readonly revertTo?: string;
  /** Makes a revision of what was made from `base`, with its trail. @throws StaleHead */
  publish(
    running: RunningChange,
    revision: string,
    content: NewRevision,
    type?: "edits" | "rollback",
  ): Promise<void>;
}

/**
 * The content that readers of a space see.
 * @param expected the revisions that the caller relies on: 412 when it is at none of them
 */
export function spaceTarget(deps: Deps, within: SpaceKey, expected?: readonly string[]): ContentTarget {
  return {
    space: within.id,
    organization: within.organization_id,
    turn: within.id,
    isPublished: true,
    async open() {
      const space = await freshSpace(deps, within);
      refuseOtherRevision(space.head, expected);
      const base = await readRevision(deps.db.read, space, space.head);
      if (base === undefined) throw new Error(`space ${space.id} has no head`);
      return {
        base,
        publish: (running, revision, content, type) =>
          publishContent(running, space, base, revision, content, type),
      };
    },
  };
}

/** @throws 412 when content is at none of the revisions that its writer relies on */
export function refuseOtherRevision(head: string, expected: readonly string[] | undefined): void {
  if (expected !== undefined && !expected.includes(head)) throw preconditionFailed();
}
