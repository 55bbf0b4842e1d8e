/** A field that somebody else changed as well: what they made of it, and which of both it is to be. */
import { useWayBack } from "../../ui/wayBack.ts";
import { writingWords } from "../../words/writing.ts";
import type { FieldName } from "./fields.ts";
import type { PageSaving } from "./saving.ts";
import type { SavingView } from "./savingView.ts";

interface DisputeProps {
  readonly name: FieldName;
  readonly view: SavingView;
  readonly saving: PageSaving;
}

export function Dispute(props: DisputeProps) {
  return props.name in props.view.disputed ? <Choice {...props} /> : null;
}

function Choice({ name, view, saving }: DisputeProps) {
  const box = useWayBack<HTMLDivElement>();
  const theirs = view.disputed[name];
  return (
    <div ref={box} className="dispute" role="alert">
      <span>{writingWords.theirField(typeof theirs === "string" ? theirs : JSON.stringify(theirs))}</span>
      <button
        type="button"
        className="button button-secondary"
        onClick={() => saving.settleField(name, "ours")}
      >
        {writingWords.keepMine}
      </button>
      <button
        type="button"
        className="button button-secondary"
        onClick={() => saving.settleField(name, "theirs")}
      >
        {writingWords.takeTheirs}
      </button>
    </div>
  );
}
