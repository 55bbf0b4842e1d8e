/** What Notion's HTML has in a form of its own: tasks, bookmarks, and lists of which each holds one item. */
import type { Element, ElementContent, Parents } from "hast";
import { attribute, childElements, element, elementsIn, firstIn, hasClass, isNamed } from "./hast.ts";

const LISTS = ["bulleted-list", "numbered-list", "to-do-list"];

/** What stands in the place of a block of Notion's; undefined for all else. */
export function notionBlock(one: Element): readonly ElementContent[] | undefined {
  if (hasClass(one, "checkbox-on", "checkbox-off"))
    return [
      element("input", { type: "checkbox", checked: hasClass(one, "checkbox-on") }, []),
      { type: "text", value: " " },
    ];
  // A list of one item is what a toggle stands in.
  if (isNamed(one, "ul") && hasClass(one, "toggle"))
    return childElements(one).flatMap((item) => item.children);
  if (!isNamed(one, "figure")) return undefined;
  const link = firstIn(one, (inner) => isNamed(inner, "a") && hasClass(inner, "bookmark"));
  const src = link === undefined ? undefined : attribute(link, "href");
  return src === undefined ? undefined : [element("iframe", { src }, [])];
}

/** Makes one list of those that follow each other. */
export function joinNotionLists(main: Parents): void {
  for (const parent of [main, ...elementsIn(main)]) {
    if (!childElements(parent).some((child) => hasClass(child, ...LISTS))) continue;
    let last: Element | undefined;
    const children: ElementContent[] = [];
    for (const child of parent.children as ElementContent[]) {
      if (child.type === "text" && child.value.trim() === "") continue;
      const isList = child.type === "element" && hasClass(child, ...LISTS);
      if (isList && last !== undefined && isSame(last, child)) last.children.push(...child.children);
      else {
        children.push(child);
        last = isList ? child : undefined;
      }
    }
    parent.children = children;
  }
}

function isSame(a: Element, b: Element): boolean {
  return a.tagName === b.tagName && LISTS.every((name) => hasClass(a, name) === hasClass(b, name));
}
