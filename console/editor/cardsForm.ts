/** Cards as a form: a table of HTML, in which each value is written into its own cell. */
import type { BlockOf } from "../../engine/markdown/anatomy.ts";
import type { Card, Cell, Column, Destination } from "../../engine/markdown/document.ts";
import { FORM_WORDS as WORDS } from "./formWords.ts";
import {
  oneLine,
  replaced,
  type BlockFormEntry,
  type BlockFormField,
  type SourceForm,
} from "./sourceField.ts";

const SIGNS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const MEANT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SIGNS).map(([sign, name]) => [name, sign]),
);

const asHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]!);
const asText = (html: string): string => html.replaceAll(/&(?:amp|lt|gt|quot);/g, (name) => MEANT[name]!);

/** Words that all stand in the same elements: what opens those, the words, and what closes them. */
const WORDS_IN = /^((?:\s*<[a-z]\w*(?:\s[^<>]*)?>)*)([^<]*)((?:<\/[a-z]\w*>\s*)*)$/i;

/** The words of a cell; where they are in several elements, its HTML. */
function wordsField(source: string, { start, end }: Cell, label: string): BlockFormField {
  const html = source.slice(start, end);
  const [, before = "", words = html, behind = ""] = WORDS_IN.exec(html) ?? [];
  const isHtml = /[<]/.test(words);
  const range = { start: start + before.length, end: end - behind.length };
  return {
    label,
    value: isHtml ? html : asText(words),
    write: (value) => {
      const line = oneLine(value);
      return replaced(source, range, isHtml ? line : asHtml(line));
    },
  };
}

/** What a hidden cell leads to. */
function targetField(
  source: string,
  { start, end }: Cell,
  destination: Destination | undefined,
  label: string,
  of: "page" | "picture",
): BlockFormField {
  return {
    label,
    value: destination?.url ?? "",
    of,
    write: (value) => {
      const line = asHtml(oneLine(value.trim()));
      if (line === "") return replaced(source, { start, end }, "");
      return destination === undefined
        ? replaced(source, { start, end }, `<a href="${line}">${line}</a>`)
        : replaced(source, destination, line);
    },
  };
}

const ROLES = {
  target: { label: WORDS.leadsTo, of: "page" },
  cover: { label: WORDS.cover, of: "picture" },
  coverDark: { label: WORDS.coverDark, of: "picture" },
} as const;

function labelOf(place: number): string {
  if (place === 0) return WORDS.cardTitle;
  return place === 1 ? WORDS.cardText : WORDS.cardColumn(place + 1);
}

function fieldsOf(source: string, card: Card, columns: readonly Column[]): BlockFormField[] {
  let [shown, hidden] = [0, 0];
  return columns.flatMap(({ hidden: isHidden = false, role }): BlockFormField[] => {
    const cell = isHidden ? card.hidden[hidden++] : card.cells[shown++];
    if (cell === undefined) return [];
    if (!isHidden) return [wordsField(source, cell, labelOf(shown - 1))];
    if (role === undefined) return [];
    const { label, of } = ROLES[role];
    return [targetField(source, cell, card[role], label, of)];
  });
}

/** The whole row of a card. */
function rowOf(source: string, { start, end }: Card): { readonly start: number; readonly end: number } {
  const close = /<\/tr\s*>/i.exec(source.slice(end));
  const opening = [...source.slice(0, start).matchAll(/<tr\b/gi)].at(-1);
  return {
    start: opening?.index ?? start,
    end: close === null ? end : end + close.index + close[0].length,
  };
}

export function cardsForm(source: string, block: BlockOf<"cards">): SourceForm | undefined {
  const { cards } = block;
  const last = cards.at(-1);
  if (last === undefined) return undefined;
  // Without a head, all that there is is shown.
  const columns = block.columns.length === 0 ? last.cells.map(() => ({})) : block.columns;
  const entries = cards.map((card, place): BlockFormEntry => ({
    label: WORDS.card(place + 1),
    fields: fieldsOf(source, card, columns),
    remove: cards.length === 1 ? undefined : () => replaced(source, rowOf(source, card), ""),
  }));
  const { end } = rowOf(source, last);
  const cells = columns.map((_, place) => (place === 0 ? "<td><strong></strong></td>" : "<td></td>"));
  return {
    type: "cards",
    fields: [],
    entries,
    add: {
      label: WORDS.addCard,
      write: () => replaced(source, { start: end, end }, `<tr>${cells.join("")}</tr>`),
    },
  };
}
