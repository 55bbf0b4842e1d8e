/** What was kept and can't be opened as what it was: its words are there. */
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { forgetRejected, type RejectedText } from "../../api/drafts.ts";
import { space as spaceOf } from "../../api/queries.ts";
import { sayNotDone } from "../../ui/toasts.ts";
import { keptWords } from "../../words/kept.ts";
import { KeptText } from "./KeptText.tsx";
import { newPageOf } from "./newPage.ts";

interface KeptRestProps {
  readonly of: RejectedText;
  /** Told when it is kept no longer. */
  readonly changed: () => Promise<void>;
}

export function KeptRest({ of, changed }: KeptRestProps) {
  const [, go] = useLocation();
  const { title = "", text, at, space = "" } = of;
  const { data: it } = useQuery({ ...spaceOf(space), enabled: space !== "", throwOnError: false });
  const forget = (): Promise<void> => forgetRejected(of).then(changed);
  const makePage = async (): Promise<void> => {
    if (it === undefined) return;
    const href = await newPageOf(it, { title, markdown: text });
    await forget();
    go(href);
  };
  return (
    <KeptText
      title={title}
      text={text}
      at={at}
      place={it?.title}
      state={keptWords.unreadable}
      forget={forget}
    >
      {it?.permissions.edit === true ? (
        <button type="button" className="button" onClick={() => void makePage().catch(sayNotDone)}>
          {keptWords.newPage}
        </button>
      ) : null}
    </KeptText>
  );
}
