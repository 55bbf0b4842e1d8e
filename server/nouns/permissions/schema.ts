import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { Role } from "../orgs/schema.ts";
import { Team } from "../teams/schema.ts";
import { User } from "../users/schema.ts";

export const UserPermission = named("UserContentPermission", Type.Object({ permission: Role, user: User }));

export const TeamPermission = named("TeamContentPermission", Type.Object({ permission: Role, team: Team }));

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
      description: "Members or teams of the organization, and the role that all of them get here.",
    },
  ),
);

export const UpdatePermission = named("UpdateContentPermission", closed({ role: Role }));

export const ListQuery = closed(pageQuery);

export const AggregateQuery = closed({ ...pageQuery, role: Type.Optional(Role) });
