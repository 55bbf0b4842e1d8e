/** A space or a collection, as something that roles are given on: the same screen for both. */
import {
  type Collection,
  type DefaultLevel,
  type EffectiveContentPermission,
  getCollectionById,
  getSpaceById,
  inviteToCollection,
  inviteToSpace,
  type InviteUsersAndTeams,
  listPermissionsAggregateInCollection,
  listPermissionsAggregateInSpace,
  listTeamPermissionsInCollection,
  listTeamPermissionsInSpace,
  listUserPermissionsInCollection,
  listUserPermissionsInSpace,
  type ListCall,
  type MemberRole,
  removeTeamFromCollection,
  removeTeamFromSpace,
  removeUserFromCollection,
  removeUserFromSpace,
  type Space,
  type TeamContentPermission,
  updateCollectionById,
  updateSpaceById,
  updateTeamPermissionInCollection,
  updateTeamPermissionInSpace,
  updateUserPermissionInCollection,
  updateUserPermissionInSpace,
  type UserContentPermission,
  type CallOptions,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";

/** What is given to, or taken from: a person or a team. */
export interface RoleHolder {
  readonly kind: "user" | "team";
  readonly id: string;
  readonly title: string;
}

/** What may be done with the roles on one thing. */
export interface GrantedThing {
  readonly id: string;
  readonly users: () => ListCall<UserContentPermission>;
  readonly teams: () => ListCall<TeamContentPermission>;
  readonly everybody: (role: MemberRole | undefined) => ListCall<EffectiveContentPermission>;
  readonly give: (body: InviteUsersAndTeams) => Promise<void>;
  readonly change: (holder: RoleHolder, role: MemberRole) => Promise<void>;
  readonly takeBack: (holder: RoleHolder) => Promise<void>;
  readonly read: () => Promise<Space | Collection>;
  readonly setLevel: (defaultLevel: DefaultLevel, options: CallOptions) => Promise<Space | Collection>;
}

export function ofSpace(id: string): GrantedThing {
  return {
    id,
    users: () => listUserPermissionsInSpace(client, id),
    teams: () => listTeamPermissionsInSpace(client, id),
    everybody: (role) => listPermissionsAggregateInSpace(client, id, role === undefined ? {} : { role }),
    give: (body) => inviteToSpace(client, id, body),
    change: ({ kind, id: who }, role) =>
      (kind === "user" ? updateUserPermissionInSpace : updateTeamPermissionInSpace)(client, id, who, {
        role,
      }),
    takeBack: ({ kind, id: who }) =>
      (kind === "user" ? removeUserFromSpace : removeTeamFromSpace)(client, id, who),
    read: () => getSpaceById(client, id),
    setLevel: (defaultLevel, options) => updateSpaceById(client, id, { defaultLevel }, options),
  };
}

export function ofCollection(id: string): GrantedThing {
  return {
    id,
    users: () => listUserPermissionsInCollection(client, id),
    teams: () => listTeamPermissionsInCollection(client, id),
    everybody: (role) => listPermissionsAggregateInCollection(client, id, role === undefined ? {} : { role }),
    give: (body) => inviteToCollection(client, id, body),
    change: ({ kind, id: who }, role) =>
      (kind === "user" ? updateUserPermissionInCollection : updateTeamPermissionInCollection)(
        client,
        id,
        who,
        { role },
      ),
    takeBack: ({ kind, id: who }) =>
      (kind === "user" ? removeUserFromCollection : removeTeamFromCollection)(client, id, who),
    read: () => getCollectionById(client, id),
    setLevel: (defaultLevel, options) => updateCollectionById(client, id, { defaultLevel }, options),
  };
}
