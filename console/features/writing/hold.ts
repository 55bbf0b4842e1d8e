/** One tab writes a page at a time. Where the browser can't tell of its other tabs, each may, and the server merges. */

export interface Hold {
  readonly release: () => void;
}

/**
 * Takes a name for this tab. Gives undefined while another tab has it, unless it is taken away from that one.
 * @param lost called when another tab takes it away
 */
export async function hold(name: string, isTaken: boolean, lost: () => void): Promise<Hold | undefined> {
  const { locks } = navigator as Partial<Navigator>;
  // Absent where the page came over plain HTTP.
  if (locks === undefined) return { release: () => undefined };
  return new Promise((done) => {
    let isMine = false;
    const options = isTaken ? { steal: true } : { ifAvailable: true };
    locks
      .request(name, options, (lock) => {
        if (lock === null) return done(undefined);
        isMine = true;
        return new Promise<void>((release) => done({ release }));
      })
      .catch(() => (isMine ? lost() : done({ release: () => undefined })));
  });
}
