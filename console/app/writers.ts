/** The pages that are being written in this tab: who leaves, or ends the session, asks them first. */

export interface OpenPage {
  /** Saves what there is. Whether all of it is stored. */
  readonly save: () => Promise<boolean>;
  readonly signedOut: (error: Error) => void;
}

const writers = new Set<OpenPage>();
const waiting: (() => void)[] = [];

/** Knows a writer until what it gives is called. */
export function register(writer: OpenPage): () => void {
  writers.add(writer);
  return () => {
    writers.delete(writer);
    if (writers.size === 0) for (const act of waiting.splice(0)) act();
  };
}

/** Does what may take a screen away from who writes: at once, or when nobody does any more. */
export function onceUnwritten(act: () => void): void {
  if (writers.size === 0) act();
  else waiting.push(act);
}

export const isWriting = (): boolean => writers.size > 0;

/** Has all of them save. Whether everything is stored. */
export async function saveAll(): Promise<boolean> {
  return (await Promise.all([...writers].map(({ save }) => save()))).every(Boolean);
}

/** Tells all of them that nobody is signed in any more. */
export function tellSignedOut(error: Error): void {
  for (const { signedOut } of writers) signedOut(error);
}
