/** A document of Word with one of everything that tests look at. */
import { craftZip } from "./zip.fixture.ts";

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const run = (text: string, props = ""): string =>
  `<w:r><w:rPr>${props}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (inside: string, props = ""): string => `<w:p><w:pPr>${props}</w:pPr>${inside}</w:p>`;
const item = (text: string): string =>
  paragraph(run(text), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>');
const row = (...cells: readonly string[]): string =>
  `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join("")}</w:tr>`;

const PICTURE = `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="dot" descr="A dot"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rId2"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/** Paragraphs of named styles, as a text editor writes them. */
export const styled = (...paragraphs: readonly (readonly [style: string, text: string])[]): string =>
  paragraphs
    .map(([style, text]) => paragraph(run(text), `<w:pStyle w:val="${style.replaceAll(" ", "")}"/>`))
    .join("");

/** A document with a title, a heading, bold text, a link, a list, a table, a footnote and a picture. */
export function docxOf(picture: Buffer, more = "", named: readonly string[] = []): Buffer {
  const link = `<w:hyperlink r:id="rId1">${run("link")}</w:hyperlink>`;
  const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
  const body = [
    paragraph(run("The plan"), '<w:pStyle w:val="Title"/>'),
    paragraph(
      `${run("Some ")}${run("bold", "<w:b/>")}${run(" text")}${note}${run(" and a ")}${link}${run(".")}`,
    ),
    paragraph(run("First"), '<w:pStyle w:val="Heading1"/>'),
    item("one"),
    item("two"),
    `<w:tbl><w:tblPr/>${row("A", "B").replace("<w:tr>", "<w:tr><w:trPr><w:tblHeader/></w:trPr>")}${row("1", "2")}</w:tbl>`,
    paragraph(PICTURE),
    more,
  ].join("");
  const styles = [
    ["Title", "Title"],
    ["Heading1", "heading 1"],
    ...named.map((name) => [name.replaceAll(" ", ""), name]),
  ]
    .map(([id, name]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`)
    .join("");
  const relations = [
    `<Relationship Id="rId1" Type="${REL}/hyperlink" Target="https://example.com/" TargetMode="External"/>`,
    `<Relationship Id="rId2" Type="${REL}/image" Target="media/image1.png"/>`,
    `<Relationship Id="rId3" Type="${REL}/numbering" Target="numbering.xml"/>`,
    `<Relationship Id="rId4" Type="${REL}/styles" Target="styles.xml"/>`,
    `<Relationship Id="rId5" Type="${REL}/footnotes" Target="footnotes.xml"/>`,
  ].join("");
  const relationships = (inside: string): string =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  return craftZip(
    Object.entries<string | Buffer>({
      "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/></Types>`,
      "_rels/.rels": relationships(
        `<Relationship Id="rId1" Type="${REL}/officeDocument" Target="word/document.xml"/>`,
      ),
      "word/document.xml": `${XML}<w:document ${W}><w:body>${body}</w:body></w:document>`,
      "word/_rels/document.xml.rels": relationships(relations),
      "word/styles.xml": `${XML}<w:styles ${W}>${styles}</w:styles>`,
      "word/numbering.xml": `${XML}<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
      "word/footnotes.xml": `${XML}<w:footnotes ${W}><w:footnote w:id="2">${paragraph(run("A note"))}</w:footnote></w:footnotes>`,
      "word/media/image1.png": picture,
    }).map(([name, bytes]) => ({ name, bytes })),
  );
}
