/**
 * Whether proposals came to a branch as wholes, be it that a reviewer has edited them: who merges a proposal brings all of
 * it. Of a part alone that is like what is there, nobody knows whether its writer has ever seen the proposal.
 */
import { sameJson } from "../../../engine/json.ts";
import { isTelling } from "../../../engine/markdown/shownBlocks.ts";
import { WorkerFailed } from "../../ports/worker.ts";
import { openPace } from "../../turns/pace.ts";
import type { Content } from "../store.ts";
import { workOnText } from "../textWork.ts";

/** What a revision says of a thing; undefined: it isn't there. */
export type Said = Readonly<Record<string, unknown>> | string | number | boolean | undefined;

/** A thing as the branch has surely seen it, as a proposal has it, and as the branch does. */
export interface ProposedChange {
  readonly seen: Said;
  readonly said: Said;
  readonly shown: Said;
}

/** Hash of the text of a page or a reusable content. */
export const bodyOf = (said: Said): string | undefined =>
  (said as { readonly body?: string } | undefined)?.body;

/** Whether both say the same, whenever that was written. */
export const isSame = (one: Said, other: Said): boolean => sameJson(untimed(one), untimed(other));

function untimed(said: Said): unknown {
  if (typeof said !== "object") return said;
  const { createdAt: _c, updatedAt: _u, git: _g, ...rest } = said;
  return rest;
}

export class Arrivals {
  readonly #content: Content;
  readonly #changes: (proposal: number) => Iterable<ProposedChange>;
  readonly #known = new Map<number, Promise<boolean>>();

  /** @param changes what a proposal changes, by its number */
  constructor(content: Content, changes: (proposal: number) => Iterable<ProposedChange>) {
    this.#content = content;
    this.#changes = changes;
  }

  /** Whether all of a proposal is there in some form, and so much of it exactly that nobody wrote that by chance. */
  hasCome(proposal: number): Promise<boolean> {
    const known = this.#known.get(proposal) ?? this.#ask(proposal);
    this.#known.set(proposal, known);
    return known;
  }

  async #ask(proposal: number): Promise<boolean> {
    const pause = openPace();
    const words = new Set<string>();
    for (const change of this.#changes(proposal)) {
      await pause();
      const found = await this.#wordsCome(change);
      if (found === undefined) return false;
      for (const word of found) words.add(word);
    }
    return isTelling(words);
  }

  /** The new words of a change that are there exactly; undefined: something of it isn't there. */
  async #wordsCome({ seen, said, shown }: ProposedChange): Promise<readonly string[] | undefined> {
    if (isSame(said, seen)) return [];
    if (!isSame(said, shown) && (isSame(shown, seen) || said === undefined || shown === undefined))
      return undefined;
    const [was, proposed, there] = [seen, said, shown].map(bodyOf);
    if (proposed === was) return [];
    const text = async (hash: string | undefined) => this.#content.body(hash);
    const former = [await text(was), await text(there)] as const;
    try {
      const input = { text: await text(proposed), former };
      const { lacks, words } = await workOnText(this.#content.organization, "came", input);
      return lacks ? undefined : words;
    } catch (error) {
      // What takes too long to read tells nothing.
      if (error instanceof WorkerFailed) return undefined;
      throw error;
    }
  }
}
