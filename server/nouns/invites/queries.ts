import type { Member } from "../../access/policy.ts";
import type { Role, Standing } from "../../access/roles.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { RowPage } from "../../http/list.ts";
import { oldestFirst } from "../../http/pageBy.ts";
import type { LoadCall, VersionedThing, Paging } from "../../http/operation.ts";
import { versioned } from "../../http/versioned.ts";
import { hashToken } from "../../ports/tokens.ts";
import { withTeams } from "../members/reach.ts";
import { type ContentRow, findContent, type InviteTarget, mayInvite, standingAt } from "./target.ts";

const byHash = prepared((read, p: Params<{ organization: string; hash: string; now: number }>) =>
  read
    .selectFrom("invite_links")
    .selectAll()
    .where("hash", "=", p("hash"))
    .where("organization_id", "=", p("organization"))
    .where("expires_at", ">", p("now")),
);

/** The link of a secret; one that has expired is not found. */
export function findInvite(
  read: Read,
  organization: string,
  secret: string,
  now: number,
): Promise<Row<"invite_links"> | undefined> {
  return byHash.first(read, { organization, hash: hashToken(secret), now });
}

const bySecret = prepared((read, p: Params<{ hash: string; now: number }>) =>
  read
    .selectFrom("invite_links")
    .innerJoin("organizations", "organizations.id", "invite_links.organization_id")
    .select(["organizations.id as organization", "organizations.title"])
    .where("invite_links.hash", "=", p("hash"))
    .where("invite_links.expires_at", ">", p("now")),
);

/** The organization that the link of a secret leads into. */
export function findInviteOfSecret(
  read: Read,
  secret: string,
  now: number,
): Promise<{ organization: string; title: string } | undefined> {
  return bySecret.first(read, { hash: hashToken(secret), now });
}

/** The secret of a link, for those who may invite with it. */
export function secretOf(deps: Pick<Deps, "secrets">, row: Row<"invite_links">): string {
  return Buffer.from(deps.secrets.open(row.sealed, sealedAt(row.id))).toString();
}

/** The place that a link's secret is sealed for. */
export function sealedAt(id: string): string {
  return `invite_links|sealed|${id}`;
}

export function targetOf(row: Row<"invite_links">): InviteTarget {
  return { kind: row.target_kind, id: row.target_id, role: row.role as Role | null };
}

export interface InviteThing extends VersionedThing<"admin"> {
  readonly organization: string;
  readonly invite: Row<"invite_links">;
  readonly content: ContentRow | undefined;
  readonly caller: Member;
  /** The caller's role where the link leads. */
  readonly standing: Standing;
}

/** The link that the path names, for those who may invite where it leads; nobody else learns that it is there. */
export async function loadInvite({ deps, identity, params }: LoadCall): Promise<InviteThing | undefined> {
  const organization = params["organizationId"] ?? "";
  const caller = await deps.members.find(organization, identity);
  if (caller === undefined) return undefined;
  const { read } = deps.db;
  const invite = await findInvite(read, organization, params["inviteId"] ?? "", deps.clock.now());
  if (invite === undefined) return undefined;
  const target = targetOf(invite);
  const content = target.kind === "organization" ? undefined : await findContent(read, organization, target);
  const standing = await standingAt(read, target, content, caller);
  const may = mayInvite(target, standing);
  const rights = { view: may, admin: may };
  return {
    organization,
    invite,
    content,
    caller,
    standing,
    rights,
    version: versioned("invite_links", invite),
  };
}

/** The links into an organization that still work, oldest first; not those to single spaces and collections. */
export async function listInvites(
  read: Read,
  organization: string,
  now: number,
  paging: Paging,
): Promise<RowPage<Row<"invite_links">>> {
  const query = read
    .selectFrom("invite_links")
    .where("organization_id", "=", organization)
    .where("target_kind", "=", "organization")
    .where("expires_at", ">", now);
  return oldestFirst(query, paging);
}

/** A member as they are inside a transaction, disabled ones as undefined. */
export async function memberWithin(
  tx: Read,
  organization: string,
  user: string,
): Promise<{ readonly disabled: boolean; readonly member: Member } | undefined> {
  const row = await tx
    .selectFrom("members")
    .select(["user_id", "role", "disabled"])
    .where("organization_id", "=", organization)
    .where("user_id", "=", user)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [member] = await withTeams(tx, organization, [row]);
  return { disabled: row.disabled === 1, member: member as Member };
}
