/** What the first picture doesn't need waits until what it needs has come: browsers do one thing at a time. */

/** Milliseconds after which nothing is waited for any more. */
const LONGEST = 4_000;

let hurried = 0;
const waiting: (() => void)[] = [];

/** Has others wait for something that is being shown. */
export async function hurry<Value>(coming: Promise<Value>): Promise<Value> {
  hurried++;
  try {
    return await coming;
  } finally {
    hurried--;
    if (hurried === 0) for (const go of waiting.splice(0)) go();
  }
}

/** When nothing that is shown is waited for, and what has come is drawn. */
export async function whenCalm(): Promise<void> {
  if (hurried > 0) {
    await new Promise<void>((done) => {
      waiting.push(done);
      setTimeout(done, LONGEST);
    });
  }
  await new Promise<void>((done) => {
    // Not every browser tells.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => done(), { timeout: LONGEST });
    else setTimeout(done);
  });
}
