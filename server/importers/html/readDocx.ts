/** A document of Word in, one page of Markdown out. Runs in a thread: see workers/docx.worker.ts. */
import { randomUUID } from "node:crypto";
import type JSZip from "jszip";
import type { ReadDocument } from "../docx.ts";
import { readHtmlPage } from "./readPage.ts";
import { commentsIn, type Formula, type FormulaMark, markFormulas } from "./wordParts.ts";

type Archive = JSZip;

const MOST_MESSAGES = 50;
const LONGEST_COMMENT = 300;
/** Styles beyond those that mammoth knows: titles, code, quotations. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  ...["Quote", "Intense Quote", "Block Text", "Quotations"].map(
    (name) => `p[style-name='${name}'] => blockquote > p:fresh`,
  ),
  "p[style-name='Definition Term'] => dl > dt:fresh",
  "p[style-name='Definition'] => dl > dd:fresh",
  "p[style-name='Captioned Figure'] => figure:fresh",
  "p[style-name='Image Caption'] => figure > figcaption:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "r[style-name='Code'] => code",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='HTML Code'] => code",
  // Every page has a list of its contents beside it.
  ...["TOC Heading", "Contents Heading", "Contents"].map((name) => `p[style-name='${name}'] => !`),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((level) => [
    `p[style-name='toc ${level}'] => !`,
    `p[style-name='Contents ${level}'] => !`,
  ]),
  ...["center", "right"].map((side) => `p[style-name='lectern-${side}'] => p.lectern-${side}:fresh`),
  "u => u",
  "strike => del",
];

/** @throws Error for what is no document */
export async function readDocxPage(bytes: Uint8Array): Promise<ReadDocument> {
  const [{ default: mammoth }, { default: JSZip }] = await Promise.all([import("mammoth"), import("jszip")]);
  const archive = await JSZip.loadAsync(bytes);
  const token = randomUUID();
  const { formulas, left } = await takeFormulas(archive, (index) => `${token}:${index};`);
  const buffer =
    formulas.length + left === 0 ? Buffer.from(bytes) : await archive.generateAsync({ type: "nodebuffer" });
  const options = { styleMap: STYLES, transformDocument: withAlignment };
  const { value, messages } = await mammoth.convertToHtml({ buffer }, options);
  const html = withFormulas(value, token, formulas);
  const told = new Set(messages.flatMap(({ message }) => problemOf(message)));
  if (left > 0) told.add(`${left} of its formulas say nothing that TeX could say: they are left out`);
  const comments = await commentsOf(archive);
  return {
    page: readHtmlPage({ bytes: new TextEncoder().encode(html), isBare: true }),
    messages: [...told, ...comments].slice(0, MOST_MESSAGES),
  };
}

async function takeFormulas(
  archive: Archive,
  markOf: FormulaMark,
): Promise<Pick<ReturnType<typeof markFormulas>, "formulas" | "left">> {
  const formulas: Formula[] = [];
  let left = 0;
  for (const file of archive.file(/^word\/(?:document\d*|footnotes|endnotes)\.xml$/)) {
    const xml = await file.async("string");
    if (!xml.includes("<m:oMath")) continue;
    const marked = markFormulas(xml, (index) => markOf(formulas.length + index));
    formulas.push(...marked.formulas);
    left += marked.left;
    archive.file(file.name, marked.xml);
  }
  return { formulas, left };
}

/** Where a mark stands, a formula does: in its line, or as a block where nothing else is in its paragraph. */
function withFormulas(html: string, token: string, formulas: readonly Formula[]): string {
  if (formulas.length === 0) return html;
  const written = (index: string | undefined): string => {
    const { tex, isBlock } = formulas[Number(index)] as Formula;
    return `<script type="math/tex${isBlock ? "; mode=display" : ""}">${tex.replaceAll("</", "<\\!/")}</script>`;
  };
  return html.replace(new RegExp(`${token}:(\\d{1,9});`, "g"), (_, index: string) => written(index));
}

/** Comments belong to a conversation about the text, not to the page: they are named, so that nothing is lost unseen. */
async function commentsOf(archive: Archive): Promise<string[]> {
  const file = archive.file("word/comments.xml");
  if (file === null) return [];
  return commentsIn(await file.async("string")).map(({ author, text }) => {
    const said = text.length > LONGEST_COMMENT ? `${text.slice(0, LONGEST_COMMENT)}…` : text;
    return `a comment of ${author || "somebody"} is left out: ${said}`;
  });
}

interface WordNode {
  readonly type: string;
  readonly children?: readonly WordNode[];
  readonly alignment?: string | null;
}

/** The paragraphs of cells say how their columns are aligned: by a style, which is all that is read of them. */
function withAlignment<Node extends WordNode>(node: Node, isInCell = false): Node {
  const children = node.children?.map((child) => withAlignment(child, isInCell || node.type === "tableCell"));
  const align = node.type === "paragraph" && isInCell ? ALIGNED[node.alignment ?? ""] : undefined;
  return {
    ...node,
    ...(children === undefined ? {} : { children }),
    ...(align === undefined ? {} : { styleId: align, styleName: align }),
  };
}

const ALIGNED: Readonly<Record<string, string>> = {
  center: "lectern-center",
  right: "lectern-right",
  end: "lectern-right",
};

/** What a person who imports has to know of a message. Text of an unknown style is taken over as text. */
function problemOf(message: string): string[] {
  if (message.startsWith("Unrecognised ")) return [];
  const ignored = /^An unrecognised element was ignored: (?:\{[^}]*\})?(.{1,100})$/.exec(message)?.[1];
  return [ignored === undefined ? message.slice(0, 300) : `what it has as "${ignored}" is left out`];
}
