/** What pointers and keys do with the pages of a tree. */
import type { DragTarget, ItemInstance, TreeInstance } from "@headless-tree/core";
import type { KeyboardEvent } from "react";
import { isMac } from "../../app/keys.ts";
import type { IndexEntry, PageIndex } from "../../app/pageIndex.ts";
import { mayStand, topmost } from "./moves.ts";
import type { TreeChanges } from "./useStructure.ts";

/** What headless trees call the one that holds those at the top. */
export const ROOT = "~";

/** How a tree is changed. */
export interface TreeEditing {
  readonly structure: Pick<TreeChanges, "move" | "step" | "rename">;
  /** Opens the menu of a page beside a place in the window. */
  readonly openMenu: (page: string, anchor: DOMRect) => void;
  /** Asks whether pages are to be deleted. */
  readonly askToDelete: (pages: readonly string[]) => void;
  readonly select: (pages: readonly string[]) => void;
  readonly selected: readonly string[];
  /** The page whose title is written in the tree. */
  readonly renamed: string | undefined;
  readonly rename: (page: string | undefined) => void;
}

/** Where what is dragged may go, and what becomes of it there. */
export function dropping(index: PageIndex, { structure, select }: TreeEditing) {
  const idsOf = (items: readonly ItemInstance<IndexEntry>[]) => items.map((item) => item.getId());
  const intoOf = ({ item }: DragTarget<IndexEntry>) => (item.getId() === ROOT ? null : item.getId());
  return {
    canDrop: (items: ItemInstance<IndexEntry>[], target: DragTarget<IndexEntry>) =>
      mayStand(index, idsOf(items), intoOf(target)),
    onDrop: (items: ItemInstance<IndexEntry>[], target: DragTarget<IndexEntry>): void => {
      const into = intoOf(target);
      const row = into === null ? index.top : (index.entries.get(into)?.children ?? []);
      select([]);
      structure.move(idsOf(items), {
        into,
        at: "insertionIndex" in target ? target.insertionIndex : row.length,
      });
    },
  };
}

const STEPS = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" } as const;

/**
 * Does what a key asks for with what is selected, or with the page that has the focus. False: it is none of ours.
 * @param open shows what is below a page
 */
export function takeKey(
  event: KeyboardEvent,
  tree: TreeInstance<IndexEntry>,
  index: PageIndex,
  editing: TreeEditing,
  open: (page: string) => void,
): boolean {
  // While something is dragged the keys are the dragging's.
  if (tree.getState().dnd || event.target instanceof HTMLInputElement) return false;
  const { structure, selected, askToDelete, rename, openMenu, select } = editing;
  const focused = tree.getFocusedItem();
  const id = focused.getId();
  const meant = selected.includes(id) ? topmost(index, selected) : [id];
  const isCommand = isMac ? event.metaKey : event.ctrlKey;
  if (event.altKey && event.key in STEPS) {
    const into = structure.step(meant, STEPS[event.key as keyof typeof STEPS]);
    if (into !== undefined) open(into);
    return true;
  }
  if (isCommand && event.shiftKey && event.code === "KeyD") {
    tree.startKeyboardDrag(meant.map((one) => tree.getItemInstance(one)));
    return true;
  }
  if (event.altKey || isCommand) return false;
  switch (event.key) {
    case "F2":
      rename(id);
      return true;
    case "Delete":
      askToDelete(meant);
      return true;
    case " ":
      focused.toggleSelect();
      return true;
    case "Escape":
      if (selected.length === 0) return false;
      select([]);
      return true;
    case "F10":
    case "ContextMenu":
      if (event.key === "F10" && !event.shiftKey) return false;
      openMenu(id, focused.getElement()?.getBoundingClientRect() ?? new DOMRect());
      return true;
    default:
      return false;
  }
}
