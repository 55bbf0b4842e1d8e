/** The pages of a space as a tree, whole by keyboard; of thousands only those in sight are drawn. */
import {
  dragAndDropFeature,
  hotkeysCoreFeature,
  type ItemInstance,
  keyboardDragAndDropFeature,
  searchFeature,
  selectionFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from "@headless-tree/core";
import { AssistiveTreeDescription, useTree } from "@headless-tree/react";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation } from "wouter";
import { Icon } from "../../ui/Icon.tsx";
import { words } from "../../words.ts";
import { dropping, ROOT, takeKey, type TreeEditing } from "./treeEditing.ts";
import type { PageFate } from "../../api/changedThings.ts";
import { buildLazily } from "./lazyItems.ts";
import { above, type IndexEntry, type PageIndex } from "../../app/pageIndex.ts";
import { RenamedRow, standingOf, TreeRow } from "./TreeRow.tsx";
import { spokenMove } from "./treeSpoken.ts";
import { useWindow } from "./useWindow.ts";

interface PageTreeProps {
  readonly index: PageIndex;
  /** The id of the page that is shown. */
  readonly current: string | undefined;
  readonly hrefOf: (page: string) => string;
  readonly editing?: TreeEditing | undefined;
  /** What a change request does to pages, by their ids. */
  readonly fates?: ReadonlyMap<string, PageFate> | undefined;
  /** What it is called. */
  readonly label?: string;
}

/** Pixels; the sheet says the same. */
const ROW = 32;
const INDENT = 16;

const READING = [syncDataLoaderFeature, hotkeysCoreFeature, searchFeature];
const EDITING = [
  syncDataLoaderFeature,
  selectionFeature,
  hotkeysCoreFeature,
  dragAndDropFeature,
  keyboardDragAndDropFeature,
  searchFeature,
];

