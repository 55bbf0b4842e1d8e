/** How the host tells of pushes: whether it does, and what to give it where somebody has to set that up there. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type GitSyncInstallation,
  type GitWebhook,
  type GitWebhookWithSecret,
  replaceGitWebhookSecret,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { gitInstallation } from "../../api/git.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { Secret } from "../../ui/Secret.tsx";
import { Time } from "../../ui/Time.tsx";
import { gitWords } from "../../words/git.ts";

export function Webhook({ installation }: { readonly installation: GitSyncInstallation }) {
  const { id, provider, webhook, statusProblem } = installation;
  const cache = useQueryClient();
  const [made, show] = useState<GitWebhookWithSecret>();
  const [error, fail] = useState<Error>();
  if (webhook === undefined) return null;
  const replace = async (): Promise<void> => {
    fail(undefined);
    try {
      show(await replaceGitWebhookSecret(client, id));
      await cache.invalidateQueries({ queryKey: gitInstallation(id).queryKey, exact: true });
    } catch (reason) {
      fail(reason as Error);
    }
  };
  return (
    <Card title={gitWords.webhook} text={gitWords.webhookText}>
      <WebhookState webhook={webhook} />
      {statusProblem === undefined ? null : <p className="wrong">{gitWords.statusProblem(statusProblem)}</p>}
      {made === undefined ? null : (
        <div className="secrets">
          <p>{provider === "git" ? gitWords.addressOnce : gitWords.secretOnce}</p>
          <Secret label={gitWords.webhookAddress} value={made.webhook.url} />
          {provider === "git" ? null : <Secret label={gitWords.webhookSecret} value={made.secret} />}
        </div>
      )}
      {error === undefined ? null : <Refusal error={error} />}
      <div className="card-acts">
        {made === undefined ? (
          <button type="button" className="button button-secondary" onClick={() => void replace()}>
            {webhook.state === "manual" ? gitWords.setUpWebhook : gitWords.replaceSecret}
          </button>
        ) : (
          <button type="button" className="button button-secondary" onClick={() => show(undefined)}>
            {gitWords.copied}
          </button>
        )}
      </div>
    </Card>
  );
}

function WebhookState({ webhook: { state, lastSeenAt, problem } }: { readonly webhook: GitWebhook }) {
  return (
    <>
      <p className="facts-line">
        <span className="state" data-state={state === "registered" ? "open" : "draft"}>
          {gitWords.webhookStates[state]}
        </span>
        {lastSeenAt === undefined ? null : <Time at={lastSeenAt} say={gitWords.heardLast} />}
      </p>
      {problem === undefined ? null : <p className="wrong">{problem}</p>}
    </>
  );
}
