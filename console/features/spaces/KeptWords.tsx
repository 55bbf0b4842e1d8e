/** Words that somebody had typed into a page that is gone, as the browser kept them. */
import { useEffect, useState } from "react";
import { type DraftPlace, draftOf, type TextDraft } from "../../api/drafts.ts";
import { copyText } from "../../ui/copy.ts";
import { goneWords } from "../../words/gone.ts";

export function KeptWords({ place }: { readonly place: DraftPlace }) {
  const [draft, know] = useState<TextDraft>();
  const [isCopied, copied] = useState(false);
  const { user, space, change, of, id } = place;
  useEffect(() => {
    let isGone = false;
    // Without a place of its own the browser kept nothing.
    const told = draftOf({ user, space, change, of, id }).catch(() => undefined);
    void told.then((found) => (isGone ? undefined : know(found)));
    return () => {
      isGone = true;
    };
  }, [user, space, change, of, id]);
  if (draft === undefined) return null;
  const copy = (): void => void copyText(draft.mine).then(copied);
  return (
    <section className="kept-words">
      <h2>{goneWords.kept}</h2>
      <p className="help">{goneWords.keptText}</p>
      <textarea readOnly value={draft.mine} rows={8} aria-label={goneWords.kept} />
      <button type="button" className="button button-secondary" onClick={copy}>
        {isCopied ? goneWords.copied : goneWords.copy}
      </button>
    </section>
  );
}
