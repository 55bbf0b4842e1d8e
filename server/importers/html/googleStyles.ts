/** Google's documents say by classes what HTML has elements for: weight, slant, lists within lists, the title. */
import type { Element, ElementContent, Root } from "hast";
import {
  attribute,
  childElements,
  classesOf,
  element,
  elementsIn,
  hasClass,
  isNamed,
  replaceElements,
} from "./hast.ts";

const RULE = /\.(c\d+)\s*\{([^}]{0,2000})\}/g;
const LIST = /^lst-(kix_[a-z0-9]+)-(\d)$/;

/** Gives a document of Google's its elements back; others stay as they are. */
export function restoreGoogleStyles(root: Root): void {
  const css = elementsIn(root)
    .filter((one) => isNamed(one, "style"))
    .flatMap((one) => one.children)
    .map((child) => (child.type === "text" ? child.value : ""))
    .join("\n");
  if (!/\.c\d+\s*\{/.test(css) && !/lst-kix_/.test(css)) return;
  const wraps = new Map<string, string[]>();
  for (const [, name = "", rules = ""] of css.matchAll(RULE)) wraps.set(name, wrapsOf(rules));
  replaceElements(root, (one) => {
    if (isNamed(one, "p") && hasClass(one, "title")) return [{ ...one, tagName: "h1" }];
    if (!isNamed(one, "span")) return undefined;
    const names = [...new Set(classesOf(one).flatMap((name) => wraps.get(name) ?? []))];
    const inside = names.reduce<ElementContent[]>(
      (children, name) => [element(name, {}, children)],
      one.children,
    );
    return names.length === 0 ? undefined : [{ ...one, children: inside, properties: {} }];
  });
  for (const one of elementsIn(root)) nestLists(one);
}

function wrapsOf(rules: string): string[] {
  const wraps: string[] = [];
  if (/font-weight:\s*(?:700|800|900|bold)/.test(rules)) wraps.push("strong");
  if (/font-style:\s*italic/.test(rules)) wraps.push("em");
  if (/text-decoration:[^;]*line-through/.test(rules)) wraps.push("del");
  if (/vertical-align:\s*super/.test(rules)) wraps.push("sup");
  if (/vertical-align:\s*sub/.test(rules)) wraps.push("sub");
  if (/font-family:[^;]*(?:Courier|Consolas|Roboto Mono|Source Code|monospace)/i.test(rules))
    wraps.unshift("code");
  return wraps;
}

/** Lists lie side by side, with their level in the class: a deeper one belongs into the item before it. */
function nestLists(parent: Element): void {
  const open: { id: string; level: number; list: Element }[] = [];
  parent.children = parent.children.filter((child) => {
    const list = child.type === "element" && isNamed(child, "ul", "ol") ? levelOf(child) : undefined;
    if (child.type === "element" && list === undefined) open.length = 0;
    if (child.type !== "element" || list === undefined) return true;
    while ((open.at(-1)?.level ?? -1) > list.level) open.pop();
    const last = open.at(-1);
    if (last?.level === list.level && last.id === list.id) {
      last.list.children.push(...child.children);
      return false;
    }
    if (last?.level === list.level) open.pop();
    const item =
      open.length === 0 ? undefined : childElements((open.at(-1) as { list: Element }).list).at(-1);
    open.push({ ...list, list: child });
    item?.children.push(child);
    return item === undefined;
  });
}

function levelOf(list: Element): { id: string; level: number } | undefined {
  const found = LIST.exec(
    (attribute(list, "className") ?? "").split(" ").find((name) => LIST.test(name)) ?? "",
  );
  return found === null ? undefined : { id: found[1] as string, level: Number(found[2]) };
}
