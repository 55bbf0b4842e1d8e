import type { Membership } from "../../../access/members.ts";
import type { SyncRun } from "../sync/syncRun.ts";

/** One attempt for a site. */
export interface SiteRun extends Omit<SyncRun, "space"> {
  /** With whose rights. */
  readonly member: Membership;
}
