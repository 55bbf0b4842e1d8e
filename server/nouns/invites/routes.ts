import type { Static } from "typebox";
import type { Role, Standing } from "../../access/roles.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { forbidden, invalidField } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, anyUser, empty, holding, ok, op } from "../../http/operation.ts";
import { requireFreshSignIn } from "../../http/sensitive.ts";
import { loadOrganization, type OrganizationThing } from "../orgs/queries.ts";
import { noMailServer, queueInvitation } from "../members/invitation.ts";
import { sendInvitationAgain } from "./sendAgain.ts";
import { loadMember } from "../members/queries.ts";
import { MemberParams } from "../members/schema.ts";
import { withPublished } from "../spaces/queries.ts";
import { createInvite, deleteInvite, setInviteRole } from "./commands.ts";
import { readInvitees } from "./emails.ts";
import { invitePeople } from "./invite.ts";
import { joinByLink } from "./join.ts";
import { refuseTooManyInvited } from "./invitedToday.ts";
import { joinByDomain } from "./joinByDomain.ts";
import { presentInvite } from "./present.ts";
import { type InviteThing, listInvites, loadInvite, secretOf } from "./queries.ts";
import {
  CreateInviteLink,
  InvitedUsers,
  InviteLink,
  InviteParams,
  InviteUsers,
  Joined,
  ListInviteLinksQuery,
  OrganizationParams,
  UpdateInviteLink,
} from "./schema.ts";
import {
  type ContentRow,
  findContent,
  type InviteTarget,
  mayInvite,
  readTarget,
  standingAt,
} from "./target.ts";

const noun = "The invite link";

const target = (row: Row<"invite_links">) => ({
  organization: row.organization_id,
  target: { type: "invite", id: row.id },
});

/** What a new link leads into, which the caller has to see and may invite to. @throws 400, 403 */
async function reachTarget(
  deps: Deps,
  { organization, member }: OrganizationThing,
  body: Static<typeof CreateInviteLink>,
): Promise<{ wanted: InviteTarget; content: ContentRow | undefined; standing: Standing }> {
  const wanted = readTarget(body, organization.id);
  const { read } = deps.db;
  const inside = wanted.kind !== "organization";
  const content = inside ? await findContent(read, organization.id, wanted) : undefined;
  const standing = await standingAt(read, wanted, content, member);
  if (inside && (content === undefined || standing === undefined || standing === null)) {
    throw invalidField(`/${wanted.kind}`, `is not a ${wanted.kind} of this organization that you may see.`);
  }
  if (!mayInvite(wanted, standing)) throw forbidden("Your role doesn't let you invite people here.");
  return { wanted, content, standing };
}

async function publishedAt(deps: Deps, content: ContentRow | undefined) {
  if (content === undefined || !("head" in content)) return undefined;
  return (await withPublished(deps.db.read, deps.addresses, [content]))[0]?.published;
}

async function answer(deps: Deps, thing: InviteThing, row: Row<"invite_links">) {
  const published = await publishedAt(deps, thing.content);
  const shown = { ...thing, row, secret: secretOf(deps, row), published };
  return ok(presentInvite(shown, deps.addresses), row.version);
}

/** The role that a change of a link names. @throws 400 for the field of the other kind of link, and for none */
function roleOf({ invite }: InviteThing, body: Static<typeof UpdateInviteLink>): Role | null {
  const [mine, other] =
    invite.target_kind === "organization" ? (["role", "level"] as const) : (["level", "role"] as const);
  if (body[other] !== undefined) throw invalidField(`/${other}`, `is not for this link; send \`${mine}\`.`);
  const role = body[mine];
  if (role === undefined) throw invalidField(`/${mine}`, "is required.");
  return role as Role | null;
}

