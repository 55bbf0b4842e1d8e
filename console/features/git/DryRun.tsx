/** What a sync would do, for somebody who wants to see that before. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type GitSyncRun, previewGitSync } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { gitRun, isGoing } from "../../api/git.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { gitWords } from "../../words/git.ts";
import { type ChangeKind, saidOf } from "./foreseen.ts";

interface DryRunProps {
  /** Its id. */
  readonly installation: string;
  readonly isSite: boolean;
}

export function DryRun({ installation: id, isSite }: DryRunProps) {
  const [asked, ask] = useState<GitSyncRun>();
  const [error, fail] = useState<Error>();
  const { data: run = asked } = useQuery({ ...gitRun(id, asked?.id ?? ""), enabled: asked !== undefined });
  const isLooking = run !== undefined && isGoing(run);
  const look = async (): Promise<void> => {
    fail(undefined);
    try {
      ask(await previewGitSync(client, id));
    } catch (reason) {
      fail(reason as Error);
    }
  };
  return (
    <>
      <div className="card-acts">
        <button
          type="button"
          className="button button-secondary"
          disabled={isLooking}
          onClick={() => void look()}
        >
          {isLooking ? gitWords.looking : gitWords.dryRun}
        </button>
      </div>
      {error === undefined ? null : <Refusal error={error} />}
      {run === undefined || isLooking ? null : <Outcome run={run} isSite={isSite} />}
    </>
  );
}

function Outcome({ run, isSite }: { readonly run: GitSyncRun; readonly isSite: boolean }) {
  const { text, isWrong, found } = saidOf(run, isSite);
  if (isWrong) return <p className="wrong">{text}</p>;
  const { pages = [], files = [], filesTo = "branch", diff = "" } = found ?? {};
  const difference = gitWords.differences[filesTo];
  return (
    <div role="status">
      <p>{text}</p>
      {pages.length === 0 ? null : (
        <ul className="list">
          {pages.map(({ id, title, change }) => (
            <Changed key={id} name={title} change={change} />
          ))}
        </ul>
      )}
      {files.length === 0 ? null : (
        <ul className="list">
          {files.map(({ path, change }) => (
            <Changed key={path} name={path} change={change} />
          ))}
        </ul>
      )}
      {diff === "" ? null : (
        <details className="run-report">
          <summary>{difference}</summary>
          <pre className="values" tabIndex={0} aria-label={difference}>
            {diff}
          </pre>
        </details>
      )}
    </div>
  );
}

const Changed = ({ name, change }: { readonly name: string; readonly change: ChangeKind }) => (
  <li className="list-row">
    <span className="cut">{name}</span>
    <span className="facts-line">{gitWords.changes[change]}</span>
  </li>
);
