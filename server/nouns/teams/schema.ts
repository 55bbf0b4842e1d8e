import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, Timestamp } from "../../http/shapes.ts";
import { closed, inDocument, named } from "../../http/named.ts";
import { Member } from "../members/schema.ts";

const TeamRole = named(
  "TeamMemberRole",
  Type.Enum(["owner", "member"], {
    description: "`owner`: can manage the members of the team.",
  }),
);

const title = Type.String({ minLength: 1, maxLength: 64 });
/** Most people that one request adds or removes. */
const MOST = 1000;

export const Team = named(
  "Team",
  Type.Object(
    {
      object: Type.Literal("team"),
      id: Type.String(),
      title,
      members: Type.Integer(),
      spaces: Type.Integer({
        description: "The number of spaces on which it has a role and that you can see.",
      }),
      createdAt: Timestamp,
      permissions: Type.Object({ admin: Type.Boolean(), view: Type.Boolean() }),
    },
    { description: "Members of an organization who get roles together." },
  ),
);

export const OrganizationParams = Type.Object({ organizationId: Id });
export const TeamParams = Type.Object({ organizationId: Id, teamId: Id });
export const TeamMemberParams = Type.Object({
  organizationId: Id,
  teamId: Id,
  userId: Id,
});

const titleFilter = Type.Optional(
  Type.String({ maxLength: 64, description: "A part of the title, in any case." }),
);

export const ListTeamsQuery = closed({
  ...pageQuery,
  owner: Type.Optional(
    Type.String({
      maxLength: 128,
      description: "The id of a member: only teams with members that they can manage.",
    }),
  ),
  title: titleFilter,
});

export const ListTeamsOfMemberQuery = closed({ ...pageQuery, title: titleFilter });

export const ListTeamMembersQuery = closed(pageQuery);

export const CreateTeam = named(
  "CreateTeam",
  closed({
    title,
    members: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), { maxItems: MOST, description: "Ids of members." }),
    ),
  }),
);

export const UpdateTeam = named("UpdateTeam", closed({ title }));

const TeamPlace = named("TeamPlace", Type.Object({ role: TeamRole }));
const TeamMember = inDocument(closed({ role: TeamRole }), TeamPlace);

const UserKeys = Type.Optional(
  Type.Array(Type.String({ maxLength: 254 }), { maxItems: MOST, description: "Ids or e-mail addresses." }),
);

export const UpdateTeamMembers = named(
  "UpdateMembersInOrganizationTeam",
  closed({
    add: UserKeys,
    remove: UserKeys,
    memberships: Type.Optional(
      Type.Record(Type.String(), TeamMember, {
        maxProperties: MOST,
        description:
          "The role of each person in the team, by id or e-mail address. People who are not in the team join it.",
      }),
    ),
  }),
);

export const SetTeamMember = Type.Optional(closed({ role: Type.Optional(TeamRole) }));

export const TeamMemberItem = named(
  "OrganizationTeamMember",
  Type.Object({
    organization: Member,
    team: TeamPlace,
    permissions: Type.Object({ view: Type.Boolean() }),
  }),
);

export const MemberTeamItem = named("OrganizationMemberTeam", Type.Object({ team: Team, member: TeamPlace }));
