/** Pages as they are read by search: with what they show of descriptions of APIs written out. */
import { getFromMap } from "../../../engine/mapRead.ts";
import { type Edit, replaceRanges } from "../../../engine/markdown/edits.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { walkBlocks } from "../../../engine/markdown/walk.ts";
import { Api } from "../../../engine/openapi/reference/api.ts";
import { blockMarkdown } from "../../../engine/openapi/reference/markdown.ts";
import type { Page } from "../../../engine/page.ts";
import { targetKey } from "../../../engine/revision.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Content } from "../store.ts";
import type { ShownRevision } from "./shown.ts";
import { apiSource, shownIn } from "./sources.ts";

/** The Markdown of a page that is made, with its operations written out. */
export async function writtenOut(content: Content, shown: ShownRevision, page: Page): Promise<string> {
  const text = await shown.body(page.body);
  const apis = new Map<string, Api>();
  for (const [slug, parts] of shownIn(text)) {
    const version = shown.versions.get(slug);
    if (version !== undefined) apis.set(slug, new Api(await apiSource(content, version, parts)));
  }
  if (apis.size === 0) return text;
  const edits: Edit[] = [];
  for (const { block } of walkBlocks(parse(text).document)) {
    if (block.type !== "openapiOperation" && block.type !== "openapiSchemas") continue;
    const written = blockMarkdown(apis.get(block.spec ?? ""), block);
    if (written !== undefined) edits.push({ start: block.start, end: block.end, text: written });
  }
  return replaceRanges(text, edits);
}

const headsOf = prepared((read, p: Params<{ organization: string }>) =>
  read
    .selectFrom("spaces")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .select(["spaces.id", "revisions.root"])
    .where("spaces.organization_id", "=", p("organization"))
    .where("spaces.deleted_at", "is", null),
);

/** The spaces of the content's organization whose readers see something of a description. */
export async function spacesShowing(read: Read, content: Content, slug: string): Promise<string[]> {
  const found: string[] = [];
  for (const { id, root } of await headsOf.all(read, { organization: content.organization })) {
    const { targets } = await content.root(root);
    const key = targetKey(`openapi:${slug}`);
    if ((await getFromMap<number>(content.nodes, targets, key)) !== undefined) found.push(id);
  }
  return found;
}
