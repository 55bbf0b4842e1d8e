/** The change request that a revision of a space came from. */
import type { MergeOrigin } from "../revisions/reading.ts";
import { presentOne } from "./present.ts";
import { findChangeRequest } from "./queries.ts";

/** The change request as it is answered now; undefined for revisions that no merge made. */
export const mergedFrom: MergeOrigin = async ({ db, addresses }, { revision, member }) => {
  const { organization_id, space_id, merged_from: id } = revision;
  const space = { organization_id, id: space_id };
  const request = id === null ? undefined : await findChangeRequest(db.read, space, id);
  return request && presentOne(db.read, request, addresses, member);
};
