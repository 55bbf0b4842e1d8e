/** What an import of files would make of a space, without a database. */
import type { ExportEntry, ExportedContent, ExportedPage } from "./exported.ts";
import { memorySource } from "./files.ts";
import type { ExistingPage } from "./match.ts";
import { matchNamed, matchPages } from "./match.ts";
import type { LinkTarget } from "./linkTargets.ts";
import type { ImportPlan, PlannedPage } from "./planned.ts";
import { entriesOf, type SourceEntry } from "./print/sourceEntry.ts";
import { resolveLinks } from "./resolveLinks.ts";

/** A source of the files that an export writes; `bytesOf` gives those of a file by its id. */
export async function sourceOf(
  entries: readonly ExportEntry[],
  bytesOf: (id: string) => Uint8Array | string = () => "the same",
): Promise<ReturnType<typeof memorySource>> {
  const texts = await textsOf(entries);
  return memorySource(
    entries.map((entry) => ({
      name: entry.path,
      bytes: "text" in entry ? (texts.get(entry.path) ?? "") : bytesOf(entry.fileId),
    })),
  );
}

/** The texts of an export, by path. */
export async function textsOf(entries: readonly ExportEntry[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const entry of entries) if ("text" in entry) texts.set(entry.path, await entry.text());
  return texts;
}

export const NO_CONTENT: ExportedContent = {
  pages: [],
  files: [],
  variables: new Map(),
  tags: new Map(),
  reusable: [],
  redirects: [],
};

/** Applies a plan to a space as the command does: ids by matching, links by ids. */
export async function applyPlan(
  plan: ImportPlan,
  before: ExportedContent = NO_CONTENT,
  directory = "",
): Promise<{
  content: ExportedContent;
  fresh: number;
  entries: SourceEntry[];
  files: ReadonlyMap<string, string>;
}> {
  let fresh = 0;
  const newId = (): string => `new${(fresh += 1)}`;
  const pages = matchPages(plan.pages, existingPages(before.pages, null), newId);
  const hashes = await Promise.all(
    plan.files.map(async ({ read }) => new TextDecoder().decode(await read())),
  );
  const fileIds = matchNamed(
    plan.files.map(({ name }, index) => ({ name, hash: hashes[index] ?? "" })),
    before.files.map(({ id, name }) => ({ id, name, hash: "the same" })),
    newId,
  );
  const files = new Map(plan.files.map(({ path }, index) => [path, fileIds[index] ?? ""]));
  const reusableIds = matchNamed(
    plan.reusable.map(({ title, body }) => ({ name: title, hash: body.source })),
    before.reusable.map(({ id, title, body }) => ({ id, name: title, hash: body })),
    newId,
  );
  const reusable = new Map(plan.reusable.map(({ path }, index) => [path, reusableIds[index] ?? ""]));
  const idOf = (target: LinkTarget): string | undefined => {
    if (target.kind === "page") return pages.get(target.key)?.id;
    return (target.kind === "file" ? files : reusable).get(target.path);
  };
  const resolved = await resolveLinks(plan, idOf);
  const grown = (page: PlannedPage): ExportedPage => {
    const target = resolved.targets.get(page.key);
    return {
      id: pages.get(page.key)?.id ?? "",
      type: page.type,
      title: page.title,
      ...(page.linkTitle === undefined ? {} : { linkTitle: page.linkTitle }),
      slug: page.slug,
      meta: resolved.metas.get(page.key) ?? {},
      body: resolved.bodies.get(page.key) ?? "",
      ...(target === undefined ? {} : { target }),
      ...(page.computed === undefined ? {} : { computed: page.computed }),
      children: page.children.map(grown),
    };
  };
  const content: ExportedContent = {
    pages: plan.pages.map(grown),
    files: plan.files.map(({ name, path }) => ({ id: files.get(path) ?? "", name })),
    variables: plan.variables,
    tags: plan.tags,
    reusable: plan.reusable.map(({ path, title }) => {
      return { id: reusable.get(path) ?? "", title, body: resolved.reusable.get(path) ?? "" };
    }),
    redirects: resolved.redirects,
  };
  return { content, fresh, entries: entriesOf(plan, idOf, directory), files };
}

function existingPages(pages: readonly ExportedPage[], parent: string | null): ExistingPage[] {
  return pages.flatMap(({ id, type, slug, title, children }) => {
    return [{ id, type, slug, title, parent }, ...existingPages(children, id)];
  });
}
