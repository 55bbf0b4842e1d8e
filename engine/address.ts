import type { Draft } from "./draft.ts";
import type { Page } from "./page.ts";
import { ChangeRefused } from "./refusal.ts";
import { slugKey } from "./revision.ts";
import { checkSlug, numberedSlug, slugFromTitle } from "./slug.ts";

/**
 * The slug that somebody chose for a page, checked. Throws {@link ChangeRefused} when it is malformed or another
 * page of the same parent has it.
 */
export async function chosenSlug(
  draft: Draft,
  parent: string | null,
  text: string,
  owner: string,
): Promise<string> {
  const checked = checkSlug(text);
  if ("problem" in checked)
    throw new ChangeRefused("slug-invalid", `${JSON.stringify(text)}: ${checked.problem}`);
  const holder = await draft.slugs.get(slugKey(parent, checked.slug));
  if (holder !== undefined && holder !== owner) {
    const path = await addressOf(draft, parent, checked.slug);
    throw new ChangeRefused("slug-taken", `another page already has the address /${path}`, path);
  }
  return checked.slug;
}

/** A free slug made from a title. */
export const automaticSlug = (draft: Draft, parent: string | null, title: string): Promise<string> =>
  freeSlug(draft, parent, slugFromTitle(title));

/** A slug that no page of a parent has: as it is, or with -1, -2 … behind it. */
export async function freeSlug(draft: Draft, parent: string | null, slug: string): Promise<string> {
  const isTaken = async (number: number): Promise<boolean> =>
    (await draft.slugs.get(slugKey(parent, number === 0 ? slug : numberedSlug(slug, number)))) !== undefined;
  if (!(await isTaken(0))) return slug;
  // Doubling, then halving: thousands of pages of one title must not each try all the numbers before theirs.
  let taken = 0;
  let free = 1;
  while (await isTaken(free)) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const between = (taken + free) >> 1;
    if (await isTaken(between)) taken = between;
    else free = between;
  }
  return numberedSlug(slug, free);
}

/** The address of a slug below a parent: the slugs on the way joined by "/". */
async function addressOf(draft: Draft, parent: string | null, slug: string): Promise<string> {
  const path = [slug];
  for (let id = parent; id !== null;) {
    const page: Page | undefined = await draft.pages.get(id);
    if (page === undefined) break;
    path.unshift(page.slug);
    id = page.parent;
  }
  return path.join("/");
}
