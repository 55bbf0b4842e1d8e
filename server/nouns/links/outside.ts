/** What a revision links to outside of itself and of the web: whether it is there, as far as the caller may see. */
import { aclsWithin } from "../../access/scope.ts";
import { byCodeUnit } from "../../../engine/json.ts";
import { getManyFromMap, rankInMap, sliceOfMap } from "../../../engine/mapRead.ts";
import { BROKEN, targetInRevision } from "../../../engine/revision.ts";
import { visibleCollections } from "../collections/queries.ts";
import { membersAmong } from "../members/queries.ts";
import { specsOf } from "./specs.ts";
import {
  beginning,
  behindPrefix,
  ELSEWHERE,
  inside,
  justBehind,
  readElsewhere,
  slugOf,
  SPEC,
  type Statuses,
  type Stretch,
} from "./stretches.ts";
import { type LinkGround, type PresentedLink, openOther } from "./view.ts";

/** Things of each kind that are looked into, and spaces that they are in; those beyond count as ok. */
const MOST_THINGS = 20_000;
const MOST_SPACES = 1000;

const USER = "user:";
const COLLECTION = "collection:";

/** Sorts what a revision links to by status. Costs what leads out of the space, not what there is. */
export async function statusesOf(view: PresentedLink): Promise<Statuses> {
  const { deps, ground } = view;
  const { space, member } = ground.thing;
  const { grounds, gone: elsewhere } = await goneElsewhere(view);
  const named = await targetsFrom(view, SPEC);
  const { known, shown: specs } = await specsOf(view, named.map(slugOf));
  const stretches = [
    beginning(BROKEN, "broken"),
    ...view.origins.flatMap(inside),
    ...elsewhere,
    ...broken(named, (key) => !known.has(slugOf(key))),
    ...(await goneAmong(view, USER, (ids) => membersAmong(deps.db.read, space.organization_id, ids))),
    ...(await goneAmong(view, COLLECTION, async (ids) => {
      const organization = space.organization_id;
      const acls = await aclsWithin(deps.members, organization, member);
      return visibleCollections(deps.db.read, { organization, acls, ids });
    })),
  ];
  return { stretches: stretches.toSorted((a, b) => byCodeUnit(a.from, b.from)), grounds, specs };
}

async function goneAmong(
  view: PresentedLink,
  prefix: string,
  thereOf: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<Stretch[]> {
  const keys = await targetsFrom(view, prefix);
  if (keys.length === 0) return [];
  const idOf = (key: string): string => key.slice(prefix.length);
  const there = new Set(await thereOf(keys.map(idOf)));
  return broken(keys, (key) => !there.has(idOf(key)));
}

/** What there is not of what is linked to in other spaces, and those of them that the caller may see. */
async function goneElsewhere(view: PresentedLink) {
  const bySpace = new Map<string, string[]>();
  const keys = await targetsFrom(view, ELSEWHERE);
  for (const key of keys) {
    const { space } = readElsewhere(key);
    const those = bySpace.get(space);
    if (those !== undefined) those.push(key);
    else if (bySpace.size < MOST_SPACES) bySpace.set(space, [key]);
  }
  const grounds = new Map<string, LinkGround>();
  const gone = new Set<string>();
  for (const [space, those] of bySpace) {
    const ground = await openOther(view, space);
    if (ground !== undefined) grounds.set(space, ground);
    for (const key of ground === undefined ? those : await goneIn(view, ground, those)) gone.add(key);
  }
  return { grounds, gone: broken(keys, (key) => gone.has(key)) };
}

/** Which of some targets in a space are none; told by the hashes of both contents, so it is found out once. */
async function goneIn(
  { deps, root }: PresentedLink,
  ground: LinkGround,
  keys: readonly string[],
): Promise<string[]> {
  const { space } = ground.thing;
  const content = deps.content.of(space.organization_id);
  const head = await content.revision(space.id, space.head);
  if (head === undefined) return [...keys];
  const gone = await content.derived(
    "elsewhere",
    `${space.id} ${head.root} ${root.targets?.[0]}`,
    async () => {
      const other = await content.root(head.root);
      const things = keys.map((key) => {
        const { thing } = readElsewhere(key);
        return { key, named: thing === undefined ? undefined : targetInRevision(thing) };
      });
      const missing: string[] = [];
      for (const map of ["pages", "files", "reusable"] as const) {
        const wanted = things.flatMap(({ key, named }) =>
          named?.map === map ? [{ key, id: named.id }] : [],
        );
        const found = await getManyFromMap(
          content.nodes,
          other[map],
          wanted.map(({ id }) => id),
        );
        missing.push(...wanted.flatMap(({ key, id }) => (found.has(id) ? [] : [key])));
      }
      return JSON.stringify(missing);
    },
  );
  return JSON.parse(gone) as string[];
}

/** The stretches of those keys that are broken: one for all that stand together. `keys` are all of their kind, sorted. */
function broken(keys: readonly string[], isBroken: (key: string) => boolean): Stretch[] {
  const stretches: Stretch[] = [];
  let from: string | undefined;
  keys.forEach((key, at) => {
    from = isBroken(key) ? (from ?? key) : undefined;
    const next = keys[at + 1];
    if (from !== undefined && (next === undefined || !isBroken(next)))
      stretches.push({ from, to: justBehind(key), status: "broken" });
  });
  return stretches;
}

/** What a revision links to that begins like this, up to a bound, in the order of the keys. */
async function targetsFrom({ content, root: { targets } }: PresentedLink, prefix: string): Promise<string[]> {
  const { nodes } = content;
  const start = await rankInMap(nodes, targets, prefix);
  const end = await rankInMap(nodes, targets, behindPrefix(prefix));
  const found = await sliceOfMap(nodes, targets, start, Math.min(end, start + MOST_THINGS));
  return found.map(([key]) => key);
}
