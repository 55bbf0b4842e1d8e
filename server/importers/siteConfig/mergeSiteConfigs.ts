/** What two sides have made of one site, joined part by part and field by field. */
import { sameJson } from "../../../engine/json.ts";
import { numberedSlug } from "../../../engine/slug.ts";
import { type SiteConfig, type SiteNode, withDefaults } from "./siteConfig.ts";

export interface MergedSite {
  readonly config: SiteConfig;
  /** What both sides have changed differently, in words: what Lectern says stands. */
  readonly clashes: readonly string[];
}

interface Sides {
  /** What both come from; undefined: nothing was agreed on yet. */
  readonly base: SiteConfig | undefined;
  readonly ours: SiteConfig;
  readonly theirs: SiteConfig;
}

const FIELDS = [
  "title",
  "parent",
  "path",
  "icon",
  "description",
  "isDefault",
  "directory",
  "language",
  "url",
  "condition",
  "draft",
] as const;
const NAMES: Partial<Record<(typeof FIELDS)[number], string>> = { parent: "place", isDefault: "default" };

/** Parts whose key stood for a part of another type: what is made of one can't be joined with what was of the other. */
export function turnedParts(
  now: SiteConfig,
  ...before: readonly (SiteConfig | undefined)[]
): { readonly key: string; readonly was: SiteNode["type"]; readonly is: SiteNode["type"] }[] {
  const types = new Map(before.flatMap((side) => (side?.nodes ?? []).map(({ key, type }) => [key, type])));
  return now.nodes.flatMap(({ key, type: is }) => {
    const was = types.get(key);
    return was === undefined || was === is ? [] : [{ key, was, is }];
  });
}

/** What one side has left as it was is as the other has it. No key of theirs may be a turned part. */
export function mergeSiteConfigs({ base, ours, theirs }: Sides): MergedSite {
  const clashes: string[] = [];
  const [before, here, there] = [base, ours, theirs].map(
    (side) => new Map(side?.nodes.map((node) => [node.key, node])),
  ) as [Map<string, SiteNode>, Map<string, SiteNode>, Map<string, SiteNode>];
  const merged = new Map<string, SiteNode>();
  for (const key of new Set([...here.keys(), ...there.keys()])) {
    const [was, own, other] = [before.get(key), here.get(key), there.get(key)];
    if (own !== undefined && other !== undefined) merged.set(key, joined(was, own, other, clashes));
    // What one side has taken away is gone, and what only one has is new.
    else if (was === undefined) merged.set(key, (own ?? other) as SiteNode);
  }
  keepNeeded(merged, before, here, there);
  partPaths(merged, here, clashes);
  const title = one(base?.title, ours.title, theirs.title);
  if (title.isClash && base !== undefined) clashes.push("the title of the site");
  return { config: { title: title.value, nodes: inOrder(merged, { base, ours, theirs }) }, clashes };
}

function one<V>(was: V, own: V, other: V): { readonly value: V; readonly isClash: boolean } {
  if (sameValue(own, other) || sameValue(other, was)) return { value: own, isClash: false };
  if (sameValue(own, was)) return { value: other, isClash: false };
  return { value: own, isClash: true };
}

const sameValue = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null);

function joined(was: SiteNode | undefined, own: SiteNode, other: SiteNode, clashes: string[]): SiteNode {
  const fields = FIELDS.map((field) => {
    const { value, isClash } = one(was?.[field], own[field], other[field]);
    if (isClash && was !== undefined && field !== "isDefault")
      clashes.push(`the ${NAMES[field] ?? field} of “${own.title}”`);
    return [field, value];
  });
  return { ...own, ...Object.fromEntries(fields) } as SiteNode;
}

/** A section with a space in it stays, whoever has taken it away; what was in a group that is gone stands for itself. */
function keepNeeded(merged: Map<string, SiteNode>, ...sides: readonly ReadonlyMap<string, SiteNode>[]): void {
  for (const [key, node] of merged) {
    const { parent } = node;
    if (parent === undefined || merged.has(parent)) continue;
    const gone = sides.map((side) => side.get(parent)).find((found) => found !== undefined);
    if (gone?.type === "section" && node.type === "space") merged.set(parent, { ...gone, isDefault: false });
    else merged.set(key, { ...node, parent: undefined });
  }
  for (const [key, node] of merged)
    if (node.type === "section" && ![...merged.values()].some(({ parent }) => parent === key))
      merged.delete(key);
  // Links stand beside sections alone: without any they rest.
  if (![...merged.values()].some(({ type }) => type === "section"))
    for (const [key, { type }] of merged) if (type === "external-link") merged.delete(key);
  // A site with sections has no space beside them.
  const nodes = [...merged.values()];
  const section = nodes.find(({ type }) => type === "section");
  if (section !== undefined)
    for (const node of nodes)
      if (node.type === "space" && node.parent === undefined)
        merged.set(node.key, { ...node, parent: section.key, isDefault: false });
}

