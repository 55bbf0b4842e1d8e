import type { Content } from "../../content/store.ts";
import type { ConflictDetail } from "../../content/mergeContent.ts";
import { bodyByIds } from "../../content/pageText.ts";
import { storeBody } from "../../content/pageText.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { applyChanges, type Change as EngineChange, type NewRevision } from "../../../engine/change.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import { bodyOfParts, bothSides, type MergedPart } from "../../../engine/markdown/mergeBody.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import type { FileEntry, ReusableContent, TagDefinition, VariableValue } from "../../../engine/page.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { readPage } from "../../../engine/tree.ts";
import type { RunningChange, RunChange } from "../../http/change.ts";
import { conflict, invalidField, notFound } from "../../http/errors.ts";
import { lookupFrom } from "../content/lookup.ts";
import { takeTurn } from "../content/turn.ts";
import { conflictsOf, decide, type Resolution } from "./conflicts.ts";
import { commitToRequest, holdRequest, type OpenRequest, openRequest } from "./target.ts";
import { traced } from "./trail.ts";

interface Resolving {
  readonly deps: Deps;
  readonly content: Content;
  readonly open: OpenRequest;
  readonly root: RevisionRoot;
  readonly rows: readonly Row<"conflicts">[];
}

/**
 * Decides one conflict of a change request, and brings its content to that. Decided anew as often as one likes, until
 * the page itself is edited.
 * @throws 400 for Markdown where there is none, 404, 409, 412
 */
export function resolveConflict<R>(
  deps: Deps,
  names: {
    readonly space: SpaceKey;
    readonly request: string;
    readonly conflict: string;
    /** The revisions of the change request that the caller relies on. */
    readonly expected: readonly string[] | undefined;
  },
  wanted: Exclude<Resolution, "edited">,
  change: RunChange<R>,
  answer: (row: Row<"conflicts">) => R,
): Promise<R> {
  return takeTurn(names.request, async () => {
    const open = await openRequest(deps, names.space, names.request, names.expected);
    const rows = await conflictsOf(deps.db.read, open.request);
    const row = rows.find(({ id }) => id === names.conflict);
    if (row === undefined) throw notFound("The conflict");
    if (row.kind !== "body" && typeof wanted !== "string") {
      throw invalidField("/resolution", "takes Markdown for conflicts of kind body alone.");
    }
    const content = deps.content.of(open.base.organization_id);
    const resolving = { deps, content, open, root: await content.root(open.base.root), rows };
    const resolution = await storedResolution(resolving, wanted);
    const changes = await changesFor(resolving, row, resolution);
    const made = await applied(resolving, changes);
    return change(async (running) => {
      await commitResolved(running, open, made);
      await decide(running.tx, open.request, [row.id], resolution, running.now);
      return answer({ ...row, resolution: JSON.stringify(resolution), resolved_at: running.now });
    });
  });
}

/** Markdown of a resolution is kept as pages are: with addresses by id. */
async function storedResolution({ content, root }: Resolving, wanted: Resolution): Promise<Resolution> {
  if (typeof wanted === "string") return wanted;
  const none = { pages: new Map<string, string>(), files: new Map<string, string>() };
  const { body } = await storeBody(wanted.markdown, lookupFrom(content, root, none, ""));
  return { markdown: "text" in body ? body.text : wanted.markdown };
}

async function applied(
  { deps, content, open }: Resolving,
  changes: readonly EngineChange[],
): Promise<NewRevision | undefined> {
  if (changes.length === 0) return undefined;
  const { nodes } = content;
  const made = await applyChanges(nodes, open.base.root, changes, { now: deps.clock.now() });
  if (!made.ok) throw conflict(made.refusal.code, `This can't be done as it is: ${made.refusal.message}.`);
  return made.root === open.base.root ? undefined : made;
}

async function commitResolved(
  running: RunningChange,
  open: OpenRequest,
  content: NewRevision | undefined,
): Promise<void> {
  const revision = content === undefined ? open.base.id : running.newId();
  if (content === undefined) await holdRequest(running.tx, open);
  // A decision is an entry of its own: nothing that is written after it takes its place.
  else await commitToRequest({ ...running, through: undefined }, open, { revision, content, type: "edits" });
  await running.trace({
    action: "change-request.conflict.resolve",
    ...traced(open.space, open.request),
    before: { revision: open.base.id },
    after: { revision },
  });
}

