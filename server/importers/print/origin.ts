/** What is known of the files that a space was imported from, ready to be asked. */
import { contentSettings } from "../gitbookYaml.ts";
import { below } from "../pageNames.ts";
import { openYamlReader } from "../yamlApart.ts";
import type { ReadYaml } from "../yamlText.ts";
import type { SourceEntry, SourceRole } from "./sourceEntry.ts";

/** A file of settings, as it was imported. */
export interface KeptSettings {
  readonly text: string;
  readonly yaml: ReadYaml;
}

const SETTLED = ["settings", "variables", "tags"] as const;

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
  /** Those of them that are YAML, read. */
  readonly settled: Readonly<Partial<Record<(typeof SETTLED)[number], KeptSettings>>>;
  /** Paths that are somebody else's. */
  readonly occupied: readonly string[];
  /** What keeps its path whatever has become of it, by id. */
  readonly pinned: ReadonlyMap<string, unknown>;
}

/**
 * Sorts what an import has noted; of two entries for one thing the first by path counts.
 * @throws ImportRefused where settings can't be read in time
 */
export async function openOrigin(
  entries: readonly SourceEntry[],
  { occupied = [], pinned = new Map() }: Partial<Pick<SourceOrigin, "occupied" | "pinned">> = {},
): Promise<SourceOrigin> {
  const objects = new Map<string, SourceEntry>();
  const settling = new Map<SourceRole, SourceEntry>();
  for (const entry of entries) {
    if (entry.object === undefined) settling.set(entry.role, entry);
    else if (!objects.has(entry.object)) objects.set(entry.object, entry);
  }
  const settled: Partial<Record<(typeof SETTLED)[number], KeptSettings>> = {};
  const read = openYamlReader();
  for (const role of SETTLED) {
    const text = settling.get(role)?.spelling.text;
    if (text !== undefined) settled[role] = { text, yaml: await read(text.replace(/^\ufeff/, "")) };
  }
  const { settings } = contentSettings(settled.settings?.yaml ?? { value: undefined });
  const { root, summary, readme } = settings;
  return {
    root,
    summaryPath: below(root, summary),
    readme: below(root, readme),
    objects,
    settling,
    settled,
    occupied,
    pinned,
  };
}
