/** A space, a collection or a site, as something that roles are given on: the same screen for all. */
import {
  type Collection,
  type DefaultLevel,
  type EffectiveContentPermission,
  getCollectionById,
  getSiteById,
  getSpaceById,
  inviteToCollection,
  inviteToSite,
  inviteToSpace,
  type InviteUsersAndTeams,
  listPermissionsAggregateInCollection,
  listPermissionsAggregateInSite,
  listPermissionsAggregateInSpace,
  listTeamPermissionsInCollection,
  listTeamPermissionsInSite,
  listTeamPermissionsInSpace,
  listUserPermissionsInCollection,
  listUserPermissionsInSite,
  listUserPermissionsInSpace,
  type ListCall,
  type MemberRole,
  removeTeamFromCollection,
  removeTeamFromSite,
  removeTeamFromSpace,
  removeUserFromCollection,
  removeUserFromSite,
  removeUserFromSpace,
  type Site,
  type Space,
  type TeamContentPermission,
  updateCollectionById,
  updateSiteById,
  updateSpaceById,
  updateTeamPermissionInCollection,
  updateTeamPermissionInSite,
  updateTeamPermissionInSpace,
  updateUserPermissionInCollection,
  updateUserPermissionInSite,
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

/** What roles are given on. */
export type RoleSubject = Space | Collection | Site;

/** What may be done with the roles on one thing. */
export interface GrantedThing {
  readonly id: string;
  readonly users: () => ListCall<UserContentPermission>;
  readonly teams: () => ListCall<TeamContentPermission>;
  readonly everybody: (role: MemberRole | undefined) => ListCall<EffectiveContentPermission>;
  readonly give: (body: InviteUsersAndTeams) => Promise<void>;
  readonly change: (holder: RoleHolder, role: MemberRole) => Promise<void>;
  readonly takeBack: (holder: RoleHolder) => Promise<void>;
  readonly read: () => Promise<RoleSubject>;
  readonly setLevel: (defaultLevel: DefaultLevel, options: CallOptions) => Promise<RoleSubject>;
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

export function ofSite(organization: string, id: string): GrantedThing {
  return {
    id,
    users: () => listUserPermissionsInSite(client, organization, id),
    teams: () => listTeamPermissionsInSite(client, organization, id),
    everybody: (role) =>
      listPermissionsAggregateInSite(client, organization, id, role === undefined ? {} : { role }),
    give: (body) => inviteToSite(client, organization, id, body),
    change: ({ kind, id: who }, role) =>
      (kind === "user" ? updateUserPermissionInSite : updateTeamPermissionInSite)(
        client,
        organization,
        id,
        who,
        { role },
      ),
    takeBack: ({ kind, id: who }) =>
      (kind === "user" ? removeUserFromSite : removeTeamFromSite)(client, organization, id, who),
    read: () => getSiteById(client, organization, id),
    setLevel: (defaultLevel, options) => updateSiteById(client, organization, id, { defaultLevel }, options),
  };
}
