/** Work that people of an organization asked for: what runs, what has ended, and how. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { cancelJobById, type Job, listJobsInOrganization } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { spacesOf } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { sayNotDone } from "../../ui/toasts.ts";
import { importWords } from "../../words/import.ts";
import { Area } from "../organization/Area.tsx";
import { spaceChoices } from "../../ui/spaceName.ts";

export default function Jobs({ organization }: RouteParams<"jobs">) {
  return (
    <Area organization={organization} area="developers" tab="jobs">
      {({ id }) => <List organization={id} />}
    </Area>
  );
}

type Status = Job["status"];
const STATUSES = Object.entries(importWords.statuses) as [Status, string][];
const isUnderway = ({ status }: Job): boolean => status === "queued" || status === "running";
/** Milliseconds between two looks at what runs, beside what events tell. */
const LOOK_EVERY_MS = 3_000;

function List({ organization }: { readonly organization: string }) {
  const [status, choose] = useState<Status | "">("");
  const { data: spaces = [] } = useQuery(spacesOf(organization));
  const titles = new Map(spaceChoices(spaces));
  const of = usePaged(
    ["organization", organization, "jobs", status],
    () => listJobsInOrganization(client, organization, { limit: 50, ...(status === "" ? {} : { status }) }),
    { everyWhile: [LOOK_EVERY_MS, (jobs) => jobs.some(isUnderway)] },
  );
  const { job, where, state, began } = importWords;
  return (
    <>
      <p className="lead-text">{importWords.jobsLead}</p>
      <div className="filters">
        <select
          aria-label={importWords.status}
          value={status}
          onChange={(event) => choose(event.target.value as Status | "")}
        >
          <option value="">{importWords.allStates}</option>
          {STATUSES.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <Rows
        of={of}
        label={importWords.jobs}
        heads={[job, where, state, began, ""]}
        keyOf={({ id }) => id}
        isFiltered={status !== ""}
        empty={<Notice icon="reload" title={importWords.noJobs} text={importWords.noJobsText} />}
        row={(it) => <Cells it={it} title={titles.get(it.space ?? "")} organization={organization} />}
      />
    </>
  );
}

interface CellsProps {
  readonly it: Job;
  /** Of its space. */
  readonly title: string | undefined;
  readonly organization: string;
}

function Cells({ it, title, organization }: CellsProps) {
  const cache = useQueryClient();
  const kinds: Readonly<Record<string, string>> = importWords.jobKinds;
  const kind = kinds[it.kind] ?? it.kind;
  const end = async (): Promise<void> => {
    try {
      await cancelJobById(client, it.id);
    } catch (error) {
      sayNotDone(error);
    }
    await cache.invalidateQueries({ queryKey: ["organization", organization, "jobs"] });
  };
  return (
    <>
      <th scope="row">{kind}</th>
      <td>
        {it.space === undefined ? null : (
          <Link className="link" href={addressOf("space", { space: it.space })}>
            {title ?? it.space}
          </Link>
        )}
      </td>
      <td>
        <JobState it={it} />
      </td>
      <td className="when">
        <Time at={it.createdAt} say={(when) => when} />
      </td>
      <td className="row-end">
        {isUnderway(it) ? (
          <button
            type="button"
            className="button button-secondary"
            aria-label={`${importWords.cancelJob}: ${kind}`}
            onClick={() => void end()}
          >
            {importWords.cancelJob}
          </button>
        ) : null}
      </td>
    </>
  );
}

function JobState({ it: { status, progress, error } }: { readonly it: Job }) {
  const { done, total } = progress ?? {};
  const isCounted = status === "running" && done !== undefined && total !== undefined && total > 0;
  return (
    <span className="job-state">
      <span className="state" data-state={status}>
        {importWords.statuses[status]}
        {isCounted ? ` · ${importWords.ofTotal(done, total)}` : ""}
      </span>
      {error === undefined ? null : <span className="muted">{error}</span>}
    </span>
  );
}
