/** An identity provider: what it has to be told, what it says, and a try of both. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  deleteOrganizationSAMLProvider,
  getOrganizationSAMLProviderById,
  type OrganizationSAMLProvider,
  testOrganizationSAMLProvider,
  updateOrganizationSAMLProvider,
} from "../../../sdk/src/index.ts";
import { teamsToChoose } from "../../api/administration.ts";
import { client } from "../../api/client.ts";
import { type FieldDraft, useDraft } from "../../api/draft.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { Secret } from "../../ui/Secret.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ssoWords } from "../../words/singleSignOn.ts";
import { choiceOf, MEMBER_CHOICES, roleOf } from "./roles.ts";
import { providerOf, providersOf } from "./providers.ts";

interface ProviderCardProps {
  /** The organization's id. */
  readonly organization: string;
  /** The provider's id. */
  readonly id: string;
}

/** What is tested. */
const CLAIMS = ["ssoURL", "entityID", "certificate"] as const;
const FIELDS = ["label", ...CLAIMS, "defaultRole", "defaultTeam"];

const fieldsOf = (provider: OrganizationSAMLProvider) => ({
  label: provider.label,
  ssoURL: provider.ssoURL ?? "",
  entityID: provider.entityID ?? "",
  certificate: provider.certificate ?? "",
  defaultRole: choiceOf(provider.defaultRole),
  defaultTeam: provider.defaultTeam?.id ?? "",
});

/** The card; lists don't say at which version things are, so each is read for itself. */
export function ProviderCard({ organization, id }: ProviderCardProps) {
  const { data } = useQuery(providerOf(organization, id));
  return data === undefined ? (
    <Skeleton rows={3} />
  ) : (
    <Provider organization={organization} provider={data} />
  );
}

interface ProviderProps {
  readonly organization: string;
  readonly provider: OrganizationSAMLProvider;
}

function Provider({ organization, provider }: ProviderProps) {
  const cache = useQueryClient();
  const { id, status, service } = provider;
  const draft = useDraft({
    id: `saml ${id}`,
    thing: provider,
    fields: fieldsOf,
    write: ({ defaultRole, defaultTeam, ...rest }, options) => {
      const body = {
        ...rest,
        ...(defaultRole === undefined ? {} : { defaultRole: roleOf(defaultRole) }),
        ...(defaultTeam === undefined ? {} : { defaultTeam: defaultTeam === "" ? null : defaultTeam }),
      };
      return updateOrganizationSAMLProvider(client, organization, id, body, options);
    },
    read: () => getOrganizationSAMLProviderById(client, organization, id),
    saved: (thing) => {
      cache.setQueryData(providerOf(organization, id).queryKey, thing);
      void cache.invalidateQueries({ queryKey: providersOf(organization), exact: true });
    },
  });
  const { label, ssoURL, entityID, certificate, defaultRole, defaultTeam } = ssoWords;
  return (
    <Card
      title={provider.label}
      draft={draft}
      saved={ssoWords.saved}
      names={{ label, ssoURL, entityID, certificate, defaultRole, defaultTeam }}
      about={{ organization, target: id }}
    >
      <p className="facts-line">
        <span className="state" data-state={status === "active" ? "open" : "draft"}>
          {ssoWords.states[status]}
        </span>
      </p>
      <Ours service={service} />
      <Theirs organization={organization} draft={draft} />
      <ProviderEnd organization={organization} provider={provider} values={draft.values} />
    </Card>
  );
}

function Ours({ service }: Pick<OrganizationSAMLProvider, "service">) {
  return (
    <fieldset className="part-fields">
      <legend>{ssoWords.ours}</legend>
      <Shown label={ssoWords.acsURL} value={service.acsURL} />
      <Shown label={ssoWords.entityOfOurs} value={service.entityID} />
      <Shown label={ssoWords.startURL} value={service.startURL} />
    </fieldset>
  );
}

function Shown({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="entry">
      <span>{label}</span>
      <Secret label={label} value={value} />
    </div>
  );
}

interface TheirsProps {
  readonly organization: string;
  readonly draft: FieldDraft<ReturnType<typeof fieldsOf>>;
}

