import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, Timestamp } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { Collection } from "../collections/schema.ts";
import { RoleOrGuest } from "../orgs/schema.ts";
import { Space } from "../spaces/schema.ts";

/** Most people that one request invites. */
const MOST = 500;

const Email = Type.String({ maxLength: 254, description: "An e-mail address." });

export const OrganizationParams = Type.Object({ organizationId: Id });
export const InviteParams = Type.Object({ organizationId: Id, inviteId: Id });

export const InviteUsers = named(
  "InviteUsersToOrganization",
  closed({
    emails: Type.Array(Type.Union([Email, closed({ email: Email, role: RoleOrGuest })]), {
      minItems: 1,
      maxItems: MOST,
    }),
    role: Type.Optional(RoleOrGuest),
    sso: Type.Optional(
      Type.Boolean({ description: "Whether they sign in by single sign-on. The default is false." }),
    ),
  }),
);

export const InvitedUsers = named(
  "InvitedUsers",
  Type.Object({
    users: Type.Array(Type.String(), { description: "The ids of the people who have become members." }),
    invited: Type.Integer({ description: "The number of people who have become members." }),
    emailed: Type.Boolean({
      description:
        "Whether each of them gets an e-mail with a link to sign in. Without a mail server nobody does, and whoever runs Lectern makes links.",
    }),
  }),
);

export const InviteLink = named(
  "OrganizationInviteLink",
  Type.Object(
    {
      object: Type.Literal("invite"),
      id: Type.String({ description: "The secret of the link." }),
      role: Type.Optional(RoleOrGuest),
      level: Type.Optional(RoleOrGuest),
      redundant: Type.Boolean({ description: "Whether you already have everything that it would give you." }),
      expiresAt: Timestamp,
      space: Type.Optional(Space),
      collection: Type.Optional(Collection),
    },
    {
      description:
        "A link that makes people members: to an organization, or as guests to one space or collection.",
    },
  ),
);

export const ListInviteLinksQuery = closed(pageQuery);

const contentId = Type.Optional(Id);

export const CreateInviteLink = named(
  "CreateOrganizationInvite",
  closed(
    {
      role: Type.Optional(RoleOrGuest),
      level: Type.Optional(RoleOrGuest),
      space: contentId,
      collection: contentId,
    },
    {
      description:
        "`role` for the organization; or `level` with `space` or `collection`, for people who join as guests.",
    },
  ),
);

export const UpdateInviteLink = named(
  "UpdateOrganizationInvite",
  closed({ role: Type.Optional(RoleOrGuest), level: Type.Optional(RoleOrGuest) }),
);

export const Joined = named("JoinedOrganization", Type.Object({}));
