/** One thing that both sides changed: as it was, as each has it, and which stays. */
import { useState } from "react";
import {
  type ChangeRequest,
  type ChangeRequestConflict,
  resolveChangeRequestConflict,
  type Space,
} from "../../../sdk/src/index.ts";
import { useChanging } from "../../api/changes.ts";
import { client } from "../../api/client.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { sayNotDone } from "../../ui/toasts.ts";
import { useKeptText } from "../../api/keptText.ts";
import { words as general } from "../../words.ts";
import { reviewWords as words } from "../../words/review.ts";
import { LazyDiff } from "../diff/LazyDiff.tsx";
import { said } from "../../api/changedThings.ts";
import { isWrittenHere } from "./MergeBox.tsx";

interface ConflictCardProps {
  readonly request: ChangeRequest;
  readonly within: Space;
  readonly conflict: ChangeRequestConflict;
  /** What it is about. */
  readonly title: string;
  readonly titleOf: (page: unknown) => string;
}

type Resolution = Parameters<typeof resolveChangeRequestConflict>[4]["resolution"];

export function ConflictCard({ request, within, conflict, title, titleOf }: ConflictCardProps) {
  const { id, kind, field, removedBy, resolution } = conflict;
  const [error, fail] = useState<Error>();
  const [isBusy, work] = useState(false);
  const changing = useChanging(within.id);
  const isOpen = isWrittenHere(request);
  const decide = async (chosen: Resolution): Promise<boolean> => {
    work(true);
    fail(undefined);
    try {
      await changing(() =>
        resolveChangeRequestConflict(client, within.id, `${request.number}`, id, { resolution: chosen }),
      );
      return true;
    } catch (reason) {
      fail(reason as Error);
      return false;
    } finally {
      work(false);
    }
  };
  return (
    <section
      className="conflict-card"
      data-decided={resolution !== undefined || undefined}
      aria-label={title}
    >
      <header>
        <h2>{title}</h2>
        <span className="muted">
          {field === undefined ? words.conflictKinds[kind] : (words.fields[field] ?? field)}
        </span>
        {resolution === undefined ? null : <span className="conflict-chosen">{chosenSaid(resolution)}</span>}
      </header>
      {removedBy === undefined ? null : <p>{words.removedBy[removedBy]}</p>}
      <Sides of={conflict} titleOf={titleOf} />
      {error === undefined ? null : <Refusal error={error} />}
      {isOpen && within.permissions.edit ? <Choices of={conflict} isBusy={isBusy} decide={decide} /> : null}
    </section>
  );
}

function chosenSaid(resolution: unknown): string {
  return typeof resolution === "string"
    ? words.chosen[resolution as "primary" | "changed" | "edited"]
    : words.chosen.own;
}

interface SidesProps {
  readonly of: ChangeRequestConflict;
  readonly titleOf: (page: unknown) => string;
}

/** What was there before both in sight, and what each made of it. */
function Sides({ of, titleOf }: SidesProps) {
  const { kind } = of;
  if (kind === "page-removed") return null;
  const texts = (["base", "primary", "changed"] as const).map((side) => {
    const value = of[side];
    const shown =
      kind === "page-position" ? titleOf(value) : kind === "body" ? textOf(value).trimEnd() : said(value);
    return { side, shown };
  });
  const base = texts[0]?.shown ?? "";
  return (
    <div className="conflict-sides">
      {texts.map(({ side, shown }) => (
        <div key={side} data-side={side}>
          <h3>{words.sides[side]}</h3>
          {shown === "" ? (
            <p className="muted">{words.nothingThere}</p>
          ) : kind === "body" && side !== "base" && shown !== base ? (
            <LazyDiff mode="once" before={base} after={shown} />
          ) : (
            <pre className="conflict-text" tabIndex={0}>
              {shown}
            </pre>
          )}
        </div>
      ))}
    </div>
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

interface ChoicesProps {
  readonly of: ChangeRequestConflict;
  readonly isBusy: boolean;
  /** Gives whether it is decided. */
  readonly decide: (resolution: Resolution) => Promise<boolean>;
}

function Choices({ of, isBusy, decide }: ChoicesProps) {
  const { id, kind, base, primary, changed } = of;
  const [text, type] = useKeptText(`conflict ${id}`);
  const [isEditing, edit] = useState(text !== "");
  const both = async (): Promise<string> => {
    const { bothSides } = await import("../../../engine/markdown/mergeBody.ts");
    return bothSides({ base: textOf(base), ours: textOf(primary), theirs: textOf(changed) });
  };
  if (isEditing) {
    const leave = (): void => {
      type("");
      edit(false);
    };
    const send = async (): Promise<void> => {
      if (await decide({ markdown: text })) leave();
    };
    return <OwnText text={text} type={type} isBusy={isBusy} leave={leave} send={() => void send()} />;
  }
  return (
    <div className="conflict-choices" role="group" aria-label={words.decide}>
      {(["primary", "changed"] as const).map((side) => (
        <button
          key={side}
          type="button"
          className="button button-secondary"
          disabled={isBusy}
          onClick={() => void decide(side)}
        >
          {words.choices[side]}
        </button>
      ))}
      {kind === "body" ? (
        <>
          <button
            type="button"
            className="button button-secondary"
            disabled={isBusy}
            onClick={() => void both().then((markdown) => decide({ markdown }), sayNotDone)}
          >
            {words.choices.both}
          </button>
          <button
            type="button"
            className="button button-secondary"
            onClick={() =>
              void both().then((markdown) => {
                type(markdown);
                edit(true);
              }, sayNotDone)
            }
          >
            {words.choices.edit}
          </button>
        </>
      ) : null}
    </div>
  );
}

interface OwnTextProps {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly isBusy: boolean;
  readonly leave: () => void;
  readonly send: () => void;
}

/** What stays, written by hand. */
function OwnText({ text, type, isBusy, leave, send }: OwnTextProps) {
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        className="conflict-own"
        aria-label={words.ownText}
        rows={Math.min(20, text.split("\n").length + 2)}
        value={text}
        readOnly={isBusy}
        autoFocus
        spellCheck
        onChange={(event) => type(event.target.value)}
      />
      <div className="composer-foot">
        <button type="button" className="button-quiet" onClick={leave}>
          {general.cancel}
        </button>
        <button type="submit" className="button" disabled={isBusy}>
          {words.markResolved}
        </button>
      </div>
    </form>
  );
}
