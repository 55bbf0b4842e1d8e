/** The fields of a webhook: where, what for, and what it is told of. */
import { useQuery } from "@tanstack/react-query";
import type { Webhook, WebhookEventName } from "../../../sdk/src/index.ts";
import { spacesOf } from "../../api/queries.ts";
import { faultsOf } from "../../ui/faults.ts";
import { Check, ChoiceField, TextField } from "../../ui/Field.tsx";
import { developerWords } from "../../words/developers.ts";
import { EVENT_NAMES } from "./eventNames.ts";
import { spaceChoices } from "../../ui/spaceName.ts";

/** As they are typed. */
export interface WebhookValues {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEventName[];
  /** Whether it is told of everything. */
  readonly isWhole: boolean;
  readonly spaces: readonly string[] | null;
  readonly active: boolean;
}

export const valuesOf = (webhook: Webhook): WebhookValues => ({
  url: webhook.url,
  description: webhook.description,
  events: webhook.events as readonly WebhookEventName[],
  isWhole: webhook.events.length === 0,
  spaces: webhook.spaces,
  active: webhook.active,
});

interface WebhookFieldsProps {
  readonly organization: string;
  readonly values: WebhookValues;
  readonly set: (values: Partial<WebhookValues>) => void;
  readonly error: Error | undefined;
}

export function WebhookFields({ organization, values, set, error }: WebhookFieldsProps) {
  const faults = faultsOf(error, ["url", "description", "events", "spaces"]);
  return (
    <>
      <TextField
        label={developerWords.url}
        help={developerWords.urlHelp}
        error={faults.of("url")}
        type="url"
        value={values.url}
        set={(url) => set({ url })}
      />
      <TextField
        label={developerWords.description}
        error={faults.of("description")}
        value={values.description}
        set={(description) => set({ description })}
      />
      <ChoiceField
        label={developerWords.events}
        error={faults.of("events")}
        value={values.isWhole ? "all" : "some"}
        set={(choice) => set({ isWhole: choice === "all" })}
        choices={[
          ["all", developerWords.allEvents],
          ["some", developerWords.someEvents],
        ]}
      />
      {values.isWhole ? null : <EventChoice chosen={values.events} choose={(events) => set({ events })} />}
      <SpaceChoice organization={organization} values={values} set={set} error={faults.of("spaces")} />
    </>
  );
}

interface EventChoiceProps {
  readonly chosen: readonly WebhookEventName[];
  readonly choose: (events: readonly WebhookEventName[]) => void;
}

function EventChoice({ chosen, choose }: EventChoiceProps) {
  return (
    <div className="choices">
      {Object.entries(EVENT_NAMES).map(([subject, names]) => (
        <fieldset key={subject}>
          <legend>{subject}</legend>
          {names.map((name) => (
            <Check
              key={name}
              label={name}
              value={chosen.includes(name)}
              set={(isIn) => choose(isIn ? [...chosen, name] : chosen.filter((one) => one !== name))}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function SpaceChoice({
  organization,
  values: { spaces },
  set,
  error,
}: Omit<WebhookFieldsProps, "error"> & { readonly error: string | undefined }) {
  const { data = [] } = useQuery(spacesOf(organization));
  return (
    <>
      <ChoiceField
        label={developerWords.inSpaces}
        error={error}
        value={spaces === null ? "all" : "some"}
        set={(choice) => set({ spaces: choice === "all" ? null : [] })}
        choices={[
          ["all", developerWords.everywhere],
          ["some", developerWords.someSpaces],
        ]}
      />
      {spaces === null ? null : (
        <div className="choices">
          {spaceChoices(data).map(([id, name]) => (
            <Check
              key={id}
              label={name}
              value={spaces.includes(id)}
              set={(isIn) => set({ spaces: isIn ? [...spaces, id] : spaces.filter((one) => one !== id) })}
            />
          ))}
        </div>
      )}
    </>
  );
}
