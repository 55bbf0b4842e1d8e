/** HTML that the engine made, as elements of a screen. */
import { createElement, type ReactNode } from "react";
import { isTaken, type MarkupElement, type MarkupNode, SVG_NAMES } from "../../ui/markup.ts";
import { Picture } from "../targets/Picture.tsx";
import { LeadsTo } from "../targets/targets.tsx";

export function Markup({ of }: { readonly of: readonly MarkupNode[] }): ReactNode {
  return of.map((node, place) => (typeof node === "string" ? node : <Element key={place} of={node} />));
}

function Element({ of: { name, attributes, children } }: { readonly of: MarkupElement }): ReactNode {
  const inside = children.length === 0 ? undefined : <Markup of={children} />;
  if (name === "img") {
    const size = { width: attributes.get("width"), height: attributes.get("height") };
    return <Picture src={attributes.get("src") ?? ""} alt={attributes.get("alt") ?? ""} {...size} />;
  }
  const href = attributes.get("href");
  if (name === "a" && href !== undefined) return <LeadsTo url={href}>{inside}</LeadsTo>;
  return createElement(SVG_NAMES.get(name) ?? name, propsOf(attributes), inside);
}

function propsOf(attributes: ReadonlyMap<string, string>): Readonly<Record<string, string | boolean>> {
  const props: Record<string, string | boolean> = {};
  for (const [name, value] of attributes) {
    if (!isTaken(name)) continue;
    const known = PROPS.get(name) ?? SVG_NAMES.get(name) ?? name;
    props[known] = FLAGS.has(name) ? true : value;
  }
  // Such a box is there to be looked at.
  if (props["checked"] === true) props["readOnly"] = true;
  return props;
}

const FLAGS = new Set(["open", "checked", "disabled", "reversed", "hidden"]);

/** Attributes that React calls otherwise. */
const PROPS = new Map([
  ["class", "className"],
  ["tabindex", "tabIndex"],
  ["colspan", "colSpan"],
  ["rowspan", "rowSpan"],
  ["datetime", "dateTime"],
  ["accept-charset", "acceptCharset"],
]);
