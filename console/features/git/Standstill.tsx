/** Why a sync stands still, and what may be pressed, wherever it is told. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type GitChoice, type GitWaiting, resolveGitSync } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { gitWords } from "../../words/git.ts";
import { choiceWord } from "./choice.ts";

interface StandstillProps {
  readonly of: GitWaiting & Required<Pick<GitWaiting, "attention">>;
}

export default function Standstill({ of }: StandstillProps) {
  const { attention, installation, target, state } = of;
  const cache = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (choice: GitChoice) => resolveGitSync(client, installation, { choice }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["git", installation] }),
  });
  // Nothing is decided while it is paused.
  const choices = state === "paused" ? [] : attention.choices;
  return (
    <div className="told">
      <p>{attention.message}</p>
      {error === null ? null : <Refusal error={error} />}
      {isSuccess ? (
        <p role="status">{gitWords.decided}</p>
      ) : choices.length === 0 ? null : (
        <div className="actions">
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              className="button button-secondary"
              disabled={isPending}
              onClick={() => mutate(choice)}
            >
              {choiceWord(choice, attention, target.type === "site")}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
