/** The document of the API as a page body. */
import type { Document } from "../markdown/document.ts";
import { replaceRanges } from "../markdown/edits.ts";
import { parse } from "../markdown/parse.ts";
import { editedSource } from "./editedSource.ts";
import { type Flow, printBlocks } from "./print.ts";
import { readBlocks } from "./readBlocks.ts";
import { type DocumentProblem, type JsonRecord, own, Reader } from "./reader.ts";
import { NodeReading } from "./reading.ts";
import { isSame } from "./sameNodes.ts";
import { toDocument } from "./toDocument.ts";
import { WrittenBlocks } from "./writtenBlocks.ts";

export type { DocumentProblem } from "./reader.ts";

interface ReadDocument {
  readonly markdown: string;
  /** What could not be read, each with its place; the rest is in the Markdown all the same. */
  readonly problems: readonly DocumentProblem[];
}

/**
 * The Markdown of a document, whatever was sent as one. Never throws: what is no document, too deep, too much or an
 * address that runs code is a problem with its path, and left out.
 * @param base what was edited: all of it that the document has unchanged is as it stands there, to the byte
 */
export function fromDocument(sent: unknown, base?: Document): ReadDocument {
  const edits = base === undefined ? undefined : editedTexts(sent, base);
  for (const { markdown, nodes } of edits?.() ?? [])
    if (isSame(nodes, own(sent as JsonRecord, "nodes"))) return { markdown, problems: [] };
  const printed = printedText(sent, base);
  if (edits === undefined || printed.problems.length > 0) return printed;
  // What others write may say the same in other nodes: then it does so in both texts.
  const { nodes } = read(printed.markdown);
  for (const edited of edits())
    if (isSame(edited.nodes, nodes)) return { ...printed, markdown: edited.markdown };
  return printed;
}

/** A text with what it says, which is what has to be proven of it: once for the page. */
interface ReadText {
  readonly markdown: string;
  readonly nodes: unknown;
}

function read(markdown: string, document = parse(markdown).document): ReadText {
  return { markdown, nodes: toDocument(document).nodes };
}

/**
 * The base with the edits in it, and the same with the footnotes that were told in what was edited. Undefined when there
 * is a problem, or no telling what was edited.
 */
function editedTexts(sent: unknown, base: Document): (() => Generator<ReadText>) | undefined {
  const reader = new Reader();
  const record = reader.record(sent, "");
  if (record === undefined || own(record, "object") !== "document") return undefined;
  const known = new Set(base.children.flatMap((block) => (block.type === "footnote" ? [block.label] : [])));
  const notes = new Map<string, readonly Flow[]>([...known].map((label) => [label, []]));
  const { nodes } = toDocument(base);
  const text = editedSource(record, { document: base, nodes }, (node, depth) => {
    const reading = new NodeReading(reader, readBlocks, undefined, depth, notes);
    return printBlocks(readBlocks({ nodes: [node] }, "", reading));
  });
  if (text === undefined || reader.problems.length > 0) return undefined;
  const added = [...notes].filter(([label]) => !known.has(label)).map(noteOf);
  const end = text.trimEnd();
  const whole = added.length === 0 ? text : `${end}\n\n${printBlocks(added)}${text.slice(end.length)}`;
  return function* () {
    const isUnedited = whole === base.source;
    const document = isUnedited ? base : parse(whole).document;
    yield isUnedited ? { markdown: whole, nodes } : read(whole, document);
    const edits = document.children.flatMap((block) => {
      const children = block.type === "footnote" ? (notes.get(block.label) ?? []) : [];
      if (block.type !== "footnote" || children.length === 0) return [];
      return [{ start: block.start, end: block.end, text: printBlocks([noteOf([block.label, children])]) }];
    });
    if (edits.length > 0) yield read(replaceRanges(whole, edits));
  };
}

const noteOf = ([label, children]: readonly [string, readonly Flow[]]): Flow => ({
  type: "note",
  label,
  children,
});

/** All of it printed, but blocks at the top that say what they say by themselves. */
function printedText(sent: unknown, base: Document | undefined): ReadDocument {
  const reader = new Reader();
  const record = reader.record(sent, "");
  if (record === undefined) return { markdown: "", problems: reader.problems };
  if (own(record, "object") !== "document") reader.problem("/object", "must be document.");
  if (!Array.isArray(own(record, "nodes"))) reader.problem("/nodes", "must be the list of blocks.");
  const reading = new NodeReading(reader, readBlocks, base && new WrittenBlocks(base));
  const blocks = readBlocks(record, "", reading);
  return { markdown: printBlocks([...blocks, ...reading.footnotes()]), problems: reader.problems };
}
