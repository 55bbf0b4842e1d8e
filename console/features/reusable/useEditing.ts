/** A reusable content as it is edited: what is typed is kept by the browser, and saved on the text that it was typed on. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Conflict, type ContentChange, type RevisionReusableContent } from "../../../sdk/src/index.ts";
import { type ContentPlace, writeContent } from "../../api/content.ts";
import { type DraftPlace, forgetDraft, keepDraft, type TextDraft } from "../../api/drafts.ts";
import { reusableOf } from "../../api/parts.ts";
import type { OwnPlace } from "../../app/ownPlace.tsx";
import { words } from "../../words.ts";
import { partsWords } from "../../words/parts.ts";
import type { KeptText } from "./turn.ts";

export interface EditingStart {
  readonly place: OwnPlace;
  readonly read: RevisionReusableContent;
  /** Undefined where another tab writes it. */
  readonly kept: KeptText | undefined;
}

/** What was typed, with the text that it was typed on. */
interface TypedFields {
  readonly title: string;
  readonly text: string;
  readonly base: { readonly title: string; readonly text: string; readonly document: string };
}

/** What is typed, and the ways of saving it: on the text that it was typed on, or on theirs once that was seen. */
export function useEditing({ place, read, kept }: EditingStart) {
  const [typed, set] = useState(() => typedOf(kept?.draft) ?? asRead(read));
  const [theirs, show] = useState<RevisionReusableContent>();
  const [error, fail] = useState<Error>();
  const [said, tell] = useState<string>();
  const cache = useQueryClient();
  const keep = (act: (place: DraftPlace) => Promise<void>): void =>
    kept?.keep(
      () => act(kept.place),
      () => tell(words.notKept),
    );
  const reread = (of: ContentPlace) => cache.fetchQuery({ ...reusableOf(of, read.id), staleTime: 0 });
  const latest = useRef(typed);
  const change = (next: TypedFields): void => {
    set(next);
    latest.current = next;
    tell(undefined);
    keep((place) => keepDraft(draftAt(place, next)));
  };
  const forget = (now: RevisionReusableContent): void => {
    set(asRead(now));
    latest.current = asRead(now);
    show(undefined);
    keep(forgetDraft);
  };
  const saveNow = async (): Promise<void> => {
    const sent = latest.current;
    if (!isOther(sent)) return;
    fail(undefined);
    try {
      const [at, isMerged] = await place.inPlace(
        partsWords.reusableSubject(sent.title.trim()),
        async (own) => {
          const { changes } = await writeContent(own, [updateOf(read.id, sent)]);
          return [own, changes[0]?.merged === true] as const;
        },
      );
      const now = await reread(at);
      const { current } = latest;
      if (current === sent) forget(now);
      // What was typed meanwhile is on what was sent; where that was merged, still on what it was made on.
      else change({ ...current, base: isMerged ? current.base : asRead(now).base });
      tell(saidOf(at, isMerged));
    } catch (reason) {
      if (!(reason instanceof Conflict)) return fail(reason as Error);
      // What is there now is seen beside what was typed; saving again is on it.
      await reread(place).then((now) => {
        change({ ...latest.current, base: asRead(now).base });
        show(now);
      }, fail);
    }
  };
  // What is saved while that is under way is on what it leaves.
  const line = useRef(Promise.resolve());
  const save = (): Promise<void> => (line.current = line.current.then(saveNow));
  const isChanged = isOther(typed);
  return {
    // While nobody types it is what others make of it.
    draft: isChanged ? typed : asRead(read),
    change,
    theirs,
    takeTheirs: () => (theirs === undefined ? undefined : forget(theirs)),
    error,
    said,
    save: () => kept?.during(save()),
    isChanged,
  };
}

function saidOf({ number }: ContentPlace, isMerged: boolean): string {
  if (isMerged) return partsWords.mergedText;
  return number === undefined ? partsWords.savedText : partsWords.wroteIn(number);
}

const isOther = ({ title, text, base }: TypedFields): boolean => title !== base.title || text !== base.text;

const updateOf = (reusableContent: string, { title, text, base }: TypedFields): ContentChange => ({
  operation: "update_reusable_content",
  reusableContent,
  title: title.trim(),
  was: { title: base.title },
  document: { markdown: text, base: base.document },
});

const asRead = ({ title, markdown, document }: RevisionReusableContent): TypedFields => ({
  title,
  text: markdown,
  base: { title, text: markdown, document },
});

function typedOf(draft: TextDraft | undefined): TypedFields | undefined {
  if (draft === undefined) return undefined;
  const { title, mine, base, was } = draft;
  const document = base.documentId;
  if (document === null || typeof was["title"] !== "string") return undefined;
  return { title, text: mine, base: { title: was["title"], text: base.markdown, document } };
}

function draftAt(place: DraftPlace, { title, text, base }: TypedFields): TextDraft {
  return {
    ...place,
    version: 1,
    title,
    base: { documentId: base.document, markdown: base.text },
    mine: text,
    fields: { title },
    was: { title: base.title },
    pending: null,
    proposal: null,
    at: Date.now(),
  };
}
