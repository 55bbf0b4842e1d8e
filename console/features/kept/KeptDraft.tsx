/** A page or a reusable content with words that aren't stored: they are sent, and where that is refused, taken up again. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { forgetDraft, type TextDraft } from "../../api/drafts.ts";
import { hrefOfDraft } from "../../api/hrefOfDraft.ts";
import { space as spaceOf } from "../../api/queries.ts";
import { addressOf } from "../../routes.ts";
import { sayNotDone } from "../../ui/toasts.ts";
import { keptWords } from "../../words/kept.ts";
import type { PushResult } from "../writing/pushing.ts";
import { KeptText } from "./KeptText.tsx";
import { newPageOf } from "./newPage.ts";

interface KeptDraftProps {
  readonly draft: TextDraft;
  /** Told when it is kept no longer, or elsewhere. */
  readonly changed: () => Promise<void>;
}

export function KeptDraft({ draft, changed }: KeptDraftProps) {
  const [, go] = useLocation();
  const { data: it } = useQuery({ ...spaceOf(draft.space), throwOnError: false });
  const { result, know, push } = usePushing(draft, changed);
  const mayEdit = it?.permissions.edit === true;
  const forget = (): Promise<void> => forgetDraft(draft).then(changed);
  const makePage = async (): Promise<void> => {
    if (it === undefined) return;
    const href = await newPageOf(it, {
      title: draft.title,
      markdown: draft.mine,
      fields: draft.fields,
    });
    await forget();
    go(href);
  };
  const propose = async (): Promise<void> => {
    const { proposeDraft } = await import("../writing/pushing.ts");
    const sent = await proposeDraft(draft);
    know(sent);
    await changed();
    if (sent.name !== "saved" || sent.number === undefined) return;
    go(addressOf("changedPage", { space: draft.space, number: sent.number, page: draft.id }));
  };
  const isDecidedThere = result?.name === "contested";
  const state = draft.of === "reusable" ? keptWords.reusable : stateOf(result);
  const does = (act: () => Promise<void>) => () => void act().catch(sayNotDone);
  return (
    <KeptText
      title={draft.title}
      text={draft.mine}
      at={draft.at}
      place={it === undefined ? undefined : keptWords.in(it.title, draft.change)}
      state={state}
      forget={forget}
    >
      {result?.name === "gone" && mayEdit ? (
        <button type="button" className="button" onClick={does(makePage)}>
          {keptWords.newPage}
        </button>
      ) : null}
      {result?.name === "refused" && mayEdit ? (
        <button type="button" className="button" onClick={does(propose)}>
          {keptWords.propose}
        </button>
      ) : null}
      <Link className={isDecidedThere ? "button" : "button button-secondary"} href={hrefOfDraft(draft)}>
        {draft.of === "page" ? keptWords.openPage : keptWords.openReusable}
      </Link>
      {result !== undefined && AGAIN.has(result.name) ? (
        <button type="button" className="button button-secondary" onClick={push}>
          {keptWords.again}
        </button>
      ) : null}
    </KeptText>
  );
}

/** After these it may be sent once more. */
const AGAIN: ReadonlySet<PushResult["name"]> = new Set(["refused", "waiting", "open"]);

/** Loaded where there is something to send. */
const send = async (draft: TextDraft): Promise<PushResult> =>
  (await import("../writing/pushing.ts")).pushDraft(draft);

function stateOf(result: PushResult | undefined): string {
  if (result === undefined || result.name === "saved") return keptWords.sending;
  return result.name === "open" ? keptWords.open : result.text;
}

/** Sends a page when it is listed, and when somebody asks for that. */
function usePushing(draft: TextDraft, changed: () => Promise<void>) {
  const [result, know] = useState<PushResult>();
  const push = useCallback((): void => {
    know(undefined);
    const told = (now: PushResult): void => {
      know(now);
      if (now.name === "saved") void changed();
    };
    send(draft).then(told, ({ message }: Error) => know({ name: "waiting", text: message }));
    // What was typed meanwhile is read again when it is sent.
  }, [draft.space, draft.change, draft.id, draft.proposal]);
  useEffect(() => {
    if (draft.of === "page") push();
  }, [push, draft.of]);
  return { result, know, push };
}
