/** Imports that were begun in this tab, one a space: they go on while other screens are open. */
import { askWhile } from "../../api/unload.ts";
import {
  createChangeRequest,
  importContent,
  importContentInChangeRequest,
  type ImportContentResult,
  type Progress,
  ServerFault,
  type Space,
  Unreachable,
  updateChangeRequestById,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { sendingClient } from "../../api/sending.ts";
import { importWords } from "../../words/import.ts";
import { mayWriteParts } from "../../app/mayWriteParts.ts";
import { archiveOf, type FolderFile } from "./archive.ts";
import { BySpace, useBySpace } from "./bySpace.ts";
import type { ImportChoice, ImportKind } from "./sources.ts";

/** What is imported: an address, or files. */
export interface WantedImport {
  readonly kind: ImportChoice;
  readonly url: string;
  readonly files: readonly FolderFile[];
  /** Deletes what the source doesn't have. */
  readonly prune: boolean;
}

export interface Import {
  /** `lost`: nobody answered any more, so what became of it is not known here. */
  readonly state: "packing" | "sending" | "working" | "done" | "failed" | "lost" | "cancelled";
  readonly progress: Progress;
  /** The number of the change request that it is in. */
  readonly number?: string | undefined;
  readonly result?: ImportContentResult;
  readonly error?: Error;
  /** Ends it. */
  readonly cancel: () => void;
}

const imports = new BySpace<Import>();

/** Begins an import into a space, or into a change request where the space takes these alone. @param done it has ended */
export async function beginImport(it: Space, order: WantedImport, done: () => void): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let now: Import = { state: "packing", progress: {}, cancel: () => ending.abort() };
  const tell = (fields: Partial<Import>): void => imports.set(it.id, (now = { ...now, ...fields }));
  tell({});
  let number: string | undefined;
  try {
    const body = order.files.length > 0 ? await archiveOf(order.files) : undefined;
    signal.throwIfAborted();
    number = mayWriteParts(it) ? undefined : await newRequest(it, order);
    tell({ number, state: body === undefined ? "working" : "sending" });
    const size = body?.size ?? 0;
    const through = sendingClient((bytes) => {
      if (now.state !== "sending") return;
      tell(bytes < size ? { progress: { done: bytes, total: size } } : { state: "working", progress: {} });
    });
    const from = body ?? { url: order.url.trim(), source: order.kind as ImportKind };
    const query = {
      prune: order.prune,
      ...(body === undefined || order.kind === "files" ? {} : { source: order.kind }),
    };
    const work =
      number === undefined
        ? importContent(through, it.id, from, query)
        : importContentInChangeRequest(through, it.id, number, from, query);
    const onProgress = (progress: Progress): void => {
      if (progress.step !== "sending") tell({ state: "working", progress });
    };
    tell({ state: "done", progress: {}, result: await work.done({ signal, onProgress }) });
  } catch (error) {
    // What had ended before it could be cancelled tells so.
    const isCancelled = signal.aborted && error === signal.reason;
    const isLost = error instanceof Unreachable || error instanceof ServerFault;
    // What nothing came into is nothing to look at.
    if (number !== undefined && !isLost)
      await updateChangeRequestById(client, it.id, number, { status: "archived" }).catch(() => undefined);
    if (isCancelled) tell({ state: "cancelled" });
    else tell({ state: isLost ? "lost" : "failed", error: error as Error });
  } finally {
    done();
  }
}

async function newRequest(it: Space, { files, url }: WantedImport): Promise<string> {
  const subject = importWords.subject(files[0]?.path.split("/")[0] ?? url.trim());
  return String((await createChangeRequest(client, it.id, { subject: subject.slice(0, 100) })).number);
}

/** Shows the form again. */
export const closeImport = (space: string): void => imports.set(space, undefined);

export const useImport = (space: string): Import | undefined => useBySpace(imports, space);

// What is being sent would be lost; what the server works on goes on.
askWhile(() => [...imports.all().values()].some(({ state }) => state === "packing" || state === "sending"));
