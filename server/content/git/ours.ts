/** What a repository has to become to say what a revision says. */
import { diffRevisions } from "../../../engine/diff.ts";
import { linksInto } from "../../../engine/links.ts";
import type { Read } from "../../db/database.ts";
import type { RepositoryEntry } from "../../importers/repository/entry.ts";
import {
  type ContentDifference,
  printRepository,
  type RepositoryPrint,
} from "../../importers/repository/printRepository.ts";
import type { CommittedFile } from "../../importers/repository/source.ts";
import type { Blobs } from "../../ports/blobs.ts";
import type { StoredBytes } from "../../ports/git/commit.ts";
import { readExport } from "../import/readExport.ts";
import type { Content } from "../store.ts";

export interface OursRequest {
  readonly space: string;
  /** What the tree says: the root that was read from it, and what its files are. */
  readonly from: { readonly root: string; readonly entries: readonly RepositoryEntry[] };
  /** What it shall say. */
  readonly root: string;
  readonly tree: readonly CommittedFile[];
  /** The project directory: "" or a path without a slash at either end. */
  readonly directory: string;
  readonly format: "sha1" | "sha256";
  /** Ids of pages and reusable contents whose files stay as they are. */
  readonly held: ReadonlySet<string>;
  /** At the first time towards the repository: what lies where a page goes is replaced. */
  readonly replaces?: boolean;
  /** Bytes that may go out at once. */
  readonly most?: number;
  /** Those of some paths that Git LFS keeps. */
  readonly largeAmong: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface Ours extends Omit<RepositoryPrint, "refused"> {
  /** Whether so much goes that a person should say so first. */
  readonly isMassive: boolean;
}

/** More files than this going at once, and more than half of all, is asked about first. */
const MANY = 20;

/** Bytes that one commit brings: no push may be larger. */
const MOST_BYTES = 500 * 1024 * 1024;

/** A space has more than a commit may bring, or than is read of one; the message says what to do. */
export class SpaceTooLarge extends Error {
  override readonly name = "SpaceTooLarge";
}

/** Prints a revision into a tree. The same input gives the same changes. @throws SpaceTooLarge, and what reading bytes throws */
export async function printOurs(
  { content, read, blobs }: { readonly content: Content; readonly read: Read; readonly blobs: Blobs },
  request: OursRequest,
): Promise<Ours> {
  const { from, root, space, tree, directory, format, held, largeAmong } = request;
  const { replaces = false, most = MOST_BYTES } = request;
  const { entries } = from;
  if (root === from.root) {
    const of = entries.filter(({ file }) => file !== undefined).length;
    return { changes: [], entries, pages: 0, losses: { files: 0, of }, blocked: [], isMassive: false };
  }
  const exported = await readExport({ read, content }, space, root);
  const { refused, ...print } = await printRepository({
    content: exported.content,
    difference: await differenceOf(content, from.root, root),
    entries,
    tree,
    directory,
    format,
    held,
    replaces,
    largeAmong,
    bytesOf: (file) => storedBytes(blobs, exported.blobs.get(file)),
    spend: openRoom(most),
  });
  // The next sync could not read its own words.
  if (refused !== undefined) throw new SpaceTooLarge(refused);
  const { files, of } = print.losses;
  return { ...print, isMassive: files > MANY && files * 2 > of };
}

/** Counts the bytes that go out. @returns what throws SpaceTooLarge when they are too many */
function openRoom(most: number): (bytes: number) => void {
  let room = most;
  return (bytes) => {
    room -= bytes;
    if (room < 0)
      throw new SpaceTooLarge(
        "The files that would go out have more than 500 MB together. Bring some of them to the branch first, or delete them.",
      );
  };
}

function storedBytes(
  blobs: Blobs,
  file: { readonly hash: string; readonly size: number } | undefined,
): StoredBytes & { readonly hash: string } {
  return {
    hash: file?.hash ?? "",
    size: file?.size ?? 0,
    async *open() {
      const stream = file && (await blobs.get(file.hash));
      if (stream === undefined) throw new Error(`the bytes of the file ${file?.hash ?? ""} are missing`);
      yield* stream as AsyncIterable<Uint8Array>;
    },
  };
}

async function differenceOf(content: Content, before: string, after: string): Promise<ContentDifference> {
  const [from, to] = await Promise.all([content.root(before), content.root(after)]);
  const { pages, files, reusable } = await diffRevisions(content.nodes, from, to);
  return {
    changed: new Set([...pages, ...files, ...reusable].map(({ key }) => key)),
    async linking(things) {
      const linking = new Set<string>();
      for (const thing of things)
        for (const kind of ["page", "file", "reusable"])
          for (const target of [`${kind}:${thing}`, `broken:${kind}:${thing}`])
            for (const { source } of await linksInto(content.nodes, to, target))
              linking.add(source.replace(/^reusable:/, ""));
      return linking;
    },
  };
}
