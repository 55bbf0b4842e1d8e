import type { Role } from "../../access/roles.ts";
import { Type } from "typebox";
import type { Member as Person } from "../../access/policy.ts";
import { roleUnder } from "../../access/scope.ts";
import { withFactor } from "../../access/secondFactor.ts";
import { organizationRights, spaceRights } from "../../access/table.ts";
import type { Deps } from "../../deps.ts";
import { forbidden } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, empty, holding, ok, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { presentSpace } from "../spaces/present.ts";
import { withPublished } from "../spaces/queries.ts";
import { markSeen, type MemberChange, removeMember, setRole, setSso } from "./commands.ts";
import { failedEmailsOf, sendFailedEmails } from "./failedEmails.ts";
import { noMailServer, unsentInvitations } from "./invitation.ts";
import { type MemberCounts, type MemberDetails, type MemberRow, presentMember } from "./present.ts";
import { findMember, listMembers, listSpacesOf, loadMember, type MemberThing } from "./queries.ts";
import { countsOf } from "./reach.ts";
import {
  ListMembersQuery,
  ListMemberSpacesQuery,
  Member,
  MemberParams,
  MemberSpace,
  UpdateMember,
  VisitorClaims,
} from "./schema.ts";
import { signMemberClaims } from "./visitorClaims.ts";

const noun = "The member";
const SEEN_EVERY_MS = 60_000;

async function answer(deps: Deps, { organization, caller }: MemberThing, row: MemberRow) {
  const [details] = await detailsOf(deps, organization, caller, [row]);
  return ok(presentMember(row, details as MemberDetails, deps.addresses), row.version);
}

/** What is told of each of these members beside their row. */
async function detailsOf(
  deps: Deps,
  organization: string,
  caller: Person,
  rows: readonly MemberRow[],
): Promise<MemberDetails[]> {
  const { admin } = organizationRights(caller.role);
  // Who has been here has come in, whatever became of the e-mail.
  const awaited = rows.filter(({ last_seen_at }) => admin && last_seen_at === null);
  const users = awaited.map(({ user_id }) => user_id);
  const everybody = rows.map(({ user_id }) => user_id);
  const [counts, invitations, failed, holders] = await Promise.all([
    countsOf(deps, organization, caller, rows),
    unsentInvitations(deps.db.read, organization, users),
    failedEmailsOf(deps.db.read, organization, admin ? everybody : []),
    admin ? withFactor(deps.db.read, everybody) : undefined,
  ]);
  return rows.map(({ user_id }, at) => ({
    ...(counts[at] as MemberCounts),
    invitation: invitations.get(user_id),
    failedEmails: failed.get(user_id),
    secondFactor: holders?.has(user_id),
  }));
}

const target = ({ organization, row }: MemberThing) => ({
  organization,
  target: { type: "member", id: row.user_id, label: row.display_name },
});

function changeOf(
  thing: MemberThing,
  { by = "", now }: { readonly by: string | undefined; readonly now: number },
  expected: number | undefined,
): MemberChange {
  return { organization: thing.organization, user: thing.row.user_id, by, now, expected };
}

/** To the minute: a member who works all day is not written all day. */
async function noteSeen(deps: Deps, organization: string, user: string, minute: number): Promise<void> {
  const row = await findMember(deps.db.read, organization, user);
  if (row === undefined || (row.last_seen_at ?? 0) >= minute) return;
  await deps.db.transact((tx) => markSeen(tx, organization, user, minute));
}

async function rightsOf(deps: Deps, organization_id: string, caller: Person, acls: readonly string[]) {
  const rights = new Map<string, ReturnType<typeof spaceRights>>();
  for (const acl of acls)
    rights.set(acl, spaceRights(await roleUnder(deps.members, { organization_id, acl }, caller)));
  return rights;
}

