/** A thing, and what somebody has changed of it and not saved yet: nothing of that is lost, and nobody's is overwritten. */
import { useEffect, useState } from "react";
import { type CallOptions, PreconditionFailed } from "../../sdk/src/index.ts";
import { keepText, type KeptName, readKept } from "./keptText.ts";
import { noteTyped, useTyped } from "./typed.ts";

interface DraftOf<Thing, Fields> {
  /** Names the thing: what was typed stays under it while the tab is open, whichever screen is shown, and after a crash. */
  readonly id: string;
  /** Whether some of it is secret: then it is gone with the page, and no browser keeps it. */
  readonly isSecret?: boolean;
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
  /** The thing as it was when the first change was made; undefined where that was in an earlier life of the tab. */
  readonly base: object | undefined;
  /** Its fields then. */
  readonly own: object;
  readonly changed: object;
}

const typed = new Map<string, TypedText>();
/** What is being saved, by the names of the things: a form may be left and opened again meanwhile. */
const sending = new Map<string, Promise<void>>();
/** Why what was sent last was refused, by the names of the things: also for who has left the form meanwhile. */
const refusals = new Map<string, Error>();

/** The name among the texts that the tab keeps. */
const keptName = (id: string): KeptName => `settings ${id}`;

/** What was typed; of an earlier life of the tab, as far as that was kept. */
function typedInto(id: string): TypedText | undefined {
  const known = typed.get(id);
  const kept = known === undefined ? readKept(keptName(id)) : "";
  if (kept === "") return known;
  const { own, changed } = JSON.parse(kept) as Omit<TypedText, "base">;
  typed.set(id, { base: undefined, own, changed });
  noteTyped(typed, true);
  return typed.get(id);
}

function keepTyped({ id, isSecret }: { id: string; isSecret?: boolean }, next: TypedText | undefined): void {
  if (next === undefined) typed.delete(id);
  else typed.set(id, next);
  noteTyped(typed, typed.size > 0);
  if (isSecret === true) return;
  keepText(keptName(id), next === undefined ? "" : JSON.stringify({ own: next.own, changed: next.changed }));
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The draft of a thing. Fields that nobody changed are not sent. When somebody else changed the thing meanwhile, their
 * fields are taken over and ours sent again; only for fields that both changed is it asked whose stays.
 */
export function useDraft<Thing extends object, Fields extends object>(
  it: DraftOf<Thing, Fields>,
): FieldDraft<Fields> {
  const [, draw] = useState(0);
  const kept = typedInto(it.id) as KeptFields<Thing, Fields> | undefined;
  const [state, become] = useFormState(it.id);
  const [met, meet] = useState<MetChange<Thing, Fields>>();
  // What is kept stays on the former state until it is decided: who leaves the form or reloads it is asked again.
  const former = { base: kept === undefined ? it.thing : kept.base, own: kept?.own ?? it.fields(it.thing) };
  const { base, own } = met === undefined ? former : { base: met.thing, own: met.clash.theirs };
  useTyped(kept !== undefined);

  const keep = (next: TypedText | undefined): void => {
    keepTyped(it, next);
    draw((count) => count + 1);
  };
  const forget = (to: State): void => {
    keep(undefined);
    meet(undefined);
    refusals.delete(it.id);
    become(to);
  };
  const send = async (changed: Partial<Fields>, on: StateBefore<Thing, Fields>): Promise<void> => {
    become("saving");
    refusals.delete(it.id);
    meet(undefined);
    try {
      const { thing, clash } = await sendOver(it, changed, on);
      if (clash === undefined) {
        it.saved(thing);
        const left = leftAfter<Fields>(it.id, changed);
        if (Object.keys(left).length === 0) return forget("saved");
        keep({ base: thing, own: it.fields(thing), changed: left });
      } else meet({ thing, clash });
    } catch (reason) {
      refusals.set(it.id, reason as Error);
    }
    become("changed");
  };
  const save = (changed: Partial<Fields>, on: StateBefore<Thing, Fields>): void => {
    if (sending.has(it.id)) return;
    const sent = send(changed, on).finally(() => sending.delete(it.id));
    sending.set(it.id, sent);
  };
  return {
    // What nobody typed into is shown as it is now, unless what was typed is on an earlier state.
    values: { ...(base === undefined ? it.fields(it.thing) : own), ...kept?.changed },
    state,
    error: refusals.get(it.id),
    clash: met?.clash,
    set: (fields) => {
      const all = { ...kept?.changed, ...fields };
      // What is being sent is no longer what was there: who takes it back has to send that.
      if (sending.has(it.id)) return keep({ ...former, changed: all });
      const changed = without(all, (name, value) => same(value, own[name]));
      if (Object.keys(changed).length === 0) return forget("clean");
      become("changed");
      keep({ ...former, changed });
    },
    save: () => {
      if (kept !== undefined) save(kept.changed, { base, own });
    },
    discard: () => forget("clean"),
    useTheirs: () => {
      const names = met?.clash.names ?? [];
      const left = without({ ...kept?.changed } as Partial<Fields>, (name) => names.includes(name));
      if (base !== undefined) it.saved(base);
      if (Object.keys(left).length === 0) return forget("clean");
      keep({ base, own, changed: left });
      save(left, { base, own });
    },
  };
}

/** What was typed of a thing, see `TypedText`. */
interface KeptFields<Thing, Fields> {
  readonly base: Thing | undefined;
  readonly own: Fields;
  readonly changed: Partial<Fields>;
}

/** The state that something was changed on. */
type StateBefore<Thing, Fields> = Omit<KeptFields<Thing, Fields>, "changed">;

/** What somebody else has changed of the same, and the thing as it is with that. */
interface MetChange<Thing, Fields> {
  readonly thing: Thing;
  readonly clash: Clash<Fields>;
}

/** What was sent came to: the thing as it is now, and what both had changed. */
interface SentChange<Thing, Fields> {
  readonly thing: Thing;
  readonly clash?: Clash<Fields>;
}

/** Sends fields over a thing, and once more over what somebody else made of it where they changed others. */
async function sendOver<Thing extends object, Fields extends object>(
  { write, read, fields }: DraftOf<Thing, Fields>,
  changed: Partial<Fields>,
  { base, own: before }: StateBefore<Thing, Fields>,
): Promise<SentChange<Thing, Fields>> {
  try {
    if (base !== undefined) return { thing: await write(changed, { ifUnchanged: base }) };
  } catch (reason) {
    if (!(reason instanceof PreconditionFailed)) throw reason;
  }
  const thing = await read();
  const theirs = fields(thing);
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

/** How a form stands. It may be opened while what was typed into it before is still being saved. */
function useFormState(id: string) {
  const now = (): State => (typed.has(id) ? "changed" : "clean");
  const [state, become] = useState<State>(() => (sending.has(id) ? "saving" : now()));
  useEffect(() => void sending.get(id)?.then(() => become(now())), [id]);
  // That something was saved is said for a moment.
  useEffect(() => {
    if (state !== "saved") return undefined;
    const timer = setTimeout(() => become("clean"), 4_000);
    return () => clearTimeout(timer);
  }, [state]);
  return [state, become] as const;
}
