/** A thing, and what somebody has changed of it and not saved yet: nothing of that is lost, and nobody's is overwritten. */
import { useEffect, useRef, useState } from "react";
import { type CallOptions, PreconditionFailed } from "../../sdk/src/index.ts";
import { noteTyped, useTyped } from "./typed.ts";

interface DraftOf<Thing, Fields> {
  /** Names the thing: what was typed stays under it while the tab is open, whichever screen is shown. */
  readonly id: string;
  readonly thing: Thing;
  readonly fields: (thing: Thing) => Fields;
  /** Sends what was changed, and gives the thing as it is then. */
  readonly write: (changed: Partial<Fields>, options: CallOptions) => Promise<Thing>;
  readonly read: () => Promise<Thing>;
  readonly saved: (thing: Thing) => void;
}

/** What somebody else has changed in the same fields. */
export interface Clash<Fields> {
  readonly names: readonly (keyof Fields & string)[];
  readonly theirs: Fields;
}

type State = "clean" | "changed" | "saving" | "saved";

export interface FieldDraft<Fields> {
  readonly values: Fields;
  readonly state: State;
  readonly error: Error | undefined;
  readonly clash: Clash<Fields> | undefined;
  readonly set: (changed: Partial<Fields>) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly useTheirs: () => void;
}

interface TypedText {
  /** The thing as it was when the first change was made. */
  readonly base: object;
  readonly changed: object;
}

const typed = new Map<string, TypedText>();

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The draft of a thing. Fields that nobody changed are not sent. When somebody else changed the thing meanwhile, their
 * fields are taken over and ours sent again; only for fields that both changed is it asked whose stays.
 */
export function useDraft<Thing extends object, Fields extends object>(
  it: DraftOf<Thing, Fields>,
): FieldDraft<Fields> {
  const [, draw] = useState(0);
  const [state, become] = useState<State>(typed.has(it.id) ? "changed" : "clean");
  const [error, fail] = useState<Error>();
  const [clash, meet] = useState<Clash<Fields>>();
  const kept = typed.get(it.id) as { base: Thing; changed: Partial<Fields> } | undefined;
  const base = kept?.base ?? it.thing;
  const own = it.fields(base);
  useForgetting(state, () => become("clean"));
  const isSending = useRef(false);
  useTyped(kept !== undefined);

  const keep = (next: TypedText | undefined): void => {
    if (next === undefined) typed.delete(it.id);
    else typed.set(it.id, next);
    noteTyped(typed, typed.size > 0);
    draw((count) => count + 1);
  };
  const forget = (to: State): void => {
    keep(undefined);
    meet(undefined);
    fail(undefined);
    become(to);
  };
  const send = async (changed: Partial<Fields>, from: Thing): Promise<void> => {
    isSending.current = true;
    become("saving");
    fail(undefined);
    meet(undefined);
    try {
      const sent = await sendOver(it, changed, from);
      if (sent.clash === undefined) it.saved(sent.thing);
      const left = leftAfter<Fields>(it.id, sent.clash === undefined ? changed : {});
      if (Object.keys(left).length === 0) return forget("saved");
      keep({ base: sent.thing, changed: left });
      meet(sent.clash);
    } catch (reason) {
      fail(reason as Error);
    } finally {
      isSending.current = false;
    }
    become("changed");
  };
  return {
    values: { ...own, ...kept?.changed },
    state,
    error,
    clash,
    set: (fields) => {
      const all = { ...kept?.changed, ...fields };
      // What is being sent is no longer what was there: who takes it back has to send that.
      if (isSending.current) return keep({ base, changed: all });
      const changed = without(all, (name, value) => same(value, own[name]));
      const isClean = Object.keys(changed).length === 0;
      become(isClean ? "clean" : "changed");
      keep(isClean ? undefined : { base, changed });
    },
    save: () => {
      if (kept !== undefined && !isSending.current) void send(kept.changed, kept.base);
    },
    discard: () => forget("clean"),
    useTheirs: () => {
      const left = without({ ...kept?.changed } as Partial<Fields>, (name) => clash?.names.includes(name));
      it.saved(base);
      if (Object.keys(left).length === 0) return forget("clean");
      keep({ base, changed: left });
      void send(left, base);
    },
  };
}

/** What was sent came to: the thing as it is now, and what both had changed. */
interface SentChange<Thing, Fields> {
  readonly thing: Thing;
  readonly clash?: Clash<Fields>;
}

/** Sends fields over a thing, and once more over what somebody else made of it where they changed others. */
async function sendOver<Thing, Fields extends object>(
  { write, read, fields }: DraftOf<Thing, Fields>,
  changed: Partial<Fields>,
  from: Thing,
): Promise<SentChange<Thing, Fields>> {
  try {
    return { thing: await write(changed, { ifUnchanged: from as object }) };
  } catch (reason) {
    if (!(reason instanceof PreconditionFailed)) throw reason;
  }
  const thing = await read();
  const [before, theirs] = [fields(from), fields(thing)];
  const names = (Object.keys(changed) as (keyof Fields & string)[]).filter(
    (name) => !same(theirs[name], before[name]) && !same(theirs[name], (changed as Fields)[name]),
  );
  if (names.length > 0) return { thing, clash: { names, theirs } };
  return { thing: await write(changed, { ifUnchanged: thing as object }) };
}

/** What was typed meanwhile: it is on what was sent. */
function leftAfter<Fields extends object>(id: string, sent: Partial<Fields>): Partial<Fields> {
  const now = (typed.get(id)?.changed ?? {}) as Partial<Fields>;
  return without(now, (name, value) => name in sent && same(value, sent[name]));
}

function without<Fields extends object>(
  fields: Partial<Fields>,
  isOut: (name: keyof Fields & string, value: unknown) => boolean | undefined,
): Partial<Fields> {
  const left = Object.entries(fields).filter(([name, value]) => !isOut(name as keyof Fields & string, value));
  return Object.fromEntries(left) as Partial<Fields>;
}

/** That something was saved is said for a moment. */
function useForgetting(state: State, forget: () => void): void {
  useEffect(() => {
    if (state !== "saved") return undefined;
    const timer = setTimeout(forget, 4_000);
    return () => clearTimeout(timer);
  }, [state]);
}
