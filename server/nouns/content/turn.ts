import { StaleHead } from "../../content/commit.ts";
import { BeingTransferred, writeInTurn } from "../../content/writeInTurn.ts";
import { MissingContent } from "../../content/write.ts";
import { conflict } from "../../http/errors.ts";

/** How long a change waits for a transfer of its space, in milliseconds. */
const TRANSFER_PATIENCE_MS = 10_000;

/**
 * Does a content change in its turn, again when the content moved under it.
 * @throws 409 when it keeps moving, when the space is being transferred, or when something that the change refers to was removed meanwhile
 */
export function takeTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  return writeInTurn(key, work, TRANSFER_PATIENCE_MS).catch((error: unknown) => {
    throw refusedTurn(error);
  });
}

/** What the caller hears of a turn that came to nothing. */
export function refusedTurn(error: unknown): unknown {
  if (error instanceof MissingContent)
    return conflict(
      "content-missing",
      "Something this change refers to was removed meanwhile; send it again.",
    );
  if (error instanceof StaleHead)
    return conflict("stale-head", "The content keeps changing under this change; try again in a moment.");
  if (error instanceof BeingTransferred)
    return conflict(
      "in-transfer",
      "The space is being transferred to another organization; try again when that is done.",
    );
  return error;
}
