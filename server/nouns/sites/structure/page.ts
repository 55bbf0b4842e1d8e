import { invalidField } from "../../../http/errors.ts";
import { cutTo, type ListBody, pageOf } from "../../../http/list.ts";
import type { Paging } from "../../../http/operation.ts";

/**
 * One page of parts that are few enough to be read together.
 * @throws 400 when the part that the last page ended with is gone
 */
export function pageOfParts<Part extends { readonly id: string }, Item>(
  parts: readonly Part[],
  { limit, after }: Paging,
  present: (part: Part) => Item,
): { status: 200; body: ListBody<Item> } {
  const last = after === undefined ? undefined : parts.findIndex(({ id }) => id === after[0]);
  if (last === -1)
    throw invalidField("/page", "refers to an item that no longer exists; read the list from its beginning.");
  const from = last === undefined ? 0 : last + 1;
  return pageOf(
    cutTo(limit, parts.slice(from), parts.length, ({ id }) => [id]),
    present,
  );
}
