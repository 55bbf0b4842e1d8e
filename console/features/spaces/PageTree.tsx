/** The pages of a space as a tree, whole by keyboard; of thousands only those in sight are drawn. */
import {
  hotkeysCoreFeature,
  type ItemInstance,
  searchFeature,
  syncDataLoaderFeature,
} from "@headless-tree/core";
import { useTree } from "@headless-tree/react";
import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { type LineIconName, Icon } from "../../ui/Icon.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { words } from "../../words.ts";
import { above, type IndexEntry, type PageIndex } from "./pageIndex.ts";
import { useWindow } from "./useWindow.ts";

interface PageTreeProps {
  readonly index: PageIndex;
  /** The id of the page that is shown. */
  readonly current: string | undefined;
  readonly hrefOf: (page: string) => string;
}

const ROOT = "~";
/** Pixels; the sheet says the same. */
const ROW = 32;

export function PageTree({ index, current, hrefOf }: PageTreeProps) {
  const [, go] = useLocation();
  const [expandedItems, setExpandedItems] = useState(() => groupsOf(index));
  const [focusedItem, setFocusedItem] = useState<string | null>(current ?? index.top[0] ?? null);
  const scroller = useRef<HTMLDivElement>(null);
  const root = useMemo(
    (): IndexEntry => ({ page: undefined as never, parent: undefined, children: index.top }),
    [index],
  );
  const entryOf = (id: string): IndexEntry => (id === ROOT ? root : (index.entries.get(id) ?? root));
  const tree = useTree<IndexEntry>({
    rootItemId: ROOT,
    getItemName: (item) => item.getItemData().page?.title ?? "",
    isItemFolder: (item) => item.getItemData().children.length > 0,
    dataLoader: { getItem: entryOf, getChildren: (id) => [...entryOf(id).children] },
    onPrimaryAction: (item) => {
      const { page } = item.getItemData();
      if (page.type !== "group") go(hrefOf(page.id));
    },
    scrollToItem: (item) => scrollTo(scroller.current, item.getItemMeta().index),
    state: { expandedItems, focusedItem },
    setExpandedItems,
    setFocusedItem,
    features: [syncDataLoaderFeature, hotkeysCoreFeature, searchFeature],
  });
  useEffect(() => tree.rebuildTree(), [index, tree]);
  // The page that is shown is in sight, however it was reached.
  useEffect(() => {
    const open = above(index, current);
    setExpandedItems((before) => [...new Set([...before, ...open])]);
    if (current !== undefined) setFocusedItem(current);
  }, [index, current]);
  const items = tree.getItems();
  const { first, last } = useWindow(scroller, items.length, ROW);
  const place = items.findIndex((item) => item.getId() === current);
  useEffect(() => scrollTo(scroller.current, place), [place < 0, current]);
  return (
    <div className="tree-scroll" ref={scroller}>
      <div
        {...tree.getContainerProps(words.pages)}
        className="tree"
        style={{ blockSize: items.length * ROW }}
      >
        {items.slice(first, last).map((item) => (
          <TreeRow
            key={item.getId()}
            item={item}
            isCurrent={item.getId() === current}
            href={hrefOf(item.getId())}
            top={item.getItemMeta().index * ROW}
          />
        ))}
      </div>
    </div>
  );
}

/** In a large space they are closed at first: it is looked through by its headings. */
const LARGE = 200;

/** Ids of the groups that are open at first. */
function groupsOf({ entries }: PageIndex): string[] {
  if (entries.size > LARGE) return [];
  return [...entries].flatMap(([id, { page }]) => (page.type === "group" ? [id] : []));
}

/** Brings a row into sight, if it isn't. */
function scrollTo(scroller: HTMLElement | null, row: number): void {
  if (scroller === null || row < 0) return;
  const [top, height] = [row * ROW, scroller.clientHeight];
  if (top < scroller.scrollTop) scroller.scrollTop = top - ROW;
  else if (top + ROW > scroller.scrollTop + height) scroller.scrollTop = top - height / 2;
}

interface TreeRowProps {
  readonly item: ItemInstance<IndexEntry>;
  readonly isCurrent: boolean;
  readonly href: string;
  readonly top: number;
}

const KINDS: Readonly<Record<string, LineIconName>> = { link: "external", computed: "code" };

function TreeRow({ item, isCurrent, href, top }: TreeRowProps) {
  const { page } = item.getItemData();
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
      aria-current={isCurrent ? "page" : undefined}
      style={{ insetBlockStart: top, paddingInlineStart: 8 + item.getItemMeta().level * 16 }}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onClick(event);
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
        <PageIcon emoji={page.emoji} icon={page.icon} otherwise={KINDS[page.type] ?? "page"} />
      )}
      <span className="cut">{page.title}</span>
      {page.hidden ? (
        <span className="tree-mark" title={words.hidden}>
          <Icon name="hidden" />
          <span className="visually-hidden">{words.hidden}</span>
        </span>
      ) : null}
    </a>
  );
}
