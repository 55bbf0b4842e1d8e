/** Merging two revisions, with what could not be decided in a form that is kept and shown. */
import type { ConflictKind } from "../db/schema.ts";
import type { NewRevision } from "../../engine/change.ts";
import {
  type BlockConflict,
  bodyOfParts,
  bothSides,
  type MergedPart,
} from "../../engine/markdown/mergeBody.ts";
import { type MergeConflict, mergeRevisions } from "../../engine/merge.ts";
import type { PageVersions } from "../../engine/mergePage.ts";
import { mergeTexts } from "./mergeTexts.ts";
import { bodyByIds } from "./pageText.ts";
import { openPace } from "../turns/pace.ts";
import type { Content } from "./store.ts";

/** The versions of what both sides changed; absent where there is none. */
interface ContestedText {
  readonly base?: unknown;
  /** As the space has it. */
  readonly primary?: unknown;
  /** As the change request has it. */
  readonly changed?: unknown;
}

interface FoundConflict {
  readonly kind: ConflictKind;
  /** A page's id or "reusable:<id>"; for files, variables, tags and reusable contents their key. */
  readonly source: string;
  readonly detail: ConflictDetail;
}

export interface ConflictDetail extends ContestedText {
  /** Of a body: which of its conflicts, from zero, and the first block of it. */
  readonly part?: number;
  readonly block?: string;
  readonly field?: string;
  readonly removedBy?: "primary" | "changed";
}

export interface MergedContent {
  readonly revision: NewRevision;
  readonly conflicts: readonly FoundConflict[];
  /** Bodies with conflicts, by source. */
  readonly bodies: ReadonlyMap<string, readonly MergedPart[]>;
}

/** Milliseconds that the long texts of a change request may take together: those after them are conflicts. */
const MOST_TIME = 60_000;

/**
 * Merges what a change request changed since `base` into the content of its space; arguments are hashes of roots. What
 * could not be decided is as the space has it, but for bodies, which carry both sides.
 * @throws the reason of the signal once it is aborted
 */
export async function mergeContent(
  content: Content,
  { base, primary, changed }: { base: string; primary: string; changed: string },
  signal?: AbortSignal,
): Promise<MergedContent> {
  const bodies = new Map<string, readonly MergedPart[]>();
  const run = { organization: content.organization, left: MOST_TIME, signal };
  const merged = await mergeRevisions<ConflictDetail>(
    content.nodes,
    { base, ours: primary, theirs: changed },
    async (source, versions) => {
      const parts = await mergeTexts(await textsOf(content, versions), run);
      const found = parts.filter((part) => typeof part !== "string");
      if (found.length > 0) bodies.set(source, parts);
      const body = await bodyByIds(content.organization, bodyOfParts(parts, bothSides));
      return { body, conflicts: found.map(detailOf) };
    },
    openPace(),
  );
  return { revision: merged.revision, conflicts: merged.conflicts.map(kept), bodies };
}

async function textsOf(content: Content, { base, ours, theirs }: PageVersions<string>) {
  const [before, here, there] = await Promise.all([base, ours, theirs].map((hash) => content.body(hash)));
  return { base: before ?? "", ours: here ?? "", theirs: there ?? "" };
}

function detailOf({ block, base, ours, theirs }: BlockConflict, part: number): ConflictDetail {
  return {
    part,
    ...(block === undefined ? {} : { block }),
    base,
    primary: ours,
    changed: theirs,
  };
}

function kept(conflict: MergeConflict<ConflictDetail>): FoundConflict {
  const { kind } = conflict;
  switch (kind) {
    case "body":
      return { kind, source: conflict.source, detail: conflict.detail };
    case "page-removed": {
      const removedBy = conflict.removedBy === "ours" ? "primary" : "changed";
      return { kind, source: conflict.page, detail: { removedBy } };
    }
    case "page-field":
      return { kind, source: conflict.page, detail: { field: conflict.field, ...contested(conflict) } };
    case "page-position":
      return { kind, source: conflict.page, detail: contested(conflict) };
    default:
      return { kind, source: conflict.key, detail: contested(conflict) };
  }
}

function contested({ base, ours, theirs }: PageVersions<unknown>): ContestedText {
  return {
    ...(base === undefined ? {} : { base }),
    ...(ours === undefined ? {} : { primary: ours }),
    ...(theirs === undefined ? {} : { changed: theirs }),
  };
}
