/**
 * The parts of a statement, as far as they say of which tables and of whose rows it is: its selects, updates and deletes
 * with the tables that each names and the columns that it holds equal. What this doesn't understand it says so of, or it
 * leaves a condition out: then more rows are meant than are.
 */
import { isName, type SqlToken, tokensOf } from "./statementTokens.ts";
import type {
  Equality,
  Insertion,
  Operand,
  ParsedStatement,
  StatementPart,
  TableUse,
} from "./statementParts.ts";
import { tables } from "./tables.ts";

/** Words that end the list of sources, or the condition of a join. */
const CLAUSES = new Set([
  "where",
  "group",
  "order",
  "limit",
  "returning",
  "union",
  "having",
  "offset",
  "for",
  "set",
]);
const JOINS = new Set(["left", "right", "full", "inner", "cross", "join"]);
/** Words that are no alias. */
const RESERVED = new Set([
  ...CLAUSES,
  ...JOINS,
  "on",
  "using",
  "as",
  "default",
  "values",
  "select",
  "and",
  "or",
  "indexed",
  "not",
  "end",
]);
/** What a statement that only reads, or changes rows, begins with. */
const BEGINNINGS = new Set(["select", "with", "insert", "update", "delete"]);

/** What is open between parentheses. */
interface Scope {
  block: StatementPart | undefined;
  /** Whether what is said in it need not hold: it is one of several, or is turned round. */
  isOptional: boolean;
  /** Whether what is said in it is a condition of rows: elsewhere it is a value. */
  isCondition: boolean;
  /** Whether a list of sources goes on. */
  isInSources: boolean;
  join: "outer" | "inner" | undefined;
  /** The alias of the table that was joined last. */
  joined: string | undefined;
  /** Whether the condition of an outer join goes on. */
  isOn: boolean;
  /** Equalities that were read in it, without those of scopes inside. */
  readonly equalities: [StatementPart, Equality][];
}

const newScope = (from?: Scope): Scope => ({
  block: from?.block,
  isOptional: false,
  isCondition: false,
  isInSources: false,
  join: from?.join,
  joined: from?.joined,
  isOn: from?.isOn ?? false,
  equalities: [],
});

/** undefined for what is neither a query nor a change of rows. */
export function parseBlocks(sql: string): ParsedStatement | undefined {
  const tokens = tokensOf(sql);
  const [first] = tokens;
  if (first === undefined || !BEGINNINGS.has(first.text)) return undefined;
  return new BlockParser(tokens).parse();
}

class BlockParser {
  readonly #tokens: readonly SqlToken[];
  readonly #blocks: StatementPart[] = [];
  readonly #inserts: Insertion[] = [];
  /** What `with` has named. */
  readonly #named = new Set<string>();
  readonly #scopes: Scope[] = [newScope()];
  #at = 0;
  #isChange = false;
  #isUnknown = false;

  constructor(tokens: readonly SqlToken[]) {
    this.#tokens = tokens;
    tokens.forEach((token, at) => {
      const [after, next] = [tokens[at + 1], tokens[at + 2]];
      // `name as (` or `name (columns) as (`, which nothing else looks like.
      if (isName(token) && after?.text === "as" && next?.text === "(") this.#named.add(token.text);
    });
    this.#nameListed();
  }

