/** The browser's question whether somebody means to leave: asked while something would be lost. */

const losing = new Set<() => boolean>();
let isAsked = false;

/** Whether something would be lost now. */
export const wouldLose = (): boolean => [...losing].some((loses) => loses());

/** Has it asked while something says that it would be lost, until what is given is called. */
export function askWhile(loses: () => boolean): () => void {
  losing.add(loses);
  return () => void losing.delete(loses);
}

/** Has it not asked this time: that was done already, and what is there is given up. */
export function leaveUnasked(): void {
  isAsked = true;
}

/** Has the browser ask from now on. Called once, where the console starts. */
export function heedUnload(): void {
  addEventListener("beforeunload", (event) => {
    if (!isAsked && wouldLose()) event.preventDefault();
    // Who stops the browser on its way out, or comes back, may leave again.
    isAsked = false;
  });
}
