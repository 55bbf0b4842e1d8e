/** What an installation was told: each event with what its script wrote on its console, and the way to tell it again. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  getIntegrationInstallationEvent,
  type IntegrationEvent,
  type IntegrationEventWithTrace,
  listIntegrationInstallationEvents,
  replayIntegrationInstallationEvent,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Time } from "../../ui/Time.tsx";
import { say } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { developerWords } from "../../words/developers.ts";
import { integrationWords } from "../../words/integrations.ts";

interface InstallationLogProps {
  /** The integration's name. */
  readonly name: string;
  /** The installation's id. */
  readonly installation: string;
}

const logOf = (installation: string) => ["installation", installation, "log"] as const;
const typeOf = ({ payload }: IntegrationEvent): string => String(payload["type"]);

export function InstallationLog({ name, installation }: InstallationLogProps) {
  const [shown, show] = useState<string>();
  const of = usePaged(logOf(installation), () =>
    listIntegrationInstallationEvents(client, name, installation, { limit: 20 }),
  );
  return (
    <section className="installed-part">
      <h2>{integrationWords.log}</h2>
      <p className="card-text">{integrationWords.logText}</p>
      <Rows
        of={of}
        label={integrationWords.log}
        heads={[integrationWords.event, developerWords.state, integrationWords.when]}
        keyOf={({ id }) => id}
        empty={<p className="nothing">{integrationWords.nothingTold}</p>}
        row={(event) => (
          <>
            <th scope="row">
              <button type="button" className="row-link" onClick={() => show(event.id)}>
                <code>{typeOf(event)}</code>
              </button>
            </th>
            <td>
              <EventState event={event} />
            </td>
            <td className="when">
              <Time at={event.createdAt} say={(when) => when} />
            </td>
          </>
        )}
      />
      {shown === undefined ? null : (
        <EventDialog name={name} installation={installation} event={shown} close={() => show(undefined)} />
      )}
    </section>
  );
}

function EventState({ event: { status } }: { readonly event: IntegrationEvent }) {
  return (
    <span className="state" data-state={status === "success" ? "open" : "failed"}>
      {integrationWords.told[status]}
    </span>
  );
}

interface EventDialogProps extends InstallationLogProps {
  /** Its id. */
  readonly event: string;
  readonly close: () => void;
}

function EventDialog({ name, installation, event, close }: EventDialogProps) {
  const [error, fail] = useState<Error>();
  const cache = useQueryClient();
  const { data, error: unread } = useQuery({
    queryKey: [...logOf(installation), event],
    queryFn: () => getIntegrationInstallationEvent(client, name, installation, event),
  });
  const refused = error ?? unread ?? undefined;
  const tellAgain = async (): Promise<void> => {
    await replayIntegrationInstallationEvent(client, name, installation, event);
    say({ text: integrationWords.toldAgain });
    close();
    void cache.invalidateQueries({ queryKey: logOf(installation) });
  };
  return (
    <Dialog className="dialog dialog-wide" open onClose={close} backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">{integrationWords.eventDetails}</DialogHeading>
      <div className="dialog-form">
        {data === undefined ? <Skeleton rows={3} /> : <EventBody told={data} />}
        {refused === undefined ? null : <Refusal error={refused} />}
        <div className="actions">
          <DialogDismiss className="button button-secondary">{words.close}</DialogDismiss>
          <button
            type="button"
            className="button"
            disabled={data === undefined}
            onClick={() => {
              fail(undefined);
              void tellAgain().catch(fail);
            }}
          >
            {integrationWords.tellAgain}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function EventBody({ told: { event, trace } }: { readonly told: IntegrationEventWithTrace }) {
  return (
    <>
      <p className="facts-line">
        <code>{typeOf(event)}</code>
        <EventState event={event} />
        <Time at={event.createdAt} say={(when) => when} />
      </p>
      <ol className="console-lines" aria-label={integrationWords.console} tabIndex={0}>
        {trace.logs.map(({ message, timestamp, level }, place) => (
          <li key={place} data-level={level}>
            <span>{level}</span>
            <code>{message}</code>
            <Time at={timestamp} say={(when) => when} />
          </li>
        ))}
      </ol>
      <details>
        <summary>{integrationWords.sent}</summary>
        <pre className="values" tabIndex={0}>
          {JSON.stringify(event.payload, null, 2)}
        </pre>
      </details>
    </>
  );
}
