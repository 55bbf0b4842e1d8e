/** Words of components and of fences that readers of a tool see, and none that they don't. */
import { expect, test } from "vitest";
import { readAsciidocPage } from "../asciidoc/page.ts";
import { readHtmlPage } from "../html/readPage.ts";
import { fenceInfo } from "./fences.ts";
import { planProject } from "./project.fixture.ts";

test.each([
  ["bash npm2yarn", ""],
  ["jsx live noInline", ""],
  ["bash npm2yarn server.sh", "server.sh"],
  ["js mdx-code-block", ""],
])("what a fence orders is no title of it: %s", (info, title) => {
  expect(fenceInfo(info).title).toBe(title);
});

test("what a tooltip says stays with its word", async () => {
  const { text } = await planProject({
    "docs.json": '{ "name": "x", "navigation": { "pages": ["a"] } }',
    "a.mdx": '# A\n\nAn <Tooltip tip="Application & more">API</Tooltip> and <Tooltip>more</Tooltip>.\n',
  });
  expect(text("a")).toBe('An <abbr title="Application &amp; more">API</abbr> and more.');
});

test("who said a quotation stays in it", () => {
  const page = readHtmlPage({
    bytes: new TextEncoder().encode(
      "<main><h1>T</h1><p>Some words before it, and some more.</p><blockquote><p>Said.</p><footer>A. Author</footer></blockquote><footer>Imprint</footer></main>",
    ),
    url: undefined,
  });
  expect("refused" in page ? page.refused : page.markdown).toContain("> Said.\n>\n> A. Author");
  expect("refused" in page ? page.refused : page.markdown).not.toContain("Imprint");
});

test("a drawing of AsciiDoc is code in the language of the drawing", async () => {
  const page = await readAsciidocPage({
    text: "= T\n\n[mermaid,target=x]\n....\na-->b\n....\n\n[plantuml]\n----\na -> b\n----\n\n[mermaid] words\n",
    attributes: {},
  });
  const html = "html" in page ? page.html : page.refused;
  expect(html).toContain('<code class="language-mermaid" data-lang="mermaid">a--&gt;b</code>');
  expect(html).toContain('<code class="language-plantuml" data-lang="plantuml">');
  expect(html).toContain("[mermaid] words");
});
