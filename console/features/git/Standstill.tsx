/** What keeps a space or a site from being in step, and what may be pressed, in a row of what waits. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type GitChoice, type GitWaiting, resolveGitSync } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { gitWords } from "../../words/git.ts";
import { choiceWord } from "./choice.ts";

export default function Standstill({ of }: { readonly of: GitWaiting }) {
  const { attention, held } = of;
  return (
    <>
      <span className="facts-line">
        <span>{attention === undefined ? gitWords.heldOfBoth(held) : gitWords.standsStill}</span>
      </span>
      {attention === undefined ? null : <Choices of={{ ...of, attention }} />}
    </>
  );
}

interface ChoicesProps {
  readonly of: GitWaiting & Required<Pick<GitWaiting, "attention">>;
}

function Choices({ of }: ChoicesProps) {
  const { attention, installation, target, state } = of;
  const cache = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    // What is asked by now may be something else than what is read here.
    mutationFn: (choice: GitChoice) =>
      resolveGitSync(client, installation, { choice, question: attention.question ?? attention.kind }),
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
