/** The law of parts: of all that the tests ask of PostgreSQL, a statement looks into one part of a table, but for those that are named. */
import type { Database } from "../db/database.ts";
import { mayCross } from "./crossing.ts";
import { hearStatements } from "./statements.ts";
import { inSeveralParts } from "./touchedParts.ts";

/** Files share their process: what was looked at once is not planned again. */
const looked = new Set<string>();

/** Hears what is asked of a database, until its plans are looked at. */
export class PartLaw {
  readonly #db: Database;
  readonly #heard = new Map<string, readonly unknown[]>();
  readonly #end: () => void;

  constructor(db: Database) {
    this.#db = db;
    this.#end = hearStatements(db, (statement, values) => {
      if (!looked.has(statement)) this.#heard.set(statement, values);
    });
  }

  /** @throws an error with the statements that look into several parts, and are not named */
  async check(): Promise<void> {
    this.#end();
    const spread = await inSeveralParts(this.#db, this.#heard);
    for (const statement of this.#heard.keys()) looked.add(statement);
    const unnamed = spread.map((statement) => statement.trim()).filter((statement) => !mayCross(statement));
    if (unnamed.length === 0) return;
    const remedy = "name the organization, or name the statement in crossing.ts with the reason";
    throw new Error(`Several parts of a table are looked into: ${remedy}.\n${unnamed.join("\n")}`);
  }
}
