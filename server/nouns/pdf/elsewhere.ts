interface Elsewhere {
  readonly organization: string;
  readonly root: string;
  readonly reusable: Set<string>;
}

/** Reusable contents of other spaces that the pages of a PDF show. */
import type { RevisionThing } from "../revisions/queries.ts";
import type { LoadCall } from "../../http/operation.ts";
import { bodyLinks } from "../../../engine/links.ts";
import { rankInMap, sliceOfMap } from "../../../engine/mapRead.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { readRevision } from "../../content/commit.ts";
import { seeSpace } from "../spaces/queries.ts";

/** What is shown of another space: of which revision's root, and which reusable contents. */
export interface ForeignContent {
  readonly space: string;
  /** The id of its organization. */
  readonly organization: string;
  readonly root: string;
  readonly reusable: readonly string[];
}

interface Elsewhere {
  readonly organization: string;
  readonly root: string;
  readonly reusable: Set<string>;
}

/** Reusable contents of other spaces that one document shows, and targets in other spaces that are looked at. */
const MOST = 100;
const MOST_LOOKED_AT = 1000;

type Caller = Pick<LoadCall, "deps" | "identity">;

/**
 * What the pages of a revision include from other spaces, itself or through that, as far as the caller may see those
 * spaces now. Costs what leads to other spaces.
 */
export async function shownFromElsewhere(
  { deps, identity }: Caller,
  { space: { id: home }, revision }: Pick<RevisionThing, "space" | "revision">,
): Promise<ForeignContent[]> {
  const content = deps.content.of(revision.organization_id);
  const { nodes } = content;
  const found = new Map<string, Elsewhere>();
  const hidden = new Set<string>([home]);
  const own = await content.root(revision.root);
  const start = await rankInMap(nodes, own.targets, "space:");
  const end = Math.min(await rankInMap(nodes, own.targets, "space:\uffff"), start + MOST_LOOKED_AT);
  const targets = await sliceOfMap(nodes, own.targets, start, end);
  const open = namedIn(
    targets.map(([target]) => target),
    home,
  );
  let count = 0;
  // The list grows while it is walked.
  for (const { space, id } of open) {
    if (hidden.has(space) || found.get(space)?.reusable.has(id) || count >= MOST) continue;
    const known = found.get(space) ?? (await openHead({ deps, identity }, space));
    if (known === undefined) {
      hidden.add(space);
      continue;
    }
    found.set(space, known);
    known.reusable.add(id);
    count++;
    const theirs = deps.content.of(known.organization);
    const root = await theirs.root(known.root);
    open.push(...namedIn(Object.keys(await bodyLinks(theirs.nodes, root, reusableSource(id))), space));
  }
  return [...found].map(([space, { organization, root, reusable }]) => ({
    space,
    organization,
    root,
    reusable: [...reusable],
  }));
}

interface ForeignThing {
  readonly space: string;
  readonly id: string;
}

/** The reusable contents among targets of a text of the space `home`. */
function namedIn(targets: readonly string[], home: string): ForeignThing[] {
  return targets.flatMap((target) => {
    const named = /^(?:space:([^/]*)\/)?reusable:(.*)$/s.exec(target);
    return named === null ? [] : [{ space: named[1] ?? home, id: named[2] ?? "" }];
  });
}

async function openHead({ deps, identity }: Caller, space: string): Promise<Elsewhere | undefined> {
  const thing = await seeSpace({ deps, identity }, space);
  if (thing === undefined) return undefined;
  const head = await readRevision(deps.db.read, thing.space, thing.space.head);
  return head && { organization: head.organization_id, root: head.root, reusable: new Set<string>() };
}
