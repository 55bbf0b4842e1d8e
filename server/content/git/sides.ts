/** What both sides have changed differently, and revisions in which one side has its word on that. */
import { type NewRevision, newRevision } from "../../../engine/change.ts";
import { openDraft, replaceLinks, replacePages } from "../../../engine/draft.ts";
import { bodyLinks } from "../../../engine/links.ts";
import { getManyFromMap } from "../../../engine/mapRead.ts";
import { loadRevisionRoot, type MapRoot } from "../../../engine/node.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { readPages } from "../../../engine/tree.ts";
import type { FileEntry, ReusableContent, VariableValue } from "../../../engine/page.ts";
import type { Row } from "../../db/schema.ts";
import { openPace } from "../../turns/pace.ts";
import type { MergedContent } from "../mergeContent.ts";
import type { Content } from "../store.ts";

/** A page, file, variable or reusable content, by its id; a variable by its name. */
export interface ContestedThing {
  readonly kind: Row<"git_held">["kind"];
  readonly source: string;
}

export const thingKey = ({ kind, source }: ContestedThing): string => `${kind} ${source}`;

const REUSABLE = reusableSource("");

/**
 * What a merge could not decide, each thing once. Where a page stands, and a page that one side has removed and the other
 * changed, is decided by the merge: no word is lost by it.
 */
export function contestedBy({ conflicts }: Pick<MergedContent, "conflicts">): ContestedThing[] {
  const things = conflicts.flatMap(({ kind, source }): ContestedThing[] => {
    if (kind === "page-position" || kind === "page-removed") return [];
    if (kind === "page-field") return [{ kind: "page", source }];
    if (kind !== "body") return [{ kind, source }];
    if (!source.startsWith(REUSABLE)) return [{ kind: "page", source }];
    return [{ kind: "reusable", source: source.slice(REUSABLE.length) }];
  });
  return [...new Map(things.map((thing) => [thingKey(thing), thing])).values()];
}

/**
 * A revision with some things as another has them; where pages stand, and under which address, stays.
 * @param root hash of the revision, `side` of the other
 */
export async function withSide(
  { nodes }: Pick<Content, "nodes">,
  root: string,
  side: string,
  things: readonly ContestedThing[],
): Promise<NewRevision> {
  const draft = await openDraft(nodes, root, openPace());
  const there = await loadRevisionRoot(nodes, side);
  const reused = new Set<string>();
  const of = (kind: ContestedThing["kind"]): string[] =>
    things.flatMap((thing) => (thing.kind === kind ? [thing.source] : []));
  const ids = of("page");
  const [own, other] = [await readPages(nodes, draft.base, ids), await readPages(nodes, there, ids)];
  const taken = ids.map((id) => {
    const [before, wanted] = [own.get(id), other.get(id)];
    const { parent, order, slug } = before ?? wanted ?? {};
    const after = wanted && { ...wanted, ...(before && { parent, order, slug }) };
    return { id, before, after: after as typeof wanted };
  });
  replacePages(draft, taken);
  for (const { id, after } of taken) {
    if (after?.body !== undefined) reused.add(after.body);
    replaceLinks(draft, id, after && (await bodyLinks(nodes, there, id)));
  }
  const entries = <V>(kind: ContestedThing["kind"], map: MapRoot): Promise<Map<string, V>> =>
    getManyFromMap<V>(nodes, map, of(kind));
  const files = await entries<FileEntry>("file", there.files);
  for (const key of of("file")) draft.files.set(key, files.get(key));
  const variables = await entries<VariableValue>("variable", there.variables);
  for (const key of of("variable")) draft.variables.set(key, variables.get(key));
  const reusable = await entries<ReusableContent>("reusable", there.reusable);
  for (const key of of("reusable")) {
    const one = reusable.get(key);
    draft.reusable.set(key, one);
    if (one?.body !== undefined) reused.add(one.body);
    const source = reusableSource(key);
    replaceLinks(draft, source, one && (await bodyLinks(nodes, there, source)));
  }
  return newRevision(draft, { bodies: new Map(), reused });
}
