/** A card of settings: one form, one save, and below it what the save did. `useFormKey` of the frame saves it by Ctrl S. */
import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { FieldDraft } from "../api/draft.ts";
import { lastChange } from "../api/administration.ts";
import { words } from "../words.ts";
import { Refusal } from "./Ask.tsx";
import { ago } from "./Time.tsx";
import { clashWords } from "../words/clash.ts";

interface CardProps<Fields> {
  readonly title: string;
  readonly text?: string;
  readonly draft?: FieldDraft<Fields>;
  /** What the save did, and who sees it. */
  readonly saved?: string;
  /** Fields with the words for them, and how a value of theirs is said. */
  readonly names?: Readonly<Record<keyof Fields & string, string>>;
  readonly say?: (value: unknown) => string;
  /** What it is about: who changed it last is looked up, where that may be read. */
  readonly about?: { readonly organization: string; readonly target: string };
  readonly isDangerous?: boolean;
  /** Puts the form away, where it can be. */
  readonly close?: () => void;
  readonly children: ReactNode;
}

export function Card<Fields extends object>(props: CardProps<Fields>) {
  const { title, text, draft, saved, isDangerous, close, children } = props;
  const isChanged = draft?.state === "changed";
  const body = (
    <>
      <h2>{title}</h2>
      {text === undefined ? null : <p className="card-text">{text}</p>}
      {children}
      {draft?.clash === undefined ? null : <ClashBox {...props} draft={draft} />}
      {draft?.error === undefined ? null : <Refusal error={draft.error} />}
      {draft === undefined ? null : (
        <div className="card-foot">
          <span role="status">
            {draft.state === "saved" ? (saved ?? words.saved) : draft.state === "saving" ? words.saving : ""}
          </span>
          {isChanged ? (
            <button type="button" className="button button-secondary" onClick={draft.discard}>
              {words.discard}
            </button>
          ) : close === undefined ? null : (
            <button type="button" className="button button-secondary" onClick={close}>
              {words.cancel}
            </button>
          )}
          <button type="submit" className="button" disabled={!isChanged}>
            {words.save}
          </button>
        </div>
      )}
    </>
  );
  const name = isDangerous ? "settings-card card-danger" : "settings-card";
  if (draft === undefined) return <section className={name}>{body}</section>;
  return (
    <form
      className={name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        draft.save();
      }}
    >
      {body}
    </form>
  );
}

/** Both have changed the same: theirs and ours beside each other, and whose stays. */
function ClashBox<Fields extends object>(props: CardProps<Fields> & { readonly draft: FieldDraft<Fields> }) {
  const { draft, names, say = String, about } = props;
  const { data: last } = useQuery(lastChange(about?.organization, about?.target));
  const { clash } = draft;
  if (clash === undefined) return null;
  return (
    <div className="clash" role="alert">
      <strong>{!last ? clashWords.changedMeanwhile : clashWords.changedBy(last.who, ago(last.at))}</strong>
      <p>{clashWords.changedText}</p>
      <dl>
        {clash.names.map((name) => (
          <div key={name}>
            <dt>{names?.[name] ?? name}</dt>
            <dd>
              <small>{clashWords.theirs}</small> {say(clash.theirs[name])}
            </dd>
            <dd>
              <small>{clashWords.yours}</small> {say(draft.values[name])}
            </dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <button type="button" className="button button-secondary" onClick={draft.useTheirs}>
          {clashWords.useTheirs}
        </button>
        <button type="submit" className="button">
          {clashWords.saveMine}
        </button>
      </div>
    </div>
  );
}
