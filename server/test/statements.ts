/** What a piece of work asks of the database, and how much: counted, because times differ from one machine to the next. */
import type { Database } from "../db/database.ts";
import type { Statement } from "../db/link.ts";

const KINDS = ["row", "rows", "change", "execute"] as const;

type Run = (...values: unknown[]) => unknown;

/** Tells of every statement that runs on `db`, in and out of transactions, until what it gives is called. */
export function hearStatements(
  db: Database,
  hear: (sql: string, values: readonly unknown[]) => void,
): () => void {
  const undo: (() => void)[] = [];
  const replace = (on: object, key: string, by: (run: Run) => Run) => {
    // Another may be listening already.
    const before = Reflect.getOwnPropertyDescriptor(on, key);
    const run = (Reflect.get(on, key) as Run).bind(on);
    Object.defineProperty(on, key, { configurable: true, value: by(run) });
    undo.unshift(() =>
      before === undefined ? Reflect.deleteProperty(on, key) : Object.defineProperty(on, key, before),
    );
  };
  const hearOn = (link: object) => {
    for (const kind of KINDS) {
      replace(link, kind, (run) => (statement, values) => {
        hear(
          typeof statement === "string" ? statement : (statement as Statement).sql,
          values as readonly unknown[],
        );
        return run(statement, values);
      });
    }
  };
  hearOn(db.read.link);
  replace(db, "transact", (run) => (change, kind) => {
    const heard = (tx: { readonly link: object }) => {
      hearOn(tx.link);
      return (change as Run)(tx);
    };
    return run(heard, kind);
  });
  return () => {
    for (const back of undo) back();
  };
}

/** Gives how many statements `work` runs on `db`, in and out of transactions. Nothing else may use it meanwhile. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const end = hearStatements(db, () => void count++);
  try {
    await work();
  } finally {
    end();
  }
  return count;
}
