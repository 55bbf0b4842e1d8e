/** A page that another tab writes: it is read here as it is there, until it is taken over or let go of. */
import { type ReactNode, useEffect, useState } from "react";
import type { Page } from "../../../sdk/src/index.ts";
import { writingWords } from "../../words/writing.ts";
import type { HoldWish } from "./hold.ts";
import { followPage, type TextOnScreen } from "./shownPage.ts";

interface FollowedProps {
  /** By which the tabs agree. */
  readonly name: string;
  /** As it is stored. */
  readonly page: Page;
  readonly read: (page: Page) => ReactNode;
  /** Tries to write it here. */
  readonly tryAs: (how: HoldWish) => void;
}

export function Followed({ name, page, read, tryAs }: FollowedProps) {
  const [shown, show] = useState<TextOnScreen>();
  useEffect(() => followPage(name, { shown: show, freed: () => tryAs("waits") }), [name]);
  return (
    <>
      <section className="followed" role="status">
        <div>
          <h2>{writingWords.writtenElsewhere}</h2>
          <p>{writingWords.writtenElsewhereText}</p>
        </div>
        <button type="button" className="button" onClick={() => tryAs("takes")}>
          {writingWords.writeHere}
        </button>
      </section>
      {read(shown === undefined ? page : asShown(page, shown))}
    </>
  );
}

/** The page as it is read, with what the other tab shows of it. */
function asShown(page: Page, { fields, markdown }: TextOnScreen): Page {
  const { title, description, emoji, icon } = fields;
  const { emoji: _, icon: __, ...rest } = page;
  return {
    ...rest,
    title,
    description: description ?? "",
    markdown,
    ...(emoji === "" ? {} : { emoji }),
    ...(icon === "" ? {} : { icon }),
  } as Page;
}
