/** Both sides of a sync without a database and without Git: a tree of files, and a space's content. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ExportedContent, ExportedPage } from "../exported.ts";
import type { ExistingPage } from "../match.ts";
import type { PlannedPage } from "../planned.ts";
import { listPages } from "../planned.ts";
import { resolveLinks } from "../resolveLinks.ts";
import type { RepositoryEntry } from "./entry.ts";
import { blobId, printRepository, type RepositoryPrint } from "./printRepository.ts";
import { readRepository, type RepositoryReading } from "./readRepository.ts";
import type { CommittedFile } from "./source.ts";

/** Files by name, as bytes; a mode may be given where it is no usual one. */
export type Files = ReadonlyMap<string, Uint8Array>;

export interface Agreed {
  readonly content: ExportedContent;
  readonly entries: readonly RepositoryEntry[];
  /** Which bytes each file of the content has, by id. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** The files that they came from. */
  readonly tree: readonly CommittedFile[];
}

export const NOTHING: Agreed = {
  content: { pages: [], files: [], variables: new Map(), tags: new Map(), reusable: [], redirects: [] },
  entries: [],
  bytes: new Map(),
  tree: [],
};

export function filesOf(files: Readonly<Record<string, string | Uint8Array>>): Files {
  return new Map(
    Object.entries(files).map(([name, bytes]) => [
      name,
      typeof bytes === "string" ? Buffer.from(bytes) : bytes,
    ]),
  );
}

