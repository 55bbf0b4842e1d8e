/** Everything that was changed in an organization: who did what to what, when and from where. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type AuditEvent,
  exportAuditEvents,
  listAuditEventActions,
  listAuditEvents,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import type { RouteParams } from "../../routes.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { saveFile } from "../../ui/save.ts";
import { Time } from "../../ui/Time.tsx";
import { developerWords } from "../../words/developers.ts";
import { Area } from "../organization/Area.tsx";

export default function AuditLog({ organization }: RouteParams<"audit">) {
  return (
    <Area organization={organization} area="audit" tab="audit">
      {({ id }) => <Events organization={id} />}
    </Area>
  );
}

/** Somebody or something that alone is shown. */
interface Focus {
  readonly kind: "actor" | "target";
  readonly id: string;
  readonly label: string;
}

function Events({ organization }: { readonly organization: string }) {
  const [action, choose] = useState("");
  const [from, begin] = useState("");
  const [to, end] = useState("");
  const [focus, look] = useState<Focus>();
  const [error, fail] = useState<Error>();
  const filter = {
    ...(action === "" ? {} : { action }),
    ...(from === "" ? {} : { from: startOf(from, 0) }),
    ...(to === "" ? {} : { to: startOf(to, 1) }),
    ...(focus === undefined ? {} : { [focus.kind]: focus.id }),
  };
  const of = usePaged(["organization", organization, "audit", filter], () =>
    listAuditEvents(client, organization, { ...filter, limit: 50 }),
  );
  const save = async (): Promise<void> => {
    fail(undefined);
    const answer = await exportAuditEvents(client, organization, filter);
    saveFile("audit-log.jsonl", "application/jsonl", await answer.blob());
  };
  return (
    <>
      <div className="filters">
        <Actions organization={organization} action={action} choose={choose} />
        <Day label={developerWords.from} value={from} set={begin} />
        <Day label={developerWords.to} value={to} set={end} />
        {focus === undefined ? null : (
          <button type="button" className="tag" onClick={() => look(undefined)}>
            {developerWords.showing(focus.label)} ×
          </button>
        )}
        <button type="button" className="button-quiet" onClick={() => void save().catch(fail)}>
          {developerWords.exportLog}
        </button>
      </div>
      {error === undefined ? null : <Refusal error={error} />}
      <Rows
        of={of}
        label={developerWords.audit}
        heads={[developerWords.action, developerWords.actor, developerWords.target, developerWords.when, ""]}
        keyOf={({ id }) => id}
        isFiltered={Object.keys(filter).length > 0}
        empty={<Notice icon="record" title={developerWords.noEvents} text={developerWords.noEventsText} />}
        row={(event) => <EventCells event={event} look={look} />}
      />
    </>
  );
}

/** The first moment of a day here, or of one some days later. */
function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

interface ActionsProps {
  readonly organization: string;
  readonly action: string;
  readonly choose: (action: string) => void;
}

function Actions({ organization, action, choose }: ActionsProps) {
  const { data } = useQuery({
    queryKey: ["organization", organization, "audit actions"],
    queryFn: () => listAuditEventActions(client, organization),
  });
  return (
    <select
      aria-label={developerWords.action}
      value={action}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{developerWords.anyAction}</option>
      {data?.items.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

function Day({ label, value, set }: DayProps) {
  return (
    <label className="day">
      <span>{label}</span>
      <input type="date" value={value} onChange={(event) => set(event.target.value)} />
    </label>
  );
}

interface EventCellsProps {
  readonly event: AuditEvent;
  readonly look: (focus: Focus) => void;
}

function EventCells({ event, look }: EventCellsProps) {
  const { action, actor, target, occurredAt, source, ip, before, after } = event;
  const who = actor.label ?? actor.id;
  const what = target.label ?? target.id;
  return (
    <>
      <th scope="row">
        {before === undefined && after === undefined ? (
          <code>{action}</code>
        ) : (
          <details>
            <summary>
              <code>{action}</code>
            </summary>
            <Values title={developerWords.before} values={before} />
            <Values title={developerWords.after} values={after} />
          </details>
        )}
      </th>
      <td>
        <span className="person-name">
          <span>{who}</span>
          <small>{[source, ip].filter(Boolean).join(" · ")}</small>
        </span>
      </td>
      <td>
        <span className="person-name">
          <span>{what}</span>
          <small>{target.type}</small>
        </span>
      </td>
      <td className="when">
        <Time at={occurredAt} say={(when) => when} />
      </td>
      <td className="row-end">
        <RowMenu
          name={`${action} ${what}`}
          items={[
            {
              title: developerWords.onlyActor,
              act: () => look({ kind: "actor", id: actor.id, label: who }),
            },
            {
              title: developerWords.onlyThis,
              act: () => look({ kind: "target", id: target.id, label: what }),
            },
          ]}
        />
      </td>
    </>
  );
}

function Values({ title, values }: { readonly title: string; readonly values: object | undefined }) {
  if (values === undefined) return null;
  return (
    <>
      <small>{title}</small>
      <pre className="values">{JSON.stringify(values, null, 2)}</pre>
    </>
  );
}
