/** Looking at elements of HTML. Nothing here recurses over children: pages of strangers are nested as they like. */
import type { Element, ElementContent, Nodes, Parents, Root } from "hast";
import { toText } from "hast-util-to-text";

/** Every element below a node, parents first. `skip` hears of each and may keep its children out. */
export function elementsIn(node: Parents, skip: (element: Element) => boolean = () => false): Element[] {
  const found: Element[] = [];
  const left = childElements(node).toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    found.push(next);
    if (skip(next)) continue;
    for (const child of childElements(next).toReversed()) left.push(child);
  }
  return found;
}

export function childElements(node: Parents): Element[] {
  const children: readonly (ElementContent | Root["children"][number])[] = node.children;
  return children.filter((child): child is Element => child.type === "element");
}

/** The first element for which `is` holds. */
export function firstIn(node: Parents, is: (element: Element) => boolean): Element | undefined {
  const left = childElements(node).toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (is(next)) return next;
    for (const child of childElements(next).toReversed()) left.push(child);
  }
  return undefined;
}

export function isNamed(element: Element, ...names: readonly string[]): boolean {
  return names.includes(element.tagName);
}

/** An attribute's text; undefined when it is absent. Lists, such as of classes, are joined by blanks. */
export function attribute(element: Element, name: string): string | undefined {
  const value = element.properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  return Array.isArray(value) ? value.join(" ") : String(value === true ? "" : value);
}

export function classesOf(element: Element): readonly string[] {
  const { className } = element.properties;
  return Array.isArray(className) ? className.map((name) => String(name).toLowerCase()) : [];
}

export function hasClass(element: Element, ...names: readonly string[]): boolean {
  const classes = classesOf(element);
  return names.some((name) => classes.includes(name));
}

/** Takes away where each node stood in the source: nobody asks, and trees are copied. */
export function forgetPositions(root: Root): void {
  const left: Nodes[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    next.position = undefined;
    if ("children" in next) for (const child of next.children) left.push(child);
  }
}

/** What a reader sees of a node, on one line. */
export function textOf(node: Nodes): string {
  const plain = plainTextOf(node);
  return (plain ?? toText(node)).replace(/\s+/g, " ").trim();
}

/** The text of a node that holds nothing but text: most do, and need none of the rules of layout. */
function plainTextOf(node: Nodes): string | undefined {
  if (node.type !== "element") return undefined;
  let text = "";
  for (const child of node.children) {
    if (child.type !== "text" || child.value.includes("\u200b")) return undefined;
    text += child.value;
  }
  return text;
}

/** Puts other nodes in the place of elements; parents are replaced before what is in them. */
export function replaceElements(
  root: Parents,
  replace: (element: Element) => readonly ElementContent[] | undefined,
): void {
  const left: Parents[] = [root];
  for (let parent = left.pop(); parent !== undefined; parent = left.pop()) {
    const children: (ElementContent | Root["children"][number])[] = [];
    for (const child of parent.children) {
      const others = child.type === "element" ? replace(child) : undefined;
      if (others === undefined) children.push(child);
      else children.push(...others);
    }
    parent.children = children as ElementContent[];
    for (const child of childElements(parent)) left.push(child);
  }
}

/** How deep elements are nested, up to `most`. */
export function isDeeperThan(root: Parents, most: number): boolean {
  let level: Parents[] = [root];
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap((node) => childElements(node));
    if (level.length === 0) return false;
  }
  return true;
}

export function element(
  tagName: string,
  properties: Element["properties"],
  children: readonly ElementContent[],
): Element {
  return { type: "element", tagName, properties, children: [...children] };
}
