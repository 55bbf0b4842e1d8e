/** Query builders bound to a link: what queries (`Read`) and commands (`Write`) are given. */
import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  ValueListNode,
} from "kysely";
import type {
  BinaryOperationNode,
  CompiledQuery,
  DatabaseConnection,
  QueryResult,
  SelectModifierNode,
} from "kysely";
import type { DatabaseLink } from "./link.ts";
import type { Schema } from "./schema.ts";

type Builder = Kysely<Schema>;

/**
 * A database to read from: outside a transaction, or inside one when it is a `Write`. It has no insert, update or
 * delete, and what slips past the types (raw SQL, a `with` around an insert) is refused by the connection, which is
 * read-only. Two rules keep the answers of both databases equal: order by a column that can be null only with
 * `nullsFirst()` or `nullsLast()`, and compare text by what was folded in JavaScript, never by SQL's `lower` (a prefix
 * by a range; `like` heeds case on both, but a backslash means something only to PostgreSQL).
 */
export type Read = Pick<
  Builder,
  "selectFrom" | "selectNoFrom" | "with" | "withRecursive" | "fn" | "case" | "dynamic" | "getExecutor"
> & { readonly link: DatabaseLink };

/** A write transaction. */
export type Write = Read &
  Pick<Builder, "insertInto" | "updateTable" | "deleteFrom"> & {
    /** Runs `call` in this process once this transaction has committed, and never otherwise. */
    afterCommit(call: () => void): void;
  };

/** A SQLite transaction has the file to itself, so a row needs no lock: `forUpdate()` is left out of the SQL. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === "Distinct" || node.rawModifier) super.visitSelectModifier(node);
  }
}

/** SQLite takes an empty list after `in`; PostgreSQL calls it a syntax error, so what it means is said instead. */
class EmptyListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node;
    const isEmpty = (ValueListNode.is(list) || PrimitiveValueListNode.is(list)) && list.values.length === 0;
    const name = OperatorNode.is(operator) ? operator.operator : undefined;
    if (isEmpty && name === "in") this.append("false");
    else if (isEmpty && name === "not in") this.append("true");
    else super.visitBinaryOperation(node);
  }
}

const dialects = {
  sqlite: {
    compiler: new LocklessCompiler(),
    adapter: new SqliteAdapter(),
    dialect: new SqliteDialect({ database: () => Promise.reject(new Error("Use openDatabase.")) }),
  },
  postgres: {
    compiler: new EmptyListCompiler(),
    adapter: new PostgresAdapter(),
    dialect: new PostgresDialect({ pool: () => Promise.reject(new Error("Use openDatabase.")) }),
  },
};

/** The builder's own connections would cost every query a chain of awaits; this one hands it straight to the link. */
function connectionOf(link: DatabaseLink): DatabaseConnection {
  return {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, changes } = await link.execute(sql, parameters);
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    streamQuery: () => {
      throw new Error("Rows are not streamed: read them in pages.");
    },
  };
}

/** A query builder whose queries run on one link. */
export class Handle extends Kysely<Schema> {
  readonly link: DatabaseLink;

  constructor(link: DatabaseLink) {
    const { compiler, adapter, dialect } = dialects[link.dialect];
    const connection = connectionOf(link);
    const executor = new DefaultQueryExecutor(compiler, adapter, {
      provideConnection: (consumer) => consumer(connection),
    });
    super({ config: { dialect }, driver: new DummyDriver(), dialect, executor });
    this.link = link;
  }
}

/** A handle with the write transaction's hooks. */
export class WriteHandle extends Handle {
  readonly #hooks: (() => void)[];

  constructor(link: DatabaseLink, hooks: (() => void)[]) {
    super(link);
    this.#hooks = hooks;
  }

  afterCommit(call: () => void): void {
    this.#hooks.push(call);
  }
}
