/** What a repository is reached with once it is connected: whether its host takes that, and a new token for it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  checkGitConnection,
  createGitConnection,
  type GitConnection,
  updateGitConnection,
  updateGitSyncInstallation,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { type ConnectedInstallation, gitConnection, gitConnections, gitInstallation } from "../../api/git.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Field } from "../../ui/Field.tsx";
import { Time } from "../../ui/Time.tsx";
import { gitWords } from "../../words/git.ts";
import { nameOf } from "./Access.tsx";

/** Milliseconds between two looks at what the host has said. */
const LOOK_MS = 1_000;

/** Whether the host was asked since a time; a sync that goes well says less than that. */
const isJudged = (connection: GitConnection | undefined, since: string): boolean =>
  connection !== undefined &&
  (connection.checkedAt ?? "") !== since &&
  (connection.canPush !== undefined || connection.problem !== undefined);

interface CredentialsProps {
  readonly installation: ConnectedInstallation;
  readonly organization: string;
}

/** The connection, and what can be done about it. */
function useCredentials({ installation, organization }: CredentialsProps) {
  const { connection: id } = installation;
  const cache = useQueryClient();
  const known = gitConnection(organization, id ?? "");
  // Of the time of the look that was asked for.
  const [looked, look] = useState<string | null>(null);
  const { data: connection } = useQuery({
    ...known,
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (looked === null || isJudged(data, looked) ? false : LOOK_MS),
  });
  const [isBusy, work] = useState(false);
  const [error, fail] = useState<Error>();
  const isLooking = looked !== null && !isJudged(connection, looked);
  const trying = (attempt: () => Promise<GitConnection>) => async (): Promise<boolean> => {
    fail(undefined);
    work(true);
    try {
      const made = await attempt();
      look(made.checkedAt ?? "");
      cache.setQueryData(gitConnection(organization, made.id).queryKey, made);
      await cache.invalidateQueries({ queryKey: ["git", installation.id] });
      return true;
    } catch (reason) {
      fail(reason as Error);
      return false;
    } finally {
      work(false);
    }
  };
  const replace = (accessToken: string) =>
    trying(() =>
      connection === undefined
        ? connectBy(accessToken)
        : updateGitConnection(client, organization, connection.id, { accessToken }),
    )();
  /** A connection for a repository that was reached without one. */
  const connectBy = async (accessToken: string): Promise<GitConnection> => {
    const { provider, repository } = installation;
    const body = { provider, url: repository.url, accessToken };
    const { id: made } = await createGitConnection(client, organization, body);
    const updated = await updateGitSyncInstallation(client, installation.id, { connection: made });
    cache.setQueryData(gitInstallation(installation.id).queryKey, updated);
    await cache.invalidateQueries({ queryKey: gitConnections(organization).queryKey });
    return checkGitConnection(client, organization, made, {});
  };
  const check = trying(() => checkGitConnection(client, organization, connection?.id ?? "", {}));
  return { connection, isLooking, isBusy, error, check, replace };
}

export function Credentials({ installation, organization }: CredentialsProps) {
  const { connection, isLooking, isBusy, error, check, replace } = useCredentials({
    installation,
    organization,
  });
  const [token, type] = useState("");
  const faults = faultsOf(error, ["accessToken"]);
  const { connection: id } = installation;
  const submit = async (): Promise<void> => {
    if (await replace(token.trim())) type("");
  };
  const mayReplace = connection?.account === undefined && (id === undefined || connection !== undefined);
  return (
    <form
      className="settings-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2>{gitWords.access}</h2>
      {connection === undefined ? (
        <p className="card-text">{id === undefined ? gitWords.noToken : gitWords.tokenOfOthers}</p>
      ) : (
        <>
          <ConnectionState connection={connection} isLooking={isLooking} />
          <div className="card-acts">
            <button
              type="button"
              className="button button-secondary"
              disabled={isLooking}
              onClick={() => void check()}
            >
              {gitWords.check}
            </button>
          </div>
        </>
      )}
      {mayReplace ? (
        <Field label={gitWords.newToken} help={gitWords.newTokenHelp} error={faults.of("accessToken")}>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="off"
              value={token}
              onChange={(event) => type(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      {error === undefined ? null : <Refusal error={error} />}
      {mayReplace ? (
        <div className="card-foot">
          <span />
          <button type="submit" className="button" disabled={isBusy || token.trim() === ""}>
            {gitWords.saveToken}
          </button>
        </div>
      ) : null}
    </form>
  );
}

/** Whose it is, whether the host takes it, and what it said else. */
function ConnectionState({
  connection,
  isLooking,
}: {
  readonly connection: GitConnection;
  readonly isLooking: boolean;
}) {
  const { status, checkedAt, canPush, canHook, problem } = connection;
  return (
    <>
      <p>{nameOf(connection)}</p>
      <p className="facts-line" role="status">
        <span className="state" data-state={status === "active" ? "open" : "draft"}>
          {isLooking ? gitWords.checking : gitWords.connectionStates[status]}
        </span>
        {canPush === undefined ? null : <span>{canPush ? gitWords.canPush : gitWords.cannotPush}</span>}
        {canHook === undefined ? null : <span>{canHook ? gitWords.canHook : gitWords.cannotHook}</span>}
        {checkedAt === undefined ? null : <Time at={checkedAt} say={gitWords.checked} />}
      </p>
      {problem === undefined ? null : <p className="wrong">{problem}</p>}
    </>
  );
}
