/** The kinds of work on texts, by name: in this thread or in another one it is the same. */
import type { IntegrationBlock } from "../../../engine/markdown/integrationBlocks.ts";
import type { RenderedUpdate } from "../../../engine/markdown/html/context.ts";
import {
  type Body,
  type BlockJob,
  type BodyJob,
  type BlocksJob,
  readBlocks,
  readExpressions,
  renderBlock,
  renderBody,
  renderSchema,
  renderUpdates,
  type SchemaJob,
} from "./renderBody.ts";
import { type MarkdownJob, renderMarkdown } from "./renderMarkdown.ts";

export interface RenderWork {
  readonly body: { readonly job: BodyJob; readonly result: Body };
  readonly updates: { readonly job: BodyJob; readonly result: readonly RenderedUpdate[] };
  readonly markdown: { readonly job: MarkdownJob; readonly result: string };
  readonly schema: { readonly job: SchemaJob; readonly result: string | undefined };
  readonly block: { readonly job: BlockJob; readonly result: string };
  readonly blocks: { readonly job: BlocksJob; readonly result: readonly IntegrationBlock[] };
  readonly expressions: { readonly job: readonly string[]; readonly result: readonly string[] };
}
export type WorkKind = keyof RenderWork;

const WORK: { readonly [K in WorkKind]: (job: RenderWork[K]["job"]) => Promise<RenderWork[K]["result"]> } = {
  body: renderBody,
  updates: renderUpdates,
  markdown: async (job) => renderMarkdown(job),
  schema: async (job) => renderSchema(job),
  block: renderBlock,
  blocks: async (job) => readBlocks(job),
  expressions: async (texts) => [...new Set(texts.flatMap(readExpressions))],
};

/** Does one piece of work. */
export function work<K extends WorkKind>(
  kind: K,
  job: RenderWork[K]["job"],
): Promise<RenderWork[K]["result"]> {
  return WORK[kind](job);
}
