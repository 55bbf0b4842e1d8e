/** What can't go to the branch as things are there: it waits here, with what shows it, and all else goes. */
import { linksInto } from "../../../../engine/links.ts";
import { getManyFromMap } from "../../../../engine/mapRead.ts";
import { reusableSource } from "../../../../engine/revision.ts";
import { type ContestedThing, differing, type RefusedThing, thingKey } from "../../../content/git/sides.ts";
import type { SourceRole } from "../../../importers/print/sourceEntry.ts";
import type { BlockedFile } from "../../../importers/repository/printRepository.ts";
import { heldBy } from "../queries.ts";
import { SYNC_NOW, SyncHalted, SyncOutrun } from "./ended.ts";
import type { Installation, SyncRun } from "./syncRun.ts";

const REUSABLE = reusableSource("");

type HoldingRun = Pick<SyncRun, "deps" | "run" | "content">;

export interface SentContent {
  readonly installation: Installation;
  /** What the branch says, and what it is to say. */
  readonly theirs: string;
  readonly outward: string;
}

/** Holds things from now on, with what shows those that the branch doesn't have: there it would lead nowhere. */
export async function holdBack(
  { deps, run, content }: HoldingRun,
  { installation, theirs, outward }: SentContent,
  things: readonly RefusedThing[],
): Promise<void> {
  const { organization_id, id: installation_id } = installation;
  const held = (await withShowing(content, things, { own: outward, theirs })).map((thing) => ({
    ...thing,
    organization_id,
    installation_id,
    change_request_id: null,
    revision_id: null,
    root: theirs,
    sides: "",
    created_at: deps.clock.now(),
  }));
  await run.write((tx) =>
    tx
      .insertInto("git_held")
      .values(held)
      .onConflict((on) => on.columns(["organization_id", "installation_id", "kind", "source"]).doNothing())
      .execute(),
  );
}

/** Kinds of things that may wait by themselves, by what their files are. Pages are linked to, and settings hold for all. */
const MAY_WAIT: Partial<Record<SourceRole, ContestedThing["kind"]>> = {
  reusable: "reusable",
  file: "file",
  variables: "variable",
  tags: "tag",
};

/** @throws SyncHalted where something of the branch is in the way of what can't wait by itself */
export function refuseBlocked(blocked: readonly BlockedFile[]): void {
  const ways = [...new Set(blocked.flatMap(({ role, by }) => (MAY_WAIT[role] === undefined ? [by] : [])))];
  if (ways.length === 0) return;
  const some = ways.slice(0, 3).join(", ");
  const rest = ways.length > 3 ? ` and ${ways.length - 3} more` : "";
  throw new SyncHalted(
    "content",
    `Changes in Lectern can't be written to the branch: ${some}${rest} ${ways.length > 1 ? "are symbolic links, submodules, or files" : "is a symbolic link, a submodule, or a file"} that can't be taken, and Lectern writes over none of these. Put a readable file there, or a folder if the path goes on, or remove it, then ${SYNC_NOW}.`,
  );
}

/** Holds what something of the branch is in the way of. @throws SyncOutrun when something is held from now on */
export async function holdBlocked(
  sync: HoldingRun,
  sent: SentContent,
  blocked: readonly BlockedFile[],
): Promise<void> {
  if (blocked.length === 0) return;
  const kinds = new Set(blocked.map(({ role }) => MAY_WAIT[role]));
  const objects = new Set(blocked.map(({ object }) => object));
  // A file of variables or tags has all of them.
  const isBlocked = ({ kind, source }: ContestedThing): boolean =>
    kinds.has(kind) && (kind === "variable" || kind === "tag" || objects.has(source));
  const things = (await differing(sync.content, sent.theirs, sent.outward)).filter(isBlocked);
  await holdBack(
    sync,
    sent,
    things.map((thing) => ({ ...thing, why: "blocked" })),
  );
  throw new SyncOutrun(`On the branch ${blocked[0]?.by ?? ""} is in the way.`);
}

/**
 * What is held since it couldn't go to the branch, and differs still, with what has come to show it since.
 * @param isMoved whether the branch says something new: what was in the way may have gone
 */
export async function heldBack(
  { deps, content }: Pick<SyncRun, "deps" | "content">,
  installation: Installation,
  { head, theirs, isMoved }: { readonly head: string; readonly theirs: string; readonly isMoved: boolean },
): Promise<RefusedThing[]> {
  const held = (await heldBy(deps.db.read, installation)).flatMap(({ kind, source, why }): RefusedThing[] =>
    why === "large" || (why === "blocked" && !isMoved) ? [{ kind, source, why }] : [],
  );
  if (held.length === 0) return [];
  const others = new Set((await differing(content, head, theirs)).map(thingKey));
  // Others are held for what they show.
  const isCause = ({ kind, why }: RefusedThing): boolean =>
    kind === "file" || (kind !== "page" && why === "blocked");
  const causes = held.filter((thing) => isCause(thing) && others.has(thingKey(thing)));
  const things = await withShowing(content, causes, { own: head, theirs });
  return things.filter((thing) => others.has(thingKey(thing)));
}

/** Things that don't go, with what shows those of them that the branch doesn't have. */
async function withShowing(
  { nodes, root }: SyncRun["content"],
  causes: readonly RefusedThing[],
  sides: { readonly own: string; readonly theirs: string },
): Promise<RefusedThing[]> {
  const [own, theirs] = [await root(sides.own), await root(sides.theirs)];
  const things = new Map(causes.map((thing) => [thingKey(thing), thing]));
  // What is shown by a text that others show is shown by these: the map grows while it is gone through.
  for (const { kind, source: shown, why } of things.values()) {
    if (kind !== "file" && kind !== "reusable") continue;
    const map = kind === "file" ? theirs.files : theirs.reusable;
    if ((await getManyFromMap(nodes, map, [shown])).size > 0) continue;
    for (const { source } of await linksInto(nodes, own, `${kind}:${shown}`)) {
      const thing: RefusedThing = source.startsWith(REUSABLE)
        ? { kind: "reusable", source: source.slice(REUSABLE.length), why }
        : { kind: "page", source, why };
      if (!things.has(thingKey(thing))) things.set(thingKey(thing), thing);
    }
  }
  return [...things.values()];
}
