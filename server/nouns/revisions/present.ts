import type { PresentedShape } from "../../http/operation.ts";
import type { File, RevisionEntry } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { readersSource } from "../../../engine/contentSource.ts";
import type { Json } from "../../../engine/json.ts";
import { colorName } from "../../../engine/markdown/html/colors.ts";
import type { FileEntry, Page, ReusableContent, TagDefinition } from "../../../engine/page.ts";
import type { PageBranch } from "../../../engine/tree.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { downloadUrl } from "../../content/download.ts";
import { toldSource } from "../../content/computed/make.ts";
import { documentIdOf } from "./documentId.ts";
import type { InRepository } from "./inRepository.ts";

/** How a page is laid out unless it says otherwise. */
export const DEFAULT_LAYOUT = {
  width: "default",
  cover: true,
  coverSize: "hero",
  coverMask: "none",
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
};

interface Presenting {
  readonly deps: Pick<Deps, "addresses" | "secrets">;
  readonly space: string;
  /** false leaves out Git metadata. */
  readonly metadata: boolean;
  /** In which files of its repository the content is, where that is told. */
  readonly files?: InRepository | undefined;
  /** For whom conditions have been decided and values printed: what decides is not told. */
  readonly reader?: object | undefined;
}

/** The same of pages. */
interface PagePresenting extends Presenting {
  /** The path in the console below which they are: that of the space, of a change request or of a revision. */
  readonly pagesAt: string;
}

const KINDS = { document: "sheet", group: "group", link: "link", computed: "computed" } as const;

/** A page with those below it, as the API tells it. */
export function presentPage(branch: PageBranch, how: PagePresenting): Record<string, unknown> {
  const pages = branch.pages.map((child) => presentPage(child, how));
  return { ...presentAlone(branch, how), ...(branch.page.type === "link" ? {} : { pages }) };
}

/** The same of several as JSON, a page in each piece: a space may have ten thousand. */
export function* writtenPages(branches: readonly PageBranch[], how: PagePresenting): Generator<string> {
  let before = "[";
  for (const branch of branches) {
    const alone = before + JSON.stringify(presentAlone(branch, how));
    before = ",";
    if (branch.page.type === "link") yield alone;
    else if (branch.pages.length === 0) yield `${alone.slice(0, -1)},"pages":[]}`;
    else {
      yield `${alone.slice(0, -1)},"pages":`;
      yield* writtenPages(branch.pages, how);
      yield "}";
    }
  }
  yield before === "[" ? "[]" : "]";
}

/** A page without those below it. */
export function presentAlone({ page, path }: PageBranch, how: PagePresenting): Record<string, unknown> {
  return {
    ...presentFields(page, how),
    ...(page.type === "link" ? {} : { slug: page.slug, path }),
    ...(page.type === "document" ? presentDocument(page, how) : {}),
    ...(page.type === "link"
      ? { target: page.target ?? { kind: "url", url: page.href ?? "" }, href: page.href }
      : {}),
  };
}

function presentFields(page: Page, { metadata, files, reader }: Presenting): Record<string, unknown> {
  return {
    id: page.id,
    kind: KINDS[page.type],
    type: page.type,
    title: page.title,
    ...given("linkTitle", page.linkTitle),
    ...given("emoji", page.emoji),
    ...given("icon", page.icon),
    createdAt: timestamp(page.createdAt),
    updatedAt: timestamp(page.updatedAt),
    hidden: page.hidden ?? false,
    ...(page.type === "link"
      ? {}
      : { noIndex: page.noIndex ?? false, noRobotsIndex: page.noRobotsIndex ?? false }),
    ...(reader === undefined ? given("condition", page.condition) : {}),
    ...given(
      "computed",
      toldSource(reader === undefined ? page.computed : readersSource(page.id, page.computed)),
    ),
    ...given("computedSeed", page.computedSeed),
    ...(metadata ? given("git", files?.get(page.id) ?? page.git) : {}),
  };
}

function presentDocument(
  page: Page,
  { deps, space, pagesAt, reader }: PagePresenting,
): Record<string, unknown> {
  return {
    urls: { app: `${deps.addresses.app}${pagesAt}/${page.id}` },
    ...given("description", page.description),
    // What stands for a computed page is made anew when it is read: no text of it is stored.
    ...(page.computed === undefined ? { documentId: documentIdOf(deps.secrets, space, page.body) } : {}),
    layout: { ...DEFAULT_LAYOUT, ...(page.layout as object | undefined) },
    ...given("cover", page.cover),
    ...(reader === undefined ? given("variables", page.variables) : {}),
    tags: presentTags(page.tags),
  };
}

const presentTags = (tags: Page["tags"]) => (tags ?? []).map(presentTag);

/** What a field of a page says, as the page is answered with it. */
export function presentField(field: string | undefined, value: unknown): unknown {
  return field === "tags" && Array.isArray(value) ? value.map(presentTag) : value;
}

/** A tag of a page refers to one that the public API lets a revision describe. */
function presentTag(tag: Json) {
  const { tag: name, primary } = tag as { readonly tag: string; readonly primary?: boolean };
  return { tag: { kind: "tag" as const, tag: name }, ...given("primary", primary) };
}

/** A tag as it is shown, in a colour that clients of the public API know. */
export function presentTagDefinition([slug, { label, icon, color: written }]: readonly [
  string,
  TagDefinition,
]) {
  const color = written === undefined ? undefined : colorName(written);
  return {
    slug,
    label,
    color: color === undefined || color === "gray" ? "default" : color,
    ...given("icon", icon),
  };
}

export function presentFile(
  file: FileEntry,
  { deps, space, metadata, files }: Presenting,
): PresentedShape<typeof File> {
  return {
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: downloadUrl(deps, space, file),
    size: file.size,
    ...(file.width !== undefined && file.height !== undefined
      ? { dimensions: { width: file.width, height: file.height } }
      : {}),
    ...(metadata ? given("git", files?.get(file.id) ?? file.git) : {}),
  };
}

export function presentReusable(content: ReusableContent, { deps, space, metadata, files }: Presenting) {
  return {
    id: content.id,
    title: content.title,
    document: documentIdOf(deps.secrets, space, content.body),
    ...(metadata ? given("git", files?.get(content.id) ?? content.git) : {}),
  };
}

/** Where its repository is, those are told who may edit the space. */
function commitOf({ git }: Row<"revisions">, mayEdit: boolean) {
  if (git === null) return undefined;
  const { oid, message, createdByGitBook, url } = JSON.parse(git) as Record<string, unknown>;
  return {
    id: String(oid),
    message: String(message),
    isOurs: createdByGitBook === true,
    ...(mayEdit && typeof url === "string" ? { url } : {}),
  };
}

export function presentRevisionEntry(
  row: Row<"revisions">,
  {
    space: { head },
    rights,
  }: { readonly space: Pick<Row<"spaces">, "head">; readonly rights: { readonly edit: boolean } },
  addresses: Deps["addresses"],
): PresentedShape<typeof RevisionEntry> {
  return {
    object: "revision-entry",
    id: row.id,
    type: row.type,
    parents: JSON.parse(row.parents),
    createdAt: timestamp(row.created_at),
    ...given("createdBy", row.created_by),
    ...given("message", row.message),
    ...given("commit", commitOf(row, rights.edit)),
    current: row.id === head,
    urls: { location: `${addresses.app}/v1/spaces/${row.space_id}/revisions/${row.id}` },
  };
}
