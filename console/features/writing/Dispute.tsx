/** A field that somebody else changed as well: what they made of it, and which of both it is to be. */
import { writingWords } from "../../words/writing.ts";
import type { FieldName } from "./fields.ts";
import type { PageSaving, SavingView } from "./saving.ts";

interface DisputeProps {
  readonly name: FieldName;
  readonly view: SavingView;
  readonly saving: PageSaving;
}

export function Dispute({ name, view, saving }: DisputeProps) {
  if (!(name in view.disputed)) return null;
  const theirs = view.disputed[name];
  return (
    <div className="dispute" role="alert">
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
