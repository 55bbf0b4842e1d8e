/** A bound on how long a write transaction may keep the queue waiting. */

const MESSAGE =
  "A write transaction waited for something other than its database (another transaction, a file, the network) and was rolled back.";

/**
 * Gives what `work` gives, unless it takes longer than `patience` milliseconds. At 0 it may not wait at all: on SQLite
 * a transaction that only awaits its database ends before the event loop turns.
 */
export function within<T>(patience: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error(MESSAGE));
    const immediate = patience === 0 ? setImmediate(stop) : undefined;
    const timer = patience === 0 ? undefined : setTimeout(stop, patience);
    const settle = (): void => {
      clearImmediate(immediate);
      clearTimeout(timer);
    };
    work.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error as Error);
      },
    );
  });
}
