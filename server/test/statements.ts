/** How much a piece of work asks of the database: counted, because times differ from one machine to the next. */
import type { Database } from "../db/database.ts";

const KINDS = ["row", "rows", "execute"] as const;

type Run = (...values: unknown[]) => unknown;

/** Gives how many statements `work` runs on `db`, in and out of transactions. Nothing else may use it meanwhile. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const undo: (() => void)[] = [];
  const replace = (on: object, key: string, by: (run: Run) => Run) => {
    const run = (Reflect.get(on, key) as Run).bind(on);
    Object.defineProperty(on, key, { configurable: true, value: by(run) });
    undo.push(() => Reflect.deleteProperty(on, key));
  };
  const countOn = (link: object) => {
    for (const kind of KINDS) {
      replace(link, kind, (run) => (...values) => {
        count++;
        return run(...values);
      });
    }
  };
  countOn(db.read.link);
  replace(db, "transact", (run) => (change, kind) => {
    const counted = (tx: { readonly link: object }) => {
      countOn(tx.link);
      return (change as Run)(tx);
    };
    return run(counted, kind);
  });
  try {
    await work();
  } finally {
    for (const back of undo) back();
  }
  return count;
}
