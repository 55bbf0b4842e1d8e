/** What a sync would do, once that is known. */
import type { GitSyncRun } from "../../../sdk/src/index.ts";
import { gitWords } from "../../words/git.ts";
import { type ChangeKind, saidOf } from "./foreseen.ts";

export default function DryRunOutcome({
  run,
  isSite,
}: {
  readonly run: GitSyncRun;
  readonly isSite: boolean;
}) {
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
