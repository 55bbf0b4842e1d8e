import { sliceOfMap } from "../../../engine/mapRead.ts";
import type { FileEntry, Page, ReusableContent, TagDefinition, VariableValue } from "../../../engine/page.ts";
import type { PageBranch } from "../../../engine/tree.ts";
import type { ExistingPage } from "../../importers/match.ts";
import type { Content } from "../store.ts";

/** What a space has already, as far as an import may meet it. */
export interface ExistingContent {
  /** The pages in reach: all of the space, or those below one page. Parents before their children. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Their ids in order, by parent. */
  readonly children: ReadonlyMap<string | null, readonly string[]>;
  readonly files: readonly FileEntry[];
  readonly reusable: readonly ReusableContent[];
  readonly variables: ReadonlyMap<string, VariableValue>;
  readonly tags: ReadonlyMap<string, TagDefinition>;
}

/**
 * Reads what a revision holds.
 * @param under the page that is imported under, null for the whole space
 */
export async function readExisting(
  content: Content,
  rootHash: string,
  under: string | null,
): Promise<ExistingContent> {
  const root = await content.root(rootHash);
  const { nodes } = content;
  const pages = new Map<string, Page>();
  const children = new Map<string | null, readonly string[]>();
  const take = (parent: string | null, branches: readonly PageBranch[]): void => {
    children.set(
      parent,
      branches.map(({ page }) => page.id),
    );
    for (const { page, pages: below } of branches) {
      pages.set(page.id, page);
      if (below.length > 0) take(page.id, below);
    }
  };
  take(under, branchesBelow(await content.tree(rootHash), under));
  const values = <V>(entries: readonly (readonly [string, V])[]): V[] => entries.map(([, value]) => value);
  return {
    pages,
    children,
    files: values(await sliceOfMap<FileEntry>(nodes, root.files)),
    reusable: values(await sliceOfMap<ReusableContent>(nodes, root.reusable)),
    variables: new Map(await sliceOfMap<VariableValue>(nodes, root.variables)),
    tags: new Map(await sliceOfMap<TagDefinition>(nodes, root.tags)),
  };
}

function branchesBelow(tree: readonly PageBranch[], under: string | null): readonly PageBranch[] {
  if (under === null) return tree;
  const left = [...tree];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.page.id === under) return next.pages;
    left.push(...next.pages);
  }
  return [];
}

/** The pages as matching takes them: those right below `under` count as the top. */
export function existingPages({ pages }: ExistingContent, under: string | null): ExistingPage[] {
  return [...pages.values()].map(({ id, type, slug, title, parent }) => {
    return { id, type, slug, title, parent: parent === under ? null : parent };
  });
}
