import type { Read } from "../../db/database.ts";
import { present, type FoundPage } from "./foundPages.ts";
import type { SearchedSpaces } from "./matchingNumbers.ts";
import type { RankedPage } from "./rank.ts";
import { rankPages } from "./searchSpaces.ts";
import type { Visibility } from "./visibility.ts";

interface FoundSpace {
  readonly spaceId: string;
  /** The best pages of the space, best first. */
  readonly pages: readonly FoundPage[];
}

/** Where an answer ended, to go on from: the score of a space's best page, and the space. */
interface SpacePlace {
  readonly score: number;
  readonly spaceId: string;
}

/** The spaces are those that the asker may see; the answer is from these alone. */
interface SpacesQuestion extends SearchedSpaces {
  readonly query: string;
  /** Spaces in the answer. */
  readonly limit: number;
  /** Pages shown of each space. */
  readonly pagesOfSpace: number;
  readonly after?: SpacePlace | undefined;
  /** What the asker may find in these spaces; undefined: everything. */
  readonly visibility?: Visibility | undefined;
}

/** What `searchSpaces` finds, by space: the space of the best page first, then by id. */
export async function searchBySpace(
  read: Read,
  { organization, spaces, query, limit, pagesOfSpace, after, visibility = {} }: SpacesQuestion,
): Promise<{ spaces: readonly FoundSpace[]; count: number; next: SpacePlace | undefined }> {
  const { ranked, sought } = await rankPages(read, { organization, spaces, query, visibility }, Infinity);
  const groups = groupsOf(ranked);
  const rest = after ? groups.filter((group) => isAfter(group, after)) : groups;
  const shown = rest.slice(0, limit);
  const chosen = shown.flatMap(({ pages }) => pages.slice(0, pagesOfSpace));
  const pages = await present(read, organization, chosen, sought, 1, visibility);
  const last = shown.length < rest.length ? shown.at(-1) : undefined;
  return {
    spaces: shown.map(({ spaceId }) => ({
      spaceId,
      pages: pages.filter((page) => page.spaceId === spaceId),
    })),
    count: groups.length,
    next: last && { score: last.score, spaceId: last.spaceId },
  };
}

interface Group extends SpacePlace {
  readonly pages: RankedPage[];
}

function groupsOf(ranked: readonly RankedPage[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of ranked) {
    const { spaceId } = one.page;
    const group = groups.get(spaceId);
    if (group) group.pages.push(one);
    else groups.set(spaceId, { spaceId, score: one.score, pages: [one] });
  }
  return [...groups.values()].toSorted(inOrder);
}

function inOrder(a: SpacePlace, b: SpacePlace): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.spaceId < b.spaceId ? -1 : 1;
}

function isAfter(group: Group, place: SpacePlace): boolean {
  return group.score === place.score ? group.spaceId > place.spaceId : group.score < place.score;
}
