/** A text that is kept: what it is called, why it is still here, its words, and what can be done with it. */
import { type ReactNode, useState } from "react";
import { Ask } from "../../ui/Ask.tsx";
import { copyText } from "../../ui/copy.ts";
import { saveFile } from "../../ui/save.ts";
import { Time } from "../../ui/Time.tsx";
import { keptWords } from "../../words/kept.ts";

interface KeptTextProps {
  readonly title: string;
  readonly text: string;
  /** Milliseconds since 1970, where it is known. */
  readonly at?: number;
  /** What it is in. */
  readonly place: string | undefined;
  /** Why it is not stored; what is done with it now. */
  readonly state: string;
  readonly forget: () => Promise<void>;
  /** What else can be done, the way on first. */
  readonly children?: ReactNode;
}

export function KeptText({ title, text, at, place, state, forget, children }: KeptTextProps) {
  const [isCopied, copied] = useState(false);
  const [isAsking, ask] = useState(false);
  const name = title === "" ? keptWords.untitled : title;
  return (
    <article className="settings-card kept-text" aria-label={name}>
      <h2>{name}</h2>
      <p className="card-text">
        {place === undefined ? null : `${place} · `}
        {at === undefined ? null : <Time at={new Date(at).toISOString()} say={keptWords.kept} />}
      </p>
      <p role="status">{state}</p>
      <details>
        <summary>{keptWords.read}</summary>
        <textarea readOnly dir="auto" value={text} rows={10} aria-label={keptWords.text(name)} />
      </details>
      <div className="actions">
        {children}
        <button type="button" className="button-quiet" onClick={() => void copyText(text).then(copied)}>
          {isCopied ? keptWords.copied : keptWords.copy}
        </button>
        <button
          type="button"
          className="button-quiet"
          onClick={() => saveFile(`${fileName(name)}.md`, "text/markdown", text)}
        >
          {keptWords.download}
        </button>
        <button type="button" className="button-quiet" onClick={() => ask(true)}>
          {keptWords.remove}
        </button>
      </div>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={keptWords.removeAsk(name)}
        verb={keptWords.remove}
        act={forget}
      >
        <p>{keptWords.removeText}</p>
      </Ask>
    </article>
  );
}

/** Letters that every system takes in the name of a file. */
const fileName = (title: string): string => title.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 80);
