/** What the runs of a sync did, the newest first, each with its report. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  cancelGitSyncRun,
  type GitSyncInstallation,
  type GitSyncRun,
  listGitSyncRuns,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { gitStatus, isGoing } from "../../api/git.ts";
import { usePaged } from "../../api/paged.ts";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { gitWords } from "../../words/git.ts";

/** What a report tells: the same that an import's does, and what was pushed. */
interface RunReport {
  readonly pushed?: { readonly files: number; readonly pages: number };
  readonly held?: number;
  readonly notes?: readonly string[];
  readonly imported?: {
    readonly skipped?: readonly { readonly path: string; readonly reason: string }[];
    readonly problems?: readonly { readonly path: string; readonly message: string }[];
    readonly brokenLinks?: readonly { readonly page: string; readonly url: string }[];
  };
}

/** Lines of a list that anybody reads. */
const MOST_LINES = 100;

export function GitRuns({ installation: { id } }: { readonly installation: GitSyncInstallation }) {
  const { data: status } = useQuery(gitStatus(id));
  const cache = useQueryClient();
  // Read anew when another run has begun or ended.
  const last = `${status?.lastRun?.id} ${status?.lastRun?.state}`;
  const of = usePaged<GitSyncRun>(["git", id, "runs", last], () =>
    listGitSyncRuns(client, id, { limit: 10 }),
  );
  const cancel = async (run: GitSyncRun): Promise<void> => {
    await cancelGitSyncRun(client, id, run.id);
    await cache.invalidateQueries({ queryKey: ["git", id] });
  };
  return (
    <>
      <h2>{gitWords.runs}</h2>
      <Rows
        of={of}
        label={gitWords.runs}
        heads={[gitWords.when, gitWords.did, gitWords.outcome]}
        keyOf={(run) => run.id}
        empty={<p className="nothing">{gitWords.noRuns}</p>}
        row={(run) => (
          <>
            <td>
              <Time at={run.startedAt} say={gitWords.at} />
            </td>
            <td>
              {gitWords.operations[run.operation]}
              <div className="facts-line">
                {gitWords.causes[run.cause]}
                {run.commitId === undefined ? null : <code>{run.commitId.slice(0, 7)}</code>}
              </div>
            </td>
            <td>
              {isGoing(run) ? (
                <button type="button" className="button-quiet" onClick={() => void cancel(run)}>
                  {gitWords.cancel}
                </button>
              ) : (
                <Outcome run={run} />
              )}
            </td>
          </>
        )}
      />
    </>
  );
}

function Outcome({ run }: { readonly run: GitSyncRun }) {
  const { pushed, held = 0, notes = [], imported = {} } = (run.report ?? {}) as RunReport;
  const { skipped = [], problems = [], brokenLinks = [] } = imported;
  const lines = [
    ...notes,
    ...skipped.map(({ path, reason }) => `${path}: ${reason}`),
    ...problems.map(({ path, message }) => `${path}: ${message}`),
    ...brokenLinks.map(({ page, url }) => `${page}: ${url}`),
  ].slice(0, MOST_LINES);
  const counts = [
    ...(pushed === undefined || pushed.files === 0 ? [] : [gitWords.pushed(pushed.files)]),
    ...(held === 0 ? [] : [gitWords.heldCount(held)]),
    ...(skipped.length === 0 ? [] : [gitWords.leftOut(skipped.length)]),
    ...(problems.length === 0 ? [] : [gitWords.problems(problems.length)]),
    ...(brokenLinks.length === 0 ? [] : [gitWords.brokenLinks(brokenLinks.length)]),
  ];
  const said = [gitWords.states[run.state], ...counts].join(" · ");
  if (run.error !== undefined) return <span className="wrong">{run.error}</span>;
  if (lines.length === 0) return <>{said}</>;
  return (
    <details className="run-report">
      <summary>{said}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
