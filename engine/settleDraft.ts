import type { Draft } from "./draft.ts";
import { linkBack } from "./links.ts";

/** What a draft became. */
export interface SettledDraft {
  /** The hash of the new revision's root. */
  readonly root: string;
  /** The nodes to write, text by hash. */
  readonly nodes: Map<string, string>;
}

/** Brings the backlinks up to date, writes every map and gives the new revision. */
export async function settleDraft(draft: Draft): Promise<SettledDraft> {
  await linkBack(draft);
  const root = draft.nodes.put({
    backlinks: await draft.backlinks.settle(),
    children: await draft.children.settle(),
    files: await draft.files.settle(),
    links: await draft.links.settle(),
    pages: await draft.pages.settle(),
    reusable: await draft.reusable.settle(),
    slugs: await draft.slugs.settle(),
    tags: await draft.tags.settle(),
    targets: await draft.targets.settle(),
    variables: await draft.variables.settle(),
  });
  return { root, nodes: draft.nodes.reachableFrom(root) };
}
