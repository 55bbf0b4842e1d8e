/** Inviting people by their addresses: all of them, or nobody where one is wrong. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  getMemberInOrganizationById,
  inviteUsersToOrganization,
  LecternError,
} from "../../../sdk/src/index.ts";
import { peopleOf } from "../../api/administration.ts";
import { client } from "../../api/client.ts";
import { useBeginning } from "../../app/beginning.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { peopleWords } from "../../words/people.ts";
import { HandOver } from "./HandOver.tsx";
import { MEMBER_CHOICES, type RoleChoice, roleOf } from "./roles.ts";

interface InviteButtonProps {
  /** The organization's id. */
  readonly organization: string;
  readonly invited: (text: string) => void;
}

/** Addresses as people write them: a line each, or with commas or semicolons. */
const addressesIn = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((address) => address.trim())
    .filter((address) => address !== "");

/** The addresses of those who became members: others of the same form were members before, and have their way in. */
async function addressesOf(
  organization: string,
  users: readonly string[],
  typed: readonly string[],
): Promise<readonly string[]> {
  if (users.length === typed.length) return typed;
  const members = await Promise.all(users.map((id) => getMemberInOrganizationById(client, organization, id)));
  return members.flatMap(({ user }) => user.email ?? []);
}

export function InviteButton({ organization, invited }: InviteButtonProps) {
  const [isOpen, open] = useState(false);
  const [text, type] = useState("");
  const [role, choose] = useState<RoleChoice>("edit");
  const [sso, setSSO] = useState(false);
  const cache = useQueryClient();
  const emails = addressesIn(text);
  const [unsent, handOver] = useState<readonly string[]>([]);
  useBeginning(["invite"], () => open(true));
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="plus" />
        {peopleWords.invite}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={peopleWords.invite}
        verb={peopleWords.inviteVerb}
        isReady={emails.length > 0}
        isDirty={text.trim() !== ""}
        forget={() => type("")}
        act={() => inviteUsersToOrganization(client, organization, { emails, role: roleOf(role), sso })}
        done={({ invited: count, emailed, users }) => {
          // Who comes by single sign-on needs no link.
          const isKnown = emailed || sso;
          invited(isKnown ? peopleWords.invited(count, emails.length) : peopleWords.invitedUnsent(count));
          // Where it can't be told who needs one, a link too many is better than none.
          if (!isKnown) addressesOf(organization, users, emails).then(handOver, () => handOver(emails));
          void cache.invalidateQueries({ queryKey: peopleOf(organization) });
        }}
      >
        {(error) => (
          <>
            <TextField
              label={peopleWords.emails}
              help={peopleWords.inviteHelp}
              error={wrongAddress(error, emails)}
              rows={4}
              value={text}
              set={type}
            />
            <ChoiceField
              label={peopleWords.inviteRole}
              help={peopleWords.roleHelp[role]}
              value={role}
              set={choose}
              choices={MEMBER_CHOICES}
            />
            <Check label={peopleWords.inviteSSO} value={sso} set={setSSO} />
          </>
        )}
      </FormDialog>
      <HandOver emails={unsent} close={() => handOver([])} />
    </>
  );
}

/** Which address is wrong, and why: the server names it by its place. */
function wrongAddress(error: Error | undefined, emails: readonly string[]): string | undefined {
  if (!(error instanceof LecternError)) return undefined;
  const found = error.details.flatMap(({ path, message }) => {
    const place = /^\/emails\/(\d+)/.exec(path)?.[1];
    return place === undefined ? [] : [peopleWords.wrongAddress(emails[Number(place)] ?? "", message)];
  });
  return found.length === 0 ? error.details[0]?.message : found.join(" ");
}
