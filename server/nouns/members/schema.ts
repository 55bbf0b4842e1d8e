import { Type } from "typebox";
import { ROLES } from "../../access/roles.ts";
import { pageQuery } from "../../http/list.ts";
import { Id, Timestamp } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { Role, RoleOrGuest } from "../orgs/schema.ts";
import { Space } from "../spaces/schema.ts";
import { User } from "../users/schema.ts";

const Order = Type.Optional(Type.Enum(["asc", "desc"], { description: "`desc` unless said." }));

const Invitation = named(
  "MemberInvitation",
  Type.Object(
    {
      status: Type.Enum(["waiting", "failed"], {
        description:
          "`waiting` until it is sent, also while it is tried again; `failed` when it was given up.",
      }),
      error: Type.Optional(Type.String({ description: "Why the last attempt failed." })),
    },
    { description: "The e-mail with their invitation, while it has not left; administrators see it." },
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
        Type.Boolean({ description: "Whether they have a second factor; administrators see it." }),
      ),
      spaces: Type.Integer({ description: "How many spaces they may see, of those that you may see." }),
      teams: Type.Integer(),
      sites: Type.Integer({ description: "How many sites they may see, of those that you may see." }),
      invitation: Type.Optional(Invitation),
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
      description: "Only those whose invitation could not be sent; administrators may ask for it.",
    }),
  ),
  search: Type.Optional(
    Type.String({ maxLength: 256, description: "A part of the name or the e-mail address." }),
  ),
  sort: Type.Optional(
    Type.Enum(["joinedAt", "lastSeenAt"], {
      description: "`joinedAt` unless said; by `lastSeenAt` only active members are listed.",
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
      description: "A signed token (JWT, HS256) that says who the member is; good for seven days.",
    }),
  }),
);
