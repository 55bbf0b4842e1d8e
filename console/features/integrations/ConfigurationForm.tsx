/** What an integration is configured with where it is installed: the properties that it declares, as a form. */
import { useQueryClient } from "@tanstack/react-query";
import type { CallOptions, IntegrationConfigurationProperty } from "../../../sdk/src/index.ts";
import type { FieldPlace } from "../../api/fieldOptions.ts";
import { useDraft } from "../../api/draft.ts";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Check, ChoiceField, Field, TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { integrationWords } from "../../words/integrations.ts";
import { AskedSelect } from "../contentkit/AskedSelect.tsx";
import { type Configurable, type ConfiguredAt, standingOf } from "./installations.ts";

type Properties = Readonly<Record<string, IntegrationConfigurationProperty>>;
type Button = Extract<IntegrationConfigurationProperty, { readonly type: "button" }>;

interface ConfigurationFormProps<Thing extends Configurable> {
  readonly organization: string;
  /** The integration's name. */
  readonly integration: string;
  /** The installation's id, by which the audit log knows it. */
  readonly installation: string;
  readonly at: ConfiguredAt<Thing>;
  readonly thing: Thing;
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

const isButton = (property: IntegrationConfigurationProperty): property is Button =>
  "type" in property && property.type === "button";

export function ConfigurationForm<Thing extends Configurable>(props: ConfigurationFormProps<Thing>) {
  const { organization, integration, installation, at, thing, properties } = props;
  const cache = useQueryClient();
  const draft = useDraft({
    id: at.id,
    // Keys of other services are among it.
    isSecret: true,
    thing,
    fields: ({ configuration }: Thing): Record<string, unknown> => valuesOf(properties, configuration),
    // All of it is replaced: what nobody touched goes with it as it was.
    write: (changed, options: CallOptions) => {
      const { configuration } = options.ifUnchanged as Thing;
      return at.write({ configuration: { ...configuration, ...changed } }, options);
    },
    read: at.read,
    saved: (now) => at.saved(cache, now),
  });
  const faults = faultsOf(
    draft.error,
    Object.keys(properties).map((property) => `configuration/${property}`),
  );
  const titles = Object.fromEntries(
    Object.entries(properties).map(([property, { title }]) => [property, title ?? property]),
  );
  const hasFields = Object.values(properties).some((property) => !isButton(property));
  const fields = Object.entries(properties).map(([property, declared]) =>
    isButton(declared) ? (
      <LoginButton
        key={property}
        label={titles[property] ?? property}
        button={declared}
        endpoint={thing.urls.publicEndpoint}
        isSet={thing.configuration[property] !== undefined}
      />
    ) : (
      <PropertyField
        key={property}
        label={titles[property] ?? property}
        property={declared}
        from={{ integration, context: standingOf(organization, thing).context }}
        endpoint={thing.urls.publicEndpoint}
        error={faults.of(`configuration/${property}`)}
        value={draft.values[property]}
        set={(value) => draft.set({ [property]: value })}
      />
    ),
  );
  return (
    <Card
      title={integrationWords.configuration}
      {...(hasFields ? { draft, saved: integrationWords.configurationSaved } : {})}
      names={titles}
      about={{ organization, target: installation }}
    >
      {fields}
    </Card>
  );
}

interface LoginButtonProps {
  readonly label: string;
  readonly button: Button;
  /** Where the integration answers for what is configured. */
  readonly endpoint: string;
  /** Whether the integration has set what it stands for. */
  readonly isSet: boolean;
}

/** Leads to the integration, which sets the value itself: mostly after a login elsewhere. */
function LoginButton({ label, button, endpoint, isSet }: LoginButtonProps) {
  const { callback_url, button_text, description } = button;
  const to = addressAt(endpoint, callback_url);
  return (
    <div className="entry" role="group" aria-label={label}>
      <span>{label}</span>
      <span className="facts-line">
        {/* In a tab of its own: what was typed here stays. */}
        <a className="button button-secondary" href={to} target="_blank" rel="noopener">
          {button_text}
          <Icon name="external" />
        </a>
        {isSet ? (
          <span className="state" data-state="open">
            {integrationWords.connected}
          </span>
        ) : null}
      </span>
      {description === undefined ? null : <p className="help">{description}</p>}
    </div>
  );
}

/** What an integration declares by the path at which it answers. */
const addressAt = (endpoint: string, path: string): string =>
  URL.canParse(path) ? path : `${endpoint}/${path.replace(/^\//, "")}`;

interface PropertyFieldProps {
  readonly label: string;
  readonly from: FieldPlace;
  /** Where the integration answers for what is configured. */
  readonly endpoint: string;
  readonly property: IntegrationConfigurationProperty;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

function PropertyField({ label, property, from, endpoint, error, value, set }: PropertyFieldProps) {
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
  if ("completion_url" in property && property.completion_url !== undefined) {
    const address = addressAt(endpoint, property.completion_url);
    return (
      <Field label={label} help={help} error={error}>
        {(control) => (
          <AskedSelect
            from={from}
            address={address}
            label={label}
            chosen={typeof value === "string" ? [value] : []}
            set={([chosen = ""]) => set(chosen)}
            takesTyped
            control={control}
          />
        )}
      </Field>
    );
  }
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
