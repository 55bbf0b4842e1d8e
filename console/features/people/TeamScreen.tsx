/** A team: its title, who is in it, and its end. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import {
  addMemberToOrganizationTeamById,
  deleteMemberFromOrganizationTeamById,
  getTeamInOrganizationById,
  listTeamMembersInOrganizationById,
  type Organization,
  removeTeamFromOrganizationById,
  type Team,
  updateTeamInOrganizationById,
  type User,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { peopleOf, team as teamOf } from "../../api/administration.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask, FormDialog, Refusal } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { TextField } from "../../ui/Field.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { peopleWords } from "../../words/people.ts";
import { Area } from "../organization/Area.tsx";
import { ChoosePerson } from "./ChoosePerson.tsx";

export default function TeamScreen({ organization, team: id }: RouteParams<"team">) {
  const { data: team } = useNeeded(teamOf(organization, id));
  const inside = { title: team?.title ?? "", href: addressOf("team", { organization, team: id }) };
  return (
    <Area organization={organization} area="people" tab="teams" inside={inside}>
      {(it) => (team === undefined ? <Skeleton /> : <TeamBody organization={it} team={team} />)}
    </Area>
  );
}

interface TeamProps {
  readonly organization: Organization;
  readonly team: Team;
}

function TeamBody({ organization, team }: TeamProps) {
  const mayManage = team.permissions.admin || organization.permissions.admin;
  return (
    <>
      <header className="head">
        <h1>{team.title}</h1>
        {mayManage ? <AddMember organization={organization.id} team={team} /> : null}
      </header>
      <TeamMembers organization={organization} team={team} mayManage={mayManage} />
      {organization.permissions.admin ? (
        <>
          <TitleCard organization={organization} team={team} />
          <DeleteTeam organization={organization} team={team} />
        </>
      ) : null}
    </>
  );
}

function TeamMembers({ organization: { id }, team, mayManage }: TeamProps & { readonly mayManage: boolean }) {
  const [error, fail] = useState<Error>();
  const cache = useQueryClient();
  const of = usePaged([...peopleOf(id), "team", team.id, "members"], () =>
    listTeamMembersInOrganizationById(client, id, team.id),
  );
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    fail(undefined);
    await work().catch(fail);
    void cache.invalidateQueries({ queryKey: peopleOf(id) });
  };
  const setRole = (user: string, role: "owner" | "member") =>
    change(() => addMemberToOrganizationTeamById(client, id, team.id, user, { role }));
  return (
    <>
      {error === undefined ? null : <Refusal error={error} />}
      <Rows
        of={of}
        label={peopleWords.teamMembers}
        heads={[peopleWords.name, peopleWords.inTeam, peopleWords.role, ""]}
        keyOf={({ organization: member }) => member.id}
        empty={<p className="nothing">{peopleWords.emptyTeam}</p>}
        row={({ organization: member, team: { role } }) => (
          <>
            <th scope="row">
              <span className="person-name">
                <span className="cut">{member.user.displayName}</span>
                <small className="cut">{member.user.email}</small>
              </span>
            </th>
            <td>
              {mayManage ? (
                <select
                  value={role}
                  title={peopleWords.teamRoleHelp}
                  aria-label={peopleWords.roleOf(member.user.displayName)}
                  onChange={(event) => void setRole(member.id, event.target.value as "owner" | "member")}
                >
                  <option value="member">{peopleWords.teamRoles.member}</option>
                  <option value="owner">{peopleWords.teamRoles.owner}</option>
                </select>
              ) : (
                peopleWords.teamRoles[role]
              )}
            </td>
            <td>{peopleWords.roles[member.role ?? "guest"]}</td>
            <td className="row-end">
              <RowMenu
                name={member.user.displayName}
                items={[
                  mayManage && {
                    title: peopleWords.removeFromTeam,
                    isDangerous: true,
                    act: () =>
                      void change(() => deleteMemberFromOrganizationTeamById(client, id, team.id, member.id)),
                  },
                ]}
              />
            </td>
          </>
        )}
      />
    </>
  );
}

function AddMember({ organization, team }: { readonly organization: string; readonly team: Team }) {
  const [isOpen, open] = useState(false);
  const [user, choose] = useState<User>();
  const cache = useQueryClient();
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        {peopleWords.addMember}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={peopleWords.addMember}
        verb={peopleWords.addMember}
        isReady={user !== undefined}
        isDirty={false}
        forget={() => choose(undefined)}
        act={() => addMemberToOrganizationTeamById(client, organization, team.id, user?.id ?? "", {})}
        done={() => void cache.invalidateQueries({ queryKey: peopleOf(organization) })}
      >
        {() => <ChoosePerson organization={organization} chosen={user} choose={choose} />}
      </FormDialog>
    </>
  );
}

function TitleCard({ organization: { id }, team }: TeamProps) {
  const cache = useQueryClient();
  const draft = useDraft({
    id: `team ${team.id}`,
    thing: team,
    fields: ({ title }) => ({ title }),
    write: (changed, options) =>
      updateTeamInOrganizationById(client, id, team.id, { title: team.title, ...changed }, options),
    read: () => getTeamInOrganizationById(client, id, team.id),
    saved: (thing) => {
      cache.setQueryData(teamOf(id, team.id).queryKey, thing);
      void cache.invalidateQueries({ queryKey: [...peopleOf(id), "teams"] });
    },
  });
  return (
    <Card
      title={peopleWords.teamName}
      draft={draft}
      saved={peopleWords.teamSaved}
      names={{ title: peopleWords.teamTitle }}
      about={{ organization: id, target: team.id }}
    >
      <TextField
        label={peopleWords.teamTitle}
        error={faultsOf(draft.error, ["title"]).of("title")}
        value={draft.values.title}
        set={(title) => draft.set({ title })}
      />
    </Card>
  );
}

function DeleteTeam({ organization: { id }, team }: TeamProps) {
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <Card title={peopleWords.deleteTeam.replace("…", "")} text={peopleWords.deleteTeamText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {peopleWords.deleteTeam}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={peopleWords.deleteTeamTitle(team.title)}
        verb={peopleWords.deleteTeam.replace("…", "")}
        act={async () => {
          await removeTeamFromOrganizationById(client, id, team.id);
          go(addressOf("teams", { organization: id }));
          void cache.invalidateQueries({ queryKey: [...peopleOf(id), "teams"] });
        }}
      >
        <p>{peopleWords.deleteTeamText}</p>
      </Ask>
    </Card>
  );
}
