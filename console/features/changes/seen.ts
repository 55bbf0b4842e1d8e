/** Which of the changed pages somebody has looked at, on this device. A page that is changed again is not seen any more. */
import { useState } from "react";
import type { ChangedText } from "../../api/changedThings.ts";
import { ownPerson } from "../../api/person.ts";

type SeenRevisions = Readonly<Record<string, string>>;

function read(key: string): SeenRevisions {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as SeenRevisions) : {};
  } catch {
    return {};
  }
}

/** What a page has to be like for having been seen. */
function stateOf({ before = "", after = "", fates, fields }: ChangedText): string {
  return [before.slice(0, 12), after.slice(0, 12), ...fates, JSON.stringify(fields).length].join(" ");
}

export interface SeenTexts {
  readonly isSeen: (text: ChangedText) => boolean;
  readonly toggle: (text: ChangedText) => void;
}

/** @param request the id of the change request */
export function useSeen(request: string): SeenTexts {
  // A browser may be shared: what one has looked at, another has not.
  const key = `seen ${ownPerson() ?? ""} ${request}`;
  const [seen, see] = useState(() => read(key));
  const isSeen = (text: ChangedText): boolean => seen[text.key] === stateOf(text);
  return {
    isSeen,
    toggle: (text) => {
      const { [text.key]: _, ...others } = seen;
      const next = isSeen(text) ? others : { ...others, [text.key]: stateOf(text) };
      see(next);
      // Without room the marks last as long as the screen.
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {}
    },
  };
}
