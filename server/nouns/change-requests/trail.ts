import type { Row } from "../../db/schema.ts";

/** What the audit log says about a change request. */
export const traced = (space: Row<"spaces">, { id, number, subject }: Row<"change_requests">) => ({
  organization: space.organization_id,
  space: space.id,
  target: { type: "change-request", id, label: subject === "" ? `#${number}` : subject },
});
