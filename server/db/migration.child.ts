/** Run as a process of its own by durability.test.ts: applies one more migration and dies in the middle of the next. */
import { openDatabase } from "./open.ts";
import { migrate } from "./migrate.ts";
import { migrations as released } from "./migrations/list.ts";
import { createTables } from "./migrations/table.ts";
import type { Migration } from "./migrations/table.ts";

const [url, file = ""] = process.argv.slice(2);
const db = await openDatabase({ url: url || undefined, file });
const steps: readonly Migration[] = ["998_whole", "999_half"].map((name) => ({
  name,
  async up(context) {
    await createTables(context, [{ name, columns: { id: "text" }, key: ["id"] }]);
    if (name === "999_half") process.kill(process.pid, "SIGKILL");
  },
}));
await migrate(db, { at: 1, migrations: [...released, ...steps] });
