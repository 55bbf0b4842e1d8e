/** Panels of which a reader sees one at a time become tabs. */
import type { Element } from "hast";
import { attribute, childElements, element, elementsIn, firstIn, hasClass, isNamed, textOf } from "./hast.ts";

interface Panel {
  readonly title: string;
  readonly panel: Element;
}

const MOST_PANELS = 30;

/** Tabs in the place of an element that holds panels and their titles; undefined when it doesn't. */
export function tabsOf(one: Element): Element | undefined {
  const panels = labelled(one) ?? byRole(one);
  if (panels === undefined || panels.length === 0) return undefined;
  const tabs = panels.map(({ title, panel }) => element("lectern-tab", { title }, panel.children));
  return element("lectern-tabs", {}, tabs);
}

/** Sphinx and MkDocs: radio buttons with labels, and as many blocks. */
function labelled(one: Element): Panel[] | undefined {
  if (hasClass(one, "vp-code-group")) return codeGroup(one);
  if (!hasClass(one, "sd-tab-set", "tabbed-set", "sphinx-tabs")) return undefined;
  if (hasClass(one, "sphinx-tabs")) return byRole(one);
  const labels = elementsIn(one, isPanel).filter((inner) => isNamed(inner, "label"));
  return paired(labels, elementsIn(one, isPanel).filter(isPanel));
}

/** VitePress: labels in one element, and a block of code for each in another. */
function codeGroup(one: Element): Panel[] | undefined {
  const labels = elementsIn(one).filter((inner) => isNamed(inner, "label"));
  const blocks = firstIn(one, (inner) => hasClass(inner, "blocks"));
  const panels = blocks === undefined ? [] : childElements(blocks);
  return paired(
    labels,
    panels.map((panel) => element("div", {}, [panel])),
  );
}

const isPanel = (one: Element): boolean =>
  hasClass(one, "sd-tab-content", "tabbed-block", "tabbed-content") && !holdsBlocks(one);
const holdsBlocks = (one: Element): boolean =>
  childElements(one).some((child) => hasClass(child, "tabbed-block"));

/** By the roles that tell screen readers of tabs; the nearest element around list and panels is meant. */
function byRole(one: Element): Panel[] | undefined {
  if (
    !isNamed(one, "div", "section", "starlight-tabs") ||
    hasRole(one, "tabpanel") ||
    hasRole(one, "tablist")
  )
    return undefined;
  const lists = outermost(one, "tablist");
  const [list] = lists;
  if (list === undefined || lists.length > 1) return undefined;
  const panels = outermost(one, "tabpanel");
  // One that lies whole in one child is the child's.
  if (
    childElements(one).some(
      (child) => contains(child, list) && panels.every((panel) => contains(child, panel)),
    )
  )
    return undefined;
  return paired(
    elementsIn(list).filter((inner) => hasRole(inner, "tab")),
    panels,
  );
}

const hasRole = (one: Element, role: string): boolean => attribute(one, "role") === role;

function outermost(one: Element, role: string): Element[] {
  const isIt = (inner: Element): boolean => hasRole(inner, role);
  const isEnd = (inner: Element): boolean => isIt(inner) || hasRole(inner, "tabpanel");
  return elementsIn(one, isEnd).filter(isIt);
}

function contains(outer: Element, inner: Element): boolean {
  return outer === inner || firstIn(outer, (one) => one === inner) !== undefined;
}

function paired(titles: readonly Element[], panels: readonly Element[]): Panel[] | undefined {
  if (titles.length !== panels.length || panels.length > MOST_PANELS) return undefined;
  return panels.map((panel, index) => ({ title: textOf(titles[index] as Element) || `${index + 1}`, panel }));
}
