/** What is known of the files that a space was imported from, ready to be asked. */
import { parseGitbookYaml } from "../gitbookYaml.ts";
import { below } from "../pageNames.ts";
import type { SourceEntry, SourceRole } from "./sourceEntry.ts";

export interface SourceOrigin {
  /** The folder of the content, "" for the top. */
  readonly root: string;
  /** Where the table of contents is looked for. */
  readonly summaryPath: string;
  /** The file of the first page, where folders tell the tree. */
  readonly readme: string;
  /** Entries by the id of what they became. */
  readonly objects: ReadonlyMap<string, SourceEntry>;
  /** Files that settle others. */
  readonly settling: ReadonlyMap<SourceRole, SourceEntry>;
  /** Paths that are somebody else's. */
  readonly occupied: readonly string[];
  /** What keeps its path whatever has become of it, by id. */
  readonly pinned: ReadonlyMap<string, unknown>;
}

/** Sorts what an import has noted; of two entries for one thing the first by path counts. */
export function openOrigin(
  entries: readonly SourceEntry[],
  { occupied = [], pinned = new Map() }: Partial<Pick<SourceOrigin, "occupied" | "pinned">> = {},
): SourceOrigin {
  const objects = new Map<string, SourceEntry>();
  const settling = new Map<SourceRole, SourceEntry>();
  for (const entry of entries) {
    if (entry.object === undefined) settling.set(entry.role, entry);
    else if (!objects.has(entry.object)) objects.set(entry.object, entry);
  }
  const { settings } = parseGitbookYaml(settling.get("settings")?.spelling.text ?? "");
  const { root, summary, readme } = settings;
  return {
    root,
    summaryPath: below(root, summary),
    readme: below(root, readme),
    objects,
    settling,
    occupied,
    pinned,
  };
}
