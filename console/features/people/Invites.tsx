/** How people come in: by their address, or by a link. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  createOrganizationInvite,
  deleteOrganizationInviteById,
  listOrganizationInviteLinks,
  type Organization,
  type OrganizationInviteLink,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { type ListSoFar, usePaged } from "../../api/paged.ts";
import type { RouteParams } from "../../routes.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { ChoiceField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Said } from "../../ui/Said.tsx";
import { Secret } from "../../ui/Secret.tsx";
import { Time } from "../../ui/Time.tsx";
import { peopleWords } from "../../words/people.ts";
import { Area } from "../organization/Area.tsx";
import { InviteButton } from "./InviteButton.tsx";
import { choiceOf, MEMBER_CHOICES, type RoleChoice, roleOf } from "./roles.ts";

const linksOf = (organization: string) => ["organization", organization, "invite links"] as const;

export default function Invites({ organization }: RouteParams<"invites">) {
  const [said, say] = useState<string>();
  return (
    <Area
      organization={organization}
      area="people"
      tab="invites"
      actions={({ id }) => <InviteButton organization={id} invited={say} />}
    >
      {(it) => (
        <>
          <Said text={said} />
          <p className="lead-text">{peopleWords.invitesText}</p>
          <Links organization={it} />
        </>
      )}
    </Area>
  );
}

function Links({ organization }: { readonly organization: Organization }) {
  const { id } = organization;
  const [revoked, revoke] = useState<OrganizationInviteLink>();
  const cache = useQueryClient();
  const of: ListSoFar<OrganizationInviteLink> = usePaged(linksOf(id), () =>
    listOrganizationInviteLinks(client, id),
  );
  const reread = () => void cache.invalidateQueries({ queryKey: linksOf(id) });
  return (
    <>
      <header className="part-head">
        <h2>{peopleWords.links}</h2>
        {organization.inviteLinks ? <NewLink organization={id} made={reread} /> : null}
      </header>
      <p className="lead-text">{organization.inviteLinks ? peopleWords.linksText : peopleWords.linksOff}</p>
      <Rows
        of={of}
        label={peopleWords.links}
        heads={[peopleWords.link, peopleWords.role, peopleWords.expires, ""]}
        keyOf={(link) => link.id}
        empty={
          organization.inviteLinks ? (
            <Notice icon="globe" title={peopleWords.noLinks} text={peopleWords.noLinksText} />
          ) : null
        }
        row={(link) => (
          <>
            <th scope="row">
              <Secret label={peopleWords.link} value={`${location.origin}/invites/${link.id}`} />
            </th>
            <td>{peopleWords.roles[choiceOf(link.role)]}</td>
            <td className="when">
              <Time at={link.expiresAt} say={(when) => when} />
            </td>
            <td className="row-end">
              <RowMenu
                name={peopleWords.link}
                items={[{ title: peopleWords.revoke, act: () => revoke(link), isDangerous: true }]}
              />
            </td>
          </>
        )}
      />
      <Ask
        isOpen={revoked !== undefined}
        close={() => revoke(undefined)}
        title={peopleWords.revokeTitle}
        verb={peopleWords.revoke}
        act={async () => {
          if (revoked !== undefined) await deleteOrganizationInviteById(client, id, revoked.id);
          reread();
        }}
      >
        <p>{peopleWords.revokeText}</p>
      </Ask>
    </>
  );
}

function NewLink({ organization, made }: { readonly organization: string; readonly made: () => void }) {
  const [isOpen, open] = useState(false);
  const [role, choose] = useState<RoleChoice>("read");
  return (
    <>
      <button type="button" className="button button-secondary" onClick={() => open(true)}>
        <Icon name="plus" />
        {peopleWords.newLink}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={peopleWords.newLink}
        verb={peopleWords.createLink}
        isReady
        isDirty={false}
        act={() => createOrganizationInvite(client, organization, { role: roleOf(role) })}
        done={made}
      >
        {() => (
          <ChoiceField
            label={peopleWords.linkRole}
            help={peopleWords.roleHelp[role]}
            value={role}
            set={choose}
            choices={MEMBER_CHOICES}
          />
        )}
      </FormDialog>
    </>
  );
}
