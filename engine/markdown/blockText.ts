/** What blocks say, without markup: for search, descriptions and prompts. */
import type { Block, Inline } from "./document.ts";
import { plainText } from "./plainText.ts";

/** The words of some blocks, one line a block, containers flattened, code included. */
export function blockText(blocks: readonly Block[]): string {
  const lines: string[] = [];
  for (const block of blocks) addLines(block, lines);
  return lines.filter((line) => line !== "").join("\n");
}

function addLines(block: Block, lines: string[]): void {
  lines.push(ownText(block));
  for (const child of readBlocks(block)) addLines(child, lines);
}

/** The child blocks a reader sees: what stands inside an API block is for programs that don't know it. */
export function readBlocks(block: Block): readonly Block[] {
  return block.type === "openapiOperation" || block.type === "openapiSchemas" ? [] : childBlocks(block);
}

/** The blocks directly inside a block. */
export function childBlocks(block: Block): readonly Block[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
    case "contentRef":
      return [];
    default:
      return "children" in block ? block.children : [];
  }
}

/** The inline content a block has itself, outside its child blocks, in order. */
export function ownInlines(block: Block): readonly (readonly Inline[])[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
    case "contentRef":
      return [block.children];
    case "details":
      return [block.summary];
    case "embed":
    case "file":
      return [block.caption];
    case "figure":
      return block.images.map((image) => image.caption);
    case "table":
      return [block.header, ...block.rows].flat().map((cell) => cell.children);
    case "cards":
      return block.cards.flatMap((card) => card.cells).map((cell) => cell.children);
    default:
      return [];
  }
}

/** The words a block has itself, outside its child blocks. */
export function ownText(block: Block): string {
  switch (block.type) {
    case "code":
    case "math":
      return block.text;
    case "tab":
      return block.title;
    case "prompt":
      return block.description ?? "";
    case "openapiOperation":
      return `${block.method.toUpperCase()} ${block.path}`.trim();
    case "openapiSchemas":
      return block.schemas.join(" ");
    case "figure":
      return block.images.map((image) => `${image.alt} ${plainText(image.caption)}`.trim()).join("\n");
    case "contentRef":
      return "";
    default:
      return ownInlines(block)
        .map((nodes) => plainText(nodes).trim())
        .filter((text) => text !== "")
        .join(block.type === "table" || block.type === "cards" ? " " : "\n");
  }
}
