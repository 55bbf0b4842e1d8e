/** How the saving of a page stands, in a word; and what to do where it doesn't go on by itself. */
import { type ReactNode, useState } from "react";
import { doorHref } from "../../api/door.ts";
import { isAnotherPerson } from "../../api/signedOut.ts";
import { Ask } from "../../ui/Ask.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { useWayBack } from "../../ui/wayBack.ts";
import { words } from "../../words.ts";
import { writingWords } from "../../words/writing.ts";
import type { SavingState, SavingView } from "./savingView.ts";

interface SavingStatusProps extends Pick<SavingView, "state" | "isKept"> {
  readonly again: () => void;
}

/** States in which nobody but this device has what was typed. */
const KEPT_HERE: ReadonlySet<string> = new Set<SavingState["name"]>([
  "offline",
  "waiting",
  "signed-out",
  "unsaid",
]);

export function SavingStatus({ state, isKept, again }: SavingStatusProps) {
  const isTried = state.name === "waiting";
  return (
    <>
      <span className="saving" data-state={state.name} role="status">
        <span>
          {isKept || state.name === "saved" ? writingWords.savingStates[state.name] : words.notKept}
          {isKept && KEPT_HERE.has(state.name) ? (
            <span className="bar-words">{writingWords.keptHere}</span>
          ) : null}
        </span>
      </span>
      {isTried ? <TryNow error={state.error} at={state.again} again={again} /> : null}
    </>
  );
}

interface TryNowProps {
  readonly error: Error;
  /** When it is tried by itself. */
  readonly at: number;
  readonly again: () => void;
}

function TryNow({ error, at, again }: TryNowProps) {
  const box = useWayBack<HTMLButtonElement>();
  return (
    <button ref={box} type="button" className="button-quiet" title={error.message} onClick={again}>
      {writingWords.tryNow} <Countdown until={at} />
    </button>
  );
}

interface TroubleProps {
  readonly state: SavingState;
  readonly actions: Readonly<
    Record<"again" | "resume" | "asWords" | "propose" | "copy" | "discard", () => void>
  >;
  /** Whether the page is written where it could be proposed instead. */
  readonly mayPropose: boolean;
}

/** What stands over a page that is not saved by itself any more. What was typed stays as it is. */
export function Trouble({ state, actions, mayPropose }: TroubleProps) {
  if (state.name === "signed-out") {
    const isAnother = isAnotherPerson(state.error);
    return (
      <TroubleBox
        title={isAnother ? writingWords.anotherPerson : words.signedOut}
        text={isAnother ? writingWords.anotherPersonText : writingWords.signedOutText}
      >
        <a className="button" href={doorHref()} target="_blank" rel="noopener">
          {words.signIn}
        </a>
        <button type="button" className="button button-secondary" onClick={actions.resume}>
          {words.signedInAgain}
        </button>
      </TroubleBox>
    );
  }
  if (state.name === "unsaid")
    return (
      <TroubleBox title={writingWords.unsaid} text={writingWords.unsaidText}>
        <button type="button" className="button" onClick={actions.asWords}>
          {writingWords.asWords}
        </button>
        <button type="button" className="button button-secondary" onClick={actions.copy}>
          {writingWords.copyText}
        </button>
      </TroubleBox>
    );
  if (state.name !== "refused") return null;
  return (
    <TroubleBox title={writingWords.notSaved} text={state.error.message}>
      {mayPropose ? (
        <button type="button" className="button" onClick={actions.propose}>
          {writingWords.saveAsProposal}
        </button>
      ) : null}
      <button type="button" className="button button-secondary" onClick={actions.again}>
        {words.again}
      </button>
      <button type="button" className="button button-secondary" onClick={actions.copy}>
        {writingWords.copyText}
      </button>
      <Discard discard={actions.discard} />
    </TroubleBox>
  );
}

/** Nobody can bring back what is given up here: it is asked first. */
function Discard({ discard }: { readonly discard: () => void }) {
  const [isOpen, ask] = useState(false);
  return (
    <>
      <button type="button" className="button button-secondary" onClick={() => ask(true)}>
        {words.discard}
      </button>
      <Ask
        isOpen={isOpen}
        close={() => ask(false)}
        title={words.discardAsk}
        verb={words.discard}
        act={async () => discard()}
      >
        <p>{writingWords.discardText}</p>
      </Ask>
    </>
  );
}

interface TroubleBoxProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function TroubleBox({ title, text, children }: TroubleBoxProps) {
  const box = useWayBack();
  return (
    <section ref={box} className="trouble" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="actions">{children}</div>
    </section>
  );
}
