/** What keeps a space or a site from being in step, and what may be pressed, in a row of what waits. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type GitChoice, type GitWaiting, resolveGitSync } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { Ask, Refusal } from "../../ui/Ask.tsx";
import { gitWords } from "../../words/git.ts";
import { ChoiceButtons } from "./ChoiceButtons.tsx";
import { choiceWord } from "./choice.ts";

interface StandstillProps {
  readonly of: GitWaiting;
  /** How many wait beside those that are shown. */
  readonly more: number;
}

export default function Standstill({ of, more }: StandstillProps) {
  const { attention, problem, held, state } = of;
  const said = attention === undefined && held > 0 ? gitWords.heldOfBoth(held) : gitWords.standsStill;
  return (
    <>
      <span className="facts-line">
        <span>{said}</span>
      </span>
      {attention === undefined ? null : <Choices key={attention.question} of={{ ...of, attention }} />}
      {attention !== undefined || problem === undefined ? null : (
        <p className="told">{state === "failed" ? gitWords.failsWith(problem) : problem}</p>
      )}
      {more === 0 ? null : <p className="told muted">{gitWords.andMore(more)}</p>}
    </>
  );
}

interface ChoicesProps {
  readonly of: GitWaiting & Required<Pick<GitWaiting, "attention">>;
}

/** How often the list is read anew after a decision, until the run has ended that goes on by it, in milliseconds. */
const LOOK_MS = 2000;

function Choices({ of }: ChoicesProps) {
  const { attention, installation, target, state } = of;
  const cache = useQueryClient();
  const [isAsked, ask] = useState(false);
  const { mutate, mutateAsync, isPending, isSuccess, error } = useMutation({
    // What is asked by now may be something else than what is read here.
    mutationFn: (choice: GitChoice) =>
      resolveGitSync(client, installation, { choice, question: attention.question ?? attention.kind }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["git", installation] }),
  });
  useEffect(() => {
    if (!isSuccess) return undefined;
    const predicate = ({ queryKey: [, , what, which] }: { readonly queryKey: readonly unknown[] }): boolean =>
      what === "changes" && which === "waiting";
    const looks = setInterval(() => void cache.invalidateQueries({ predicate }), LOOK_MS);
    return () => clearInterval(looks);
  }, [isSuccess, cache]);
  // Nothing is decided while it is paused.
  const choices = state === "paused" ? [] : attention.choices;
  const wordOf = (choice: GitChoice): string => choiceWord(choice, attention, target.type === "site");
  return (
    <div className="told">
      <p>{attention.message}</p>
      {error === null ? null : <Refusal error={error} />}
      {isSuccess ? (
        <p role="status">{gitWords.decided}</p>
      ) : choices.length === 0 ? null : (
        <ChoiceButtons
          of={choices}
          wordOf={wordOf}
          // What it deletes is asked once more.
          choose={(choice) => (choice === "apply" ? ask(true) : mutate(choice))}
          isBusy={isPending}
        />
      )}
      <Ask
        isOpen={isAsked}
        close={() => ask(false)}
        title={gitWords.applyTitle(of.title, wordOf("apply"))}
        verb={wordOf("apply")}
        act={() => mutateAsync("apply")}
      >
        <p>{attention.message}</p>
      </Ask>
    </div>
  );
}
