/** Footnotes: a raised link to an element that leads back, wherever a generator puts the two. */
import type { Element, ElementContent, Parents } from "hast";
import { decoded } from "../../../engine/decoded.ts";
import {
  attribute,
  childElements,
  element,
  elementsIn,
  firstIn,
  hasClass,
  isNamed,
  replaceElements,
  textOf,
} from "./hast.ts";

const MOST = 2_000;

/** Marks references and takes the notes out of the text; they follow it at its end. */
export function markFootnotes(main: Parents): void {
  const all = elementsIn(main);
  const byId = new Map<string, Element>();
  for (const one of all) {
    const id = attribute(one, "id");
    if (id !== undefined && !byId.has(id)) byId.set(id, one);
  }
  const notes = new Map<Element, string>();
  const references = new Map<Element, string>();
  for (const one of all) {
    const target = targetOf(one);
    const note = target === undefined ? undefined : byId.get(target);
    if (note === undefined || !isReference(one) || !isNote(note) || notes.size >= MOST) continue;
    const label = notes.get(note) ?? String(notes.size + 1);
    notes.set(note, label);
    references.set(one, label);
  }
  if (notes.size === 0) return;
  const ids = new Set(
    [...references.keys()].flatMap((one) => [attribute(one, "id") ?? "", idAround(one, all)]),
  );
  replaceElements(main, (one) => {
    const raised = isNamed(one, "sup") ? firstIn(one, (inner) => references.has(inner)) : one;
    const label = raised === undefined ? undefined : references.get(raised);
    if (label !== undefined) return [element("lectern-reference", { label }, [])];
    return notes.has(one) ? [] : undefined;
  });
  dropEmptyLists(main);
  for (const [note, label] of notes) main.children.push(definition(note, label, ids) as never);
}

/** Docutils writes a note as a definition: the label with the id is the term. */
export function footnoteOf(one: Element): readonly Element[] | undefined {
  if (!isNamed(one, "dl") || !hasClass(one, "footnote")) return undefined;
  const parts = childElements(one);
  return parts.flatMap((part, index) => {
    const note = parts[index + 1];
    if (!isNamed(part, "dt") || note === undefined) return [];
    const properties = { className: ["footnote"], id: attribute(part, "id") ?? "" };
    return [element("div", properties, note.children)];
  });
}

function targetOf(one: Element): string | undefined {
  const href = isNamed(one, "a") ? attribute(one, "href") : undefined;
  const hash = href === undefined ? undefined : /#(.+)$/.exec(href)?.[1];
  return hash === undefined ? undefined : decoded(hash);
}

function isReference(one: Element): boolean {
  if (attribute(one, "role") === "doc-backlink" || hasClass(one, "footnote-backref", "data-footnote-backref"))
    return false;
  const isMarked =
    attribute(one, "role") === "doc-noteref" ||
    hasClass(one, "footnote-ref", "footnote-reference", "footnoteref");
  return isMarked || attribute(one, "dataFootnoteRef") !== undefined || /^\[?[\d*†]+\]?$/u.test(textOf(one));
}

function isNote(one: Element): boolean {
  if (!isNamed(one, "li", "aside", "div", "dd", "p", "tr")) return false;
  return (
    elementsIn(one).some((inner) => isNamed(inner, "a") && isBackLink(inner)) || hasClass(one, "footnote")
  );
}

function isBackLink(one: Element): boolean {
  return (
    (attribute(one, "href") ?? "").startsWith("#") &&
    (/^[\s↑↩^\d[\]⏎]*$/u.test(textOf(one).replaceAll("\uFE0E", "")) ||
      /back/.test(attribute(one, "className") ?? ""))
  );
}

function idAround(reference: Element, all: readonly Element[]): string {
  const around = all.find((one) => isNamed(one, "sup") && one.children.includes(reference));
  return around === undefined ? "" : (attribute(around, "id") ?? "");
}

function definition(note: Element, label: string, ids: ReadonlySet<string>): Element {
  const body = element("div", {}, note.children);
  replaceElements(body, (one): readonly ElementContent[] | undefined => {
    const isBack = isNamed(one, "a") && (ids.has(targetOf(one) ?? "-") || isBackLink(one));
    // Its own places are what its references lead to.
    const isPlace = isNamed(one, "lectern-anchor");
    return isBack || isPlace || hasClass(one, "label", "fn-bracket", "backrefs") ? [] : undefined;
  });
  const first = body.children.find((one) => one.type !== "text" || one.value.trim() !== "");
  // AsciiDoc numbers its notes by hand: "1. The note", of which the number is the way back.
  if (first?.type === "text") first.value = first.value.replace(/^\s*\.\s+/, "");
  return element("lectern-footnote", { label }, body.children);
}

/** The list that held the notes, with the heading and the rule of its section. */
function dropEmptyLists(main: Parents): void {
  replaceElements(main, (one) => {
    const isPlace =
      isNamed(one, "ol", "ul") ||
      hasClass(one, "footnotes", "footnote-list") ||
      attribute(one, "id") === "footnotes" ||
      attribute(one, "role") === "doc-endnotes";
    if (!isPlace) return undefined;
    const holds = firstIn(one, (inner) => !isNamed(inner, "hr", "h2", "ol", "ul", "div"));
    return holds === undefined && !elementsIn(one).some((inner) => isNamed(inner, "li")) ? [] : undefined;
  });
}
