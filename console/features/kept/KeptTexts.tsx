/** What somebody wrote and the server doesn't have: it is read, copied, downloaded, sent again and taken up again. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { draftsOf, type RejectedText, rejectedOf, type TextDraft } from "../../api/drafts.ts";
import { user as userOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { lastOrganization } from "../../app/lastOrganization.ts";
import { addressOf } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { keptWords } from "../../words/kept.ts";
import { KeptDraft } from "./KeptDraft.tsx";
import { KeptRest } from "./KeptRest.tsx";
import { KeptText } from "./KeptText.tsx";
import { forgetUnsent, unsentTexts } from "./unsent.ts";

interface KeptList {
  readonly drafts: readonly TextDraft[];
  readonly rejected: readonly RejectedText[];
  readonly unsent: ReturnType<typeof unsentTexts>;
}

export default function KeptTexts() {
  const { data: who } = useQuery(userOf());
  const [kept, know] = useState<KeptList>();
  const user = who?.id;
  const look = useCallback(async (): Promise<void> => {
    if (user === undefined) return;
    // A browser that keeps nothing has kept nothing. What is none of the drafts is put aside before that is read.
    const drafts = await draftsOf(user).catch(() => []);
    const rejected = await rejectedOf(user).catch(() => []);
    know({ drafts, rejected, unsent: unsentTexts() });
  }, [user]);
  useEffect(() => {
    const looked = (): void => void look();
    looked();
    addEventListener("focus", looked);
    return () => removeEventListener("focus", looked);
  }, [look]);
  const title = keptWords.title;
  return (
    <Frame title={title} trail={[{ title, href: addressOf("kept", {}) }]} organization={lastOrganization()}>
      <div className="column">
        <header className="head">
          <h1>{title}</h1>
        </header>
        {kept === undefined ? (
          <Skeleton rows={4} />
        ) : kept.drafts.length + kept.rejected.length + kept.unsent.length === 0 ? (
          <Notice icon="done" title={keptWords.none} text={keptWords.noneText} />
        ) : (
          <>
            <p className="muted">{keptWords.lead}</p>
            <ul className="kept-list">
              {kept.drafts.map((draft) => (
                <li key={[draft.space, draft.change, draft.of, draft.id].join("/")}>
                  <KeptDraft draft={draft} changed={look} />
                </li>
              ))}
              {kept.rejected.map((rest) => (
                <li key={JSON.stringify(rest.key)}>
                  <KeptRest of={rest} changed={look} />
                </li>
              ))}
              {kept.unsent.map(({ name, text }) => (
                <li key={name}>
                  <KeptText
                    title={text.trim().split("\n", 1)[0]?.slice(0, 60) ?? ""}
                    text={text}
                    place={undefined}
                    state={keptWords.unsent}
                    forget={async () => {
                      forgetUnsent(name);
                      await look();
                    }}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Frame>
  );
}
