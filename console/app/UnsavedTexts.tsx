/** Texts with something that was typed and isn't stored yet: from each screen one gets back to them. */
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { draftsOf, type TextDraft } from "../api/drafts.ts";
import { addressOf } from "../routes.ts";
import { Icon } from "../ui/Icon.tsx";
import { words } from "../words.ts";

/** @param user the id of who is signed in; "" while it isn't known */
export function UnsavedTexts({ user }: { readonly user: string }) {
  const [path] = useLocation();
  const [drafts, setDrafts] = useState<readonly TextDraft[]>([]);
  useEffect(() => {
    let isGone = false;
    const look = (): void => {
      if (user === "") return;
      draftsOf(user).then(
        (found) => {
          if (!isGone) setDrafts(found);
        },
        // Without a place of its own the browser keeps nothing: nothing is listed.
        () => undefined,
      );
    };
    look();
    addEventListener("focus", look);
    return () => {
      isGone = true;
      removeEventListener("focus", look);
    };
  }, [user, path]);
  // The text that is on the screen says of itself how it stands.
  const others = drafts.filter((one) => hrefOf(one).split("?")[0] !== path);
  if (others.length === 0) return null;
  return (
    <section className="unsaved">
      <h2 className="side-label">{words.unsavedTexts(others.length)}</h2>
      <ul>
        {others.map((one) => (
          <li key={hrefOf(one)}>
            <Link className="side-link" href={hrefOf(one)}>
              <Icon name="fault" />
              <span className="cut">{one.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function hrefOf({ space, change, of, id, proposal }: TextDraft): string {
  if (of === "reusable") return addressOf("reusable", { space, reusable: id });
  const page = id;
  if (change !== "") return `${addressOf("changedPage", { space, number: change, page })}?edit`;
  return `${addressOf("page", { space, page })}?edit${proposal === null ? "" : "=proposal"}`;
}
