/** Where something is said: a comment, or a reply. What was typed stays until it is sent. */
import { useRef, useState } from "react";
import { Refusal } from "../../ui/Ask.tsx";
import { type KeptName, useKeptText } from "../../api/keptText.ts";
import { say } from "../../ui/toasts.ts";
import { mayFocusAfter } from "../../ui/wayBack.ts";
import { words as general } from "../../words.ts";
import { reviewWords as words } from "../../words/review.ts";

export interface ComposerProps {
  /** Names what it is about: what was typed is kept under it. */
  readonly name: KeptName;
  /** What it is, for who doesn't see it. */
  readonly label: string;
  readonly verb: string;
  readonly send: (markdown: string) => Promise<unknown>;
  readonly autoFocus?: boolean;
  /**
   * Where it can be put away: after sending, and when nothing is said after all.
   * @param mayFocus whether what takes its place may take the keys
   */
  readonly close?: (mayFocus: boolean) => void;
  /** What is said so far, where that is changed. */
  readonly from?: string;
}

export function Composer({ name, label, verb, send, autoFocus = false, close, from = "" }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null);
  const [kept, keep] = useKeptText(name);
  const [isTouched, touch] = useState(kept !== "");
  const [error, fail] = useState<Error>();
  const [isBusy, work] = useState(false);
  const text = isTouched || kept !== "" ? kept : from;
  const putAway = (): void => close?.(mayFocusAfter(form.current));
  const submit = async (): Promise<void> => {
    if (isBusy || text.trim() === "") return;
    work(true);
    fail(undefined);
    try {
      await send(text);
      keep("");
      touch(false);
      putAway();
    } catch (reason) {
      fail(reason as Error);
    } finally {
      work(false);
    }
  };
  return (
    <form
      ref={form}
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        aria-label={label}
        placeholder={label}
        rows={2}
        value={text}
        // What would be typed now would be gone with what is sent.
        readOnly={isBusy}
        autoFocus={autoFocus}
        onChange={(event) => {
          touch(true);
          keep(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
          if (event.key === "Escape" && text === from) putAway();
        }}
      />
      {error === undefined ? null : <Refusal error={error} />}
      <div className="composer-foot">
        {close === undefined ? null : (
          <button
            type="button"
            className="button-quiet"
            onClick={() => {
              keep("");
              if (text.trim() !== "" && text !== from) say({ text: words.notSent, undo: () => keep(text) });
              putAway();
            }}
          >
            {general.cancel}
          </button>
        )}
        <button type="submit" className="button" disabled={isBusy || text.trim() === ""}>
          {verb}
        </button>
      </div>
    </form>
  );
}
