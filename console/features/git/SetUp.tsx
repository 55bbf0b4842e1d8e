/** What has been begun with a host: the repository is chosen from what that has. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  deleteGitSyncInstallation,
  type GitSyncInstallation,
  updateGitSyncInstallation,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { fullBranch } from "../../api/branchName.ts";
import { gitInstallation } from "../../api/git.ts";
import { Ask, Refusal } from "../../ui/Ask.tsx";
import { ChoiceField } from "../../ui/Field.tsx";
import { gitWords } from "../../words/git.ts";
import { ChoosePlace, type TypedPlace } from "./ChoosePlace.tsx";
import { type SyncDirection, directionsFor, helpFor } from "./directions.ts";
import { useTold } from "./told.ts";
import { type WayChoice, Ways } from "./Ways.tsx";

interface SetUpProps {
  readonly installation: GitSyncInstallation;
  /** It was connected, or given up. */
  readonly changed: (id: string | undefined) => void;
}

const EMPTY: TypedPlace & WayChoice & { readonly direction: SyncDirection } = {
  url: "",
  name: undefined,
  branch: "",
  directory: "",
  direction: "merge",
  incoming: "apply",
  outgoing: "push",
};

/** Connects with what is typed, or gives up what was begun. */
function useSettingUp({ installation: { id }, changed }: SetUpProps, typed: typeof EMPTY) {
  const cache = useQueryClient();
  const { url, branch, directory, direction, incoming, outgoing } = typed;
  const connect = async (confirm: boolean): Promise<void> => {
    const made = await updateGitSyncInstallation(client, id, {
      providerConfiguration: { url, branch: fullBranch(branch) },
      projectDirectory: directory,
      direction,
      incoming,
      ...(direction === "lectern" && outgoing !== "push-or-pull-request" ? {} : { outgoing }),
      ...(confirm ? { confirm } : {}),
    });
    cache.setQueryData(gitInstallation(id).queryKey, made);
    changed(id);
  };
  const leave = async (): Promise<void> => {
    await deleteGitSyncInstallation(client, id);
    cache.removeQueries({ queryKey: ["git", id] });
    changed(undefined);
  };
  return { connect, leave, told: useTold(connect) };
}

export function SetUp(props: SetUpProps) {
  const { installation } = props;
  const { provider } = installation;
  const isSite = installation.target.type === "site";
  const [typed, type] = useState(EMPTY);
  const set = (more: Partial<typeof EMPTY>): void => type({ ...typed, ...more });
  const { url, branch, direction } = typed;
  const { connect, leave, told } = useSettingUp(props, typed);
  return (
    <>
      <form
        className="settings-card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void told.submit();
        }}
      >
        <h2>{gitWords.repository}</h2>
        <p className="card-text">{gitWords.chooseText(gitWords.hosts[provider])}</p>
        <ChoosePlace installation={installation} typed={typed} set={set} error={told.error} />
        <ChoiceField
          label={gitWords.direction}
          help={helpFor(direction, isSite)}
          value={direction}
          set={(way) => set({ direction: way })}
          choices={directionsFor(isSite)}
        />
        <Ways values={typed} set={set} isPushed={direction === "lectern"} isSite={isSite} />
        {told.error === undefined ? null : <Refusal error={told.error} />}
        <div className="card-foot">
          <span />
          <button type="button" className="button button-secondary" onClick={() => void leave()}>
            {gitWords.beginAnew}
          </button>
          <button
            type="submit"
            className="button"
            disabled={told.isBusy || url.trim() === "" || branch.trim() === ""}
          >
            {gitWords.connect}
          </button>
        </div>
      </form>
      <Ask
        isOpen={told.losses !== undefined}
        close={told.giveUp}
        title={gitWords.replaceTitle}
        verb={gitWords.replaceVerb}
        act={() => connect(true)}
      >
        <p>{told.losses}</p>
        <p>{helpFor("git", isSite)}</p>
      </Ask>
    </>
  );
}
