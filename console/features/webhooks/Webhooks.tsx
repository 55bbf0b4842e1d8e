/** The webhooks of an organization. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import {
  createOrganizationWebhook,
  listOrganizationWebhooks,
  type WebhookWithSecret,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { words } from "../../words.ts";
import { developerWords } from "../../words/developers.ts";
import { Area } from "../organization/Area.tsx";
import { SecretOnce } from "./SecretOnce.tsx";
import { WebhookFields, type WebhookValues } from "./WebhookFields.tsx";
import { WebhookState } from "./WebhookState.tsx";
import { webhooksOf } from "./webhooks.ts";

export default function Webhooks({ organization }: RouteParams<"webhooks">) {
  return (
    <Area
      organization={organization}
      area="developers"
      tab="webhooks"
      actions={({ id }) => <NewWebhook organization={id} />}
    >
      {({ id }) => <WebhookList organization={id} />}
    </Area>
  );
}

function WebhookList({ organization }: { readonly organization: string }) {
  const of = usePaged(webhooksOf(organization), () => listOrganizationWebhooks(client, organization));
  return (
    <Rows
      of={of}
      label={developerWords.webhooks}
      heads={[developerWords.url, developerWords.state, developerWords.events, developerWords.lastDelivered]}
      keyOf={({ id }) => id}
      empty={<Notice icon="code" title={developerWords.noWebhooks} text={developerWords.noWebhooksText} />}
      row={(webhook) => (
        <>
          <th scope="row">
            <span className="person-name">
              <Link href={addressOf("webhook", { organization, webhook: webhook.id })}>{webhook.url}</Link>
              <small>{webhook.description}</small>
            </span>
          </th>
          <td>
            <WebhookState webhook={webhook} />
          </td>
          <td>{developerWords.eventCount(webhook.events.length)}</td>
          <td className="when">
            {webhook.lastDeliveredAt === undefined ? (
              words.never
            ) : (
              <Time at={webhook.lastDeliveredAt} say={(when) => when} />
            )}
          </td>
        </>
      )}
    />
  );
}

const EMPTY: WebhookValues = {
  url: "",
  description: "",
  events: [],
  isWhole: true,
  spaces: null,
  active: true,
};

function NewWebhook({ organization }: { readonly organization: string }) {
  const [isOpen, open] = useState(false);
  const [values, type] = useState(EMPTY);
  const [made, show] = useState<WebhookWithSecret>();
  const [, go] = useLocation();
  const cache = useQueryClient();
  const { url, description, events, isWhole, spaces } = values;
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="plus" />
        {developerWords.newWebhook}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={developerWords.newWebhook}
        verb={developerWords.createWebhook}
        isReady={url.trim() !== "" && (isWhole || events.length > 0)}
        isDirty={url.trim() !== "" || description !== ""}
        forget={() => type(EMPTY)}
        act={() =>
          createOrganizationWebhook(client, organization, {
            url: url.trim(),
            description,
            events: isWhole ? [] : events,
            spaces,
          })
        }
        done={(webhook) => {
          void cache.invalidateQueries({ queryKey: webhooksOf(organization) });
          show(webhook);
        }}
      >
        {(error) => (
          <WebhookFields
            organization={organization}
            values={values}
            set={(changed) => type({ ...values, ...changed })}
            error={error}
          />
        )}
      </FormDialog>
      <SecretOnce
        secret={made?.secret}
        done={() => {
          show(undefined);
          if (made !== undefined) go(addressOf("webhook", { organization, webhook: made.id }));
        }}
      />
    </>
  );
}
