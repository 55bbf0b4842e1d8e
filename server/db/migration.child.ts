/** Run as a process of its own by durability.test.ts: applies one more migration and dies in the middle of the next. */
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { table } from "./migrations/columns.ts";
import type { Migration } from "./migrations/columns.ts";
import { migrations as released } from "./migrations/list.ts";

const [url, file = ""] = process.argv.slice(2);
const db = await openDatabase({ url: url || undefined, file });
const steps: readonly Migration[] = ["998_whole", "999_half"].map((name) => ({
  name,
  async up(context) {
    await table(context, name).addColumn("id", context.text).execute();
    if (name === "999_half") process.kill(process.pid, "SIGKILL");
  },
}));
await migrate(db, { at: 1, migrations: [...released, ...steps] });
