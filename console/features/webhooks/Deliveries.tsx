/** What was sent to a webhook: each with its attempts, what was answered, and the way to send it again. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDelivery,
  type WebhookDelivery,
  type WebhookDeliveryStatus,
  type WebhookDeliveryWithAttempts,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ago, Time } from "../../ui/Time.tsx";
import { words } from "../../words.ts";
import { developerWords } from "../../words/developers.ts";
import { deliveriesOf } from "./webhooks.ts";

interface DeliveriesProps {
  readonly organization: string;
  /** The webhook's id. */
  readonly webhook: string;
  readonly said: (text: string) => void;
}

/** Milliseconds between two looks at a list with something under way. */
const WAIT = 2_000;
const STATES = ["waiting", "delivered", "failed"] as const satisfies readonly WebhookDeliveryStatus[];

export function Deliveries({ organization, webhook, said }: DeliveriesProps) {
  const [status, choose] = useState<WebhookDeliveryStatus | "">("");
  const [shown, show] = useState<string>();
  const key = [...deliveriesOf(organization, webhook), status];
  const filter = status === "" ? {} : { status };
  const of = usePaged(key, () => listWebhookDeliveries(client, organization, webhook, filter), {
    everyWhile: [WAIT, (items) => items.some((item) => item.status === "waiting")],
  });
  return (
    <>
      {of.count === 0 && status === "" ? null : (
        <div className="filters">
          <select
            aria-label={developerWords.state}
            value={status}
            onChange={(event) => choose(event.target.value as WebhookDeliveryStatus | "")}
          >
            <option value="">{developerWords.anyState}</option>
            {STATES.map((state) => (
              <option key={state} value={state}>
                {developerWords.deliveryStates[state]}
              </option>
            ))}
          </select>
        </div>
      )}
      <Rows
        of={of}
        label={developerWords.deliveries}
        heads={[developerWords.event, developerWords.state, developerWords.attempts, developerWords.when]}
        numbers={[developerWords.attempts]}
        keyOf={({ id }) => id}
        isFiltered={status !== ""}
        empty={<p className="nothing">{developerWords.noDeliveries}</p>}
        row={(delivery) => <DeliveryCells delivery={delivery} show={() => show(delivery.id)} />}
      />
      {shown === undefined ? null : (
        <DeliveryDialog {...{ organization, webhook, said }} delivery={shown} close={() => show(undefined)} />
      )}
    </>
  );
}

interface DeliveryCellsProps {
  readonly delivery: WebhookDelivery;
  readonly show: () => void;
}

function DeliveryCells({ delivery: { event, status, attempts, createdAt }, show }: DeliveryCellsProps) {
  return (
    <>
      <th scope="row">
        <button type="button" className="row-link" onClick={show}>
          <code>{event.type}</code>
        </button>
      </th>
      <td>
        <DeliveryState status={status} />
      </td>
      <td className="number" data-of={developerWords.attempts}>
        {attempts}
      </td>
      <td className="when">
        <Time at={createdAt} say={(when) => when} />
      </td>
    </>
  );
}

function DeliveryState({ status }: { readonly status: WebhookDeliveryStatus }) {
  const state = status === "delivered" ? "open" : status === "failed" ? "failed" : "draft";
  return (
    <span className="state" data-state={state}>
      {developerWords.deliveryStates[status]}
    </span>
  );
}

interface DeliveryDialogProps extends DeliveriesProps {
  /** The delivery's id. */
  readonly delivery: string;
  readonly close: () => void;
}

function DeliveryDialog({ organization, webhook, delivery, said, close }: DeliveryDialogProps) {
  const [error, fail] = useState<Error>();
  const cache = useQueryClient();
  const { data } = useQuery({
    queryKey: [...deliveriesOf(organization, webhook), "one", delivery],
    queryFn: () => getWebhookDelivery(client, organization, webhook, delivery),
    refetchInterval: ({ state }) => (state.data?.status === "waiting" ? WAIT : false),
  });
  const replay = async (): Promise<void> => {
    fail(undefined);
    await replayWebhookDelivery(client, organization, webhook, delivery);
    said(developerWords.replayed);
    void cache.invalidateQueries({ queryKey: deliveriesOf(organization, webhook) });
  };
  return (
    <Dialog className="dialog dialog-wide" open onClose={close} backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">{developerWords.details}</DialogHeading>
      <div className="dialog-form">
        {data === undefined ? <Skeleton rows={3} /> : <DeliveryBody delivery={data} />}
        {error === undefined ? null : <Refusal error={error} />}
        <div className="actions">
          <DialogDismiss className="button button-secondary">{words.close}</DialogDismiss>
          <button
            type="button"
            className="button"
            disabled={data === undefined}
            onClick={() => void replay().catch(fail)}
          >
            {developerWords.replay}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function DeliveryBody({ delivery }: { readonly delivery: WebhookDeliveryWithAttempts }) {
  const { log, status, nextAttemptAt, body, event } = delivery;
  return (
    <>
      <p className="facts-line">
        <code>{event.type}</code>
        <DeliveryState status={status} />
        {status === "waiting" && nextAttemptAt !== undefined ? (
          <span>{developerWords.nextAttempt(ago(nextAttemptAt))}</span>
        ) : null}
      </p>
      {log.length === 0 ? <p className="nothing">{developerWords.noAttempts}</p> : null}
      <ol className="attempts">
        {log.toReversed().map(({ number, at, duration, status: answered, error, answer }) => (
          <li key={number}>
            <span className="facts-line">
              <strong>{developerWords.attempt(number)}</strong>
              <span>
                {answered === undefined
                  ? developerWords.unanswered(error ?? "", duration)
                  : developerWords.answered(answered, duration)}
              </span>
              <Time at={at} say={(when) => when} />
            </span>
            {answered === undefined ? null : (
              <pre className="values" aria-label={developerWords.answer} tabIndex={0}>
                {answer || developerWords.noAnswerText}
              </pre>
            )}
          </li>
        ))}
      </ol>
      <details>
        <summary>{developerWords.sent}</summary>
        <pre className="values" tabIndex={0}>
          {body}
        </pre>
      </details>
    </>
  );
}
