/** A text that several pages share: written by its source, with the pages that show it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { RevisionReusableContent } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { reusableOf, usersOfReusable } from "../../api/parts.ts";
import { user as userOf } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask, Refusal } from "../../ui/Ask.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import { partsWords } from "../../words/parts.ts";
import { PlaceList } from "../links/PlaceList.tsx";
import { type OwnPlace, useOwnPlace } from "../../app/ownPlace.tsx";
import { SpacePart } from "../../app/SpacePart.tsx";
import { type EditingStart, useEditing } from "./useEditing.ts";
import { useTurn } from "./turn.ts";

type ReusableParams = RouteParams<"reusable">;

export default function ReusableScreen({ space, reusable }: ReusableParams) {
  const place = useOwnPlace(space);
  const { data } = useNeeded({
    ...reusableOf(place, reusable),
    enabled: place.isKnown,
    // What is typed on the screen stays when the first change has made a change request.
    placeholderData: (before) => (before?.id === reusable ? before : undefined),
  });
  const { data: who } = useQuery(userOf());
  const { kept, isElsewhere, takeOver } = useTurn(space, reusable, who?.id);
  const href = addressOf("reusable", { space, reusable });
  return (
    <SpacePart
      space={space}
      part="reusables"
      inside={{ title: data?.title ?? "", href }}
      place={place}
      actions={() => (place.mayWrite && data !== undefined ? <Delete place={place} it={data} /> : null)}
    >
      {() => (
        <>
          {isElsewhere && place.mayWrite ? <Elsewhere takeOver={takeOver} /> : null}
          {data === undefined || (kept === undefined && !isElsewhere) ? (
            <Skeleton />
          ) : (
            <Editor key={`${data.id} ${isElsewhere}`} place={place} read={data} kept={kept} />
          )}
          <h2>{partsWords.usedBy}</h2>
          <Users place={place} reusable={reusable} />
        </>
      )}
    </SpacePart>
  );
}

function Elsewhere({ takeOver }: { readonly takeOver: () => void }) {
  return (
    <section className="settings-card" role="status">
      <p>{partsWords.reusableElsewhere}</p>
      <div className="card-acts">
        <button type="button" className="button" onClick={takeOver}>
          {partsWords.writeHere}
        </button>
      </div>
    </section>
  );
}

function Editor(props: EditingStart) {
  const { draft, change, theirs, takeTheirs, error, said, save, isChanged } = useEditing(props);
  const { place, kept } = props;
  const mayWrite = kept !== undefined && place.mayWrite;
  return (
    <form
      className="settings-card"
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

function Users({ place, reusable }: { readonly place: OwnPlace; readonly reusable: string }) {
  const { data } = useQuery({ ...usersOfReusable(place, reusable), enabled: place.isKnown });
  if (data === undefined) return <Skeleton rows={2} />;
  if (data.length === 0) return <p className="nothing">{partsWords.notUsed}</p>;
  return <PlaceList places={data} />;
}

function Delete({ place, it }: { readonly place: OwnPlace; readonly it: RevisionReusableContent }) {
  const [isAsking, ask] = useState(false);
  const { data: users } = useQuery(usersOfReusable(place, it.id));
  const [, go] = useLocation();
  const remove = async (): Promise<void> => {
    const { id, version } = it;
    await place.write(partsWords.reusableSubject(it.title), [
      { operation: "delete_reusable_content", reusableContent: id, ifVersion: version },
    ]);
    go(addressOf("reusables", { space: place.space }));
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
