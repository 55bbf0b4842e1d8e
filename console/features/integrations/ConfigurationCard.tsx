/** What an installation is configured with: the properties that the integration declares, as a form. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  getIntegrationInstallationById,
  type Integration,
  type IntegrationConfigurationProperty,
  type IntegrationInstallation,
  updateIntegrationInstallation,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { developerWords } from "../../words/developers.ts";
import { installationOf, installationsOf } from "./installations.ts";

interface ConfigurationCardProps {
  /** The organization's id. */
  readonly organization: string;
  readonly integration: Integration;
  /** The installation's id. */
  readonly installation: string;
}

type Properties = Readonly<Record<string, IntegrationConfigurationProperty>>;

export function ConfigurationCard({ organization, integration, installation }: ConfigurationCardProps) {
  const { data } = useQuery(installationOf(integration.name, installation));
  const { account } = integration.configurations;
  if (account === undefined || !("properties" in account)) return null;
  if (data === undefined) return <Skeleton rows={3} />;
  return (
    <PropertyCard
      organization={organization}
      name={integration.name}
      installation={data}
      properties={account.properties}
    />
  );
}

interface PropertyCardProps {
  readonly organization: string;
  /** The integration's. */
  readonly name: string;
  readonly installation: IntegrationInstallation;
  readonly properties: Properties;
}

/** Values by the name of their property; where none is set, what the integration says. */
function valuesOf(properties: Properties, set: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isButton(property) ? [] : [[name, set[name] ?? ("default" in property ? property.default : undefined)]],
    ),
  );
}

const isButton = (property: IntegrationConfigurationProperty): boolean =>
  "type" in property && property.type === "button";

function PropertyCard({ organization, name, installation, properties }: PropertyCardProps) {
  const cache = useQueryClient();
  const { id } = installation;
  const draft = useDraft({
    id: `installation ${id}`,
    thing: installation,
    fields: ({ configuration }): Record<string, unknown> => valuesOf(properties, configuration),
    // All of it is replaced: what nobody touched goes with it as it was.
    write: (changed, options) =>
      updateIntegrationInstallation(
        client,
        name,
        id,
        { configuration: { ...(options.ifUnchanged as IntegrationInstallation).configuration, ...changed } },
        options,
      ),
    read: () => getIntegrationInstallationById(client, name, id),
    saved: (thing) => {
      cache.setQueryData(installationOf(name, id).queryKey, thing);
      void cache.invalidateQueries({ queryKey: installationsOf(organization).queryKey });
    },
  });
  const paths = Object.keys(properties).map((property) => `configuration/${property}`);
  const faults = faultsOf(draft.error, paths);
  const titles = Object.fromEntries(
    Object.entries(properties).map(([property, { title }]) => [property, title ?? property]),
  );
  return (
    <Card
      title={developerWords.configuration}
      draft={draft}
      saved={developerWords.configurationSaved}
      names={titles}
      about={{ organization, target: id }}
    >
      {Object.entries(properties)
        .filter(([, property]) => !isButton(property))
        .map(([property, declared]) => (
          <PropertyField
            key={property}
            label={titles[property] ?? property}
            property={declared}
            error={faults.of(`configuration/${property}`)}
            value={draft.values[property]}
            set={(value) => draft.set({ [property]: value })}
          />
        ))}
    </Card>
  );
}

interface PropertyFieldProps {
  readonly label: string;
  readonly property: IntegrationConfigurationProperty;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

function PropertyField({ label, property, error, value, set }: PropertyFieldProps) {
  const help = property.description;
  if ("type" in property && property.type === "boolean")
    return <Check label={label} {...(help === undefined ? {} : { help })} value={value === true} set={set} />;
  if ("enum" in property && property.enum !== undefined)
    return (
      <ChoiceField
        label={label}
        help={help}
        error={error}
        value={typeof value === "string" ? value : ""}
        set={set}
        choices={[["", "…"], ...property.enum.map((choice) => [choice, choice] as const)]}
      />
    );
  const isNumber = "type" in property && property.type === "number";
  return (
    <TextField
      label={label}
      help={help}
      error={error}
      value={value === undefined || value === null ? "" : String(value)}
      set={(text) => set(isNumber && text.trim() !== "" && !Number.isNaN(Number(text)) ? Number(text) : text)}
    />
  );
}