function Theirs({ organization, draft: { values, set, error } }: TheirsProps) {
  const { data: teams = [] } = useQuery(teamsToChoose(organization));
  const faults = faultsOf(error, FIELDS);
  const line = (name: "label" | "ssoURL" | "entityID", help?: string) => (
    <TextField
      label={ssoWords[name]}
      help={help}
      error={faults.of(name)}
      value={values[name]}
      set={(value) => set({ [name]: value })}
    />
  );
  return (
    <fieldset className="part-fields">
      <legend>{ssoWords.theirs}</legend>
      {line("ssoURL", ssoWords.ssoURLHelp)}
      {line("entityID", ssoWords.entityIDHelp)}
      <TextField
        label={ssoWords.certificate}
        help={ssoWords.certificateHelp}
        error={faults.of("certificate")}
        rows={4}
        value={values.certificate}
        set={(certificate) => set({ certificate })}
      />
      {line("label")}
      <ChoiceField
        label={ssoWords.defaultRole}
        value={values.defaultRole}
        set={(defaultRole) => set({ defaultRole })}
        choices={MEMBER_CHOICES}
      />
      <ChoiceField
        label={ssoWords.defaultTeam}
        error={faults.of("defaultTeam")}
        value={values.defaultTeam}
        set={(defaultTeam) => set({ defaultTeam })}
        choices={[["", ssoWords.noTeam], ...teams.map(({ id, title }) => [id, title] as const)]}
      />
    </fieldset>
  );
}

interface ProviderEndProps extends ProviderProps {
  /** As they stand in the fields, saved or not. */
  readonly values: ReturnType<typeof fieldsOf>;
}

/** A test of it, and its end. */
function ProviderEnd({ organization, provider, values }: ProviderEndProps) {
  const [isAsking, ask] = useState(false);
  const cache = useQueryClient();
  return (
    <>
      <ProviderTest organization={organization} provider={provider} values={values} />
      <div className="card-acts">
        <button type="button" className="button-quiet" onClick={() => ask(true)}>
          {ssoWords.delete}
        </button>
        <Ask
          isOpen={isAsking}
          close={() => ask(false)}
          title={ssoWords.deleteTitle(provider.label)}
          verb={ssoWords.deleteVerb}
          act={async () => {
            await deleteOrganizationSAMLProvider(client, organization, provider.id);
            void cache.invalidateQueries({ queryKey: providersOf(organization) });
          }}
        >
          <p>{ssoWords.deleteText}</p>
        </Ask>
      </div>
    </>
  );
}

/** Why there is nothing to test: which field is wrong, and how. */
function wrongOf(error: Error): string {
  const faults = faultsOf(error, FIELDS);
  const told = CLAIMS.flatMap((name) => {
    const fault = faults.of(name);
    return fault === undefined ? [] : `${ssoWords[name]}: ${fault}`;
  });
  return faults.rest ?? told.join(" ");
}

/** Has somebody sign in with what stands in the fields, in a tab that says what came of it. */
function ProviderTest({ organization, provider, values }: ProviderEndProps) {
  const { ssoURL, entityID, certificate } = values;
  const lacks = [ssoURL, entityID, certificate].some((value) => value.trim() === "");
  const [begun, begin] = useState<string>();
  const test = useMutation({
    mutationFn: () =>
      testOrganizationSAMLProvider(client, organization, provider.id, { ssoURL, entityID, certificate }),
  });
  const open = async (): Promise<void> => {
    begin(undefined);
    // Browsers let a click open a tab, and not what is answered later. The page in it learns nothing of this one.
    const tab = window.open("about:blank", "_blank");
    if (tab !== null) tab.opener = null;
    try {
      const { url } = await test.mutateAsync();
      begin(url);
      tab?.location.replace(url);
    } catch {
      tab?.close();
    }
  };
  return (
    <fieldset className="part-fields">
      <legend>{ssoWords.test}</legend>
      <p className="help">{lacks ? ssoWords.testLacks : ssoWords.testText}</p>
      <div className="card-acts">
        <button
          type="button"
          className="button"
          disabled={lacks || test.isPending}
          onClick={() => void open()}
        >
          {ssoWords.testVerb}
        </button>
      </div>
      <div role="status">
        {begun === undefined ? null : (
          <p className="help">
            {ssoWords.tested}{" "}
            <a href={begun} target="_blank" rel="noopener">
              {ssoWords.testAgain}
            </a>
          </p>
        )}
      </div>
      {test.error === null ? null : (
        <p className="wrong" role="alert">
          {wrongOf(test.error)}
        </p>
      )}
    </fieldset>
  );
}
