/** A webhook: what it is told of, what was sent to it and what it answered. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import {
  Forbidden,
  deleteOrganizationWebhook,
  getOrganizationWebhook,
  pingOrganizationWebhook,
  rotateOrganizationWebhookSecret,
  updateOrganizationWebhook,
  type Webhook,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { useNeeded } from "../../api/needed.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask, Refusal } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { Check } from "../../ui/Field.tsx";
import { Said } from "../../ui/Said.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { developerWords } from "../../words/developers.ts";
import { Area } from "../organization/Area.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { SecretOnce } from "./SecretOnce.tsx";
import { valuesOf, WebhookFields } from "./WebhookFields.tsx";
import { deliveriesOf, webhookOf, webhooksOf } from "./webhooks.ts";
import { WebhookState } from "./WebhookState.tsx";

export default function WebhookScreen({ organization, webhook: id }: RouteParams<"webhook">) {
  const { data, error } = useNeeded(webhookOf(organization, id), isRefused);
  const inside = {
    title: data === undefined ? "" : new URL(data.url).host,
    href: addressOf("webhook", { organization, webhook: id }),
  };
  return (
    <Area organization={organization} area="developers" tab="webhooks" inside={inside}>
      {() =>
        data === undefined ? (
          error === null ? (
            <Skeleton />
          ) : (
            <Refusal error={error} />
          )
        ) : (
          <WebhookBody organization={organization} webhook={data} />
        )
      }
    </Area>
  );
}

/** The area says who may not be here; everything else is a screen of its own. */
const isRefused = (error: Error): boolean => error instanceof Forbidden;

interface WebhookProps {
  readonly organization: string;
  readonly webhook: Webhook;
}

function WebhookBody({ organization, webhook }: WebhookProps) {
  const [said, say] = useState<string>();
  const [error, fail] = useState<Error>();
  const cache = useQueryClient();
  const test = async (): Promise<void> => {
    fail(undefined);
    await pingOrganizationWebhook(client, organization, webhook.id);
    say(developerWords.tested);
    void cache.invalidateQueries({ queryKey: deliveriesOf(organization, webhook.id) });
  };
  return (
    <>
      <header className="head">
        <h1>{webhook.url}</h1>
        <button
          type="button"
          className="button"
          disabled={!webhook.active}
          onClick={() => void test().catch(fail)}
        >
          {developerWords.test}
        </button>
      </header>
      <p className="lead facts-line">
        <WebhookState webhook={webhook} />
        {webhook.description === "" ? null : <span>{webhook.description}</span>}
      </p>
      <Said text={said} />
      {error === undefined ? null : <Refusal error={error} />}
      <h2>{developerWords.deliveries}</h2>
      <Deliveries organization={organization} webhook={webhook.id} said={say} />
      <WebhookCard organization={organization} webhook={webhook} />
      <WebhookEnd organization={organization} webhook={webhook} />
    </>
  );
}

function WebhookCard({ organization, webhook }: WebhookProps) {
  const cache = useQueryClient();
  const [isAsking, ask] = useState(false);
  const [secret, show] = useState<string>();
  const { id } = webhook;
  const draft = useDraft({
    id: `webhook ${id}`,
    thing: webhook,
    fields: valuesOf,
    write: ({ isWhole, events, ...rest }, options) => {
      const isAll = isWhole ?? webhook.events.length === 0;
      const told = isWhole === undefined && events === undefined ? {} : { events: isAll ? [] : events };
      return updateOrganizationWebhook(client, organization, id, { ...rest, ...told } as object, options);
    },
    read: () => getOrganizationWebhook(client, organization, id),
    saved: (thing) => {
      cache.setQueryData(webhookOf(organization, id).queryKey, thing);
      void cache.invalidateQueries({ queryKey: webhooksOf(organization), exact: true });
    },
  });
  const { url, description, events, inSpaces, active } = developerWords;
  return (
    <Card
      title={words.settings}
      draft={draft}
      saved={developerWords.webhookSaved}
      names={{ url, description, events, isWhole: events, spaces: inSpaces, active }}
      about={{ organization, target: id }}
    >
      <WebhookFields organization={organization} values={draft.values} set={draft.set} error={draft.error} />
      <Check label={active} value={draft.values.active} set={(isActive) => draft.set({ active: isActive })} />
      <div className="card-acts">
        <button type="button" className="button-quiet" onClick={() => ask(true)}>
          {developerWords.rotate}
        </button>
      </div>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={developerWords.rotateTitle}
        verb={developerWords.rotateVerb}
        act={async () => {
          show((await rotateOrganizationWebhookSecret(client, organization, id)).secret);
          void cache.invalidateQueries({ queryKey: webhookOf(organization, id).queryKey });
        }}
      >
        <p>{developerWords.rotateText}</p>
      </Ask>
      <SecretOnce secret={secret} done={() => show(undefined)} />
    </Card>
  );
}

function WebhookEnd({ organization, webhook: { id } }: WebhookProps) {
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const cache = useQueryClient();
  return (
    <Card title={developerWords.deleteWebhookVerb} text={developerWords.deleteWebhookText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {developerWords.deleteWebhook}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={developerWords.deleteWebhookTitle}
        verb={developerWords.deleteWebhookVerb}
        act={async () => {
          await deleteOrganizationWebhook(client, organization, id);
          go(addressOf("webhooks", { organization }));
          void cache.invalidateQueries({ queryKey: webhooksOf(organization), exact: true });
        }}
      >
        <p>{developerWords.deleteWebhookText}</p>
      </Ask>
    </Card>
  );
}
