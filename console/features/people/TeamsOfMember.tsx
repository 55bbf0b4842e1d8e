/** The teams of somebody, in a dialog. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Organization, OrganizationMember } from "../../../sdk/src/index.ts";
import { teamsOfMember } from "../../api/administration.ts";
import { addressOf } from "../../routes.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { peopleWords } from "../../words/people.ts";

interface TeamsOfMemberProps {
  readonly organization: Organization;
  readonly member: OrganizationMember;
  readonly close: () => void;
}

export function TeamsOfMember({ organization, member, close }: TeamsOfMemberProps) {
  const { data, error } = useQuery(teamsOfMember(organization.id, member.id));
  return (
    <Dialog className="dialog" open onClose={close} backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">
        {peopleWords.teamsOfTitle(member.user.displayName)}
      </DialogHeading>
      {error !== null ? (
        <Refusal error={error} />
      ) : data === undefined ? (
        <Skeleton rows={2} />
      ) : data.length === 0 ? (
        <p>{peopleWords.noTeams}</p>
      ) : (
        <ul className="list">
          {data.map(({ team, member: { role } }) => (
            <li key={team.id} className="list-row">
              <Link
                className="list-link"
                href={addressOf("team", { organization: organization.id, team: team.id })}
              >
                <span className="cut">{team.title}</span>
              </Link>
              <span className="facts-line">{peopleWords.teamRoles[role]}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        <DialogDismiss className="button button-secondary">{words.close}</DialogDismiss>
      </div>
    </Dialog>
  );
}
