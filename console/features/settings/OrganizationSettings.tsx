/** What holds for a whole organization. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import {
  deleteOrganizationById,
  type Organization,
  type OrganizationMergeRules,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import type { RouteParams } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { settingsWords } from "../../words/settings.ts";
import { Area } from "../organization/Area.tsx";
import { choiceOf, MEMBER_CHOICES, roleOf } from "../people/roles.ts";
import { linesIn } from "./lines.ts";
import { useOrganizationDraft } from "../../api/organizationDraft.ts";
import { SecondFactor } from "./SecondFactor.tsx";
import { MergeRulesField, mergeRulesInWords } from "./MergeRules.tsx";

export default function OrganizationSettings({ organization }: RouteParams<"organizationSettings">) {
  return (
    <Area organization={organization} area="settings" tab="organizationSettings">
      {(it) => (
        <>
          <Profile organization={it} />
          <NewPeople organization={it} />
          <SecondFactor organization={it} />
          <Merging organization={it} />
          <Deleting organization={it} />
        </>
      )}
    </Area>
  );
}

interface PartProps {
  readonly organization: Organization;
}

function Profile({ organization }: PartProps) {
  const draft = useOrganizationDraft(
    "profile",
    organization,
    ({ title, hostname, urls }) => ({ title, hostname: hostname ?? "", logo: urls.logo ?? "" }),
    ({ logo, ...rest }) => ({ ...rest, ...(logo === undefined ? {} : { logo: logo === "" ? null : logo }) }),
  );
  const faults = faultsOf(draft.error, ["title", "hostname", "logo"]);
  const { title, hostname, logo } = settingsWords;
  return (
    <Card
      title={settingsWords.profile}
      text={settingsWords.profileText}
      draft={draft}
      saved={settingsWords.profileSaved}
      names={{ title, hostname, logo }}
      about={{ organization: organization.id, target: organization.id }}
    >
      <TextField
        label={title}
        error={faults.of("title")}
        value={draft.values.title}
        set={(value) => draft.set({ title: value })}
      />
      <TextField
        label={hostname}
        help={settingsWords.hostnameHelp}
        error={faults.of("hostname")}
        value={draft.values.hostname}
        set={(value) => draft.set({ hostname: value })}
      />
      <TextField
        label={logo}
        help={settingsWords.logoHelp}
        error={faults.of("logo")}
        type="url"
        value={draft.values.logo}
        set={(value) => draft.set({ logo: value })}
      />
    </Card>
  );
}

function NewPeople({ organization }: PartProps) {
  const draft = useOrganizationDraft(
    "people",
    organization,
    ({ defaultRole, emailDomains, inviteLinks }) => ({
      defaultRole: choiceOf(defaultRole),
      emailDomains: emailDomains.join("\n"),
      inviteLinks,
    }),
    ({ defaultRole, emailDomains, ...rest }) => ({
      ...rest,
      ...(defaultRole === undefined ? {} : { defaultRole: roleOf(defaultRole) }),
      ...(emailDomains === undefined ? {} : { emailDomains: linesIn(emailDomains) }),
    }),
  );
  const faults = faultsOf(draft.error, ["defaultRole", "emailDomains"]);
  const { defaultRole, emailDomains, inviteLinks } = settingsWords;
  return (
    <Card
      title={settingsWords.defaults}
      text={settingsWords.defaultsText}
      draft={draft}
      saved={settingsWords.defaultsSaved}
      names={{ defaultRole, emailDomains, inviteLinks }}
      about={{ organization: organization.id, target: organization.id }}
    >
      <ChoiceField
        label={defaultRole}
        help={settingsWords.defaultRoleHelp}
        error={faults.of("defaultRole")}
        value={draft.values.defaultRole}
        set={(value) => draft.set({ defaultRole: value })}
        choices={MEMBER_CHOICES}
      />
      <TextField
        label={emailDomains}
        help={settingsWords.emailDomainsHelp}
        error={faults.of("emailDomains")}
        rows={3}
        value={draft.values.emailDomains}
        set={(value) => draft.set({ emailDomains: value })}
      />
      <Check
        label={inviteLinks}
        value={draft.values.inviteLinks}
        set={(value) => draft.set({ inviteLinks: value })}
      />
    </Card>
  );
}

function Merging({ organization }: PartProps) {
  const draft = useOrganizationDraft(
    "merging",
    organization,
    ({ mergeRules }) => ({ mergeRules }),
    (changed) => changed,
  );
  return (
    <Card
      title={settingsWords.mergeRules}
      text={settingsWords.mergeRulesText}
      draft={draft}
      saved={settingsWords.mergeRulesSaved}
      names={{ mergeRules: settingsWords.mergeRules }}
      say={(value) => mergeRulesInWords(value as OrganizationMergeRules)}
      about={{ organization: organization.id, target: organization.id }}
    >
      <MergeRulesField
        organization={organization.id}
        kinds={["none", "rules"]}
        value={draft.values.mergeRules}
        set={(mergeRules) => draft.set({ mergeRules: mergeRules as OrganizationMergeRules })}
        error={draft.error}
      />
    </Card>
  );
}

function Deleting({ organization: { id, title } }: PartProps) {
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <Card title={settingsWords.danger} text={settingsWords.dangerText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {settingsWords.deleteOrganization}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={settingsWords.deleteTitle(title)}
        verb={settingsWords.deleteVerb}
        name={title}
        act={async () => {
          await deleteOrganizationById(client, id);
          cache.clear();
          go("/");
        }}
      >
        <p>{settingsWords.dangerText}</p>
      </Ask>
    </Card>
  );
}
