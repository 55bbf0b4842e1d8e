/** What a description of a table says of its rows. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { TableDescription } from "./table.ts";

/** 1 for yes, 0 for no. */
export type Flag = 0 | 1;

/** As both databases take and give them. */
interface Values {
  readonly text: string;
  readonly int: number;
  readonly flag: Flag;
  readonly bytes: ColumnType<Buffer, Uint8Array, Uint8Array>;
}

type Words<Listed extends string> = Listed extends `${infer Word} | ${infer Others}`
  ? Word | Words<Others>
  : Listed;

type Value<Said extends string> = Said extends `${infer Kind} = ${string}`
  ? Generated<Value<Kind>>
  : Said extends `text: ${infer Listed}`
    ? Words<Listed>
    : Said extends `text?: ${infer Listed}`
      ? Words<Listed> | null
      : Said extends `${infer Kind extends keyof Values}?`
        ? Values[Kind] | null
        : Said extends keyof Values
          ? Values[Said]
          : never;

type RowOf<Table extends TableDescription> = {
  [Column in keyof Table["columns"]]: Value<Table["columns"][Column] & string>;
} & (Table extends { readonly of: string } ? { organization_id: string } : unknown) &
  (Table extends { readonly counts: true } ? { seq: GeneratedAlways<number> } : unknown);

/** The rows of tables by the tables' names, of a union of their descriptions. */
export type RowsOf<Tables extends TableDescription> = {
  [Table in Tables as Table["name"]]: { [Column in keyof RowOf<Table>]: RowOf<Table>[Column] };
};
