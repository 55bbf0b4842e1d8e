/** The tags of pages that readers see: those that the space says how they look. */
import type { TagView } from "../../../design/tag.ts";
import { colorName } from "../../../engine/markdown/html/colors.ts";
import type { PageTag } from "../../../engine/markdown/pageMeta.ts";
import type { Page, TagDefinition } from "../../../engine/page.ts";

/** @param known what the space says of tags, by name */
export function tagsShown(known: ReadonlyMap<string, TagDefinition>, page: Page): TagView[] {
  return namesOf(page).flatMap(({ tag }) => viewOf(known.get(tag)) ?? []);
}

/** The first of a page's primary tags, which stands beside its title in the table of contents. */
export function primaryTag(known: ReadonlyMap<string, TagDefinition>, page: Page): TagView | undefined {
  const first = namesOf(page).find(({ tag, primary }) => primary === true && known.has(tag));
  return first && viewOf(known.get(first.tag));
}

const namesOf = ({ tags = [] }: Page): readonly PageTag[] => tags as unknown as readonly PageTag[];

function viewOf(tag: TagDefinition | undefined): TagView | undefined {
  if (tag === undefined) return undefined;
  const { label, icon, color: written } = tag;
  const color = written === undefined ? undefined : colorName(written);
  return { label, ...(icon === undefined ? {} : { icon }), ...(color === undefined ? {} : { color }) };
}
