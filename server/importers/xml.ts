/** XML of strangers, piece by piece: no entity is fetched or multiplied, and nothing is kept but what is asked for. */
import { SaxesParser } from "saxes";

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlNode | string)[];
}

export interface XmlHandlers {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>, isSelfClosing: boolean) => void;
  readonly close: (name: string) => void;
  /** Text may come in pieces. */
  readonly text: (text: string) => void;
}

/** What an element that nobody closes keeps is kept for each of them. */
const DEEPEST = 1_000;
const MOST_ATTRIBUTES = 1_000;

/** A reader that is given a document in pieces. @throws Error for what is no XML */
export function openXml(handlers: XmlHandlers): { write(piece: string): void; end(): void } {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  let depth = 0;
  let count = 0;
  parser.on("opentagstart", () => {
    depth += 1;
    count = 0;
    if (depth > DEEPEST) throw new Error("its elements lie deeper than 1,000 levels");
  });
  parser.on("attribute", () => {
    count += 1;
    if (count > MOST_ATTRIBUTES) throw new Error("an element of it has more than 1,000 attributes");
  });
  parser.on("opentag", ({ name, attributes, isSelfClosing }) =>
    handlers.open(name, attributes as Record<string, string>, isSelfClosing),
  );
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    handlers.close(name);
  });
  parser.on("text", (text) => handlers.text(text));
  parser.on("cdata", (text) => handlers.text(text));
  return { write: (piece) => void parser.write(piece), end: () => void parser.close() };
}

/** Reads a whole document. @throws Error for what is no XML */
export function readXml(text: string, handlers: XmlHandlers): void {
  const xml = openXml(handlers);
  xml.write(text);
  xml.end();
}

const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text in a document or in an attribute of it. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => MARKUP[sign] ?? sign);
}
