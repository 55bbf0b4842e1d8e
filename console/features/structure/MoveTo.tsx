/** Chooses the page under which others go. */
import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider } from "@ariakit/react/combobox";
import { Dialog, DialogHeading } from "@ariakit/react/dialog";
import { useDeferredValue, useMemo, useState } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { words } from "../../words.ts";
import { above, type PageIndex } from "../../app/pageIndex.ts";
import { type TreePlace, mayStand } from "./moves.ts";
import { treeWords } from "../../words/tree.ts";

interface MoveToProps {
  readonly pages: readonly string[];
  readonly index: PageIndex;
  readonly close: () => void;
  readonly move: (to: TreePlace) => void;
}

const MOST_SHOWN = 50;

export function MoveTo({ pages, index, close, move }: MoveToProps) {
  const [text, type] = useState("");
  const asked = useDeferredValue(text.trim().toLowerCase());
  const found = useMemo(() => placesFor(index, pages, asked), [index, pages, asked]);
  const choose = (into: string | null): void => {
    const row = into === null ? index.top : (index.entries.get(into)?.children ?? []);
    close();
    move({ into, at: row.filter((id) => !pages.includes(id)).length });
  };
  return (
    <Dialog className="palette" open onClose={close} backdrop={<div className="backdrop" />}>
      <DialogHeading className="visually-hidden">{words.moveTo}</DialogHeading>
      <ComboboxProvider open value={text} setValue={type} includesBaseElement={false}>
        <div className="palette-field">
          <Icon name="move" />
          <Combobox
            autoSelect="always"
            autoFocus
            placeholder={treeWords.moveToHint}
            aria-label={words.moveTo}
            maxLength={200}
          />
        </div>
        <ComboboxList className="palette-list" alwaysVisible>
          {asked === "" ? (
            <ComboboxItem className="menu-row" value="" setValueOnClick={false} onClick={() => choose(null)}>
              <Icon name="space" />
              {treeWords.topOfSpace}
            </ComboboxItem>
          ) : null}
          {found.map(({ id, title, where, page }) => (
            <ComboboxItem
              key={id}
              className="menu-row"
              value={id}
              setValueOnClick={false}
              onClick={() => choose(id)}
            >
              <PageIcon
                emoji={page.emoji}
                icon={page.icon}
                otherwise={page.type === "group" ? "folder" : "page"}
              />
              <span className="cut">{title}</span>
              <small className="cut">{where}</small>
            </ComboboxItem>
          ))}
        </ComboboxList>
        <p className="palette-count" role="status">
          {asked !== "" && found.length === 0 ? words.noMatch(text.trim()) : ""}
        </p>
      </ComboboxProvider>
    </Dialog>
  );
}

/** Pages under which others may stand, by their titles. */
function placesFor(index: PageIndex, pages: readonly string[], asked: string) {
  const found = [];
  for (const [id, { page }] of index.entries) {
    if (!page.title.toLowerCase().includes(asked) || !mayStand(index, pages, id)) continue;
    const where = above(index, id).map((one) => index.entries.get(one)?.page.title ?? "");
    found.push({ id, page, title: page.title, where: where.toReversed().join(" / ") });
    if (found.length === MOST_SHOWN) break;
  }
  return found;
}
