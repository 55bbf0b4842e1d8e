/** Whether this tab is on its way out: to the door, since its session has ended, or because its person signs out. */

let isLeaving = false;

// Who comes back by the browser's own button finds the screen as it was left, and may be sent away again.
addEventListener("pageshow", () => {
  isLeaving = false;
});

/** Goes the way out, unless the tab is on one already: calls that end meanwhile lead nobody elsewhere. */
export function leave(go: () => void): void {
  if (isLeaving) return;
  isLeaving = true;
  go();
}
