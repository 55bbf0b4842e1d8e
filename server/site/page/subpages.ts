import type { Page } from "../../../engine/page.ts";
import { readChildren } from "../../../engine/tree.ts";
import type { SubpageView } from "../render/view.ts";
import { pathOf, type VariantReading } from "../reading/reading.ts";

/** Most pages that a page lists. */
const MOST = 500;

/** The pages below one that has no text: they are its text. Below a part of a reference, its operations as well. */
export async function subpagesOf(reading: VariantReading, trail: readonly Page[]): Promise<SubpageView[]> {
  const parent = trail.at(-1);
  if (parent === undefined) return [];
  const children = await readChildren(reading.nodes, reading.root, parent.id, 0, MOST);
  const shown: SubpageView[] = [];
  for (const page of children) {
    if (page.hidden === true || !reading.isShown(page)) continue;
    const href = await reading.hrefOf(page, pathOf([...trail, page]));
    if (href === undefined) continue;
    shown.push({
      title: page.title,
      href,
      ...(page.description === undefined ? {} : { description: page.description }),
      ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
      ...(page.icon === undefined ? {} : { icon: page.icon }),
      ...(page.operation === undefined ? {} : { operation: page.operation }),
    });
  }
  return shown;
}
