/** A text that several pages share: written by its source, with the pages that show it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { recall, remember } from "../../../design/script/memory.ts";
import { Conflict, type RevisionReusableContent, type Space } from "../../../sdk/src/index.ts";
import { writeContent } from "../../api/content.ts";
import { reusableOf, usersOfReusable } from "../../api/parts.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask, Refusal } from "../../ui/Ask.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { partsWords } from "../../words/parts.ts";
import { PlaceList } from "../links/PlaceList.tsx";
import { mayWriteParts, SpacePart } from "../spaces/SpacePart.tsx";

type ReusableParams = RouteParams<"reusable">;

export default function ReusableScreen({ space, reusable }: ReusableParams) {
  const { data } = useQuery({ ...reusableOf(space, reusable), throwOnError: true });
  const href = addressOf("reusable", { space, reusable });
  return (
    <SpacePart
      space={space}
      part="reusables"
      inside={{ title: data?.title ?? "", href }}
      actions={(it) => (mayWriteParts(it) && data !== undefined ? <Delete space={space} it={data} /> : null)}
    >
      {(it) => (
        <>
          {data === undefined ? <Skeleton /> : <Editor key={data.id} space={it} read={data} />}
          <h2>{partsWords.usedBy}</h2>
          <Users space={space} reusable={reusable} />
        </>
      )}
    </SpacePart>
  );
}

interface EditorProps {
  readonly space: Space;
  readonly read: RevisionReusableContent;
}

/** What was typed, with the text that it was typed on: it outlives the tab, until it is saved. */
interface Draft {
  readonly title: string;
  readonly text: string;
  readonly base: { readonly title: string; readonly document: string };
}

/** What is typed, and the ways of saving it: on the text that it was typed on, or on theirs once that was seen. */
function useEditing({ space, read }: EditorProps) {
  const { draft, change, forget } = useDraft(space.id, read);
  const [theirs, show] = useState<RevisionReusableContent>();
  const [error, fail] = useState<Error>();
  const [said, tell] = useState<string>();
  const cache = useQueryClient();
  const query = reusableOf(space.id, read.id);
  const isChanged = draft.title !== draft.base.title || draft.text !== read.markdown;
  const save = async (): Promise<void> => {
    fail(undefined);
    try {
      const { changes } = await writeContent({ space: space.id, number: undefined }, [
        {
          operation: "update_reusable_content",
          reusableContent: read.id,
          title: draft.title.trim(),
          was: { title: draft.base.title },
          document: { markdown: draft.text, base: draft.base.document },
        },
      ]);
      const now = await cache.fetchQuery({ ...query, staleTime: 0 });
      forget(now);
      show(undefined);
      tell(changes[0]?.merged === true ? partsWords.mergedText : partsWords.savedText);
    } catch (reason) {
      if (!(reason instanceof Conflict)) return fail(reason as Error);
      // What is there now is seen beside what was typed; saving again is on it.
      const now = await cache.fetchQuery({ ...query, staleTime: 0 });
      change({ ...draft, base: { title: now.title, document: now.document } });
      show(now);
    }
  };
  const takeTheirs = (): void => {
    if (theirs !== undefined) forget(theirs);
    show(undefined);
  };
  return { draft, change, theirs, takeTheirs, error, said, save, isChanged };
}

function Editor({ space, read }: EditorProps) {
  const { draft, change, theirs, takeTheirs, error, said, save, isChanged } = useEditing({ space, read });
  const mayWrite = mayWriteParts(space);
  return (
    <form
      className="card"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={partsWords.title}
        value={draft.title}
        set={(title) => change({ ...draft, title })}
        readOnly={!mayWrite}
      />
      <TextField
        label={partsWords.text}
        value={draft.text}
        set={(text) => change({ ...draft, text })}
        rows={14}
        readOnly={!mayWrite}
      />
      {theirs === undefined ? null : (
        <div className="clash" role="alert">
          <p>{partsWords.conflictText}</p>
          <pre className="clash-text">{theirs.markdown}</pre>
          <button type="button" className="button button-secondary" onClick={takeTheirs}>
            {partsWords.takeTheirs}
          </button>
        </div>
      )}
      {error === undefined ? null : <Refusal error={error} />}
      {mayWrite ? (
        <div className="card-foot">
          <span role="status">{said}</span>
          <button type="submit" className="button" disabled={!isChanged || draft.title.trim() === ""}>
            {theirs === undefined ? partsWords.save : partsWords.saveMine}
          </button>
        </div>
      ) : null}
    </form>
  );
}

function useDraft(space: string, read: RevisionReusableContent) {
  const key = `lectern:reusable:${space}:${read.id}`;
  const [draft, set] = useState<Draft>(() => keptDraft(key) ?? draftOf(read));
  return {
    draft,
    change(next: Draft): void {
      set(next);
      remember("local", key, JSON.stringify(next));
    },
    forget(now: RevisionReusableContent): void {
      set(draftOf(now));
      remember("local", key, undefined);
    },
  };
}

const draftOf = ({ title, markdown, document }: RevisionReusableContent): Draft => ({
  title,
  text: markdown,
  base: { title, document },
});

function keptDraft(key: string): Draft | undefined {
  try {
    const kept = JSON.parse(recall("local", key) ?? "null") as Draft | null;
    const texts = [kept?.title, kept?.text, kept?.base.title, kept?.base.document];
    return texts.every((text) => typeof text === "string") ? (kept ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

function Users({ space, reusable }: ReusableParams) {
  const { data } = useQuery(usersOfReusable(space, reusable));
  if (data === undefined) return <Skeleton rows={2} />;
  if (data.length === 0) return <p className="nothing">{partsWords.notUsed}</p>;
  return <PlaceList places={data} />;
}

function Delete({ space, it }: { readonly space: string; readonly it: RevisionReusableContent }) {
  const [isAsking, ask] = useState(false);
  const { data: users } = useQuery(usersOfReusable(space, it.id));
  const [, go] = useLocation();
  const cache = useQueryClient();
  const remove = async (): Promise<void> => {
    const { id, version } = it;
    await writeContent({ space, number: undefined }, [
      { operation: "delete_reusable_content", reusableContent: id, ifVersion: version },
    ]);
    go(addressOf("reusables", { space }));
    await cache.invalidateQueries({ queryKey: ["space", space] });
  };
  return (
    <>
      <button type="button" className="button button-secondary" onClick={() => ask(true)}>
        {partsWords.remove}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={partsWords.deleteReusable(it.title)}
        verb={partsWords.remove}
        act={remove}
      >
        <p>{users === undefined ? words.counting : partsWords.deleteReusableText(users.length)}</p>
      </Ask>
    </>
  );
}
