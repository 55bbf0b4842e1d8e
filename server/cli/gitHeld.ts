/** What a sync holds back, as `lectern git` tells it: by the names that people know it by. */
import type { ChangeRequest, GitSyncStatus, Lectern, Page } from "../../sdk/src/index.ts";

type HeldThings = GitSyncStatus["held"];

/** What ids stand for. */
export interface HeldNames {
  /** Titles of pages, by their ids. */
  readonly pages: ReadonlyMap<string, string>;
  /** By their ids. */
  readonly requests: ReadonlyMap<string, Pick<ChangeRequest, "number" | "urls">>;
}

/** Looks up the pages of a space and the change requests that are held. What may not be read stays an id. */
export async function namesOfHeld(lectern: Lectern, space: string, held: HeldThings): Promise<HeldNames> {
  const { LecternError } = await import("../../sdk/src/index.ts");
  const unlessRefused = (error: unknown): undefined => {
    if (!(error instanceof LecternError && (error.status === 403 || error.status === 404))) throw error;
  };
  const pages = new Map<string, string>();
  const requests = new Map<string, ChangeRequest>();
  if (held.some(({ kind }) => kind === "page")) {
    const tree = await lectern.spaces.pages.list(space).catch(unlessRefused);
    for (const [id, title] of titlesOf(tree?.pages ?? [])) pages.set(id, title);
  }
  for (const id of new Set(held.flatMap(({ changeRequest }) => changeRequest ?? []))) {
    const request = await lectern.changeRequests.get(space, id).catch(unlessRefused);
    if (request !== undefined) requests.set(id, request);
  }
  return { pages, requests };
}

function* titlesOf(pages: readonly Page[]): Generator<readonly [id: string, title: string]> {
  for (const { id, title, pages: below = [] } of pages) {
    yield [id, title];
    yield* titlesOf(below);
  }
}

/** A line for each thing that is held, and one for each change request in which such are decided. */
export function heldLines(held: HeldThings, { pages, requests }: HeldNames): string[] {
  const lines = held.map(({ kind, id, changeRequest, reason }) => {
    const title = kind === "page" ? pages.get(id) : undefined;
    const thing = `${kind} ${title === undefined ? id : `"${title}"`}`;
    switch (reason) {
      case "both": {
        const named = changeRequest && (requests.get(changeRequest)?.number ?? changeRequest);
        return `Both sides changed the ${thing}: it waits${named ? ` in change request ${named}` : ""}.`;
      }
      case "large":
        return `The ${thing} waits here: the host doesn't take the file by Git LFS. Allow it there, or let the token use it, then sync.`;
      case "blocked":
        return `The ${thing} waits here: on the branch, a link, a submodule or a file that can't be taken is where it would go. Remove that, or put a readable file or a folder there.`;
      case "missing":
        return `The ${thing} stays as it was: the host doesn't give the file by Git LFS. Push the file there, then sync.`;
      case "size":
        return `The ${thing} stays as it was: its file on the branch is too large. Split it there, or make it smaller.`;
      case "unreadable":
        return `The ${thing} stays as it was: the branch has a link, a submodule, no UTF-8 text or front matter that is too much to be read where its file was. Put a readable file there, or delete it.`;
      default:
        return `The file of the ${thing} holds an API token that works: revoke it and sync, or take it out.`;
    }
  });
  const places = [...requests.values()].map(
    ({ number, urls }) => `Change request ${number} is at ${urls.app}`,
  );
  return [...lines, ...places];
}