export function PageTree({ index, current, hrefOf, editing, fates, label = words.pages }: PageTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [pointed, pointAt] = useState<string>();
  const { tree, focusedItem, open } = usePageTree(scroller, { index, current, hrefOf, editing });
  const items = tree.getItems();
  const { first, last } = useWindow(scroller, items.length, ROW);
  const place = current === undefined ? -1 : tree.getItemInstance(current).getItemMeta().index;
  useEffect(() => {
    // With the next picture: asking now how high it is would have a new page laid out twice.
    const frame = requestAnimationFrame(() => scrollTo(scroller.current, place));
    return () => cancelAnimationFrame(frame);
  }, [place < 0, current]);
  const { openMenu, clear } = useRowActs(tree, editing);
  const finish = (id: string, title: string | undefined): void => {
    if (editing?.renamed !== id) return;
    editing.rename(undefined);
    if (title !== undefined) editing.structure.rename(id, title);
    requestAnimationFrame(() => tree.updateDomFocus());
  };
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (editing === undefined || !takeKey(event, tree, index, editing, open)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // What is gone from the index is in the tree until that is built again.
  const drawn = items.slice(first, last).filter((item) => index.entries.has(item.getId()));
  const rows = drawn.map((item) => {
    const id = item.getId();
    const top = item.getItemMeta().index * ROW;
    return id === editing?.renamed ? (
      <RenamedRow key={id} item={item} top={top} finish={(title) => finish(id, title)} />
    ) : (
      <TreeRow
        key={id}
        item={item}
        entry={item.getItemData()}
        standing={standingOf(item, editing !== undefined)}
        isCurrent={id === current}
        fate={fates?.get(id)}
        isTarget={editing !== undefined && item.isUnorderedDragTarget()}
        href={hrefOf(id)}
        top={top}
        pointAt={pointAt}
        clear={clear}
        openMenu={openMenu}
      />
    );
  });
  const more = editing?.renamed === undefined ? (pointed ?? focusedItem) : undefined;
  return (
    <div className="tree-scroll" ref={scroller} onMouseLeave={() => pointAt(undefined)}>
      {editing === undefined ? null : (
        <AssistiveTreeDescription tree={tree} getLabel={(dnd, state) => spokenMove(dnd, state, label)} />
      )}
      <div className="tree-ground" style={{ blockSize: items.length * ROW }}>
        <div
          {...tree.getContainerProps(label)}
          className="tree"
          aria-multiselectable={editing && true}
          onKeyDownCapture={onKeyDownCapture}
        >
          {rows}
        </div>
        {editing === undefined ? null : <div className="tree-line" style={tree.getDragLineStyle(0, 0)} />}
        {openMenu === undefined ? null : (
          <MoreButton item={drawn.find((item) => item.getId() === more)} openMenu={openMenu} />
        )}
      </div>
    </div>
  );
}

/** What rows do beside what the tree does; the same functions while the tree may be edited, so that rows stay as drawn. */
function useRowActs(tree: TreeInstance<IndexEntry>, editing: TreeEditing | undefined) {
  const latest = useRef(editing);
  latest.current = editing;
  const isEdited = editing !== undefined;
  return useMemo(
    () =>
      isEdited
        ? {
            openMenu: (id: string) => latest.current?.openMenu(id, boxOf(tree, id)),
            clear: () => latest.current?.select([]),
          }
        : { openMenu: undefined, clear: undefined },
    [tree, isEdited],
  );
}

interface MoreButtonProps {
  /** The page that is pointed at, or has the focus. */
  readonly item: ItemInstance<IndexEntry> | undefined;
  readonly openMenu: (id: string) => void;
}

/** What can be done with a page: one button, which stands in the row of the page that is meant. */
function MoreButton({ item, openMenu }: MoreButtonProps) {
  if (item === undefined) return null;
  return (
    <button
      type="button"
      className="icon-button tree-more"
      style={{ insetBlockStart: item.getItemMeta().index * ROW }}
      aria-label={words.actionsOf(item.getItemName())}
      aria-haspopup="menu"
      onClick={() => openMenu(item.getId())}
    >
      <Icon name="more" />
    </button>
  );
}

/** The tree as the library knows it, with what is open in it and what has the focus. */
function usePageTree(
  scroller: RefObject<HTMLDivElement | null>,
  { index, current, hrefOf, editing }: PageTreeProps,
) {
  const [, go] = useLocation();
  const [expandedItems, setExpandedItems] = useState(() => groupsOf(index));
  const [focusedItem, setFocusedItem] = useState<string | null>(current ?? index.top[0] ?? null);
  const root = useMemo(
    (): IndexEntry => ({ page: undefined as never, parent: undefined, children: index.top }),
    [index],
  );
  const entryOf = (id: string): IndexEntry => (id === ROOT ? root : (index.entries.get(id) ?? root));
  const shared = {
    rootItemId: ROOT,
    instanceBuilder: buildLazily,
    indent: INDENT,
    getItemName: (item: ItemInstance<IndexEntry>) => item.getItemData().page?.title ?? "",
    isItemFolder: (item: ItemInstance<IndexEntry>) => item.getItemData().children.length > 0,
    dataLoader: { getItem: entryOf, getChildren: (id: string) => [...entryOf(id).children] },
    onPrimaryAction: (item: ItemInstance<IndexEntry>) => {
      const { page } = item.getItemData();
      if (page.type !== "group") go(hrefOf(page.id));
    },
    scrollToItem: (item: ItemInstance<IndexEntry>) => scrollTo(scroller.current, item.getItemMeta().index),
    setExpandedItems,
    setFocusedItem,
  };
  const selectedItems = [...(editing?.selected ?? [])];
  const tree = useTree<IndexEntry>(
    editing === undefined
      ? { ...shared, state: { expandedItems, focusedItem }, features: READING }
      : {
          ...shared,
          ...dropping(index, editing),
          state: { expandedItems, focusedItem, selectedItems },
          setSelectedItems: (next) => editing.select(typeof next === "function" ? next(selectedItems) : next),
          features: EDITING,
        },
  );
  const built = useRef(index);
  useLayoutEffect(() => {
    // The first time it builds itself.
    if (built.current !== index) tree.rebuildTree();
    built.current = index;
  }, [index, tree]);
  // The page that is shown is in sight, however it was reached.
  useEffect(() => setExpandedItems((before) => withAll(before, above(index, current))), [index, current]);
  useEffect(() => {
    if (current !== undefined) setFocusedItem(current);
  }, [current]);
  // A row that moves loses the focus as it is put elsewhere.
  const hadFocus = scroller.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body && focusedItem !== null)
      tree.getItemInstance(focusedItem).getElement()?.focus();
  }, [index]);
  // What had the focus may be gone.
  useEffect(() => {
    if (focusedItem !== null && !index.entries.has(focusedItem)) setFocusedItem(index.top[0] ?? null);
  }, [index, focusedItem]);
  return {
    tree,
    focusedItem,
    open: (id: string) => setExpandedItems((before) => withAll(before, [id])),
  };
}

/** The very same where nothing is to be added: another list has all of the tree built anew. */
const withAll = (ids: string[], more: readonly string[]): string[] =>
  more.every((id) => ids.includes(id)) ? ids : [...new Set([...ids, ...more])];

function boxOf(tree: TreeInstance<IndexEntry>, id: string): DOMRect {
  return tree.getItemInstance(id).getElement()?.getBoundingClientRect() ?? new DOMRect();
}

/** In a large space they are closed at first: it is looked through by its headings. */
const LARGE = 200;

/** Ids of the groups that are open at first. */
function groupsOf({ entries }: PageIndex): string[] {
  if (entries.size > LARGE) return [];
  return [...entries].flatMap(([id, { page, sign }]) =>
    page.type === "group" || sign !== undefined ? [id] : [],
  );
}

/** Brings a row into sight, if it isn't. */
function scrollTo(scroller: HTMLElement | null, row: number): void {
  if (scroller === null || row < 0) return;
  const [top, height] = [row * ROW, scroller.clientHeight];
  if (top < scroller.scrollTop) scroller.scrollTop = top - ROW;
  else if (top + ROW > scroller.scrollTop + height) scroller.scrollTop = top - height / 2;
}
