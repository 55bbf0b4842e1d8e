/** Files on their way into spaces: they go on while other screens are open. */
import { askWhile } from "../../api/unload.ts";
import { useSyncExternalStore } from "react";
import { addFile } from "../../api/files.ts";
import type { OwnPlace } from "../../app/ownPlace.tsx";
import { filesWords } from "../../words/files.ts";

export interface SendingFile {
  readonly id: number;
  /** The id of the space. */
  readonly space: string;
  readonly name: string;
  /** The part that was sent, from 0 to 1. */
  readonly part: number;
  /** Why it was not taken. */
  readonly error?: Error;
}

/** Sent at once; the others wait. */
const AT_ONCE = 3;

interface Entry {
  readonly file: File;
  readonly ending: AbortController;
  readonly into: OwnPlace;
}

let sendings: readonly SendingFile[] = [];
let last = 0;
const entries = new Map<number, Entry>();
const waiting: number[] = [];
let underway = 0;
const listeners = new Set<() => void>();

function set(next: readonly SendingFile[]): void {
  sendings = next;
  for (const listener of listeners) listener();
}

const update = (id: number, fields: Partial<SendingFile>): void =>
  set(sendings.map((one) => (one.id === id ? { ...one, ...fields } : one)));

/** Sends files to where somebody's changes go. */
export function sendFiles(into: OwnPlace, files: readonly File[]): void {
  const added = files.map((file): SendingFile => {
    last += 1;
    entries.set(last, { file, ending: new AbortController(), into });
    waiting.push(last);
    return { id: last, space: into.space, name: file.name, part: 0 };
  });
  set([...sendings, ...added]);
  goOn();
}

/** Sends one again that was not taken. */
export function sendAgain({ id }: SendingFile): void {
  set(sendings.map((one) => (one.id === id ? { id, space: one.space, name: one.name, part: 0 } : one)));
  waiting.push(id);
  goOn();
}

/** Ends the sending of one, or says its fault no more. */
export function giveUp({ id }: SendingFile): void {
  entries.get(id)?.ending.abort();
  forget(id);
}

function forget(id: number): void {
  entries.delete(id);
  set(sendings.filter((one) => one.id !== id));
}

function goOn(): void {
  while (underway < AT_ONCE) {
    const id = waiting.shift();
    if (id === undefined) return;
    const [one, entry] = [sendings.find((sending) => sending.id === id), entries.get(id)];
    if (one !== undefined && entry !== undefined) void sendOne(one, entry);
  }
}

async function sendOne({ id }: SendingFile, { file, ending, into }: Entry): Promise<void> {
  underway += 1;
  try {
    const told = (part: number): void => update(id, { part });
    await into.inPlace(filesWords.subject, (place) => addFile(place, file, { told, signal: ending.signal }));
    forget(id);
  } catch (error) {
    if (!ending.signal.aborted) update(id, { error: error as Error });
  } finally {
    underway -= 1;
    goOn();
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Those into a space. */
export function useSendings(space: string): readonly SendingFile[] {
  return useSyncExternalStore(listen, () => sendings).filter((one) => one.space === space);
}

// Who closes the tab is asked first: what is under way would be lost.
askWhile(() => underway > 0);
