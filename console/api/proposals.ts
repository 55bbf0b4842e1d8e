/** Where changes go: into a space, or where that takes none, into a change request of who makes them. */
import {
  createChangeRequest,
  getPageInChangeRequestById,
  listChangeRequestsForSpace,
  type Space,
  updateChangeRequestById,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";
import type { ContentPlace } from "./content.ts";

/** Somebody's newest draft of a change request that has a page as well. */
export async function ownDraft(space: string, user: string, page?: string): Promise<string | undefined> {
  const drafts = await listChangeRequestsForSpace(client, space, {
    status: "draft",
    contributor: user,
    limit: 10,
  });
  for (const { number, createdBy, git } of drafts.items) {
    // One that shows a pull request is written where that is.
    if (createdBy?.id !== user || git !== undefined) continue;
    if (page === undefined) return String(number);
    const hasIt = await getPageInChangeRequestById(client, space, String(number), page, {
      metadata: false,
    }).then(
      () => true,
      () => false,
    );
    if (hasIt) return String(number);
  }
  return undefined;
}

export interface ContentAuthor {
  readonly space: Pick<Space, "id" | "editMode">;
  /** Of the change request that is looked at. */
  readonly number: string | undefined;
  /** The id of who writes. */
  readonly user: string;
}

interface OwnDraft {
  readonly number: string;
  readonly isMade: boolean;
}

/** A draft that is written in: all that is begun meanwhile goes into the same one. */
interface Drafting {
  readonly draft: Promise<OwnDraft>;
  underway: number;
  /** Whether anything came into it. */
  isKept: boolean;
}

const draftings = new Map<string, Drafting>();

/**
 * Writes in the place where somebody's changes go: in the change request that is looked at, in the space, or where that
 * takes change requests alone, in their newest draft of one, which is made if there is none.
 * @param subject names the one that is made. One into which nothing came is closed again
 * @throws what the server refuses
 */
export async function inOwnPlace<Written>(
  { space: { id, editMode }, number, user }: ContentAuthor,
  subject: string,
  write: (place: ContentPlace) => Promise<Written>,
): Promise<Written> {
  if (number !== undefined || editMode === "live") return write({ space: id, number });
  const name = `${id}/${user}`;
  const drafting = draftings.get(name) ?? { draft: drafted(id, user, subject), underway: 0, isKept: false };
  draftings.set(name, drafting);
  drafting.underway += 1;
  try {
    const written = await write({ space: id, number: (await drafting.draft).number });
    drafting.isKept = true;
    return written;
  } finally {
    drafting.underway -= 1;
    if (drafting.underway === 0) {
      draftings.delete(name);
      if (!drafting.isKept) await closeMade(id, drafting);
    }
  }
}

async function drafted(space: string, user: string, subject: string): Promise<OwnDraft> {
  const own = await ownDraft(space, user);
  if (own !== undefined) return { number: own, isMade: false };
  const made = await createChangeRequest(client, space, { subject: subject.slice(0, 100) });
  return { number: String(made.number), isMade: true };
}

/** What nothing came into is nothing to look at. */
async function closeMade(space: string, { draft }: Drafting): Promise<void> {
  try {
    const { number, isMade } = await draft;
    if (isMade) await updateChangeRequestById(client, space, number, { status: "archived" });
  } catch {
    // Why nothing was written is said already.
  }
}
