/** One tab of a browser does what is done for all of them, and another when that one is closed. */

/** Without locks, a tab that leads says so this often, and for so long; milliseconds. */
const SAID_EVERY_MS = 2000;
const SAID_FOR_MS = 6000;

/**
 * Calls `lead` when this tab is the one.
 * @param name of those that have one
 * @returns what gives the place up
 */
export function leadTabs(name: string, tab: string, lead: () => void): () => void {
  // Locks are there in secure contexts alone; over plain HTTP a note in the storage has to do.
  return "locks" in navigator ? leadByLock(name, lead) : leadByNote(name, tab, lead);
}

function leadByLock(name: string, lead: () => void): () => void {
  const waiting = new AbortController();
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  navigator.locks
    .request(name, { signal: waiting.signal }, () => {
      lead();
      return left;
    })
    // Given up while it waited.
    .catch(() => undefined);
  return () => {
    waiting.abort();
    leave();
  };
}

/** Two tabs may lead for a moment, which costs a stream and loses nothing. */
function leadByNote(name: string, tab: string, lead: () => void): () => void {
  let leads = false;
  const look = (): void => {
    const [other, until] = (localStorage.getItem(name) ?? "").split(" ");
    if (other !== tab && Number(until) > Date.now()) return;
    localStorage.setItem(name, `${tab} ${Date.now() + SAID_FOR_MS}`);
    if (leads) return;
    leads = true;
    lead();
  };
  look();
  const timer = setInterval(look, SAID_EVERY_MS);
  const leave = (): void => {
    if (leads) localStorage.removeItem(name);
  };
  addEventListener("pagehide", leave);
  return () => {
    clearInterval(timer);
    removeEventListener("pagehide", leave);
    leave();
  };
}
