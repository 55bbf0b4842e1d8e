/** A reusable content as it is edited: what is typed is kept by the browser, and saved on the text that it was typed on. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Conflict, type RevisionReusableContent, type Space } from "../../../sdk/src/index.ts";
import { writeContent } from "../../api/content.ts";
import { type DraftPlace, draftOf, forgetDraft, keepDraft, type TextDraft } from "../../api/drafts.ts";
import { reusableOf } from "../../api/parts.ts";
import { words } from "../../words.ts";
import { partsWords } from "../../words/parts.ts";

/** Where it is kept, and what was kept there of an earlier time. */
interface KeptDraft {
  readonly place: DraftPlace;
  readonly draft: TextDraft | undefined;
}

export interface EditingStart {
  readonly space: Space;
  readonly read: RevisionReusableContent;
  readonly kept: KeptDraft;
}

/** What was typed, with the text that it was typed on. */
interface TypedFields {
  readonly title: string;
  readonly text: string;
  readonly base: { readonly title: string; readonly text: string; readonly document: string };
}

/** What the browser kept of it; undefined until that is known. @param user the id of who is signed in */
export function useKept(space: string, reusable: string, user: string | undefined): KeptDraft | undefined {
  const [kept, know] = useState<KeptDraft>();
  useEffect(() => {
    if (user === undefined) return undefined;
    let isGone = false;
    const place: DraftPlace = { user, space, change: "", of: "reusable", id: reusable };
    // A browser that keeps nothing has kept nothing.
    const found = draftOf(place).catch(() => undefined);
    void found.then((draft) => (isGone ? undefined : know({ place, draft })));
    return () => {
      isGone = true;
    };
  }, [user, space, reusable]);
  return kept;
}

/** What is typed, and the ways of saving it: on the text that it was typed on, or on theirs once that was seen. */
export function useEditing({ space, read, kept }: EditingStart) {
  const [typed, set] = useState(() => typedOf(kept.draft) ?? asRead(read));
  const [theirs, show] = useState<RevisionReusableContent>();
  const [error, fail] = useState<Error>();
  const [said, tell] = useState<string>();
  const cache = useQueryClient();
  const keep = useKeeping(() => tell(words.notKept));
  const query = reusableOf(space.id, read.id);
  const latest = useRef(typed);
  const change = (next: TypedFields): void => {
    set(next);
    latest.current = next;
    tell(undefined);
    keep(() => keepDraft(draftAt(kept.place, next)));
  };
  const forget = (now: RevisionReusableContent): void => {
    set(asRead(now));
    latest.current = asRead(now);
    show(undefined);
    keep(() => forgetDraft(kept.place));
  };
  const save = async (): Promise<void> => {
    fail(undefined);
    try {
      const { changes } = await writeContent({ space: space.id, number: undefined }, [
        {
          operation: "update_reusable_content",
          reusableContent: read.id,
          title: typed.title.trim(),
          was: { title: typed.base.title },
          document: { markdown: typed.text, base: typed.base.document },
        },
      ]);
      const isMerged = changes[0]?.merged === true;
      const now = await cache.fetchQuery({ ...query, staleTime: 0 });
      const { current } = latest;
      if (current === typed) forget(now);
      // What was typed meanwhile is on what was sent; where that was merged, still on what it was made on.
      else change({ ...current, base: isMerged ? current.base : asRead(now).base });
      tell(isMerged ? partsWords.mergedText : partsWords.savedText);
    } catch (reason) {
      if (!(reason instanceof Conflict)) return fail(reason as Error);
      // What is there now is seen beside what was typed; saving again is on it.
      await cache.fetchQuery({ ...query, staleTime: 0 }).then((now) => {
        change({ ...latest.current, base: asRead(now).base });
        show(now);
      }, fail);
    }
  };
  const isChanged = typed.title !== typed.base.title || typed.text !== typed.base.text;
  return {
    // While nobody types it is what others make of it.
    draft: isChanged ? typed : asRead(read),
    change,
    theirs,
    takeTheirs: () => (theirs === undefined ? undefined : forget(theirs)),
    error,
    said,
    save,
    isChanged,
  };
}

/** Has the browser keep something after what it is keeping; of what came meanwhile, the last. */
function useKeeping(failed: () => void): (act: () => Promise<void>) => void {
  const next = useRef<() => Promise<void>>(undefined);
  const isBusy = useRef(false);
  const run = async (): Promise<void> => {
    isBusy.current = true;
    for (let act = next.current; act !== undefined; act = next.current) {
      next.current = undefined;
      await act().catch(failed);
    }
    isBusy.current = false;
  };
  return (act) => {
    next.current = act;
    if (!isBusy.current) void run();
  };
}

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