export function textOf(files: Files): Record<string, string> {
  return Object.fromEntries([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
}

export function treeOf(files: Files, modes: ReadonlyMap<string, string> = new Map()): CommittedFile[] {
  return [...files].map(([path, bytes]) => {
    return { path, mode: modes.get(path) ?? "100644", id: blobId(bytes, "sha1"), size: bytes.byteLength };
  });
}

interface Taking {
  readonly directory?: string;
  readonly modes?: ReadonlyMap<string, string>;
  /** Objects that are not in the tree any more. */
  readonly former?: Files;
}

/** Reads a tree into content, as a sync does with what nobody has changed in the space since. */
export async function take(
  files: Files,
  before: Agreed = NOTHING,
  { directory = "", modes, former = new Map() }: Taking = {},
): Promise<Agreed & { readonly reading: RepositoryReading; readonly parsed: readonly string[] }> {
  const tree = treeOf(files, modes);
  const objects = new Map([...former.values(), ...files.values()].map((one) => [blobId(one, "sha1"), one]));
  let fresh = 0;
  const reading = await readRepository({
    tree,
    directory,
    entries: before.entries,
    before: before.tree,
    pages: existing(before.content.pages, null),
    read: (id) => {
      const bytes = objects.get(id);
      return bytes === undefined ? Promise.reject(new Error(`there is no ${id}`)) : Promise.resolve(bytes);
    },
    newId: (kind, path) =>
      `${kind}${(fresh += 1)}x${blobId(Buffer.from(path + tree.length), "sha1").slice(0, 8)}`,
    linking: ({ gone, fresh: names }) => Promise.resolve(linkingIn(before.content, gone, names.length > 0)),
  });
  const { content, bytes } = await contentOf(reading, before);
  const parsed = listPages(reading.plan.pages).flatMap(({ isKept, key }) => (isKept === true ? [] : [key]));
  return { content, entries: reading.entries, bytes, tree, reading, parsed };
}

/** What a print writes, by path; null: the file goes. */
export async function writtenBy({
  changes,
}: Pick<RepositoryPrint, "changes">): Promise<Map<string, Uint8Array | null>> {
  const written = new Map<string, Uint8Array | null>();
  for (const change of changes) {
    if ("gone" in change) written.set(change.path, null);
    else if ("open" in change.bytes) written.set(change.path, await buffer(change.bytes.open()));
    else written.set(change.path, change.bytes);
  }
  return written;
}

/** Prints content into a tree; gives the tree that comes of it. */
export async function put(
  files: Files,
  agreed: Agreed,
  now: Pick<Agreed, "content"> & Partial<Agreed>,
  { directory = "", modes }: Taking = {},
  options: { readonly held?: ReadonlySet<string>; readonly replaces?: boolean } = {},
): Promise<{ readonly files: Files; readonly print: RepositoryPrint; readonly agreed: Agreed }> {
  const bytes = now.bytes ?? agreed.bytes;
  const print = await printRepository({
    content: now.content,
    difference: {
      changed: changedIn(agreed, { ...agreed, ...now }),
      linking: (things) => Promise.resolve(linkingIn(now.content, things, false)),
    },
    entries: agreed.entries,
    tree: treeOf(files, modes),
    directory,
    format: "sha1",
    held: options.held ?? new Set(),
    replaces: options.replaces ?? false,
    bytesOf(id) {
      const of = bytes.get(id) ?? new Uint8Array();
      const hash = createHash("sha256").update(of).digest("hex");
      return { hash, size: of.byteLength, open: () => Readable.from([of]) };
    },
  });
  const after = new Map(files);
  for (const [path, written] of await writtenBy(print))
    if (written === null) after.delete(path);
    else after.set(path, written);
  const tree = treeOf(after, modes);
  return { files: after, print, agreed: { content: now.content, entries: print.entries, bytes, tree } };
}

function existing(pages: readonly ExportedPage[], parent: string | null): ExistingPage[] {
  return pages.flatMap(({ id, type, slug, title, children }) => {
    return [{ id, type, slug, title, parent }, ...existing(children, id)];
  });
}

async function contentOf(
  { plan, idOf, ids, formerSlugs }: RepositoryReading,
  before: Agreed,
): Promise<Pick<Agreed, "content" | "bytes">> {
  const resolved = await resolveLinks(plan, idOf);
  const old = new Map(listPages(before.content.pages).map((page) => [page.id, page]));
  const grown = (page: PlannedPage): ExportedPage => {
    const id = ids.page.get(page.key) ?? "";
    const target = resolved.targets.get(page.key);
    const was = old.get(id);
    const isRenamed = was === undefined || (formerSlugs.has(id) && formerSlugs.get(id) !== page.slug);
    return {
      id,
      type: page.type,
      title: page.title,
      ...(page.linkTitle === undefined ? {} : { linkTitle: page.linkTitle }),
      slug: isRenamed ? page.slug : was.slug,
      meta: page.isKept === true ? (was?.meta ?? {}) : (resolved.metas.get(page.key) ?? {}),
      body: page.isKept === true ? (was?.body ?? "") : (resolved.bodies.get(page.key) ?? ""),
      ...(target === undefined ? {} : { target }),
      ...(page.computed === undefined ? {} : { computed: page.computed }),
      children: page.children.map(grown),
    };
  };
  const bytes = await Promise.all(
    plan.files.map(async ({ path, read }) => [ids.file.get(path) ?? "", await read()] as const),
  );
  const content = {
    pages: plan.pages.map(grown),
    files: plan.files.map(({ path, name }) => ({ id: ids.file.get(path) ?? "", name })),
    variables: plan.variables,
    tags: plan.tags,
    reusable: plan.reusable.map(({ path, title }) => {
      return { id: ids.reusable.get(path) ?? "", title, body: resolved.reusable.get(path) ?? "" };
    }),
    redirects: [],
  };
  return { content, bytes: new Map(bytes) };
}

function changedIn(before: Agreed, now: Agreed): Set<string> {
  const said = ({ content, bytes }: Agreed): Map<string, string> => {
    const pages = listPages(content.pages).map((page) => ({ ...page, children: [] }));
    const files = content.files.map((file) => ({ ...file, bytes: bytes.get(file.id) }));
    return new Map([...pages, ...files, ...content.reusable].map((one) => [one.id, JSON.stringify(one)]));
  };
  const [old, fresh] = [said(before), said(now)];
  return new Set([...old.keys(), ...fresh.keys()].filter((id) => old.get(id) !== fresh.get(id)));
}

function linkingIn(content: ExportedContent, things: ReadonlySet<string>, isBroken: boolean): Set<string> {
  const texts = [...listPages(content.pages), ...content.reusable];
  const links = (body: string): boolean =>
    [...body.matchAll(/\/(?:pages|files|reusable)\/(\w+)/g)].some(([, id = ""]) => things.has(id)) ||
    (isBroken && /\]\((?!\/(?:pages|files|reusable)\/|\w+:)/.test(body));
  return new Set(texts.flatMap(({ id, body }) => (links(body) ? [id] : [])));
}
