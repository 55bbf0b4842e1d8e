/** Gives a person or a team a role on something. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MemberRole, User } from "../../../sdk/src/index.ts";
import { teamsToChoose } from "../../api/administration.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { ChoiceField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { peopleWords } from "../../words/people.ts";
import { ChoosePerson } from "../people/ChoosePerson.tsx";
import { ROLE_CHOICES } from "../people/roles.ts";
import type { GrantedThing } from "./content.ts";

interface GiveRoleProps {
  /** The organization's id. */
  readonly organization: string;
  readonly on: GrantedThing;
  readonly given: (text: string) => void;
}

export function GiveRole({ organization, on, given }: GiveRoleProps) {
  const [isOpen, open] = useState(false);
  const [kind, choose] = useState<"user" | "team">("user");
  const [user, choosePerson] = useState<User>();
  const [team, chooseTeam] = useState("");
  const [role, chooseRole] = useState<MemberRole>("edit");
  const { data: teams = [] } = useQuery({ ...teamsToChoose(organization), enabled: isOpen });
  const title = kind === "user" ? user?.displayName : teams.find(({ id }) => id === team)?.title;
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="plus" />
        {peopleWords.add}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={peopleWords.add}
        verb={peopleWords.addVerb}
        isReady={title !== undefined}
        isDirty={false}
        forget={() => choosePerson(undefined)}
        act={() => on.give(kind === "user" ? { users: [user?.id ?? ""], role } : { teams: [team], role })}
        done={() => given(peopleWords.given(title ?? "", peopleWords.roles[role], peopleWords.here))}
      >
        {(error) => (
          <>
            <ChoiceField
              label={peopleWords.whom}
              value={kind}
              set={choose}
              choices={[
                ["user", peopleWords.person],
                ["team", peopleWords.team],
              ]}
            />
            {kind === "user" ? (
              <ChoosePerson
                organization={organization}
                chosen={user}
                choose={choosePerson}
                error={faultsOf(error, ["users"]).of("users")}
              />
            ) : (
              <ChoiceField
                label={peopleWords.team}
                error={faultsOf(error, ["teams"]).of("teams")}
                value={team}
                set={chooseTeam}
                choices={[["", "…"], ...teams.map(({ id, title: name }) => [id, name] as const)]}
              />
            )}
            <ChoiceField
              label={peopleWords.role}
              help={peopleWords.roleHelp[role]}
              value={role}
              set={chooseRole}
              choices={ROLE_CHOICES.filter(([choice]) => choice !== "admin")}
            />
          </>
        )}
      </FormDialog>
    </>
  );
}