export const memberOperations = chapter("Members", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/members",
    operationId: "listMembersInOrganizationById",
    call: "members.list",
    summary: "List the members of an organization",
    description: "The latest to join first. Guests can't list members.",
    scopes: ["organization:members:read"],
    access: holding("The organization", loadOrganization, "listMembers"),
    shapes: { params: Type.Object({ organizationId: Id }), query: ListMembersQuery },
    answers: { 200: listOf(Member) },
    handler: async ({ deps, thing, query, paging }) => {
      const { id } = thing.organization;
      const asksForFailed = query.invitation !== undefined || query.emails !== undefined;
      if (asksForFailed && !organizationRights(thing.member.role).admin) {
        throw forbidden("Only administrators can list members with an e-mail that could not be sent.");
      }
      const page = await listMembers(deps.db.read, id, query, paging);
      const details = await detailsOf(deps, id, thing.member, page.rows);
      return pageOf(page, (row, index) =>
        presentMember(row, details[index] as MemberDetails, deps.addresses),
      );
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/members/:userId",
    operationId: "getMemberInOrganizationById",
    call: "members.get",
    summary: "Get a member",
    description: "Guests see themselves only.",
    scopes: ["organization:members:read"],
    access: holding(noun, loadMember, "view"),
    shapes: { params: MemberParams },
    answers: { 200: Member },
    tagged: true,
    handler: ({ deps, thing }) => answer(deps, thing, thing.row),
  }),
  op({
    method: "PATCH",
    url: "/orgs/:organizationId/members/:userId",
    operationId: "updateMemberInOrganizationById",
    call: "members.update",
    summary: "Change the role of a member",
    description: "`null` makes them a guest. An organization keeps at least one administrator.",
    scopes: ["organization:members:write"],
    sensitive: ({ role }) => role === "admin",
    access: holding(noun, loadMember, "admin"),
    shapes: { params: MemberParams, body: UpdateMember },
    answers: { 200: Member },
    tagged: true,
    handler: ({ deps, thing, body, expectedVersion, change }) =>
      change(async (made) => {
        const row = await setRole(made.tx, changeOf(thing, made, expectedVersion), body.role);
        await made.trace({
          action: "member.update",
          ...target(thing),
          before: { role: thing.row.role },
          after: body,
        });
        return answer(deps, thing, { ...thing.row, ...row });
      }),
  }),
  op({
    method: "DELETE",
    url: "/orgs/:organizationId/members/:userId",
    operationId: "removeMemberFromOrganizationById",
    call: "members.remove",
    summary: "Remove a member",
    description:
      "They lose all their roles in the organization at once. Everybody can remove themselves. An organization keeps at least one administrator.",
    scopes: ["organization:members:write"],
    access: holding(noun, loadMember, "remove"),
    shapes: { params: MemberParams },
    answers: { 204: null },
    handler: ({ thing, expectedVersion, change }) =>
      change(async (made) => {
        await removeMember(made.tx, changeOf(thing, made, expectedVersion));
        await made.trace({ action: "member.remove", ...target(thing), before: { role: thing.row.role } });
        return empty(204);
      }),
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/ping",
    operationId: "updateOrganizationMemberLastSeenAt",
    call: "members.ping",
    summary: "Record your presence in an organization",
    description: "Records the time, to the minute, and returns a signed token with your identity.",
    scopes: [],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: Type.Object({ organizationId: Id }) },
    answers: { 200: VisitorClaims },
    handler: async ({ deps, thing: { organization, member } }) => {
      const now = deps.clock.now();
      await noteSeen(deps, organization.id, member.userId, now - (now % SEEN_EVERY_MS));
      const serviceVisitorClaims = signMemberClaims(deps.secrets, {
        issuer: deps.addresses.app,
        organization: organization.id,
        user: member.userId,
        role: member.role,
        now,
      });
      return { status: 200, body: { serviceVisitorClaims } };
    },
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/members/:userId/sso",
    operationId: "setUserAsSSOMemberForOrganization",
    call: "members.setSingleSignOn",
    summary: "Let a member sign in by single sign-on",
    scopes: ["organization:members:write"],
    access: holding(noun, loadMember, "admin"),
    shapes: { params: MemberParams },
    answers: { 200: Member },
    tagged: true,
    handler: ({ deps, thing, expectedVersion, change }) =>
      change(async (made) => {
        const row = await setSso(made.tx, changeOf(thing, made, expectedVersion));
        await made.trace({ action: "member.update", ...target(thing), after: { sso: true } });
        return answer(deps, thing, { ...thing.row, ...row });
      }),
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/members/:userId/emails",
    operationId: "sendFailedEmailsToMember",
    call: "members.sendFailedEmails",
    summary: "Send the failed e-mails of a member again",
    description:
      "What `failedEmails` of the member counts is sent again, to the address that they have now; of links to sign in, one. Nothing of an e-mail is shown to you. If none has failed, nothing is sent. You get a 409 without a mail server.",
    scopes: ["organization:members:write"],
    access: holding(noun, loadMember, "admin"),
    shapes: { params: MemberParams },
    answers: { 204: null },
    handler: ({ deps, thing, change }) =>
      change(async ({ tx, now, trace }) => {
        if (!deps.mail.delivers) throw noMailServer();
        await sendFailedEmails(tx, { organization: thing.organization, user: thing.row.user_id, now });
        await trace({ action: "member.send-emails", ...target(thing) });
        return empty(204);
      }),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/members/:userId/spaces",
    operationId: "listSpacesForOrganizationMember",
    call: "members.listSpaces",
    summary: "List the spaces of a member",
    description: "The spaces that both of you can see, with the member's role, the newest first.",
    // It tells of spaces and of a member at once; no scope opens both.
    scopes: [],
    access: holding(noun, loadMember, "view"),
    shapes: { params: MemberParams, query: ListMemberSpacesQuery },
    answers: { 200: listOf(MemberSpace) },
    handler: async ({ deps, thing, query, paging }) => {
      const { page, roles } = await listSpacesOf(deps, thing, query.order ?? "desc", paging);
      const rights = await rightsOf(deps, thing.organization, thing.caller, [...roles.keys()]);
      const rows = await withPublished(deps.db.read, deps.addresses, page.rows);
      return pageOf({ ...page, rows }, (row) => ({
        // They may see it, so they have a role on it.
        permission: roles.get(row.acl) as Role,
        space: presentSpace(row, rights.get(row.acl) ?? spaceRights(undefined), deps.addresses),
      }));
    },
  }),
]);