export const inviteOperations = chapter("Invites", [
  op({
    method: "POST",
    url: "/orgs/:organizationId/invites",
    operationId: "inviteUsersToOrganization",
    call: "invites.create",
    summary: "Invite people by e-mail address",
    description:
      "They become members at once; people without an account get one. If a mail server is set up, each gets an e-mail with a link to sign in, which works once, within 24 hours. Until the e-mail is sent, the member's `invitation` says so; without a mail server `emailed` is false. Without a role they get the organization's `defaultRole`. Existing members keep their role. One person can invite 2,000 people in 24 hours; then the answer is 429.",
    scopes: ["organization:members:write"],
    sensitive: ({ role, emails }) =>
      role === "admin" || emails.some((entry) => typeof entry !== "string" && entry.role === "admin"),
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params: OrganizationParams, body: InviteUsers },
    answers: { 200: InvitedUsers },
    handler: ({ deps, identity, thing: { organization }, body, change }) => {
      const people = readInvitees(body, organization.default_role);
      // By default, too.
      if (people.some(({ role }) => role === "admin")) requireFreshSignIn(identity, deps.clock.now());
      const sso = body.sso ?? false;
      return change(async ({ tx, now, newId, trace }) => {
        const count = people.length;
        if (deps.mail.delivers) await refuseTooManyInvited(tx, { by: identity.userId, count, now });
        const users = await invitePeople(tx, {
          organization: organization.id,
          people,
          sso,
          now,
          newId,
        });
        // Without a mail server the letters would only fill the log: their members ask for a link at the door.
        if (deps.mail.delivers) {
          for (const user of users) {
            await queueInvitation(tx, { organization: organization.id, user }, { id: newId(), now });
          }
        }
        await trace({
          action: "member.invite",
          organization: organization.id,
          target: { type: "organization", id: organization.id, label: organization.title },
          after: { users },
        });
        return { status: 200, body: { users, invited: users.length, emailed: deps.mail.delivers } };
      });
    },
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/members/:userId/invitation",
    operationId: "sendInvitationToMember",
    call: "members.sendInvitation",
    summary: "Send the invitation of a member again",
    description:
      "Sends an e-mail with a link to sign in, which works once, within 24 hours. You get a 409 without a mail server, for somebody who has signed in or is disabled, and within 10 minutes of the last one.",
    scopes: ["organization:members:write"],
    access: holding("The member", loadMember, "admin"),
    shapes: { params: MemberParams },
    answers: { 204: null },
    handler: ({ deps, thing: { organization, row }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        if (!deps.mail.delivers) throw noMailServer();
        await sendInvitationAgain(tx, { organization, user: row.user_id }, { id: newId(), now });
        await trace({
          action: "member.send-invitation",
          organization,
          target: { type: "member", id: row.user_id, label: row.display_name },
        });
        return empty(204);
      }),
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/invites/:inviteId",
    operationId: "joinOrganizationWithInvite",
    call: "invites.accept",
    summary: "Join by an invite link",
    description:
      "Each person can use a link once. It changes nothing for people who already have its role. It is refused if you signed in by single sign-on of another organization, or otherwise where the organization wants its own. A link works for 30 days, while its creator has permission to invite and the organization's `inviteLinks` are on.",
    scopes: ["organization:members:write"],
    access: anyUser,
    shapes: { params: InviteParams },
    answers: { 200: Joined },
    handler: ({ identity, params, change }) =>
      change(async ({ tx, now, trace }) => {
        const { organizationId, inviteId } = params;
        const user = identity.userId;
        const used = await joinByLink(tx, {
          organization: organizationId,
          secret: inviteId,
          caller: identity,
          now,
        });
        if (used !== undefined) {
          await trace({
            action: "member.join",
            organization: organizationId,
            target: { type: "member", id: user },
            after: { invite: used.id, role: used.role },
          });
        }
        return { status: 200, body: {} };
      }),
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/join",
    operationId: "joinOrganization",
    call: "organizations.join",
    summary: "Join an organization by your e-mail domain",
    description:
      "With a verified address at one of its `emailDomains` you get its `defaultRole`. It changes nothing for members.",
    scopes: ["organization:members:write"],
    access: anyUser,
    shapes: { params: OrganizationParams },
    answers: { 204: null },
    handler: ({ identity, params: { organizationId: organization }, change }) =>
      change(async ({ tx, now, trace }) => {
        const joined = await joinByDomain(tx, { organization, caller: identity, now });
        if (joined !== undefined) {
          const target = { type: "member", id: identity.userId };
          await trace({ action: "member.join", organization, target, after: joined });
        }
        return empty(204);
      }),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/link-invites",
    operationId: "listOrganizationInviteLinks",
    call: "inviteLinks.list",
    summary: "List the invite links of an organization",
    description: "The links to the organization that have not expired, the oldest first.",
    scopes: ["organization:members:read"],
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params: OrganizationParams, query: ListInviteLinksQuery },
    answers: { 200: listOf(InviteLink) },
    handler: async ({ deps, thing: { organization, member }, paging }) => {
      const page = await listInvites(deps.db.read, organization.id, deps.clock.now(), paging);
      return pageOf(page, (row) =>
        presentInvite(
          { row, secret: secretOf(deps, row), content: undefined, standing: member.role },
          deps.addresses,
        ),
      );
    },
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/link-invites",
    operationId: "createOrganizationInvite",
    call: "inviteLinks.create",
    summary: "Create an invite link",
    description:
      "A link to the organization needs an administrator, a link to a space or a collection the permission to invite there. Its `id` is a secret: anybody who has it can join.",
    scopes: ["organization:members:write"],
    sensitive: ({ role }) => role === "admin",
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: OrganizationParams, body: CreateInviteLink },
    answers: { 201: InviteLink },
    tagged: true,
    handler: async ({ deps, identity, thing, body, change }) => {
      const { wanted, content, standing } = await reachTarget(deps, thing, body);
      const published = await publishedAt(deps, content);
      const organization = thing.organization.id;
      return change(async ({ tx, now, newId, trace }) => {
        const [id, secret] = [newId(), newId()];
        const row = await createInvite(tx, deps.secrets, {
          id,
          secret,
          organization,
          target: wanted,
          by: identity.userId,
          now,
        });
        await trace({ action: "invite.create", ...target(row), after: { ...body } });
        return {
          status: 201,
          body: presentInvite({ row, secret, content, published, standing }, deps.addresses),
          version: row.version,
          headers: { location: `${deps.addresses.app}/v1/orgs/${organization}/link-invites/${secret}` },
        };
      });
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/link-invites/:inviteId",
    operationId: "getOrganizationInviteLink",
    call: "inviteLinks.get",
    summary: "Get an invite link",
    scopes: ["organization:members:read"],
    access: holding(noun, loadInvite, "view"),
    shapes: { params: InviteParams },
    answers: { 200: InviteLink },
    tagged: true,
    handler: ({ deps, thing }) => answer(deps, thing, thing.invite),
  }),
  op({
    method: "PATCH",
    url: "/orgs/:organizationId/link-invites/:inviteId",
    operationId: "updateOrganizationInviteById",
    call: "inviteLinks.update",
    summary: "Change an invite link",
    description: "`role` for a link to the organization, `level` for one to a space or a collection.",
    scopes: ["organization:members:write"],
    sensitive: ({ role }) => role === "admin",
    access: holding(noun, loadInvite, "admin"),
    shapes: { params: InviteParams, body: UpdateInviteLink },
    answers: { 200: InviteLink },
    tagged: true,
    handler: ({ deps, thing, body, change }) => {
      const role = roleOf(thing, body);
      return change(async ({ tx, trace }) => {
        const row = await setInviteRole(tx, thing.invite, role);
        await trace({
          action: "invite.update",
          ...target(row),
          before: { role: thing.invite.role },
          after: { role },
        });
        return answer(deps, thing, row);
      });
    },
  }),
  op({
    method: "DELETE",
    url: "/orgs/:organizationId/link-invites/:inviteId",
    operationId: "deleteOrganizationInviteById",
    call: "inviteLinks.delete",
    summary: "Delete an invite link",
    description: "Nobody can join with it after this. People who have joined stay.",
    scopes: ["organization:members:write"],
    access: holding(noun, loadInvite, "admin"),
    shapes: { params: InviteParams },
    answers: { 205: null },
    handler: ({ thing, change }) =>
      change(async ({ tx, trace }) => {
        await deleteInvite(tx, thing.invite);
        await trace({ action: "invite.delete", ...target(thing.invite) });
        return empty(205);
      }),
  }),
]);
