/**
 * Every migration in its order, which is frozen: new ones go last. With a release, the SHA-256 of each new one's sources
 * goes into released.json, and a test holds it to that, and it loses its `made`. Until the first release there is one, and
 * it is changed itself; a database that it made before tells so by what `made` was then, and is refused.
 */
import { firstRelease } from "./001-first-release.ts";
import type { Migration, TableDescription } from "./table.ts";

export const migrations: readonly Migration[] = [firstRelease];

/** What notes which of them a database has. */
export const ledger = {
  name: "migrations",
  columns: { name: "text", applied_at: "int", made: "text?" },
  key: ["name"],
} as const satisfies TableDescription;
