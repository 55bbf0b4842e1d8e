/** A change request: what it is about, what it changes, what was said, and what is left until it is merged. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { ChangeRequest, Space } from "../../../sdk/src/index.ts";
import { getChangeRequestById, updateChangeRequestById } from "../../../sdk/src/index.ts";
import { textOf, useChanging } from "../../api/changes.ts";
import { client } from "../../api/client.ts";
import { loadScreen } from "../../app/screen.tsx";
import { useDraft } from "../../api/draft.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Card } from "../../ui/Card.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { reviewWords as words } from "../../words/review.ts";
import { LazyDiff } from "../diff/LazyDiff.tsx";
import { ChangeFrame } from "./ChangeFrame.tsx";
import type { ChangedText } from "../../api/changedThings.ts";
import { Conversation } from "./Conversation.tsx";
import { MergeBox } from "./MergeBox.tsx";
import { Reviewers } from "./Reviewers.tsx";
import { SaidText } from "../talk/SaidText.tsx";
import { useChangedThings } from "./useChangedThings.ts";

export default function Overview({ space, number }: RouteParams<"change">) {
  return (
    <ChangeFrame space={space} number={number} tab="change">
      {(request, within) => (
        <div className="change-columns">
          <div>
            <About request={request} within={within} />
            <section className="change-part">
              <h2>{words.changesTitle}</h2>
              <WhatChanges space={space} number={number} />
            </section>
            <Conversation request={request} within={within} />
          </div>
          <aside className="change-rail">
            <MergeBox request={request} within={within} />
            <Reviewers request={request} within={within} />
          </aside>
        </div>
      )}
    </ChangeFrame>
  );
}

interface PartProps {
  readonly request: ChangeRequest;
  readonly within: Space;
}

interface AboutFields {
  readonly subject: string;
  readonly description: string;
}

function About(props: PartProps) {
  const { request, within } = props;
  const [isEditing, edit] = useState(false);
  const mayEdit = within.permissions.edit && request.status !== "merged" && request.git === undefined;
  const { description = "" } = request;
  if (mayEdit && isEditing) return <AboutForm {...props} close={() => edit(false)} />;
  return (
    <section className="change-part about" aria-label={words.about}>
      {description === "" ? (
        <p className="muted">{words.noDescription}</p>
      ) : (
        <SaidText of={description} place={{ space: within.id, number: `${request.number}` }} />
      )}
      {mayEdit ? (
        <button type="button" className="button-quiet" onClick={() => edit(true)}>
          {words.editAbout}
        </button>
      ) : null}
    </section>
  );
}

function AboutForm({ request, within, close }: PartProps & { readonly close: () => void }) {
  const changing = useChanging(within.id);
  const at = [within.id, `${request.number}`] as const;
  const draft = useDraft<ChangeRequest, AboutFields>({
    id: `change ${request.id}`,
    thing: request,
    fields: ({ subject, description = "" }) => ({ subject, description }),
    read: () => getChangeRequestById(client, ...at),
    write: ({ subject, description }, options) =>
      updateChangeRequestById(
        client,
        ...at,
        {
          ...(subject === undefined ? {} : { subject: subject.trim() }),
          ...(description === undefined ? {} : { description: description === "" ? null : description }),
        },
        options,
      ),
    saved: () => void changing(() => Promise.resolve()).then(close),
  });
  const faults = faultsOf(draft.error, ["subject", "description"]);
  return (
    <Card
      title={words.about}
      draft={draft}
      close={close}
      names={{ subject: words.subject, description: words.description }}
    >
      <TextField
        label={words.subject}
        value={draft.values.subject}
        set={(subject) => draft.set({ subject })}
        error={faults.of("subject")}
      />
      <TextField
        label={words.description}
        help={words.descriptionHelp}
        rows={3}
        value={draft.values.description}
        set={(description) => draft.set({ description })}
        error={faults.of("description")}
      />
    </Card>
  );
}

/** More are looked at among the differences. */
const MOST_SHOWN = 20;

function WhatChanges({ space, number }: RouteParams<"change">) {
  const things = useChangedThings(space, number);
  useDiffAhead(space, things?.texts[0]);
  if (things === undefined) return <Skeleton rows={3} />;
  const { texts, files, variables, tags } = things;
  const diff = addressOf("changeDiff", { space, number });
  const [names, tagNames] = [Object.keys(variables), Object.keys(tags)];
  if (texts.length + files.length + names.length + tagNames.length === 0)
    return <p className="muted">{words.noChanges}</p>;
  const others = texts.length - MOST_SHOWN;
  return (
    <>
      <ul className="list">
        {texts.slice(0, MOST_SHOWN).map((text) => (
          <Changed key={text.key} of={text} href={`${diff}?page=${encodeURIComponent(text.key)}`} />
        ))}
        {files.length === 0 ? null : (
          <Other title={words.files} of={files.map(({ file }) => file?.name ?? "")} />
        )}
        {names.length === 0 ? null : <Other title={words.variables} of={names} />}
        {tagNames.length === 0 ? null : <Other title={words.tags} of={tagNames} />}
      </ul>
      <p className="change-more">
        <Link className="button button-secondary" href={diff}>
          {words.seeDiff}
        </Link>{" "}
        {others > 0 ? <span className="muted">{words.moreChanges(others)}</span> : null}
      </p>
    </>
  );
}

/** Who reads the overview looks at the differences next: what shows them is there then, and the first texts are. */
function useDiffAhead(space: string, first: ChangedText | undefined): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (first === undefined) return;
    for (const id of [first.before, first.after]) void cache.prefetchQuery(textOf(space, id));
    // Neither is missed here: who opens the differences asks again, and is told what is wrong.
    void Promise.allSettled([loadScreen("changeDiff"), LazyDiff.load()]);
  }, [cache, space, first]);
}

function Changed({ of, href }: { readonly of: ChangedText; readonly href: string }) {
  return (
    <li className="list-row">
      <Link className="list-link" href={href}>
        <span className="cut">{of.title}</span>
      </Link>
      <span className="facts-line">
        {of.page === undefined ? <span>{words.reusable}</span> : null}
        <span>{words.kindsOf(of.fates.map((fate) => words.kinds[fate]))}</span>
      </span>
    </li>
  );
}

function Other({ title, of }: { readonly title: string; readonly of: readonly string[] }) {
  return (
    <li className="list-row">
      <span className="list-link">{title}</span>
      <span className="facts-line cut">{of.join(", ")}</span>
    </li>
  );
}
