/** What a sync would do, for somebody who wants to see that before. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type GitSyncRun, previewGitSync } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { gitRun, isGoing } from "../../api/git.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { later } from "../../ui/later.tsx";
import { gitWords } from "../../words/git.ts";

const Outcome = later(() => import("./DryRunOutcome.tsx"));

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
