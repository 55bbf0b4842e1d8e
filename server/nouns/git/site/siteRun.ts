import type { Membership } from "../../../access/members.ts";
import type { Installation, SyncRun } from "../sync/syncRun.ts";

/** One attempt for a site. */
export interface SiteRun extends Omit<SyncRun, "space"> {
  /** With whose rights. */
  readonly member: Membership;
  /** The installations of the spaces that it has looked at, by their ids, as they were when it came to them. */
  readonly looked: Map<string, Installation>;
}
