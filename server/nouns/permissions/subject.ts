/** What permissions are about: a space, a collection or a site, loaded for whoever administrates it. */
import type { Member } from "../../access/policy.ts";
import type { GrantedContent } from "../../access/recompute.ts";
import type { Row } from "../../db/schema.ts";
import type { LoadedThing } from "../../http/operation.ts";

export interface Subject extends LoadedThing<"admin"> {
  readonly content: GrantedContent;
  /** The caller. */
  readonly member: Member;
  readonly row: Pick<Row<"spaces">, "id" | "title" | "organization_id" | "acl">;
}
