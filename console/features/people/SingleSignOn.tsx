/** The identity providers of an organization, and whether they are the only way in. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  createOrganizationSAMLProvider,
  listSAMLProvidersInOrganizationById,
  type Organization,
  type OrganizationSAMLProvider,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import type { RouteParams } from "../../routes.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Check, TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Fault, Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ssoWords } from "../../words/singleSignOn.ts";
import { Area } from "../organization/Area.tsx";
import { useOrganizationDraft } from "../../api/organizationDraft.ts";
import { ProviderCard } from "./ProviderCard.tsx";
import { providersOf } from "./providers.ts";

export default function SingleSignOn({ organization }: RouteParams<"singleSignOn">) {
  return (
    <Area
      organization={organization}
      area="people"
      tab="singleSignOn"
      actions={({ id }) => <AddProvider organization={id} />}
    >
      {(it) => <Providers organization={it} />}
    </Area>
  );
}

function Providers({ organization }: { readonly organization: Organization }) {
  const { id } = organization;
  const { items, error, again } = usePaged(providersOf(id), () =>
    listSAMLProvidersInOrganizationById(client, id),
  );
  if (items === undefined) return error === null ? <Skeleton /> : <Fault error={error} again={again} />;
  return (
    <>
      <p className="lead-text">{ssoWords.text}</p>
      {items.length === 0 ? (
        <Notice icon="people" title={ssoWords.none} text={ssoWords.noneText} />
      ) : (
        items.map((provider) => <ProviderCard key={provider.id} organization={id} id={provider.id} />)
      )}
      {items.length === 0 && !organization.sso ? null : (
        <OnlyWay organization={organization} providers={items} />
      )}
    </>
  );
}

interface OnlyWayProps {
  readonly organization: Organization;
  readonly providers: readonly OrganizationSAMLProvider[];
}

/** Nobody makes single sign-on the only way while there is none. */
function OnlyWay({ organization, providers }: OnlyWayProps) {
  const draft = useOrganizationDraft(
    "single sign-on",
    organization,
    ({ sso }) => ({ sso }),
    (changed) => changed,
  );
  const mayRequire = organization.sso || providers.some(({ status }) => status === "active");
  return (
    <Card
      title={ssoWords.onlyWay}
      text={ssoWords.onlyWayText}
      draft={draft}
      saved={ssoWords.requiredSaved}
      names={{ sso: ssoWords.required }}
      about={{ organization: organization.id, target: organization.id }}
    >
      <Check
        label={ssoWords.required}
        {...(mayRequire ? {} : { help: ssoWords.first })}
        isDisabled={!mayRequire}
        value={draft.values.sso}
        set={(sso) => draft.set({ sso })}
      />
    </Card>
  );
}

function AddProvider({ organization }: { readonly organization: string }) {
  const [isOpen, open] = useState(false);
  const [label, type] = useState("");
  const cache = useQueryClient();
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="plus" />
        {ssoWords.add}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={ssoWords.add}
        verb={ssoWords.add}
        isReady={label.trim() !== ""}
        isDirty={label.trim() !== ""}
        forget={() => type("")}
        act={() => createOrganizationSAMLProvider(client, organization, { label: label.trim() })}
        done={() => void cache.invalidateQueries({ queryKey: providersOf(organization) })}
      >
        {(error) => (
          <TextField
            label={ssoWords.label}
            help={ssoWords.addText}
            error={faultsOf(error, ["label"]).of("label")}
            value={label}
            set={type}
          />
        )}
      </FormDialog>
    </>
  );
}
