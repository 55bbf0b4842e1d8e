/** Lists of terms and what they mean. */
import type { Element, ElementContent } from "hast";
import { childElements, element, firstIn, hasClass, isNamed, replaceElements, textOf } from "./hast.ts";

/**
 * Definitions: the term in bold type, what it means below; those within another are items. Those of an API are
 * signatures: code.
 */
export function definitionsOf(one: Element): readonly ElementContent[] | undefined {
  if (!isNamed(one, "dl")) return undefined;
  if (childElements(one).every(isLinkAlone)) return [element("ul", {}, childElements(one).map(asItem))];
  const entries = entriesOf(one);
  return entries.flatMap(({ terms, meanings }) => {
    const isApi = terms.some(isSignature);
    return [
      ...(isApi ? terms.map(signature) : [termLine(terms)]),
      ...meanings.map((one) => meaning(one, isApi)),
    ];
  });
}

interface Entry {
  readonly terms: readonly Element[];
  readonly meanings: readonly Element[];
}

/** Terms that stand together mean the same. Generators put what belongs together into a `div`. */
function entriesOf(list: Element): Entry[] {
  const parts = childElements(list).flatMap((child) =>
    isNamed(child, "div") ? childElements(child) : [child],
  );
  const entries: { terms: Element[]; meanings: Element[] }[] = [];
  for (const part of parts) {
    const last = entries.at(-1);
    const isTerm = isNamed(part, "dt");
    if (last === undefined || (isTerm && last.meanings.length > 0))
      entries.push(isTerm ? { terms: [part], meanings: [] } : { terms: [], meanings: [part] });
    else (isTerm ? last.terms : last.meanings).push(part);
  }
  return entries;
}

function termLine(terms: readonly Element[]): Element {
  const line = terms.flatMap((term, index): ElementContent[] => {
    const bold = element("strong", {}, term.children);
    return index === 0 ? [bold] : [{ type: "text", value: ", " }, bold];
  });
  return element("p", {}, line);
}

/** Without its further levels, the list in a meaning would read as a continuation of the one around it. */
function meaning(one: Element, isApi: boolean): Element {
  const body = element("div", {}, one.children);
  if (!isApi)
    replaceElements(body, (inner) =>
      isNamed(inner, "dl") && !childElements(inner).every(isLinkAlone) && !holdsSignatures(inner)
        ? [element("ul", {}, entriesOf(inner).map(entryItem))]
        : undefined,
    );
  return body;
}

function entryItem({ terms, meanings }: Entry): Element {
  return element("li", {}, [termLine(terms), ...meanings.map((one) => element("div", {}, one.children))]);
}

const isSignature = (term: Element): boolean => hasClass(term, "sig", "sig-object", "descname");

function holdsSignatures(list: Element): boolean {
  return childElements(list).some(isSignature);
}

function signature(term: Element): Element {
  const code = element("code", {}, [{ type: "text", value: textOf(term) }]);
  return element("p", {}, [element("strong", {}, [code])]);
}

/** A table of contents: terms that are links, and lists of them. */
function isLinkAlone(child: Element): boolean {
  const inside = childElements(child);
  const [only] = inside;
  if (only === undefined || inside.length > 1) return false;
  if (isNamed(child, "dd")) return isNamed(only, "dl") && childElements(only).every(isLinkAlone);
  return (
    (isNamed(only, "a") || firstIn(only, (one) => isNamed(one, "a")) !== undefined) &&
    textOf(only) === textOf(child)
  );
}

function asItem(child: Element): Element {
  return element("li", {}, child.children);
}
