/** By which nodes of the format each block is written and read: one row a type, so that a new one asks for its own. */
import type { Block } from "../markdown/document.ts";

/** The integration whose blocks stand for what the format has no block for: raw HTML and the like. */
export const OWN_BLOCKS = "lectern";

/** Names after `lectern/` are blocks of our own, which the format has no word for. */
type NodesOf = Total<{
  paragraph: "paragraph";
  heading: "heading-1" | "heading-2" | "heading-3";
  list: "list-unordered" | "list-ordered" | "list-tasks";
  listItem: "list-item";
  blockquote: "blockquote";
  code: "code" | "code-line";
  math: "math";
  thematicBreak: "divider";
  table: "table";
  /** It says how it is seen. */
  cards: "table";
  hint: "hint";
  tabs: "tabs";
  tab: "tabs-item";
  stepper: "stepper";
  step: "stepper-step";
  columns: "columns";
  column: "column";
  details: "expandable";
  embed: "embed";
  contentRef: "content-ref";
  file: "file";
  include: "reusable-content" | "lectern/include";
  updates: "updates";
  update: "update";
  prompt: "prompt";
  if: "if";
  openapiOperation: "swagger" | "openapi-operation" | "openapi-webhook";
  openapiSchemas: "openapi-schemas" | "lectern/openapi-schemas";
  integration: "integration";
  figure: "images" | "image" | "drawing";
  html: "lectern/html";
  definition: "lectern/definition";
  /** Where it is referred to; one that nothing refers to stands by itself. */
  footnote: "lectern/footnote";
}>;

type Total<T extends Record<Block["type"], string>> = T;
type Own<T> = T extends `lectern/${infer Name}` ? Name : never;
type Format<T> = T extends `lectern/${string}` ? "integration" : T;
/** Parts of a block that are no blocks of the dialect. */
type PartType = "code-line" | "image";

/** The types of the blocks of the format. */
export type BlockType = Format<NodesOf[keyof NodesOf]>;
/** Those that stand by themselves. */
export type NodeType = Exclude<BlockType, PartType | "list-item">;
/** Our own blocks, as an integration's. */
export type OwnNodeType = Own<NodesOf[keyof NodesOf]>;
/** What a block is written as. */
export type NodeTypeOf<T extends Block["type"]> = T extends keyof NodesOf
  ? Exclude<Format<NodesOf[T]>, PartType>
  : never;
