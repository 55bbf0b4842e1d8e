/** A screen that has something to say instead of what it is for: nothing yet, nothing here, or that it failed. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Forbidden, LecternError } from "../../sdk/src/index.ts";
import { words } from "../words.ts";
import { Countdown } from "./Countdown.tsx";
import { type LineIconName, Icon } from "./Icon.tsx";
import { useReadAgainAt } from "./retryAt.ts";

interface NoticeProps {
  readonly icon: LineIconName;
  readonly title: string;
  readonly text: string;
  /** Below the text: what to do. */
  readonly children?: ReactNode;
  readonly role?: "alert" | "status";
}

export function Notice({ icon, title, text, children, role }: NoticeProps) {
  return (
    <section className="notice-box" role={role}>
      <span className="notice-mark">
        <Icon name={icon} />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      {children === undefined || children === null ? null : <div className="actions">{children}</div>}
    </section>
  );
}

/** The one answer to an address that leads nowhere, for what is absent and what is hidden alike. */
export function Absent() {
  return (
    <Notice icon="lost" title={words.notHere} text={words.notHereText}>
      <Link className="button" href="/">
        {words.goHome}
      </Link>
    </Notice>
  );
}

/** What somebody looked at, and may look at no longer. */
export function NoLonger() {
  return (
    <Notice icon="lost" role="alert" title={words.noLonger} text={words.noLongerText}>
      <Link className="button" href="/">
        {words.goHome}
      </Link>
    </Notice>
  );
}

/** What failed, in the server's words. */
export function Fault({ error, again }: { readonly error: Error; readonly again: () => void }) {
  const isRefused = error instanceof Forbidden;
  const id = error instanceof LecternError ? error.requestId : undefined;
  const until = useReadAgainAt(error);
  return (
    <Notice icon="fault" role="alert" title={isRefused ? words.forbidden : words.fault} text={error.message}>
      <button type="button" className="button" onClick={again}>
        {words.again} {until === undefined ? null : <Countdown until={until} over={again} />}
      </button>
      {error instanceof LecternError ? null : (
        <button type="button" className="button button-secondary" onClick={() => location.reload()}>
          {words.reload}
        </button>
      )}
      {id === undefined ? null : <small className="muted">{words.request(id)}</small>}
    </Notice>
  );
}

/** The server is newer than the page. */
export function Newer() {
  return (
    <Notice icon="reload" role="status" title={words.newer} text={words.newerText}>
      <button type="button" className="button" onClick={() => location.reload()}>
        {words.reload}
      </button>
    </Notice>
  );
}
