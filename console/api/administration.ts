/** What the screens of people, permissions and settings read. */
import { queryOptions } from "@tanstack/react-query";
import {
  getMemberInOrganizationById,
  getTeamInOrganizationById,
  listAuditEvents,
  listMembersInOrganizationById,
  listTeamsInOrganizationById,
  listTeamsForOrganizationMember,
  NotFound,
  type OrganizationMember,
  type Team,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";

/** The first key of everything that is read of an organization's people: all of it is read again when they change. */
export const peopleOf = (organization: string) => ["organization", organization, "people"] as const;

/** Some members: those that are found by a part of their name or address, or the first. */
export const membersFound = (of: string, search: string) =>
  queryOptions({
    queryKey: [...peopleOf(of), "found", search],
    queryFn: async (): Promise<readonly OrganizationMember[]> =>
      (await listMembersInOrganizationById(client, of, { limit: 20, ...(search === "" ? {} : { search }) }))
        .items,
  });

/** More teams than are chosen from in a list. */
const MOST_TEAMS = 200;

export const teamsToChoose = (of: string) =>
  queryOptions({
    queryKey: [...peopleOf(of), "teams to choose"],
    queryFn: async (): Promise<readonly Team[]> => {
      const teams: Team[] = [];
      for await (const team of listTeamsInOrganizationById(client, of, { limit: 100 })) {
        teams.push(team);
        if (teams.length === MOST_TEAMS) break;
      }
      return teams;
    },
  });

export const team = (of: string, id: string) =>
  queryOptions({
    queryKey: [...peopleOf(of), "team", id],
    structuralSharing: false,
    queryFn: () => getTeamInOrganizationById(client, of, id),
  });

export const teamsOfMember = (of: string, member: string) =>
  queryOptions({
    queryKey: [...peopleOf(of), "member", member, "teams"],
    queryFn: async () => (await listTeamsForOrganizationMember(client, of, member, { limit: 100 })).items,
  });

/** Who can give access: administrators, where somebody may know them. */
export const administrators = (of: string) =>
  queryOptions({
    queryKey: [...peopleOf(of), "administrators"],
    queryFn: async () =>
      (await listMembersInOrganizationById(client, of, { role: "admin", limit: 3 })).items.map(
        ({ user }) => user.displayName,
      ),
  });

/** Who changed something last, and when; nothing for who may not read the audit log. */
export const lastChange = (of: string | undefined, target: string | undefined) =>
  queryOptions({
    queryKey: ["organization", of, "last change", target],
    enabled: of !== undefined && target !== undefined,
    staleTime: 0,
    queryFn: async () => {
      const { items } = await listAuditEvents(client, of ?? "", { target: target ?? "", limit: 1 });
      const [event] = items;
      return event === undefined ? null : { who: event.actor.label ?? event.actor.id, at: event.occurredAt };
    },
  });

/** What members are called, by id; who is none any more is left out. */
export const memberNames = (of: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...peopleOf(of), "names", ...ids],
    queryFn: async (): Promise<Readonly<Record<string, string>>> => {
      const found = await Promise.all(
        ids.map((id) =>
          getMemberInOrganizationById(client, of, id).then(
            ({ user }) => [[id, user.displayName] as const],
            (error: unknown) => {
              if (error instanceof NotFound) return [];
              throw error;
            },
          ),
        ),
      );
      return Object.fromEntries(found.flat());
    },
  });
