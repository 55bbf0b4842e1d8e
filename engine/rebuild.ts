import { settleDraft } from "./settleDraft.ts";
import { openDraft, replaceLinks, replacePages } from "./draft.ts";
import { sliceOfMap } from "./mapRead.ts";
import { encodeNode, loadRevisionRoot, memoryNodes, pendingNodes } from "./node.ts";
import type { NodeReader, RevisionRoot } from "./node.ts";
import type { FileEntry, LinkTargets, Page, ReusableContent, TagDefinition, VariableValue } from "./page.ts";
import { EMPTY_REVISION, EMPTY_ROOT } from "./revision.ts";

/**
 * Makes a revision anew from its pages, files, variables, tags, reusable contents and links alone. Since equal content
 * has one shape, a sound revision comes out the same, map by map. Nothing is written; the cost is its size.
 */
export async function rebuildRevision(nodes: NodeReader, root: RevisionRoot): Promise<RevisionRoot> {
  const draft = await openDraft(memoryNodes(new Map([[EMPTY_ROOT, encodeNode(EMPTY_REVISION)]])), EMPTY_ROOT);
  const pages = await sliceOfMap<Page>(nodes, root.pages);
  replacePages(
    draft,
    pages.map(([, after]) => ({ after })),
  );
  for (const [id, file] of await sliceOfMap<FileEntry>(nodes, root.files)) draft.files.set(id, file);
  for (const [id, item] of await sliceOfMap<ReusableContent>(nodes, root.reusable))
    draft.reusable.set(id, item);
  for (const [name, value] of await sliceOfMap<VariableValue>(nodes, root.variables))
    draft.variables.set(name, value);
  for (const [name, tag] of await sliceOfMap<TagDefinition>(nodes, root.tags)) draft.tags.set(name, tag);
  for (const [source, targets] of await sliceOfMap<LinkTargets>(nodes, root.links))
    replaceLinks(draft, source, targets);
  const settled = await settleDraft(draft);
  return loadRevisionRoot(pendingNodes(memoryNodes(settled.nodes)), settled.root);
}
