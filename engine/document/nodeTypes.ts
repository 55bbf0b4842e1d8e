/** By which nodes of the format each block is written and read: one row a type, so that a new one asks for its own. */
import type { Block } from "../markdown/document.ts";

/** Names after `lectern/` are blocks of our own, which the format has no word for. */
type NodesOf = Total<{
  paragraph: "paragraph";
  heading: "heading-1" | "heading-2" | "heading-3";
  list: "list-unordered" | "list-ordered" | "list-tasks";
  /** Read with its list. */
  listItem: never;
  blockquote: "blockquote";
  code: "code";
  math: "math";
  thematicBreak: "divider";
  table: "table";
  /** A table that says how it is seen. */
  cards: never;
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
  figure: "images" | "drawing";
  html: "lectern/html";
  definition: "lectern/definition";
  /** Where it is referred to; one that nothing refers to stands by itself. */
  footnote: "lectern/footnote";
}>;

type Total<T extends Record<Block["type"], string>> = T;
type Own<T> = T extends `lectern/${infer Name}` ? Name : never;

/** The blocks of the format. */
export type NodeType = Exclude<NodesOf[keyof NodesOf], `lectern/${string}`>;
/** Our own blocks, as an integration's. */
export type OwnNodeType = Own<NodesOf[keyof NodesOf]>;
