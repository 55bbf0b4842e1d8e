/** Another repository, branch or folder for what is kept in step. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { updateGitSyncInstallation } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { branchName, fullBranch } from "../../api/branchName.ts";
import { type ConnectedInstallation, gitInstallation } from "../../api/git.ts";
import { Ask, Refusal } from "../../ui/Ask.tsx";
import { ChoiceField } from "../../ui/Field.tsx";
import { gitWords } from "../../words/git.ts";
import { ChoosePlace, type TypedPlace } from "./ChoosePlace.tsx";
import { type SyncDirection, directionsFor, helpFor } from "./directions.ts";
import { useTold } from "./told.ts";

const placeOf = ({ repository, projectDirectory }: ConnectedInstallation): TypedPlace => ({
  url: repository.url,
  name: undefined,
  branch: branchName(repository.branch),
  directory: projectDirectory,
});

export function MovePlace({ installation }: { readonly installation: ConnectedInstallation }) {
  const [isOpen, open] = useState(false);
  return isOpen ? (
    <Moving installation={installation} close={() => open(false)} />
  ) : (
    <div className="card-acts">
      <button type="button" className="button button-secondary" onClick={() => open(true)}>
        {gitWords.choosePlace}
      </button>
    </div>
  );
}

interface MovingProps {
  readonly installation: ConnectedInstallation;
  readonly close: () => void;
}

function Moving({ installation, close }: MovingProps) {
  const { id, target } = installation;
  const isSite = target.type === "site";
  const cache = useQueryClient();
  const [typed, type] = useState({ ...placeOf(installation), direction: "merge" as SyncDirection });
  const { url, branch, directory, direction } = typed;
  const move = async (confirm: boolean): Promise<void> => {
    const moved = await updateGitSyncInstallation(client, id, {
      providerConfiguration: { url: url.trim(), branch: fullBranch(branch) },
      projectDirectory: directory,
      direction,
      ...(confirm ? { confirm } : {}),
    });
    close();
    cache.setQueryData(gitInstallation(id).queryKey, moved);
    await cache.invalidateQueries({ queryKey: ["git", id] });
  };
  const told = useTold(move);
  const isReady = !told.isBusy && url.trim() !== "" && branch.trim() !== "";
  return (
    // It stands in the form of the settings, which neither Enter here nor what is asked here sends.
    <fieldset
      className="part-fields"
      onSubmit={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        const isTyped = event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing;
        if (event.key !== "Enter" || !isTyped || event.defaultPrevented) return;
        event.preventDefault();
        if (isReady) void told.submit();
      }}
    >
      <legend>{gitWords.choosePlace}</legend>
      <p className="card-text">{gitWords.moveText}</p>
      <ChoosePlace
        installation={installation}
        typed={typed}
        set={(more) => type({ ...typed, ...more })}
        error={told.error}
      />
      <ChoiceField
        label={gitWords.direction}
        help={helpFor(direction, isSite)}
        value={direction}
        set={(way) => type({ ...typed, direction: way })}
        choices={directionsFor(isSite)}
      />
      {told.error === undefined ? null : <Refusal error={told.error} />}
      <div className="card-acts">
        <button type="button" className="button" disabled={!isReady} onClick={() => void told.submit()}>
          {gitWords.moveVerb}
        </button>
        <button type="button" className="button button-secondary" onClick={close}>
          {gitWords.stayHere}
        </button>
      </div>
      <Ask
        isOpen={told.losses !== undefined}
        close={told.giveUp}
        title={gitWords.moveTitle}
        verb={gitWords.moveVerb}
        act={() => move(true)}
      >
        <p>{told.losses}</p>
        <p>{helpFor(direction, isSite)}</p>
      </Ask>
    </fieldset>
  );
}
