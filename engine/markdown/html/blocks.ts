/** Which block is rendered by what, one row a type; the plain blocks of text are rendered here. */
import type { BlockOf } from "../anatomy.ts";
import type { Block, Heading, List, ListItem, Paragraph } from "../document.ts";
import { renderCode, renderMathBlock } from "./code.ts";
import {
  renderColumns,
  renderDetails,
  renderHint,
  renderIf,
  renderQuote,
  renderStepper,
  renderTabs,
} from "./containers.ts";
import { type Child, h, type SafeHtml, join } from "./element.ts";
import { renderFigure, renderImageParagraph } from "./images.ts";
import type { PageHtml } from "./page.ts";
import { renderIntegration, renderOperation, renderPrompt, renderSchemas } from "./placeholders.ts";
import { renderContentRef, renderEmbed, renderFile, renderInclude } from "./references.ts";
import { RawHtml } from "./sanitize.ts";
import { renderCards, renderTable } from "./tables.ts";
import { readText } from "./text.ts";
import { renderUpdates } from "./updates.ts";

/** Renders blocks; raw HTML among them is balanced together. */
export function renderBlocks(page: PageHtml, blocks: readonly Block[], tight: boolean): SafeHtml {
  if (!blocks.some((block) => block.type === "html")) {
    return join(blocks.map((block) => renderBlock(page, block, tight)));
  }
  const raw = new RawHtml("flow", page.rawTargets);
  for (const block of blocks) {
    if (block.type === "html") raw.raw(block.raw);
    else raw.finished(join([renderBlock(page, block, tight)]));
  }
  return raw.finish();
}

type Render<B> = (page: PageHtml, block: B, tight: boolean) => Child;

const hr = h("hr", {});
const nothing = (): undefined => undefined;
/** Parts of a container that stand by themselves: what they hold is shown. */
const inside: Render<{ readonly children: readonly Block[] }> = (page, { children }) => page.blocks(children);

const RENDERERS: { readonly [T in Block["type"]]: Render<BlockOf<T>> } = {
  paragraph: renderParagraph,
  heading: renderHeading,
  list: renderList,
  listItem: inside,
  blockquote: renderQuote,
  code: renderCode,
  math: renderMathBlock,
  thematicBreak: () => hr,
  table: renderTable,
  cards: renderCards,
  hint: renderHint,
  tabs: renderTabs,
  tab: inside,
  stepper: renderStepper,
  step: inside,
  columns: renderColumns,
  column: inside,
  details: renderDetails,
  embed: renderEmbed,
  contentRef: renderContentRef,
  file: renderFile,
  include: renderInclude,
  updates: renderUpdates,
  update: inside,
  prompt: renderPrompt,
  if: renderIf,
  openapiOperation: renderOperation,
  openapiSchemas: renderSchemas,
  integration: renderIntegration,
  figure: renderFigure,
  // Balanced with what is around it: see renderBlocks.
  html: nothing,
  definition: nothing,
  // Where it is referred to, or at the end.
  footnote: nothing,
};

function renderBlock(page: PageHtml, block: Block, tight: boolean): Child {
  return (RENDERERS[block.type] as Render<Block>)(page, block, tight);
}

function renderParagraph(page: PageHtml, paragraph: Paragraph, tight: boolean): Child {
  const figure = renderImageParagraph(page, paragraph);
  if (figure !== undefined) return figure;
  const content = page.inlines(paragraph.children);
  return tight ? content : h("p", {}, content);
}

/** The page's own title is its only h1, so headings of the body begin at h2. */
function renderHeading(page: PageHtml, heading: Heading): Child {
  const level = Math.max(2, heading.level);
  const id = page.anchors.get(heading) ?? page.claimId("section");
  page.headings.push({ level, id, text: readText(page, heading.children) });
  const sign = h("span", { "aria-hidden": "true" }, "#");
  const anchor = h("a", { class: "anchor", href: `#${id}`, "aria-label": page.words.anchor }, sign);
  const other = page.otherAnchors.get(heading);
  const mark = other === undefined ? undefined : h("span", { id: other });
  return h(`h${level}`, { id }, mark, page.inlines(heading.children), anchor);
}

function renderList(page: PageHtml, list: List): SafeHtml {
  const tasks = list.children.some((item) => item.checked !== undefined);
  const attributes = {
    class: tasks && "tasks",
    start: list.ordered && list.first !== 1 && list.first,
  };
  const items = list.children.map((item) => renderItem(page, item, list.tight));
  return h(list.ordered ? "ol" : "ul", attributes, items);
}

function renderItem(page: PageHtml, item: ListItem, tight: boolean): SafeHtml {
  if (item.checked === undefined) return h("li", {}, page.blocks(item.children, tight));
  const box = h("input", { type: "checkbox", disabled: true, checked: item.checked });
  const [first, ...others] = item.children;
  const spoken = first?.type === "paragraph" ? first.children : [];
  const label = h("label", { class: "task-label" }, box, h("span", {}, page.inlines(spoken)));
  const rest = first?.type === "paragraph" ? others : item.children;
  return h("li", { class: "task" }, label, page.blocks(rest, tight));
}
