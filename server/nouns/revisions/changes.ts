/** What changed between two revisions, in the words of somebody who reads about it. */
import type { SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { diffRevisions, pageEvents, type PageEvent, type RevisionDiff } from "../../../engine/diff.ts";
import type { NodeReader, RevisionRoot } from "../../../engine/node.ts";
import type { FileEntry, Page, ReusableContent } from "../../../engine/page.ts";
import { sameJson } from "../../../engine/json.ts";
import { pagePath, readPage } from "../../../engine/tree.ts";
import { documentIdOf } from "./documentId.ts";
import { presentField, presentFile, presentReusable } from "./present.ts";

/** A value before and after; a side where there was none has no field. */
interface ValueChange {
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Comparing {
  readonly deps: Deps;
  readonly nodes: NodeReader;
  readonly space: string;
  readonly before: RevisionRoot;
  readonly after: RevisionRoot;
}

type DetailMaker = () => object | Promise<object>;

/**
 * The changes that lead from one revision of a space to another, by the hashes of their roots: pages, files, reusable
 * contents, variables, tags. Costs what differs.
 * @param slice how many are told, and the first one's place; `more` counts those behind them
 */
export async function semanticChanges(
  deps: Deps,
  { id: space, organization_id: organization }: SpaceKey,
  roots: { readonly before: string; readonly after: string },
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<{ changes: object[]; more?: number }> {
  const { root, nodes } = deps.content.of(organization);
  const [before, after] = [await root(roots.before), await root(roots.after)];
  const diff = await diffRevisions(nodes, before, after);
  const comparing = { deps, nodes, space, before, after };
  const told: DetailMaker[] = [
    ...pageEvents(diff).map((event) => () => tellPage(comparing, event)),
    ...diff.files.map((change) => () => tellFile(comparing, change)),
    ...diff.reusable.map((change) => () => tellReusable(comparing, change)),
    ...tellVariables(diff),
    ...diff.tags.map((change) => () => tellTag(change)),
  ];
  const end = from + limit;
  const changes = await Promise.all(told.slice(from, end).map((tell) => tell()));
  return { changes, ...(told.length > end ? { more: told.length - end } : {}) };
}

async function tellPage(comparing: Comparing, event: PageEvent): Promise<object> {
  const { before, after } = comparing;
  switch (event.type) {
    case "created":
      return {
        type: "page_created",
        page: await stub(comparing, after, event.page),
        ...textOf(comparing, "after", event.page),
      };
    case "deleted":
      return {
        type: "page_deleted",
        page: await stub(comparing, before, event.page),
        ...textOf(comparing, "before", event.page),
      };
    case "edited": {
      const attributes = event.fields.map((field) =>
        field === "body"
          ? ["document", { before: idOf(comparing, event.before), after: idOf(comparing, event.after) }]
          : [
              field,
              changed(presentField(field, event.before[field]), presentField(field, event.after[field])),
            ],
      );
      const page = await stub(comparing, after, event.after);
      return { type: "page_edited", page, attributes: Object.fromEntries(attributes) };
    }
    case "moved": {
      const parent = {
        before: await parentStub(comparing, before, event.before),
        after: await parentStub(comparing, after, event.after),
      };
      const page = await stub(comparing, after, event.after);
      return { type: "page_moved", page, parent: changed(parent.before, parent.after) };
    }
    default:
      return event satisfies never;
  }
}

async function stub({ nodes }: Comparing, root: RevisionRoot, { id, type, title }: Page): Promise<object> {
  const path = type === "link" ? undefined : await pagePath(nodes, root, id);
  return { id, type, title, ...(path === undefined ? {} : { path }) };
}

async function parentStub(comparing: Comparing, root: RevisionRoot, { parent }: Page) {
  const page = parent === null ? undefined : await readPage(comparing.nodes, root, parent);
  return page && stub(comparing, root, page);
}

function changed(before: unknown, after: unknown): ValueChange {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

/** The text that came or went with a page; a page without a text of its own has none. */
function textOf(comparing: Comparing, side: "before" | "after", page: Page) {
  if (page.type !== "document" || page.computed !== undefined) return {};
  return { attributes: { document: { [side]: idOf(comparing, page) } } };
}

/** The id of a text, as its space answers it. */
function idOf({ deps, space }: Comparing, { body }: Page): string {
  return documentIdOf(deps.secrets, space, body);
}

type FileChange = RevisionDiff["files"][number];

function tellFile({ deps, space }: Comparing, { before, after }: FileChange): object {
  const tell = (file: FileEntry) => presentFile(file, { deps, space, metadata: false });
  const [old, now] = [before && tell(before), after && tell(after)];
  if (old === undefined) return { type: "file_created", file: now };
  if (now === undefined) return { type: "file_deleted", file: old };
  return { type: "file_edited", file: now, attributes: attributesOf(old, now) };
}

function tellReusable(
  { deps, space }: Comparing,
  { before, after }: RevisionDiff["reusable"][number],
): object {
  const tell = (content: ReusableContent) => presentReusable(content, { deps, space, metadata: false });
  const [old, now] = [before && tell(before), after && tell(after)];
  if (old === undefined) return { type: "reusable_content_created", reusableContent: now };
  if (now === undefined) return { type: "reusable_content_deleted", reusableContent: old };
  return { type: "reusable_content_edited", reusableContent: now, attributes: attributesOf(old, now) };
}

function attributesOf(before: object, after: object): Record<string, ValueChange> {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const edited = names.filter((name) => !sameJson(old[name], now[name]));
  return Object.fromEntries(edited.map((name) => [name, changed(old[name], now[name])]));
}

function tellVariables({ variables }: RevisionDiff): DetailMaker[] {
  if (variables.length === 0) return [];
  const told = variables.map(({ key, before, after }) => [key, changed(before, after)]);
  return [() => ({ type: "variables_edited", variables: Object.fromEntries(told) })];
}

function tellTag({ key, before, after }: RevisionDiff["tags"][number]): object {
  const names = { tag: key, slug: key };
  const [old, now] = [before && { ...names, ...before }, after && { ...names, ...after }];
  if (old === undefined) return { type: "tag_created", tag: now };
  if (now === undefined) return { type: "tag_deleted", tag: old };
  return { type: "tag_edited", tag: now, attributes: attributesOf(old, now) };
}
