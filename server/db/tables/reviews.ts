/** Reviews of change requests, and who is asked for them. */
import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

export type ReviewStatus = "approved" | "changes-requested";

interface ReviewRow {
  organization_id: string;
  id: string;
  change_request_id: string;
  /** The revision of the change request that was looked at. */
  revision: string;
  reviewer_id: string;
  /** Who had asked for it; null: nobody, or they are gone. */
  requested_by: string | null;
  status: ReviewStatus;
  /** The comment that came with it; null: none, or it is deleted. */
  comment_id: string | null;
  /** Whether its reviewer reviewed again since, or was asked to. */
  outdated: Generated<Flag>;
  created_at: number;
  updated_at: number;
}

interface RequestedReviewerRow {
  organization_id: string;
  change_request_id: string;
  user_id: string;
  /** The revision of the change request at that time. */
  revision: string;
  requested_by: string | null;
  created_at: number;
}

export interface ReviewsTables {
  reviews: ReviewRow;
  requested_reviewers: RequestedReviewerRow;
}
