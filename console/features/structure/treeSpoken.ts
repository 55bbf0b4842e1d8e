/** What a tree says to who doesn't see it while its pages are moved by keys. */
import { AssistiveDndState, type DndState } from "@headless-tree/core";
import { words } from "../../words.ts";

const { treeMoves: said } = words;

/** Where what is moved would be put down. */
function placeIn<T>(dnd: DndState<T> | null | undefined, top: string): string {
  const target = dnd?.dragTarget;
  if (target === undefined) return "";
  const parent = target.item.getItemName() || top;
  if (!("childIndex" in target)) return said.under(parent);
  return said.among(target.childIndex + 1, target.item.getChildren().length + 1, parent);
}

/**
 * @param state of its keys: how a move stands
 * @param top what the tree is called, whose top is in nothing else
 */
export function spokenMove<T>(
  dnd: DndState<T> | null | undefined,
  state: AssistiveDndState,
  top: string,
): string {
  const titles = dnd?.draggedItems?.map((item) => item.getItemName()).join(", ") ?? "";
  switch (state) {
    case AssistiveDndState.Started:
      return said.started(titles, placeIn(dnd, top));
    case AssistiveDndState.Dragging:
      return said.moving(titles, placeIn(dnd, top));
    case AssistiveDndState.Completed:
      return said.done;
    case AssistiveDndState.Aborted:
      return said.givenUp;
    default:
      return said.how;
  }
}
