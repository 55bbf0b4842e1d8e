/** What can be done with the parts of a site: one after the other, and taken back. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import {
  addSectionToGroup,
  deleteSiteExternalLinkById,
  deleteSiteSectionById,
  deleteSiteSectionGroupById,
  deleteSiteSpaceById,
  overrideSiteSpaceCustomizationById,
  removeSectionFromGroup,
  sortSiteStructure,
  updateSiteExternalLinkById,
  updateSiteSectionById,
  updateSiteSectionGroupById,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { site as siteOf, siteStructure } from "../../api/queries.ts";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { siteWords } from "../../words/sites.ts";
import { mayStand, stepTo, type TreePlace, type TreeStep } from "../structure/moves.ts";
import { type StructurePart, type SiteTree, treeOf } from "./structure.ts";

/** Ids. */
interface SiteIds {
  readonly organization: string;
  readonly site: string;
}

export interface SiteChanges {
  readonly move: (ids: readonly string[], to: TreePlace) => void;
  readonly step: (ids: readonly string[], step: TreeStep) => string | undefined;
  readonly rename: (id: string, title: string) => void;
  /** @throws what the server refuses */
  readonly takeOut: (id: string) => Promise<void>;
  /** Reads how the site stands. */
  readonly again: () => Promise<void>;
}

export function useSiteStructure({ organization, site }: SiteIds, tree: SiteTree): SiteChanges {
  const cache = useQueryClient();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { queryKey } = siteStructure(organization, site);
  const again = async (): Promise<void> => {
    await cache.invalidateQueries({ queryKey });
    // Its version is another one.
    void cache.invalidateQueries({ queryKey: siteOf(organization, site).queryKey, exact: true });
    void cache.invalidateQueries({ queryKey: [...siteOf(organization, site).queryKey, "look"] });
  };
  /** Does things in the order in which they were asked for; what is refused is said. */
  const inTurn = (work: () => Promise<void>): void => {
    last.current = last.current
      .then(work)
      .catch((error: unknown) => {
        sayNotDone(error);
      })
      .then(again);
  };
  /** The tree as it is when the turn comes. */
  const now = (): SiteTree => {
    const structure = cache.getQueryData(queryKey);
    return structure === undefined ? tree : treeOf(structure);
  };
  const place = async (id: string, to: TreePlace): Promise<void> => {
    await placed({ organization, site }, now(), id, to);
    await again();
  };
  /** Moves parts to where they belong in the tree of the turn: several keys may come before any of it is drawn. */
  const move = (ids: readonly string[], placeIn: (tree: SiteTree) => TreePlace | undefined): void =>
    inTurn(async () => {
      const found = now();
      const to = placeIn(found);
      if (to === undefined) return;
      if (!mayStand(found, ids, to.into)) return say({ text: siteWords.notThere, isWrong: true });
      const former = ids.map((id) => [id, placeOf(found, id)] as const);
      for (const [offset, id] of ids.entries()) await place(id, { ...to, at: to.at + offset });
      say({
        text: siteWords.moved(found.entries.get(ids[0] ?? "")?.page.title ?? ""),
        undo: () =>
          inTurn(async () => {
            for (const [id, was] of former) await place(id, was);
          }),
      });
    });
  const rename = (id: string, title: string): void => {
    const part = tree.parts.get(id);
    const wanted = title.trim();
    if (part === undefined || wanted === "" || wanted === part.title) return;
    inTurn(() => retitle({ organization, site }, part, wanted));
  };
  return {
    move: (ids, to) => move(ids, () => to),
    rename,
    again,
    step: (ids, step) => {
      move(ids, (found) => stepTo(found, ids, step));
      return stepTo(tree, ids, step)?.into ?? undefined;
    },
    takeOut: async (id) => {
      const part = tree.parts.get(id);
      if (part === undefined) return;
      await deleted({ organization, site }, part);
      say({ text: siteWords.takenOut(part.title) });
      await again();
    },
  };
}

async function placed(ids: SiteIds, tree: SiteTree, id: string, to: TreePlace): Promise<void> {
  const part = tree.parts.get(id);
  if (part === undefined) return;
  await putInto(ids, tree, part, to.into);
  const row = (to.into === null ? tree.top : tree.entries.get(to.into)?.children) ?? [];
  const before = tree.parts.get(row.filter((one) => one !== id)[to.at] ?? "");
  await sortSiteStructure(client, ids.organization, ids.site, {
    item: pointerTo(part),
    ...(before === undefined ? {} : { position: { before: pointerTo(before) } }),
  });
}

const pointerTo = ({ object, id }: StructurePart) => ({ type: object, id });

/** Where a part stands. */
function placeOf(tree: SiteTree, id: string): TreePlace {
  const into = tree.entries.get(id)?.parent ?? null;
  const row = into === null ? tree.top : (tree.entries.get(into)?.children ?? []);
  return { into, at: row.indexOf(id) };
}

/** Sections and links go into groups and out of them; everything else stays in what it is in. */
async function putInto(
  { organization, site }: SiteIds,
  tree: SiteTree,
  part: StructurePart,
  into: string | null,
): Promise<void> {
  const from = tree.entries.get(part.id)?.parent ?? null;
  if (from === into) return;
  if (part.object === "site-external-link")
    await updateSiteExternalLinkById(client, organization, site, part.id, { parent: into });
  if (part.object !== "site-section") return;
  if (into === null) await removeSectionFromGroup(client, organization, site, from ?? "", part.id);
  else await addSectionToGroup(client, organization, site, into, { sectionId: part.id });
}

async function retitle({ organization, site }: SiteIds, part: StructurePart, title: string): Promise<void> {
  if (part.object === "site-section")
    await updateSiteSectionById(client, organization, site, part.id, { title });
  else if (part.object === "site-section-group")
    await updateSiteSectionGroupById(client, organization, site, part.id, { title });
  else if (part.object === "site-external-link")
    await updateSiteExternalLinkById(client, organization, site, part.id, { title });
  else await overrideSiteSpaceCustomizationById(client, organization, site, part.id, { title });
}

function deleted({ organization, site }: SiteIds, { object, id }: StructurePart): Promise<void> {
  if (object === "site-section") return deleteSiteSectionById(client, organization, site, id);
  if (object === "site-section-group") return deleteSiteSectionGroupById(client, organization, site, id);
  if (object === "site-external-link") return deleteSiteExternalLinkById(client, organization, site, id);
  return deleteSiteSpaceById(client, organization, site, id);
}
