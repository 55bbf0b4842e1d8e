/** Parts of a Word document that its reader leaves out: formulas, which become marks in its text, and comments. */
import { escapeXml, readXml, type XmlNode } from "../xml.ts";
import { texOf } from "./omml.ts";

export interface Formula {
  readonly tex: string;
  /** Whether it stands in a line of its own. */
  readonly isBlock: boolean;
}

/** What stands in the text for a formula, by its number. */
export type FormulaMark = (formula: number) => string;

interface MarkedXml {
  readonly xml: string;
  readonly formulas: readonly Formula[];
  /** Formulas that say nothing which TeX could say. */
  readonly left: number;
}

/** Gives a document with a mark in the place of each formula. @throws Error for what is no XML */
export function markFormulas(xml: string, markOf: FormulaMark): MarkedXml {
  const out: string[] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'];
  const formulas: Formula[] = [];
  let left = 0;
  let blocks = 0;
  /** The formula that is being read, and what is open in it. */
  let open: XmlNode[] = [];
  const write = (formula: XmlNode): void => {
    const tex = texOf(formula);
    if (tex === undefined) {
      left += 1;
      return;
    }
    const mark = markOf(formulas.push({ tex, isBlock: blocks > 0 }) - 1);
    out.push(`<w:r><w:t xml:space="preserve">${escapeXml(mark)}</w:t></w:r>`);
  };
  readXml(xml, {
    open: (name, attributes) => {
      if (open.length > 0 || name === "m:oMath") {
        const one: XmlNode = { name, attributes, children: [] };
        open.at(-1)?.children.push(one);
        open.push(one);
      } else if (name === "m:oMathPara") blocks += 1;
      else {
        const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
        out.push(`<${name}${written.join("")}>`);
      }
    },
    close: (name) => {
      const formula = open.pop();
      if (formula !== undefined) {
        if (open.length === 0) write(formula);
      } else if (name === "m:oMathPara") blocks -= 1;
      else out.push(`</${name}>`);
    },
    text: (text) => {
      if (open.length > 0) open.at(-1)?.children.push(text);
      else out.push(escapeXml(text));
    },
  });
  open = [];
  return { xml: out.join(""), formulas, left };
}

interface Comment {
  readonly author: string;
  readonly text: string;
}

/** The comments at the edge of a document, in their order. @throws Error for what is no XML */
export function commentsIn(xml: string): Comment[] {
  const comments: { author: string; text: string }[] = [];
  let isText = false;
  readXml(xml, {
    open: (name, attributes) => {
      if (name === "w:comment") comments.push({ author: attributes["w:author"] ?? "", text: "" });
      isText = name === "w:t";
    },
    close: (name) => {
      const last = comments.at(-1);
      if (name === "w:p" && last !== undefined) last.text += " ";
      isText = false;
    },
    text: (text) => {
      const last = comments.at(-1);
      if (isText && last !== undefined) last.text += text;
    },
  });
  return comments.map(({ author, text }) => ({ author, text: text.replace(/\s+/g, " ").trim() }));
}
