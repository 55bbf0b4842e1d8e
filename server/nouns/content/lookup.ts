import type { Content } from "../../content/store.ts";
import type { PathLookup } from "../../content/pageText.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import { pageByPath, readPage } from "../../../engine/tree.ts";

/** What a batch brings itself: names for its own pages and files, good for this request only. */
export interface BatchNames {
  readonly pages: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
  readonly reusable?: ReadonlyMap<string, string>;
}

const MARKDOWN = /\.(md|markdown)$/i;

/**
 * Finds what links of a page mean: in a revision, and among what the batch itself brings.
 * @param folder the path of the folder that the page lies in, "" for the top
 */
export function lookupFrom(
  { nodes, organization }: Pick<Content, "nodes" | "organization">,
  root: RevisionRoot,
  batch: BatchNames,
  folder: string,
): PathLookup {
  return {
    organization,
    async page(path) {
      const ref = refOf(path)?.replace(MARKDOWN, "");
      const own = ref === undefined ? undefined : batch.pages.get(ref);
      if (own !== undefined) return own;
      const target = absolute(folder, path);
      return target === undefined ? undefined : (await pageByPath(nodes, root, target))?.id;
    },
    file: async (path) => {
      const ref = refOf(path);
      return ref === undefined ? undefined : batch.files.get(ref);
    },
    reusable: async (path) => batch.reusable?.get(refOf(path)?.replace(MARKDOWN, "") ?? ""),
    hasPage: async (id) =>
      [...batch.pages.values()].includes(id) || (await readPage(nodes, root, id)) !== undefined,
    hasFile: async (id) =>
      [...batch.files.values()].includes(id) || (await getFromMap(nodes, root.files, id)) !== undefined,
    hasReusable: async (id) =>
      [...(batch.reusable?.values() ?? [])].includes(id) ||
      (await getFromMap(nodes, root.reusable, id)) !== undefined,
  };
}

/** The name in `./name` or `name`; undefined for anything deeper. */
function refOf(path: string): string | undefined {
  const name = path.replace(/^\.\//, "");
  return name.includes("/") || name === "" ? undefined : name;
}

/** A link's path from the top, without extension and the names that stand for a folder; undefined above the top. */
function absolute(folder: string, path: string): string | undefined {
  const segments = path.startsWith("/") || folder === "" ? [] : folder.split("/");
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && segments.pop() === undefined) return undefined;
    if (segment !== "..") segments.push(segment);
  }
  const last = segments.at(-1);
  if (last !== undefined && MARKDOWN.test(last)) {
    segments.pop();
    const name = last.replace(MARKDOWN, "");
    if (!/^(readme|index)$/i.test(name)) segments.push(name);
  }
  return segments.join("/");
}
