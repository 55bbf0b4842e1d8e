/** What stands in a line and is none of its words, as Markdown can say it. What it can't is the text that it was made of. */
import type { Mark, Node } from "prosemirror-model";
import { schema } from "./schema.ts";

const { nodes, marks } = schema;

const EMOJI = /^[a-z0-9_+-]{1,64}$/;
const ICON = /^(?!(?:solid|regular|light|thin|duotone|brands|fw)$)[\w-]+$/;
const LABEL = /^[^\]\s[]{1,100}$/;
/** In UTF-16 code units, with what closes it. */
const LONGEST_EXPRESSION = 4_096 - "</code>".length;

/** A formula ends at its first $$, and at an empty line. */
export const formulaOf = (text: string): string =>
  text
    .replaceAll("$$", () => "$ $")
    .replaceAll(/\n(?:[ \t]*\n)+/g, "\n")
    .trim();

const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();

/**
 * The atom as it can be written, a text where none can, or nothing where it says nothing.
 * @param isOneLine whether it is written as HTML, in which a formula with a tag would have that
 */
export function writtenAtom(atom: Node, isOneLine: boolean): Node | undefined {
  const { type, attrs } = atom;
  const text = (words: string): Node | undefined =>
    words === "" ? undefined : schema.text(words, atom.marks);
  const made = (said: Readonly<Record<string, string>>): Node => type.create(said, undefined, atom.marks);
  switch (type) {
    case nodes.formula: {
      const plain = formulaOf(oneLine(String(attrs["text"])));
      const said = isOneLine ? plain.replaceAll(/<(?=[a-z/!?])/gi, "\\lt ") : plain;
      if (said === "") return undefined;
      return said.endsWith("$") ? text(`$$${said}$$`) : made({ text: said });
    }
    case nodes.expression: {
      const said = oneLine(String(attrs["expression"]));
      const isClosed = said.includes("</code>") || said.length > LONGEST_EXPRESSION;
      return isClosed ? text(`{{${said}}}`) : made({ expression: said });
    }
    case nodes.emoji:
    case nodes.icon: {
      const name = oneLine(String(attrs["name"]));
      const known = type === nodes.emoji ? name.toLowerCase() : name;
      return (type === nodes.emoji ? EMOJI : ICON).test(known) ? made({ name: known }) : text(name);
    }
    case nodes.footnoteRef: {
      const label = oneLine(String(attrs["label"])).toLowerCase();
      if (LABEL.test(label)) return made({ label });
      return text(label === "" ? "" : `[^${label}]`);
    }
    default:
      return atom;
  }
}

/** Whether Markdown can say a mark. */
export const isWrittenMark = ({ type, attrs }: Mark): boolean => {
  if (type === marks.annotation) return LABEL.test(String(attrs["label"]));
  if (type !== marks.mark) return true;
  return Object.values(attrs).every(
    (color) => color === null || /^[^\s;:"](?:[^;:"]*[^\s;:"])?$/.test(color),
  );
};
