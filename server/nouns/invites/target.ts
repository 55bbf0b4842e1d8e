/** What an invite link leads into, and what somebody has there already. */
import { readSpace } from "../../access/spaces.ts";
import { readCollection } from "../collections/queries.ts";
import type { Static } from "typebox";
import type { Member } from "../../access/policy.ts";
import { atLeast, type Role, type Standing } from "../../access/roles.ts";
import { roleWithin } from "../../access/scope.ts";
import { organizationRights, spaceRights } from "../../access/table.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { invalidField } from "../../http/errors.ts";
import type { CreateInviteLink } from "./schema.ts";

export interface InviteTarget {
  readonly kind: "organization" | "space" | "collection";
  readonly id: string;
  readonly role: Role | null;
}

/** What a request wants a link to. @throws 400 naming the field that is missing or too much */
export function readTarget(body: Static<typeof CreateInviteLink>, organization: string): InviteTarget {
  const { role, level, space, collection } = body;
  const content = space ?? collection;
  if (content === undefined) {
    if (level !== undefined) throw invalidField("/level", "belongs to a space or a collection; name one.");
    if (role === undefined) throw invalidField("/role", "is required.");
    return { kind: "organization", id: organization, role: role as Role | null };
  }
  if (space !== undefined && collection !== undefined) {
    throw invalidField("/collection", "can't be sent together with a space.");
  }
  if (role !== undefined) throw invalidField("/role", "is for the organization; send a level.");
  if (level === undefined) throw invalidField("/level", "is required.");
  return { kind: space === undefined ? "collection" : "space", id: content, role: level as Role | null };
}

export type ContentRow = Row<"spaces"> | Row<"collections">;

/** The space or collection of a link, unless it is gone or somewhere else by now. */
export async function findContent(
  read: Read,
  organization: string,
  { kind, id }: Pick<InviteTarget, "kind" | "id">,
): Promise<ContentRow | undefined> {
  if (kind === "collection") return readCollection(read, organization, id);
  const space = await readSpace(read, { organization_id: organization, id });
  return space?.deleted_at === null ? space : undefined;
}

/** The role that a member has where the link leads. */
export async function standingAt(
  read: Read,
  { kind }: Pick<InviteTarget, "kind">,
  content: ContentRow | undefined,
  member: Member,
): Promise<Standing> {
  if (kind === "organization") return member.role;
  return content && roleWithin(read, content, member);
}

/** Whether a standing is as good as what the link gives. */
export function covers(standing: Standing, role: Role | null): boolean {
  return role === null ? standing !== undefined : atLeast(standing, role);
}

/** Whether somebody may invite where the link leads. */
export function mayInvite({ kind }: Pick<InviteTarget, "kind">, standing: Standing): boolean {
  if (kind === "organization") return organizationRights(standing ?? null).admin;
  return spaceRights(standing).viewInviteLinks;
}
