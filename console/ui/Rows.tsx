/** A table of people or things, with what is read of it so far: rows, none yet, none like that, refused, or failed. */
import type { ReactNode } from "react";
import type { ListSoFar } from "../api/paged.ts";
import { words } from "../words.ts";
import { Fault } from "./Notice.tsx";
import { Skeleton } from "./Skeleton.tsx";

interface RowsProps<Item> {
  readonly of: ListSoFar<Item>;
  /** Names the table. */
  readonly label: string;
  /** The heads of its columns; an empty one is for actions. */
  readonly heads: readonly string[];
  /** Those of them whose columns are numbers. */
  readonly numbers?: readonly string[];
  /** The cells of a row. */
  readonly row: (item: Item) => ReactNode;
  readonly keyOf: (item: Item) => string;
  /** Whether only some are asked for: nothing found is another thing than nothing there. */
  readonly isFiltered?: boolean;
  /** What is shown when there is nothing. */
  readonly empty: ReactNode;
}

export function Rows<Item>({
  of,
  label,
  heads,
  numbers = [],
  row,
  keyOf,
  isFiltered = false,
  empty,
}: RowsProps<Item>) {
  const { items, error } = of;
  if (items === undefined) return error === null ? <Skeleton /> : <Fault error={error} again={of.again} />;
  if (items.length === 0) {
    return isFiltered ? (
      <p className="nothing" role="status">
        {words.nothingLike}
      </p>
    ) : (
      <>{empty}</>
    );
  }
  return (
    <>
      <div className="rows-box" role="region" aria-label={label} tabIndex={0}>
        <table className="rows">
          <thead>
            <tr>
              {heads.map((head, place) => (
                <th
                  key={head || place}
                  scope="col"
                  className={head === "" ? "row-end" : undefined}
                  data-number={numbers.includes(head) || undefined}
                >
                  {head === "" ? <span className="visually-hidden">{words.actionsOf(label)}</span> : head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={keyOf(item)}>{row(item)}</tr>
            ))}
          </tbody>
        </table>
      </div>
      <RowsEnd of={of} />
    </>
  );
}

/** Fewer are counted at a glance. */
const COUNTED_FROM = 10;

/** Below what is read of a list: how much of it that is, and the way to more. */
export function RowsEnd<Item>({ of }: { readonly of: ListSoFar<Item> }) {
  const count = of.items?.length ?? 0;
  return (
    <div className="rows-end">
      <span role="status" className={of.hasMore || count >= COUNTED_FROM ? undefined : "visually-hidden"}>
        {words.ofAll(count, Math.max(of.count, count))}
      </span>
      {of.hasMore ? (
        <button type="button" className="button button-secondary" disabled={of.isReading} onClick={of.more}>
          {words.loadMore}
        </button>
      ) : null}
    </div>
  );
}
