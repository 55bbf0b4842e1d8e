import type { Change } from "../../../engine/change.ts";
import { contentHash } from "../../../engine/hash.ts";
import { sameJson } from "../../../engine/json.ts";
import type { FileEntry } from "../../../engine/page.ts";
import type { ImportPlan } from "../../importers/planned.ts";
import type { ResolvedPlan } from "../../importers/resolveLinks.ts";
import type { ExistingContent } from "./existing.ts";
import type { StoredFile } from "./storeFiles.ts";
import type { TargetsOf } from "./importTexts.ts";

/** What of an import is not pages, with the ids that its parts have got, by path. */
interface ResourcesToChange {
  readonly plan: ImportPlan;
  readonly files: readonly StoredFile[];
  readonly fileIds: ReadonlyMap<string, string>;
  readonly reusableIds: ReadonlyMap<string, string>;
  readonly resolved: ResolvedPlan;
  readonly existing: ExistingContent;
  readonly prune: boolean;
  /** Milliseconds. */
  readonly now: number;
  readonly targetsOf: TargetsOf;
}

/** The changes that bring files, reusable contents, variables and tags of a space in line with a source. */
export async function resourceChanges(input: ResourcesToChange): Promise<Change[]> {
  return [
    ...fileChanges(input),
    ...(await reusableChanges(input)),
    ...variableChanges(input),
    ...tagChanges(input),
  ];
}

function fileChanges({ files, fileIds, existing, prune, now }: ResourcesToChange): Change[] {
  const before = new Map(existing.files.map((file) => [file.id, file]));
  const changes: Change[] = [];
  for (const { path, ...file } of files) {
    const id = fileIds.get(path) as string;
    const known = before.get(id);
    before.delete(id);
    if (known?.hash === file.hash && known.name === file.name) continue;
    const entry: FileEntry = { id, ...file, createdAt: known?.createdAt ?? now };
    changes.push({ operation: "put_file", file: entry });
  }
  if (prune) for (const id of before.keys()) changes.push({ operation: "delete_file", file: id });
  return changes;
}

async function reusableChanges(input: ResourcesToChange): Promise<Change[]> {
  const { plan, reusableIds, resolved, existing, prune, targetsOf } = input;
  const before = new Map(existing.reusable.map((item) => [item.id, item]));
  const changes: Change[] = [];
  for (const { path, title } of plan.reusable) {
    const id = reusableIds.get(path) as string;
    const known = before.get(id);
    before.delete(id);
    const text = resolved.reusable.get(path) ?? "";
    const hash = text === "" ? undefined : contentHash(text);
    if (known !== undefined && known.title === title && known.body === hash) continue;
    const body = hash === undefined ? null : { text, targets: await targetsOf(hash, text) };
    changes.push({ operation: "put_reusable", id, title, body });
  }
  if (prune) for (const id of before.keys()) changes.push({ operation: "delete_reusable", id });
  return changes;
}

function variableChanges({ plan, existing, prune }: ResourcesToChange): Change[] {
  const changed = [...plan.variables].filter(([name, value]) => existing.variables.get(name) !== value);
  const isPruned = prune && plan.unread?.variables !== true;
  const gone = isPruned ? [...existing.variables.keys()].filter((name) => !plan.variables.has(name)) : [];
  const variables = Object.fromEntries([...changed, ...gone.map((name) => [name, null] as const)]);
  return changed.length + gone.length === 0 ? [] : [{ operation: "set_variables", variables }];
}

function tagChanges({ plan, existing, prune }: ResourcesToChange): Change[] {
  const changed = [...plan.tags].filter(([name, tag]) => {
    const known = existing.tags.get(name);
    return known === undefined || !sameJson(known, tag);
  });
  const isPruned = prune && plan.unread?.tags !== true;
  const gone = isPruned ? [...existing.tags.keys()].filter((name) => !plan.tags.has(name)) : [];
  const tags = Object.fromEntries([...changed, ...gone.map((name) => [name, null] as const)]);
  return changed.length + gone.length === 0 ? [] : [{ operation: "set_tags", tags }];
}
