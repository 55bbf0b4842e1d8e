/** A row of the tree: a page, with what it is, and a field for its title while that is written. */
import type { ItemInstance } from "@headless-tree/core";
import { type CSSProperties, type KeyboardEvent, memo, type MouseEvent, useState } from "react";
import { type LineIconName, Icon } from "../../ui/Icon.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { words } from "../../words.ts";
import type { PageFate } from "../../api/changedThings.ts";
import type { IndexEntry } from "../../app/pageIndex.ts";

interface TreeRowProps {
  readonly item: ItemInstance<IndexEntry>;
  readonly entry: IndexEntry;
  /** What the item shows of how the tree stands, see `standingOf`: it is drawn anew when that is another. */
  readonly standing: string;
  readonly isCurrent: boolean;
  readonly href: string;
  readonly top: number;
  /** What a change request does to it. */
  readonly fate: PageFate | undefined;
  /** What is dragged would go into it. */
  readonly isTarget: boolean;
  readonly pointAt: (id: string) => void;
  /** Takes back what was selected; undefined where nothing can be. */
  readonly clear: (() => void) | undefined;
  /** Opens what can be done with it. */
  readonly openMenu: ((id: string) => void) | undefined;
}

const FATE_ICONS: Readonly<Record<PageFate, LineIconName>> = {
  created: "plus",
  edited: "edit",
  moved: "move",
  deleted: "bin",
};

const KINDS: Readonly<Record<string, LineIconName>> = { link: "external", computed: "code" };

/** What the row of an item shows of how the tree stands. */
export function standingOf(item: ItemInstance<IndexEntry>, isEdited: boolean): string {
  const { level, posInSet, setSize } = item.getItemMeta();
  const isSelected = isEdited && item.isSelected();
  return [level, posInSet, setSize, item.isFocused(), item.isExpanded(), isSelected].join(" ");
}

export const TreeRow = memo(Row);

function Row({ item, entry, isCurrent, href, top, fate, isTarget, pointAt, clear, openMenu }: TreeRowProps) {
  const { page, sign } = entry;
  const { onClick, ...props } = item.getProps() as { onClick: (event: MouseEvent) => void };
  const isFolder = item.isFolder();
  const toggle = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (item.isExpanded()) item.collapse();
    else item.expand();
  };
  return (
    <a
      {...props}
      className="tree-row"
      href={href}
      data-type={page.type}
      data-current={isCurrent || undefined}
      data-target={isTarget || undefined}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={fate === undefined ? page.title : `${page.title}, ${words.fates[fate]}`}
      style={placeOf(item, top)}
      onMouseEnter={() => pointAt(page.id)}
      onFocus={() => item.setFocused()}
      onContextMenu={
        openMenu &&
        ((event) => {
          event.preventDefault();
          openMenu(page.id);
        })
      }
      onClick={(event) => {
        const isMany = event.metaKey || event.ctrlKey;
        if ((isMany || event.shiftKey) && clear === undefined) return;
        event.preventDefault();
        if (event.shiftKey) item.selectUpTo(isMany);
        else if (isMany) item.toggleSelect();
        else {
          onClick(event);
          clear?.();
        }
      }}
    >
      <span
        className="tree-toggle"
        onClick={isFolder ? toggle : undefined}
        data-open={item.isExpanded() || undefined}
      >
        {isFolder ? <Icon name="chevron" /> : null}
      </span>
      {page.type === "group" ? null : (
        <PageIcon emoji={page.emoji} icon={page.icon} otherwise={sign ?? KINDS[page.type] ?? "page"} />
      )}
      <span className="cut">{page.title}</span>
      {fate === undefined ? null : (
        <span className="tree-mark tree-fate" data-fate={fate} title={words.fates[fate]}>
          <Icon name={FATE_ICONS[fate]} />
        </span>
      )}
      {page.hidden ? (
        <span className="tree-mark" title={words.hidden}>
          <Icon name="hidden" />
          <span className="visually-hidden">{words.hidden}</span>
        </span>
      ) : null}
    </a>
  );
}

function placeOf(item: ItemInstance<IndexEntry>, top: number): CSSProperties {
  return { insetBlockStart: top, paddingInlineStart: 8 + item.getItemMeta().level * 16 };
}

interface RenamedRowProps {
  readonly item: ItemInstance<IndexEntry>;
  readonly top: number;
  /** Undefined: it keeps its title. */
  readonly finish: (title: string | undefined) => void;
}

/** Enter and leaving take the title, Escape takes it not. */
export function RenamedRow({ item, top, finish }: RenamedRowProps) {
  const { page } = item.getItemData();
  const [title, type] = useState(page.title);
  const decide = (event: KeyboardEvent): void => {
    // The keys of the tree are not those of the field.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") finish(title);
    if (event.key === "Escape") finish(undefined);
  };
  return (
    <div className="tree-row" role="none" style={placeOf(item, top)}>
      <input
        className="tree-field"
        value={title}
        maxLength={250}
        aria-label={words.titleOf(page.title)}
        autoComplete="off"
        ref={(field) => {
          if (field !== null && document.activeElement !== field) field.select();
        }}
        onChange={(event) => type(event.target.value)}
        onKeyDown={decide}
        onBlur={() => finish(title)}
      />
    </div>
  );
}
