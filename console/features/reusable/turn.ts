/**
 * A reusable content is written in one tab at a time: what the browser keeps of it is that tab's. Another one reads it as it
 * is stored, until it takes it over or is left it.
 */
import { useEffect, useState } from "react";
import { type DraftPlace, draftOf, type TextDraft } from "../../api/drafts.ts";
import { type Hold, hold, type HoldWish, onFreed } from "../writing/hold.ts";

/** Who takes it over waits a moment longer for what this tab is saving; milliseconds. */
const SAVED_WITHIN = 4_000;

/** What the browser keeps of it for the tab that writes it. */
export interface KeptText {
  readonly place: DraftPlace;
  /** Of an earlier time, or another tab. */
  readonly draft: TextDraft | undefined;
  /** Has something kept after what is being kept; of what came meanwhile, the last. */
  readonly keep: (act: () => Promise<void>, failed: () => void) => void;
  /** Lets go of the text only once that is over. */
  readonly during: (saving: Promise<void>) => Promise<void>;
}

interface Keeping extends Pick<KeptText, "keep" | "during"> {
  /** When all is kept; from then on nothing is, since it is another tab's. */
  readonly end: () => Promise<void>;
}

function openKeeping(): Keeping {
  let next: (() => Promise<void>) | undefined;
  let running: Promise<void> | undefined;
  let saving: Promise<void> = Promise.resolve();
  let isOver = false;
  const run = async (failed: () => void): Promise<void> => {
    for (let act = next; act !== undefined; act = next) {
      next = undefined;
      await act().catch(failed);
    }
    running = undefined;
  };
  return {
    keep: (act, failed) => {
      if (isOver) return;
      next = act;
      running ??= run(failed);
    },
    during: (work) => (saving = work),
    end: async () => {
      const timeIsUp = new Promise<void>((done) => setTimeout(done, SAVED_WITHIN));
      await Promise.race([saving.catch(() => undefined), timeIsUp]);
      isOver = true;
      await running;
    },
  };
}

/** What this tab lets go of, until all of it is kept. */
const leaving = new Map<string, Promise<void>>();

function letGo(name: string, held: Hold, keeping: Keeping): void {
  const left = keeping.end().then(() => {
    held.release();
    if (leaving.get(name) === left) leaving.delete(name);
  });
  leaving.set(name, left);
}

export interface Turn {
  /** Undefined until this tab may write it. */
  readonly kept: KeptText | undefined;
  /** Whether another tab writes it. */
  readonly isElsewhere: boolean;
  readonly takeOver: () => void;
}

/** @param user the id of who is signed in, once it is known */
export function useTurn(space: string, reusable: string, user: string | undefined): Turn {
  const [kept, know] = useState<KeptText>();
  const [isElsewhere, setElsewhere] = useState(false);
  const [wish, want] = useState<HoldWish>("asks");
  const [error, fail] = useState<Error>();
  if (error !== undefined) throw error;
  const tryAs = (how: HoldWish): void => {
    want(how);
    setElsewhere(false);
  };
  const name = `lectern:${user}/${space}/reusable/${reusable}`;
  useEffect(() => {
    if (user === undefined) return undefined;
    if (isElsewhere) return onFreed(name, () => tryAs("waits"));
    let isGone = false;
    let held: Hold | undefined;
    const keeping = openKeeping();
    const leave = (): void => {
      know(undefined);
      if (held !== undefined) letGo(name, held, keeping);
      held = undefined;
    };
    const lost = (): void => {
      leave();
      setElsewhere(true);
    };
    const begin = async (): Promise<void> => {
      // Who comes back at once finds no other tab there, but this one.
      await leaving.get(name);
      if (isGone) return undefined;
      const got = await hold(name, wish, lost);
      if (isGone) return got?.release();
      if (got === undefined) return setElsewhere(true);
      held = got;
      const place: DraftPlace = { user, space, change: "", of: "reusable", id: reusable };
      // A browser that keeps nothing has kept nothing.
      const draft = await draftOf(place).catch(() => undefined);
      if (held === got && !isGone) know({ place, draft, keep: keeping.keep, during: keeping.during });
    };
    begin().catch(fail);
    return () => {
      isGone = true;
      leave();
    };
  }, [name, user, isElsewhere]);
  return { kept, isElsewhere, takeOver: () => tryAs("takes") };
}
