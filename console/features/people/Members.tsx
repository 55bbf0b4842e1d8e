/** Everybody in an organization: who they are, their role, their teams; and how somebody leaves. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import {
  getMemberInOrganizationById,
  listMembersInOrganizationById,
  type Organization,
  type OrganizationMember,
  sendFailedEmailsToMember,
  sendInvitationToMember,
  removeMemberFromOrganizationById,
  resetSecondFactorOfMember,
  setUserAsSSOMemberForOrganization,
  updateMemberInOrganizationById,
} from "../../../sdk/src/index.ts";
import { peopleOf } from "../../api/administration.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import type { RouteParams } from "../../routes.ts";
import { Ask, Refusal } from "../../ui/Ask.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Said } from "../../ui/Said.tsx";
import { Time } from "../../ui/Time.tsx";
import { useLate } from "../../ui/useLate.ts";
import { peopleWords } from "../../words/people.ts";
import { factorWords } from "../../words/secondFactor.ts";
import { Area } from "../organization/Area.tsx";
import { FAILED, FailedEmails, NotInvited, NotSent } from "./FailedEmails.tsx";
import { InviteButton } from "./InviteButton.tsx";
import { membersAsCSV } from "./membersCSV.ts";
import { choiceOf, MEMBER_CHOICES, type RoleChoice, roleOf } from "./roles.ts";
import { TeamsOfMember } from "./TeamsOfMember.tsx";

export default function Members({ organization }: RouteParams<"members">) {
  const [said, say] = useState<string>();
  return (
    <Area
      organization={organization}
      area="people"
      tab="members"
      actions={({ id, permissions }) =>
        permissions.admin ? <InviteButton organization={id} invited={say} /> : null
      }
    >
      {(it) => <MemberList organization={it} said={said} say={say} />}
    </Area>
  );
}

interface MemberListProps {
  readonly organization: Organization;
  readonly said: string | undefined;
  readonly say: (text: string | undefined) => void;
}

/** What is done with somebody in a dialog. */
type Doing = { readonly what: "remove" | "teams" | "reset"; readonly member: OrganizationMember };

function MemberList({ organization, said, say }: MemberListProps) {
  const { id, permissions } = organization;
  const [search, type] = useState("");
  const [role, choose] = useState<RoleChoice | "">("");
  const [onlyFailed, showFailed] = useState(false);
  const [doing, start] = useState<Doing>();
  const [error, fail] = useState<Error>();
  const cache = useQueryClient();
  const asked = useLate(search.trim());
  const filter = filterOf(asked, role, onlyFailed);
  const of = usePaged([...peopleOf(id), "members", filter], () =>
    listMembersInOrganizationById(client, id, filter),
  );
  const change = async (work: () => Promise<string>): Promise<void> => {
    fail(undefined);
    say(undefined);
    await work().then(say, fail);
    void cache.invalidateQueries({ queryKey: peopleOf(id) });
  };
  return (
    <>
      <MemberFilters search={search} type={type} role={role} choose={choose}>
        <button
          type="button"
          className="button-quiet"
          onClick={() => void membersAsCSV(organization, filter).catch(fail)}
        >
          {peopleWords.exportCSV}
        </button>
      </MemberFilters>
      {permissions.admin ? <FailedEmails organization={id} isShown={onlyFailed} show={showFailed} /> : null}
      <Said text={said} />
      {error === undefined ? null : <Refusal error={error} />}
      <Rows
        of={of}
        label={peopleWords.members}
        heads={[peopleWords.name, peopleWords.role, peopleWords.teams, peopleWords.seen, ""]}
        numbers={[peopleWords.teams]}
        keyOf={(member) => member.id}
        isFiltered={asked !== "" || role !== "" || onlyFailed}
        empty={null}
        row={(member) => (
          <MemberCells
            member={member}
            mayChange={permissions.admin}
            setRole={(choice) => void change(() => changeRole(id, member, choice))}
            setSSO={() => void change(() => haveSSO(id, member))}
            invite={() => void change(() => sendInvitation(id, member))}
            sendAgain={() => void change(() => sendEmails(id, member))}
            start={(what) => start({ what, member })}
          />
        )}
      />
      <MemberDialogs organization={organization} doing={doing} close={() => start(undefined)} done={say} />
    </>
  );
}

