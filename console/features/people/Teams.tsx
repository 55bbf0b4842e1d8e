/** The teams of an organization. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import {
  createOrganizationTeam,
  listTeamsInOrganizationById,
  type Organization,
} from "../../../sdk/src/index.ts";
import { peopleOf } from "../../api/administration.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { useLate } from "../../ui/useLate.ts";
import { peopleWords } from "../../words/people.ts";
import { Area } from "../organization/Area.tsx";

export default function Teams({ organization }: RouteParams<"teams">) {
  return (
    <Area
      organization={organization}
      area="people"
      tab="teams"
      actions={({ id, permissions }) => (permissions.admin ? <NewTeam organization={id} /> : null)}
    >
      {(it) => <TeamList organization={it} />}
    </Area>
  );
}

function TeamList({ organization: { id, permissions } }: { readonly organization: Organization }) {
  const [search, type] = useState("");
  const title = useLate(search.trim());
  const filter = title === "" ? {} : { title };
  const of = usePaged([...peopleOf(id), "teams", filter], () =>
    listTeamsInOrganizationById(client, id, filter),
  );
  return (
    <>
      {of.items?.length === 0 && title === "" ? null : (
        <div className="filters">
          <input
            type="search"
            value={search}
            placeholder={peopleWords.findTeams}
            aria-label={peopleWords.findTeams}
            onChange={(event) => type(event.target.value)}
          />
        </div>
      )}
      <Rows
        of={of}
        label={peopleWords.teams}
        heads={[peopleWords.teamTitle, peopleWords.members, peopleWords.spaces]}
        numbers={[peopleWords.members, peopleWords.spaces]}
        keyOf={(team) => team.id}
        isFiltered={title !== ""}
        empty={
          <Notice
            icon="people"
            title={peopleWords.noTeamsYet}
            text={permissions.admin ? peopleWords.noTeamsText : peopleWords.noTeamsReader}
          />
        }
        row={(team) => (
          <>
            <th scope="row">
              <Link href={addressOf("team", { organization: id, team: team.id })}>{team.title}</Link>
            </th>
            <td className="number" data-of={peopleWords.members}>
              {team.members}
            </td>
            <td className="number" data-of={peopleWords.spaces}>
              {team.spaces}
            </td>
          </>
        )}
      />
    </>
  );
}

function NewTeam({ organization }: { readonly organization: string }) {
  const [isOpen, open] = useState(false);
  const [title, type] = useState("");
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="plus" />
        {peopleWords.newTeam}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={peopleWords.newTeam}
        verb={peopleWords.createTeam}
        isReady={title.trim() !== ""}
        isDirty={title.trim() !== ""}
        forget={() => type("")}
        act={() => createOrganizationTeam(client, organization, { title: title.trim() })}
        done={({ id }) => {
          void cache.invalidateQueries({ queryKey: peopleOf(organization) });
          go(addressOf("team", { organization, team: id }));
        }}
      >
        {(error) => (
          <TextField
            label={peopleWords.teamTitle}
            error={faultsOf(error, ["title"]).of("title")}
            value={title}
            set={type}
          />
        )}
      </FormDialog>
    </>
  );
}
