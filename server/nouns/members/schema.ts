import { Type } from "typebox";
import { ROLES } from "../../access/roles.ts";
import { pageQuery } from "../../http/list.ts";
import { Id, Timestamp } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { Role, RoleOrGuest } from "../orgs/schema.ts";
import { Space } from "../spaces/schema.ts";
import { User } from "../users/schema.ts";

const Order = Type.Optional(Type.Enum(["asc", "desc"], { description: "The default is `desc`." }));

const Invitation = named(
  "MemberInvitation",
  Type.Object(
    {
      status: Type.Enum(["waiting", "failed"], {
        description:
          "`waiting`: it has not been sent yet, or Lectern tries again. `failed`: Lectern gave up.",
      }),
      error: Type.Optional(Type.String({ description: "Why the last attempt failed." })),
    },
    { description: "The invitation e-mail, until it is sent. Only administrators see it." },
  ),
);

const FailedEmails = named(
  "FailedEmails",
  Type.Object(
    {
      kind: Type.Enum(["sign-in", "account", "notice"], {
        description:
          "`sign-in`: a link to sign in, which they asked for. `account`: what was done to their password or second factor. `notice`: about the organization, such as a webhook that was disabled.",
      }),
      count: Type.Integer(),
      lastFailedAt: Timestamp,
      error: Type.String({ description: "Why the last attempt failed." }),
    },
    { description: "E-mails of one kind to a member that Lectern gave up." },
  ),
);

export const Member = named(
  "OrganizationMember",
  Type.Object(
    {
      object: Type.Literal("member"),
      id: Type.String({ description: "The user's id." }),
      role: RoleOrGuest,
      user: User,
      disabled: Type.Boolean(),
      joinedAt: Timestamp,
      lastSeenAt: Type.Optional(Timestamp),
      sso: Type.Boolean({ description: "Whether they sign in by single sign-on." }),
      secondFactor: Type.Optional(
        Type.Boolean({ description: "Whether they have a second factor. Only administrators see it." }),
      ),
      spaces: Type.Integer({ description: "The number of spaces that both you and they can see." }),
      teams: Type.Integer(),
      sites: Type.Integer({ description: "The number of sites that both you and they can see." }),
      invitation: Type.Optional(Invitation),
      failedEmails: Type.Optional(
        Type.Array(FailedEmails, {
          description: "E-mails to them that could not be sent, if any. Only administrators see them.",
        }),
      ),
    },
    { description: "A user in an organization." },
  ),
);

export const MemberParams = Type.Object({ organizationId: Id, userId: Id });

export const ListMembersQuery = closed({
  ...pageQuery,
  order: Order,
  role: Type.Optional(
    Type.Enum([...ROLES, "guest"], { description: "Only members with this role; `guest`: without one." }),
  ),
  invitation: Type.Optional(
    Type.Enum(["failed"], {
      description:
        "Only members with an invitation that could not be sent. Only administrators can use this filter.",
    }),
  ),
  emails: Type.Optional(
    Type.Enum(["failed"], {
      description:
        "Only members with an e-mail that could not be sent, invitations included. Only administrators can use this filter.",
    }),
  ),
  search: Type.Optional(
    Type.String({ maxLength: 256, description: "A part of the name or the e-mail address." }),
  ),
  sort: Type.Optional(
    Type.Enum(["joinedAt", "lastSeenAt"], {
      description: "The default is `joinedAt`. With `lastSeenAt`, the list has only active members.",
    }),
  ),
});

export const UpdateMember = named("UpdateOrganizationMember", closed({ role: Type.Optional(RoleOrGuest) }));

export const ListMemberSpacesQuery = closed({ ...pageQuery, order: Order });

export const MemberSpace = named("MemberContentPermission", Type.Object({ permission: Role, space: Space }));

export const VisitorClaims = named(
  "VisitorClaims",
  Type.Object({
    serviceVisitorClaims: Type.String({
      description: "A signed token (JWT, HS256) that identifies the member. It is valid for seven days.",
    }),
  }),
);