interface MemberDialogsProps {
  readonly organization: Organization;
  readonly doing: Doing | undefined;
  readonly close: () => void;
  /** Hears what was done. */
  readonly done: (text: string) => void;
}

function MemberDialogs({ organization, doing, close, done }: MemberDialogsProps) {
  const about = (what: Doing["what"]) => ({
    organization: organization.id,
    member: doing?.what === what ? doing.member : undefined,
    close,
    done,
  });
  return (
    <>
      <AskAboutMember of={REMOVAL} {...about("remove")} />
      <AskAboutMember of={RESET} {...about("reset")} />
      {doing?.what === "teams" ? (
        <TeamsOfMember organization={organization} member={doing.member} close={close} />
      ) : null}
    </>
  );
}

const filterOf = (search: string, role: RoleChoice | "", onlyFailed: boolean) => ({
  ...(search === "" ? {} : { search }),
  ...(role === "" ? {} : { role }),
  ...(onlyFailed ? FAILED : {}),
});

interface MemberFiltersProps {
  readonly search: string;
  readonly type: (text: string) => void;
  readonly role: RoleChoice | "";
  readonly choose: (role: RoleChoice | "") => void;
  readonly children: ReactNode;
}

function MemberFilters({ search, type, role, choose, children }: MemberFiltersProps) {
  return (
    <div className="filters">
      <input
        type="search"
        value={search}
        placeholder={peopleWords.findPeople}
        aria-label={peopleWords.findPeople}
        onChange={(event) => type(event.target.value)}
      />
      <select
        aria-label={peopleWords.role}
        value={role}
        onChange={(event) => choose(event.target.value as RoleChoice | "")}
      >
        <option value="">{peopleWords.anyRole}</option>
        {MEMBER_CHOICES.map(([choice, title]) => (
          <option key={choice} value={choice}>
            {title}
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}

/** What is done to a member once somebody was asked: its sentences take their name. */
interface MemberAct extends Readonly<Record<"title" | "text" | "said", (name: string) => string>> {
  readonly verb: string;
  readonly act: typeof removeMemberFromOrganizationById | typeof resetSecondFactorOfMember;
}

const REMOVAL: MemberAct = {
  title: peopleWords.removeTitle,
  text: peopleWords.removeText,
  said: peopleWords.removed,
  verb: peopleWords.remove,
  act: removeMemberFromOrganizationById,
};

const RESET: MemberAct = {
  title: factorWords.resetTitle,
  text: factorWords.resetText,
  said: factorWords.wasReset,
  verb: factorWords.resetVerb,
  act: resetSecondFactorOfMember,
};

interface AskAboutMemberProps {
  readonly of: MemberAct;
  /** The organization's id. */
  readonly organization: string;
  readonly member: OrganizationMember | undefined;
  readonly close: () => void;
  /** Hears what was done. */
  readonly done: (text: string) => void;
}

/** Asks before something is done to a member. */
function AskAboutMember({ of, organization, member, close, done }: AskAboutMemberProps) {
  const cache = useQueryClient();
  const name = member?.user.displayName ?? "";
  return (
    <Ask
      isOpen={member !== undefined}
      close={close}
      title={of.title(name)}
      verb={of.verb}
      act={async () => {
        if (member === undefined) return;
        await of.act(client, organization, member.id);
        done(of.said(name));
        void cache.invalidateQueries({ queryKey: peopleOf(organization) });
      }}
    >
      <p>{of.text(name)}</p>
    </Ask>
  );
}

async function sendInvitation(organization: string, { id, user }: OrganizationMember): Promise<string> {
  await sendInvitationToMember(client, organization, id);
  return peopleWords.sentInvitation(user.displayName);
}

async function sendEmails(organization: string, { id, user }: OrganizationMember): Promise<string> {
  await sendFailedEmailsToMember(client, organization, id);
  return peopleWords.sentEmails(user.displayName);
}

async function haveSSO(organization: string, { id, user }: OrganizationMember): Promise<string> {
  await setUserAsSSOMemberForOrganization(client, organization, id);
  return peopleWords.isSSO(user.displayName);
}

/** Changes a role if it still is the one that was shown. @returns what to say of it */
async function changeRole(
  organization: string,
  { id, role, user }: OrganizationMember,
  choice: RoleChoice,
): Promise<string> {
  const now = await getMemberInOrganizationById(client, organization, id);
  if (now.role !== role)
    return peopleWords.roleChanged(user.displayName, peopleWords.roles[choiceOf(now.role)]);
  const body = { role: roleOf(choice) };
  await updateMemberInOrganizationById(client, organization, id, body, { ifUnchanged: now });
  return peopleWords.roleIs(user.displayName, peopleWords.roles[choice]);
}

interface MemberCellsProps {
  readonly member: OrganizationMember;
  readonly mayChange: boolean;
  readonly setRole: (choice: RoleChoice) => void;
  readonly setSSO: () => void;
  readonly invite: () => void;
  readonly sendAgain: () => void;
  readonly start: (what: Doing["what"]) => void;
}

function MemberCells({ member, mayChange, setRole, setSSO, invite, sendAgain, start }: MemberCellsProps) {
  const { user, role, disabled, sso, secondFactor = false, teams, lastSeenAt, failedEmails } = member;
  return (
    <>
      <WhoCell member={member} />
      <td>
        {mayChange ? (
          <select
            aria-label={peopleWords.roleOf(user.displayName)}
            title={peopleWords.roleHelp[choiceOf(role)]}
            value={choiceOf(role)}
            onChange={(event) => setRole(event.target.value as RoleChoice)}
          >
            {MEMBER_CHOICES.map(([choice, title]) => (
              <option key={choice} value={choice}>
                {title}
              </option>
            ))}
          </select>
        ) : (
          peopleWords.roles[choiceOf(role)]
        )}
      </td>
      <td className="number" data-of={peopleWords.teams}>
        {teams}
      </td>
      <td className="when">
        {lastSeenAt === undefined ? peopleWords.notSeen : <Time at={lastSeenAt} say={(when) => when} />}
      </td>
      <td className="row-end">
        <RowMenu
          name={user.displayName}
          items={[
            { title: peopleWords.teamsOf, act: () => start("teams") },
            mayChange &&
              !disabled &&
              lastSeenAt === undefined && { title: peopleWords.sendInvitation, act: invite },
            mayChange && failedEmails !== undefined && { title: peopleWords.sendEmails, act: sendAgain },
            mayChange && !sso && { title: peopleWords.setSSO, act: setSSO },
            secondFactor && { title: factorWords.reset, act: () => start("reset") },
            mayChange && { title: peopleWords.removeMember, act: () => start("remove"), isDangerous: true },
          ]}
        />
      </td>
    </>
  );
}

/** Who somebody is, and what of e-mail to them could not be sent. */
function WhoCell({ member }: { readonly member: OrganizationMember }) {
  const { user, disabled, sso, secondFactor = false, invitation, failedEmails } = member;
  return (
    <th scope="row">
      <span className="person">
        <span className="avatar" aria-hidden="true">
          {user.photoURL === undefined ? (
            ([...user.displayName][0] ?? "")
          ) : (
            <img src={user.photoURL} alt="" />
          )}
        </span>
        <span className="person-name">
          <span className="cut">{user.displayName}</span>
          <small className="cut">{user.email}</small>
        </span>
        {disabled ? <span className="tag">{peopleWords.disabled}</span> : null}
        {sso ? <span className="tag">{peopleWords.sso}</span> : null}
        {secondFactor ? <span className="tag">{factorWords.has}</span> : null}
      </span>
      {invitation === undefined ? null : <NotInvited invitation={invitation} />}
      {failedEmails?.map((failed) => (
        <NotSent key={failed.kind} failed={failed} />
      ))}
    </th>
  );
}
