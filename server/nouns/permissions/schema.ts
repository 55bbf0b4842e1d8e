import { Type } from "typebox";
import { REASONS } from "../../access/reasons.ts";
import { pageQuery } from "../../http/list.ts";
import { Id, TitledThing } from "../../http/shapes.ts";
import { closed, extended, named } from "../../http/named.ts";
import { Role } from "../orgs/schema.ts";
import { Team } from "../teams/schema.ts";
import { User } from "../users/schema.ts";

export const UserPermission = named("UserContentPermission", Type.Object({ permission: Role, user: User }));

export const TeamPermission = named("TeamContentPermission", Type.Object({ permission: Role, team: Team }));

const Reason = named(
  "ContentPermissionReason",
  Type.Object(
    {
      kind: Type.Enum([...REASONS], {
        description:
          "`administrator`: they administrate the organization. `user`: the role was given to them. `team`: it was given to one of " +
          "their teams. `level`: all members have it, by the default level. `creator`: it is closed for others, and they " +
          "created it. `organization`: it is their role in the organization.",
      }),
      team: Type.Optional(TitledThing),
      space: Type.Optional(TitledThing),
      collection: Type.Optional(TitledThing),
      site: Type.Optional(TitledThing),
    },
    {
      description:
        "The source of the permission: the space, collection or site, if you can see it, and the team that has the role.",
    },
  ),
);

export const EffectivePermission = named(
  "EffectiveContentPermission",
  extended(
    UserPermission,
    { reason: Reason },
    { description: "The resulting permission of a user, and its reason." },
  ),
);

const Origin = named(
  "UserSitePermissionOrigin",
  Type.Union([
    Type.Object({ type: Type.Literal("organization"), organization: Type.String() }),
    Type.Object({
      type: Type.Literal("site"),
      site: Type.String(),
      reason: Type.Enum(["member", "team", "default"]),
      team: Type.Optional(Type.String()),
    }),
  ]),
);

/** The same of a site, with what clients of the public API read of it. */
export const EffectiveSitePermission = named(
  "UserSitePermission",
  extended(EffectivePermission, { origin: Origin, disabled: Type.Literal(false) }),
);

const ids = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true });

export const Invite = named(
  "InviteUsersAndTeams",
  closed(
    {
      users: Type.Optional(ids),
      teams: Type.Optional(ids),
      role: Role,
    },
    {
      anyOf: [{ required: ["users"] }, { required: ["teams"] }],
      description: "Members or teams of the organization, and the role that they all get here.",
    },
  ),
);

export const UpdatePermission = named("UpdateContentPermission", closed({ role: Role }));

export const ListQuery = closed(pageQuery);

export const AggregateQuery = closed({ ...pageQuery, role: Type.Optional(Role) });