  parse(): ParsedStatement {
    while (this.#at < this.#tokens.length) this.#step();
    this.#close(this.#scope());
    const { length } = this.#scopes;
    return {
      blocks: this.#blocks,
      inserts: this.#inserts,
      isChange: this.#isChange,
      isUnknown: this.#isUnknown || length !== 1,
    };
  }

  /** `name (columns) as (`. */
  #nameListed(): void {
    for (let at = 0; at < this.#tokens.length; at++) {
      const [token, open] = [this.#tokens[at], this.#tokens[at + 1]];
      if (token === undefined || !isName(token) || open?.text !== "(") continue;
      let end = at + 2;
      while (end < this.#tokens.length && /^(?:name|word)$|^,$/.test(kindOrComma(this.#tokens[end]))) end++;
      if (this.#tokens[end]?.text !== ")") continue;
      if (this.#tokens[end + 1]?.text === "as" && this.#tokens[end + 2]?.text === "(")
        this.#named.add(token.text);
    }
  }

  #scope(): Scope {
    return this.#scopes.at(-1) as Scope;
  }

  #peek(ahead = 0): SqlToken | undefined {
    return this.#tokens[this.#at + ahead];
  }

  #is(text: string, ahead = 0): boolean {
    const token = this.#peek(ahead);
    return token?.text === text && token.kind !== "name" && token.kind !== "text";
  }

  #step(): void {
    const token = this.#peek() as SqlToken;
    const scope = this.#scope();
    if (token.kind === "sign") return this.#sign(token, scope);
    if (token.kind === "word" && this.#word(token, scope)) return;
    if (scope.block !== undefined && this.#equality(scope)) return;
    this.#at++;
  }

  #sign({ text }: SqlToken, scope: Scope): void {
    this.#at++;
    if (text === "(") {
      const inner = newScope(scope);
      const before = this.#tokens[this.#at - 2];
      if (before?.kind === "word" && before.text === "not") inner.isOptional = true;
      inner.isCondition = scope.isCondition && /^(?:where|having|and|or|on|not|\()$/.test(before?.text ?? "");
      this.#scopes.push(inner);
    } else if (text === ")") {
      if (this.#scopes.length === 1) this.#isUnknown = true;
      else this.#close(this.#scopes.pop() as Scope);
    } else if (text === "," && scope.isInSources) this.#source(scope);
  }

  /** What was held equal in a scope holds in the one around it, where both belong to the same block. */
  #close(scope: Scope): void {
    if (scope.isOptional) return;
    const around = this.#scopes.at(-1);
    for (const [block, equality] of scope.equalities) {
      if (around !== undefined && around !== scope && around.block === block)
        around.equalities.push([block, equality]);
      else block.equalities.push(equality);
    }
  }

  /** Whether a word was one of those that say how a statement is made. */
  #word({ text }: SqlToken, scope: Scope): boolean {
    switch (text) {
      case "select":
        return this.#begin(scope, undefined);
      case "insert":
        return this.#insert();
      case "update":
        // `do update set`, `for update`
        if (this.#is("set", 1) || this.#tokens[this.#at - 1]?.text === "for") return false;
        return this.#begin(scope, "update");
      case "delete":
        this.#at++;
        if (!this.#is("from")) this.#isUnknown = this.#isChange = true;
        return this.#begin(scope, "delete");
      case "replace":
      case "merge":
      case "truncate":
        if (this.#is("(", 1)) return false;
        this.#isUnknown = this.#isChange = true;
        return false;
      case "from":
        // `is distinct from` and `extract(… from …)` name no table.
        if (scope.block === undefined || this.#tokens[this.#at - 1]?.text === "distinct") return false;
        this.#at++;
        scope.isInSources = true;
        scope.join = undefined;
        return this.#source(scope);
      case "or":
      case "case":
      case "filter":
        scope.isOptional = true;
        return false;
      case "set":
        this.#noteMoves(scope);
        return false;
      case "on":
        scope.isCondition = !this.#is("conflict", 1);
        scope.isOn = scope.join === "outer" && scope.isCondition;
        return false;
      default:
        return this.#clause(text, scope);
    }
  }

  #clause(text: string, scope: Scope): boolean {
    if (JOINS.has(text)) {
      scope.isOn = scope.isCondition = false;
      if (text === "right" || text === "full") this.#isUnknown = true;
      if (text === "left") scope.join = "outer";
      if (text === "inner" || text === "cross") scope.join = "inner";
      if (text !== "join") return false;
      if (scope.join === undefined) scope.join = "inner";
      const before = this.#tokens[this.#at - 1]?.text ?? "";
      if (!/^(?:left|inner|cross|outer)$/.test(before)) scope.join = "inner";
      this.#at++;
      return this.#source(scope);
    }
    if (CLAUSES.has(text)) {
      scope.isInSources = scope.isOn = false;
      scope.isCondition = text === "where" || text === "having";
      scope.join = undefined;
    }
    return false;
  }

  /** A new block begins in this scope; a select that follows another by `union` is one beside it. */
  #begin(scope: Scope, written: TableUse["written"]): true {
    this.#at++;
    const around = this.#scopes.at(-2)?.block;
    if (scope.equalities.length > 0) {
      if (!scope.isOptional)
        for (const [block, equality] of scope.equalities) block.equalities.push(equality);
      scope.equalities.length = 0;
      scope.isOptional = false;
    }
    const block: StatementPart = { around, uses: [], others: new Set(), sources: 0, equalities: [] };
    const nothing = {
      isCondition: false,
      isInSources: false,
      join: undefined,
      joined: undefined,
      isOn: false,
    };
    Object.assign(scope, { block, ...nothing });
    this.#blocks.push(block);
    if (written !== undefined) {
      this.#isChange = true;
      this.#source(scope, written);
    }
    return true;
  }

  /** Reads the table, query or function that rows come from, with its alias. */
  #source(scope: Scope, written?: TableUse["written"]): true {
    const block = scope.block as StatementPart;
    while (this.#is("lateral") || this.#is("only")) this.#at++;
    const token = this.#peek();
    block.sources++;
    if (token === undefined || !isName(token)) {
      // A query in parentheses: what it is called comes behind it, and nobody asks for it there.
      if (!this.#is("(")) this.#isUnknown = true;
      return true;
    }
    this.#at++;
    if (this.#is("(")) return true;
    const alias = this.#alias() ?? token.text;
    scope.joined = alias;
    if (this.#named.has(token.text)) block.others.add(alias);
    else if (tables.has(token.text) || written !== undefined)
      block.uses.push({ table: token.text, alias, ...(written === undefined ? {} : { written }) });
    else this.#isUnknown = true;
    return true;
  }

  #alias(): string | undefined {
    if (this.#is("as")) this.#at++;
    const token = this.#peek();
    if (token === undefined || !isName(token)) return undefined;
    if (token.kind === "word" && RESERVED.has(token.text)) return undefined;
    this.#at++;
    return token.text;
  }

  /** Whether an update gives rows to another organization. */
  #noteMoves({ block }: Scope): void {
    const use = block?.uses.find(({ written }) => written === "update");
    if (use === undefined) return;
    let depth = 0;
    for (let ahead = 1; ; ahead++) {
      const token = this.#peek(ahead);
      if (token === undefined || depth < 0) return;
      if (token.text === "(") depth++;
      if (token.text === ")") depth--;
      if (depth === 0 && token.kind === "word" && (token.text === "where" || token.text === "from")) return;
      if (isName(token) && token.text === "organization_id" && this.#is("=", ahead + 1)) use.moves = true;
    }
  }

  /** Reads `column = column` or `column = value`, where it stands for itself. */
  #equality(scope: Scope): boolean {
    const left = this.#operand(0);
    if (left === undefined || !this.#is("=", left.length)) return false;
    const right = this.#operand(left.length + 1);
    if (right === undefined) return false;
    const [before, after] = [this.#tokens[this.#at - 1], this.#peek(left.length + 1 + right.length)];
    this.#at += left.length + 1 + right.length;
    const stands = scope.isCondition && /^(?:where|and|on|\()$/.test(before?.text ?? "") && isEnd(after);
    if (!stands) return true;
    const joined = scope.isOn ? scope.joined : undefined;
    const equality = { left: left.operand, right: right.operand, joined };
    scope.equalities.push([scope.block as StatementPart, equality]);
    return true;
  }

  #operand(ahead: number): { readonly operand: Operand; readonly length: number } | undefined {
    const [token, dot, column] = [this.#peek(ahead), this.#peek(ahead + 1), this.#peek(ahead + 2)];
    if (token?.kind === "value") return { operand: { kind: "value", at: token.at as number }, length: 1 };
    if (token === undefined || !isName(token)) return undefined;
    if (dot?.text === "(") return undefined;
    if (dot?.text === "." && column !== undefined && isName(column))
      return { operand: { kind: "column", of: token.text, name: column.text }, length: 3 };
    return { operand: { kind: "column", of: undefined, name: token.text }, length: 1 };
  }

  #insert(): boolean {
    this.#isChange = true;
    this.#at++;
    if (!this.#is("into")) {
      this.#isUnknown = true;
      return true;
    }
    const table = this.#peek(1);
    this.#at += 2;
    if (table === undefined || !isName(table)) {
      this.#isUnknown = true;
      return true;
    }
    if (this.#is("as")) this.#at += 2;
    const columns = this.#list().map(([token]) => token?.text ?? "");
    const own = columns.indexOf(table.text === "organizations" ? "id" : "organization_id");
    const owners: number[] = [];
    let isPlain = own >= 0 && this.#is("values");
    while (this.#is("values") || this.#is(",")) {
      this.#at++;
      const value = this.#list()[own];
      if (value?.length === 1 && value[0]?.kind === "value") owners.push(value[0].at as number);
      else isPlain = false;
    }
    this.#inserts.push({
      table: table.text,
      owners: isPlain ? owners : undefined,
      overwrites: this.#overwrites(),
    });
    return true;
  }

  /** Reads what is between parentheses and commas, or nothing. Queries in it are read as others are. */
  #list(): SqlToken[][] {
    if (!this.#is("(")) return [];
    const parts: SqlToken[][] = [[]];
    let depth = 0;
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#peek() as SqlToken;
      if (token.kind === "word" && token.text === "select") this.#isUnknown = true;
      if (token.text === "(" && token.kind === "sign" && ++depth === 1) continue;
      if (token.text === ")" && token.kind === "sign" && --depth === 0) break;
      if (token.text === "," && depth === 1) parts.push([]);
      else (parts.at(-1) as SqlToken[]).push(token);
    }
    this.#at++;
    return parts;
  }

  #overwrites(): string[] | undefined {
    for (let at = this.#at; at < this.#tokens.length; at++) {
      const token = this.#tokens[at] as SqlToken;
      if (token.kind !== "word" || token.text !== "conflict") continue;
      const columns: string[] = [];
      for (let next = at + 1; next < this.#tokens.length; next++) {
        const inside = this.#tokens[next] as SqlToken;
        if (inside.text === ")" || inside.text === "do") break;
        if (isName(inside)) columns.push(inside.text);
      }
      const rest = this.#tokens.slice(at).map(({ text }) => text);
      return rest.includes("update") ? columns : undefined;
    }
    return undefined;
  }
}

const kindOrComma = (token: SqlToken | undefined): string =>
  token?.text === "," ? "," : (token?.kind ?? "");

/** Whether a condition ends before a token: what goes on would be another one. */
function isEnd(token: SqlToken | undefined): boolean {
  if (token === undefined || token.text === ")" || token.text === ",") return true;
  if (token.kind !== "word") return false;
  return /^(?:and|or|where|group|order|limit|offset|returning|union|having|for|left|inner|cross|join|full|right)$/.test(
    token.text,
  );
}