async function changesFor(
  resolving: Resolving,
  row: Row<"conflicts">,
  resolution: Resolution,
): Promise<EngineChange[]> {
  const detail = JSON.parse(row.detail) as ConflictDetail;
  const chosen = resolution === "changed" ? detail.changed : detail.primary;
  const { source } = row;
  switch (row.kind) {
    case "body":
      return bodyChanges(resolving, row, resolution);
    case "page-field": {
      const fields = { [detail.field ?? ""]: chosen ?? null };
      return (await hasPage(resolving, source))
        ? [{ operation: "update_page", page: source, fields: fields as never }]
        : [];
    }
    case "page-position":
      return (await hasPage(resolving, source))
        ? [{ operation: "update_page", page: source, into: (chosen ?? null) as string | null }]
        : [];
    case "page-removed":
      return resolution === detail.removedBy && (await hasPage(resolving, source))
        ? [{ operation: "delete_page", page: source }]
        : [];
    case "file":
      return fileChanges(resolving, source, chosen as FileEntry | undefined);
    case "variable":
      return [
        {
          operation: "set_variables",
          variables: { [source]: (chosen ?? null) as VariableValue | null },
        },
      ];
    case "tag":
      return [{ operation: "set_tags", tags: { [source]: (chosen ?? null) as TagDefinition | null } }];
    case "reusable":
      return reusableChanges(resolving, source, detail, chosen as ReusableContent | undefined);
    default:
      return row.kind as never;
  }
}

async function hasPage({ content, root }: Resolving, id: string): Promise<boolean> {
  return (await readPage(content.nodes, root, id)) !== undefined;
}

async function fileChanges(
  { content, root }: Resolving,
  id: string,
  file: FileEntry | undefined,
): Promise<EngineChange[]> {
  if (file !== undefined) return [{ operation: "put_file", file }];
  const known = await getFromMap<FileEntry>(content.nodes, root.files, id);
  return known === undefined ? [] : [{ operation: "delete_file", file: id }];
}

async function reusableChanges(
  { content, root }: Resolving,
  id: string,
  detail: ConflictDetail,
  chosen: ReusableContent | undefined,
): Promise<EngineChange[]> {
  if (chosen === undefined) {
    const known = await getFromMap<ReusableContent>(content.nodes, root.reusable, id);
    return known === undefined ? [] : [{ operation: "delete_reusable", id }];
  }
  const { title, body } = chosen;
  // Where both sides have it, its text was merged for itself, and only the title is open.
  const isWhole = detail.primary === undefined || detail.changed === undefined;
  const text = isWhole ? await bodyByIds(content.organization, await content.body(body)) : undefined;
  return [{ operation: "put_reusable", id, title, ...(text === undefined ? {} : { body: text }) }];
}

/** Puts the body together again. One that was edited since stays as it was edited. */
async function bodyChanges(
  { deps, content, open, root, rows }: Resolving,
  row: Row<"conflicts">,
  resolution: Resolution,
): Promise<EngineChange[]> {
  const { nodes } = content;
  const { source } = row;
  const reusable = source.startsWith(reusableSource(""))
    ? source.slice(reusableSource("").length)
    : undefined;
  const item =
    reusable === undefined
      ? await readPage(nodes, root, source)
      : await getFromMap<ReusableContent>(nodes, root.reusable, reusable);
  const kept = await deps.db.read
    .selectFrom("conflicting_bodies")
    .select("parts")
    .where("organization_id", "=", open.request.organization_id)
    .where("change_request_id", "=", open.request.id)
    .where("source", "=", source)
    .executeTakeFirst();
  if (item === undefined || kept === undefined) return [];
  const parts = JSON.parse(kept.parts) as MergedPart[];
  const decided = decisionsOf(rows, source);
  if ((await content.body(item.body)) !== textOf(parts, decided)) return [];
  const { part = 0 } = JSON.parse(row.detail) as ConflictDetail;
  const text = textOf(parts, new Map(decided).set(part, resolution));
  const body = await bodyByIds(content.organization, text);
  return reusable === undefined
    ? [{ operation: "update_page", page: source, body }]
    : [{ operation: "put_reusable", id: reusable, body }];
}

function decisionsOf(rows: readonly Row<"conflicts">[], source: string): Map<number, Resolution> {
  const own = rows.filter((row) => row.kind === "body" && row.source === source && row.resolution !== null);
  return new Map(
    own.map(({ detail, resolution }) => [
      (JSON.parse(detail) as ConflictDetail).part ?? 0,
      JSON.parse(resolution as string) as Resolution,
    ]),
  );
}

function textOf(parts: readonly MergedPart[], decided: ReadonlyMap<number, Resolution>): string {
  return bodyOfParts(parts, (contested, index) => {
    const resolution = decided.get(index);
    if (resolution === "primary") return contested.ours;
    if (resolution === "changed") return contested.theirs;
    return typeof resolution === "object" ? resolution.markdown : bothSides(contested);
  });
}
