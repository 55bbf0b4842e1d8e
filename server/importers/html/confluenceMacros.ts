/** What Confluence's macros leave in its HTML: expanders, panels, tasks, mentions, emojis and issues of Jira. */
import type { Element, ElementContent } from "hast";
import { attribute, childElements, classesOf, element, firstIn, hasClass, isNamed, textOf } from "./hast.ts";

/** What stands in the place of a macro; undefined for all else. Asked before hidden elements are taken away. */
export function macroOf(one: Element): readonly ElementContent[] | undefined {
  if (hasClass(one, "expand-container")) return expander(one);
  if (hasClass(one, "panel")) return panel(one);
  if (hasClass(one, "inline-task-list"))
    return [{ ...one, properties: {}, children: one.children.map(task) }];
  if (hasClass(one, "toc-macro")) return [];
  if (hasClass(one, "columnlayout")) return columns(one);
  if (hasClass(one, "status-macro")) return [status(one)];
  if (isNamed(one, "img") && hasClass(one, "confluence-thumbnail")) return thumbnail(one);
  if (hasClass(one, "jira-issue")) return [{ ...one, children: withoutIcons(one.children) }];
  // Addresses of people lead into the wiki that was left.
  if (hasClass(one, "confluence-userlink", "user-mention")) return one.children;
  return isNamed(one, "img") && hasClass(one, "emoticon", "emoji") ? emoji(one) : undefined;
}

function expander(one: Element): readonly ElementContent[] | undefined {
  const content = firstIn(one, (inner) => hasClass(inner, "expand-content"));
  if (content === undefined) return undefined;
  const control = firstIn(one, (inner) => hasClass(inner, "expand-control-text"));
  const words = control === undefined ? "" : textOf(control);
  const summary = element("summary", {}, [{ type: "text", value: words || "Details" }]);
  return [element("details", {}, [summary, ...content.children])];
}

/** A panel is a box with a heading; one of code has its title there. */
function panel(one: Element): readonly ElementContent[] | undefined {
  const content = childElements(one).find((inner) => hasClass(inner, "panelcontent", "panel-body"));
  if (content === undefined) return undefined;
  const header = childElements(one).find((inner) => hasClass(inner, "panelheader", "panel-heading"));
  if (hasClass(one, "code", "preformatted")) {
    const title = element("div", { className: ["code-title"] }, header?.children ?? []);
    return [element("div", { className: ["code-block"] }, [title, ...content.children])];
  }
  const title = header === undefined ? [] : [element("p", {}, [element("strong", {}, plain(header))])];
  return [element("lectern-hint", { hint: "info" }, [...title, ...content.children])];
}

/** Cells beside each other; one alone is none. */
function columns(one: Element): readonly ElementContent[] | undefined {
  const cells = childElements(one).filter((inner) => hasClass(inner, "cell"));
  if (cells.length < 2) return undefined;
  return [
    element(
      "lectern-columns",
      {},
      cells.map(({ children }) => element("lectern-column", {}, children)),
    ),
  ];
}

const COLOURS: Readonly<Record<string, string>> = {
  green: "green", success: "green", red: "red", error: "red", yellow: "yellow", current: "yellow", moved: "yellow",
  blue: "blue", complete: "blue", purple: "purple",
}; // prettier-ignore

/** A state in its colour, which a class or an attribute names. */
function status(one: Element): Element {
  const named = [
    (attribute(one, "dataColor") ?? "").toLowerCase(),
    ...classesOf(one).map((name) => name.replace(/^.*-/, "")),
  ];
  const color = named.map((name) => COLOURS[name]).find((name) => name !== undefined) ?? "gray";
  return element("lectern-mark", { color }, plain(one));
}

/** The picture itself in the place of its small copy. */
function thumbnail(one: Element): readonly ElementContent[] | undefined {
  const src = attribute(one, "dataImageSrc");
  return src === undefined ? undefined : [element("img", { src, alt: attribute(one, "alt") ?? "" }, [])];
}

const plain = (one: Element): ElementContent[] => [{ type: "text", value: textOf(one) }];

function task(item: ElementContent): ElementContent {
  if (item.type !== "element" || !isNamed(item, "li")) return item;
  const box = element("input", { type: "checkbox", checked: hasClass(item, "checked") }, []);
  return { ...item, properties: {}, children: [box, { type: "text", value: " " }, ...item.children] };
}

function withoutIcons(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (child.type !== "element") return [child];
    return isNamed(child, "img") ? [] : [{ ...child, children: withoutIcons(child.children) }];
  });
}

function emoji(one: Element): readonly ElementContent[] | undefined {
  const written = attribute(one, "dataEmojiFallback");
  return written === undefined || written === "" ? undefined : [{ type: "text", value: written }];
}