/** Of two that have come to the same address, the one stays that Lectern has there; the other gets a number. */
function partPaths(
  merged: Map<string, SiteNode>,
  here: ReadonlyMap<string, SiteNode>,
  clashes: string[],
): void {
  const nodes = [...merged.values()].filter(({ path }) => path !== undefined);
  const taken = new Set(nodes.map(addressOf));
  const given = new Set<string>();
  for (const isOurs of [true, false])
    for (const node of nodes) {
      const own = here.get(node.key);
      if ((own !== undefined && addressOf(own) === addressOf(node)) !== isOurs) continue;
      let now = node;
      for (
        let number = 1;
        given.has(addressOf(now)) || (now !== node && taken.has(addressOf(now)));
        number += 1
      )
        now = { ...node, path: numberedSlug(node.path ?? "", number) };
      given.add(addressOf(now));
      if (now === node) continue;
      merged.set(node.key, now);
      clashes.push(`the path of “${node.title}”`);
    }
}

/** Where readers find a part: sections stand beside each other, whichever group they are in. */
const addressOf = ({ type, parent, path }: SiteNode): string =>
  `${type} ${type === "section" ? "" : (parent ?? "")} ${path}`;

function inOrder(merged: ReadonlyMap<string, SiteNode>, { base, ours, theirs }: Sides): SiteNode[] {
  const all = [...merged.values()];
  const beside = (config: SiteConfig | undefined, parent: string | undefined): string[] =>
    (config?.nodes ?? []).filter((node) => node.parent === parent).map(({ key }) => key);
  const below = (parent: string | undefined): SiteNode[] => {
    const here = all.filter((node) => node.parent === parent);
    const wanted = new Set(here.map(({ key }) => key));
    const [was, own, other] = [base, ours, theirs].map((side) => beside(side, parent));
    const common = (keys: readonly string[] = [], ...rest: (readonly string[] | undefined)[]): string[] =>
      keys.filter((key) => rest.every((others) => others?.includes(key)));
    const isOurs = base !== undefined && !sameJson(common(own, was), common(was, own));
    const order = isOurs ? spread(own ?? [], other ?? []) : spread(other ?? [], own ?? []);
    const rest = here.map(({ key }) => key).filter((key) => !order.includes(key));
    return [...order, ...rest].flatMap((key) => {
      const node = wanted.has(key) ? merged.get(key) : undefined;
      return node === undefined ? [] : [node, ...below(key)];
    });
  };
  return oneDefault(below(undefined), base);
}

/** One list with what only another has, each behind what it follows there. */
function spread(first: readonly string[], second: readonly string[]): string[] {
  const order = [...first];
  for (const [index, key] of second.entries()) {
    if (order.includes(key)) continue;
    const at = index === 0 ? -1 : order.indexOf(second[index - 1] as string);
    order.splice(index === 0 ? 0 : at + 1, 0, key);
  }
  return order;
}

/** Of two that were made the default, on either side, the one that is new is it. */
function oneDefault(nodes: readonly SiteNode[], base: SiteConfig | undefined): SiteNode[] {
  const was = new Set(base?.nodes.filter(({ isDefault }) => isDefault).map(({ key }) => key));
  const place = ({ type, parent }: SiteNode): string =>
    type === "section" ? "sections" : `in ${parent ?? ""}`;
  const chosen = new Map<string, string>();
  for (const isNew of [true, false])
    for (const node of nodes)
      if (node.isDefault && was.has(node.key) !== isNew && !chosen.has(place(node)))
        chosen.set(place(node), node.key);
  return withDefaults(
    nodes.map((node) => ({ ...node, isDefault: node.isDefault && chosen.get(place(node)) === node.key })),
  );
}
