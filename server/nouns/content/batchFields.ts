/** Changes that say what they rely on: a version, and what fields were. */
import { sameJson } from "../../../engine/json.ts";
import { getManyFromMap } from "../../../engine/mapRead.ts";
import type { Page, ReusableContent, TagDefinition, VariableValue } from "../../../engine/page.ts";
import { versionOf } from "../../../engine/pageVersion.ts";
import { DEFAULT_LAYOUT, presentField } from "../revisions/present.ts";
import { documentIdOf } from "../revisions/documentId.ts";
import type { BatchState } from "./batchState.ts";
import type { Static } from "typebox";
import type { SetTags, SetVariables } from "./valueSchema.ts";
import type { WriteConflict } from "./writeConflict.ts";

/** What a change is about, as the batch began. */
export interface ChangedThing {
  /** Of the change. */
  readonly index: number;
  readonly of: Pick<WriteConflict, "page" | "reusableContent">;
  /** Its name in engine/revision.ts. */
  readonly source: string;
  /** Undefined when it is gone. */
  readonly now: Page | ReusableContent | undefined;
}

/**
 * Compares what a change relies on with what is there, and has the batch know what differs.
 * @param sent the fields that the change sets: what is so already is no conflict
 * @param was the same fields as the sender knew them
 */
export function compare(
  batch: BatchState,
  { index, of, source, now }: ChangedThing,
  ifVersion: string | undefined,
  { sent, was }: Readonly<Record<"sent" | "was", Readonly<Record<string, unknown>>>>,
): void {
  if (now === undefined) return;
  const about = { change: index, ...of, ...idOf(batch, now) };
  const version = versionOf(now);
  if (ifVersion !== undefined && ifVersion !== version)
    batch.conflicts.push({ ...about, kind: "page-version", base: ifVersion, primary: version });
  const fields: Readonly<Record<string, unknown>> = {
    ...now,
    ...("parent" in now ? { into: now.parent } : {}),
    ...batch.patched.get(source),
  };
  for (const field of Object.keys(was)) {
    const [base, primary, changed] = [was[field], fields[field], sent[field]].map((value) =>
      comparable(field, value),
    );
    if (sameJson(primary, base) || (field in sent && sameJson(primary, changed))) continue;
    const kind = of.page === undefined ? "reusable" : "page-field";
    const sides = { base, primary, changed: field in sent ? changed : base };
    const told = Object.entries(sides).map(([side, value]) => [side, presentField(field, value)] as const);
    batch.conflicts.push({ ...about, kind, field, ...Object.fromEntries(told) });
  }
}

/** Compares what variables were with what they are: one that is neither that nor what is sent is a conflict. */
export async function compareVariables(
  { content, root, conflicts }: BatchState,
  { variables, was = {} }: Static<typeof SetVariables>,
  index: number,
): Promise<void> {
  const now = await getManyFromMap<VariableValue>(content.nodes, root.variables, Object.keys(was));
  for (const [field, base] of Object.entries(was)) {
    const [primary, changed] = [now.get(field) ?? null, field in variables ? variables[field] : base];
    if (primary !== base && primary !== changed)
      conflicts.push({ change: index, kind: "variable", field, base, primary, changed });
  }
}

/** The same of tags. */
export async function compareTags(
  { content, root, conflicts }: BatchState,
  { tags, was = {} }: Static<typeof SetTags>,
  index: number,
): Promise<void> {
  const now = await getManyFromMap<TagDefinition>(content.nodes, root.tags, Object.keys(was));
  for (const [field, base] of Object.entries(was)) {
    const [primary, changed] = [now.get(field) ?? null, field in tags ? tags[field] : base];
    if (!sameJson(primary, base) && !sameJson(primary, changed))
      conflicts.push({ change: index, kind: "tag", field, base, primary, changed });
  }
}

/**
 * Whether a thing that a change relies on is gone, which the batch then knows. Changes that rely on nothing are left to
 * who makes them.
 */
export function isGone(
  batch: BatchState,
  { index, of, source, now }: ChangedThing,
  relies: boolean,
): boolean {
  if (now !== undefined || !relies || batch.returned.has(source)) return false;
  batch.conflicts.push({ change: index, ...of, kind: "page-removed" });
  return true;
}

function idOf({ deps, space }: BatchState, now: Page | ReusableContent): { documentId?: string } {
  if ("type" in now && now.type !== "document") return {};
  return { documentId: documentIdOf(deps.secrets, space, now.body) };
}

/** A field that is off is one that is not there, and a layout is told with what it has unless it says otherwise. */
function comparable(field: string, value: unknown): unknown {
  if (field === "layout") return { ...DEFAULT_LAYOUT, ...(value as object | null | undefined) };
  return value === undefined || value === "" || value === false ? null : value;
}
