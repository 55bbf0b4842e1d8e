/**
 * Texts with something that was typed and isn't stored yet. They are sent when the program starts, when there is a network
 * again, when one comes back to the tab, and each minute; from each screen one gets back to those that are left.
 */
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { draftsOf, rejectedOf, type TextDraft } from "../api/drafts.ts";
import { hrefOfDraft } from "../api/hrefOfDraft.ts";
import { addressOf } from "../routes.ts";
import { Icon } from "../ui/Icon.tsx";
import { say } from "../ui/toasts.ts";
import { words } from "../words.ts";
import { keptWords } from "../words/kept.ts";
import { keptSender } from "./keptSender.ts";

export interface UnsavedTextsProps {
  /** The id of who is signed in; "" while it isn't known. */
  readonly user: string;
}

/** Whether a draft is of the text that is on the screen, which says of itself how it stands. */
const isShown = (draft: TextDraft): boolean => hrefOfDraft(draft).split("?")[0] === location.pathname;

/** Milliseconds until what is left is tried again. */
const AGAIN_AFTER = 60_000;

let pushing: Promise<void> | undefined;
/** Whether what an earlier time has left was sent. */
let hasBegun = false;

/** Sends what is left; once at a time. */
async function push(user: string): Promise<void> {
  const left = (await draftsOf(user)).filter((one) => one.of === "page" && !isShown(one));
  if (left.length === 0) return;
  const saved = (await (await keptSender.load?.())?.pushAll(user, isShown)) ?? 0;
  if (saved > 0) say({ text: keptWords.saved(saved) });
}

export default function UnsavedTexts({ user }: UnsavedTextsProps) {
  const [path] = useLocation();
  const [drafts, setDrafts] = useState<readonly TextDraft[]>([]);
  // What can't be opened any more: it is listed with the others.
  const [aside, setAside] = useState(0);
  useEffect(() => {
    let isGone = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      // Without a place of its own the browser keeps nothing: nothing is listed.
      const found = user === "" ? [] : await draftsOf(user).catch(() => []);
      const rejected = user === "" ? [] : await rejectedOf(user).catch(() => []);
      if (isGone) return;
      setDrafts(found);
      setAside(rejected.length);
      clearTimeout(again);
      if (found.length > 0) again = setTimeout(send, AGAIN_AFTER);
    };
    const send = (): void => {
      if (user === "") return;
      pushing ??= push(user)
        .catch(() => undefined)
        .finally(() => (pushing = undefined));
      void pushing.then(look);
    };
    void look();
    if (!hasBegun) send();
    hasBegun ||= user !== "";
    addEventListener("focus", send);
    addEventListener("online", send);
    return () => {
      isGone = true;
      clearTimeout(again);
      removeEventListener("focus", send);
      removeEventListener("online", send);
    };
  }, [user, path]);
  const others = drafts.filter((one) => !isShown(one));
  const count = others.length + aside;
  if (count === 0) return null;
  return (
    <section className="unsaved">
      <h2 className="side-label">
        <Link href={addressOf("kept", {})}>{words.unsavedTexts(count)}</Link>
      </h2>
      <ul>
        {others.map((one) => (
          <li key={hrefOfDraft(one)}>
            <Link className="side-link" href={hrefOfDraft(one)}>
              <Icon name="fault" />
              <span className="cut">{one.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
