/** What a statement is made of, as far as it says of which tables and of whose rows it is. */

export interface TableUse {
  readonly table: string;
  readonly alias: string;
  /** What is done to it; absent: it is read. */
  readonly written?: "update" | "delete";
  /** Whether its rows may become another organization's. */
  moves?: boolean;
}

/** A column by its table's alias, if that is said, or a value by its place. */
export type Operand =
  | { readonly kind: "column"; readonly of: string | undefined; readonly name: string }
  | { readonly kind: "value"; readonly at: number };

export interface Equality {
  readonly left: Operand;
  readonly right: Operand;
  /** The alias of the table whose outer join has it as its condition. */
  readonly joined: string | undefined;
}

/** A select, an update or a delete. */
export interface StatementPart {
  readonly around: StatementPart | undefined;
  readonly uses: TableUse[];
  /** Names of what is no table: a query in parentheses, a function, or what `with` names. */
  readonly others: Set<string>;
  /** How many sources of rows it has, tables and others. */
  sources: number;
  readonly equalities: Equality[];
}

export interface Insertion {
  readonly table: string;
  /** The places of the values that name the organization, one for each row; undefined where they are no values. */
  readonly owners: readonly number[] | undefined;
  /** The columns by which it finds a row to overwrite; undefined: it overwrites none. */
  readonly overwrites: readonly string[] | undefined;
}

export interface ParsedStatement {
  readonly blocks: readonly StatementPart[];
  readonly inserts: readonly Insertion[];
  /** Whether it is more than reading. */
  readonly isChange: boolean;
  /** Whether it names something that this doesn't know. */
  readonly isUnknown: boolean;
}
