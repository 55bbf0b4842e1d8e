/** Which rule of the schema a failed statement broke, in words that don't depend on the database. */

const RULES = new Map<unknown, "unique" | "reference" | "required" | "check">([
  ["23505", "unique"],
  ["SQLITE_CONSTRAINT_UNIQUE", "unique"],
  ["SQLITE_CONSTRAINT_PRIMARYKEY", "unique"],
  ["SQLITE_CONSTRAINT_ROWID", "unique"],
  ["23503", "reference"],
  ["SQLITE_CONSTRAINT_FOREIGNKEY", "reference"],
  ["SQLITE_CONSTRAINT_TRIGGER", "reference"],
  ["23502", "required"],
  ["SQLITE_CONSTRAINT_NOTNULL", "required"],
  ["23514", "check"],
  ["SQLITE_CONSTRAINT_CHECK", "check"],
]);

/** The rule that `error` reports as broken; undefined when it is another kind of error. */
export function brokenRule(error: unknown): "unique" | "reference" | "required" | "check" | undefined {
  return error instanceof Error && "code" in error ? RULES.get(error.code) : undefined;
}
