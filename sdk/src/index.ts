/** The client library of Lectern: all operations as `lectern.<resource>.<verb>(…)`, or each as a function of its own. */
import { type OperationFunction } from "./calls.ts";
import { type Client, type ClientOptions, createClient } from "./client.ts";
import { type LecternResources, resources } from "./generated/lectern.ts";

/** All operations of an installation, and the client that they go through. */
export interface Lectern extends LecternResources {
  readonly client: Client;
}

/**
 * All operations at one address, as one person or program.
 * @throws TypeError with a sentence when neither or both of token and session are given, or the address is none
 */
export function createLectern(options: ClientOptions): Lectern {
  const client = createClient(options);
  return Object.assign(bind(resources, client) as LecternResources, { client });
}

interface Tree {
  readonly [name: string]: OperationFunction | Tree;
}

function bind(tree: object, client: Client): object {
  return Object.fromEntries(
    Object.entries(tree as Tree).map(([name, part]) => [
      name,
      typeof part === "function" ? (...values: never[]) => part(client, ...values) : bind(part, client),
    ]),
  );
}

export { type CallOptions, type Client, type ClientOptions, createClient } from "./client.ts";
export type { ListCall, ListPage } from "./calls.ts";
export { type FileSource, type SentUpload, sendUpload } from "./upload.ts";
export type { Progress, Work, WorkOptions } from "./work.ts";
export * from "./faults.ts";
export * from "./generated/functions.ts";
export type * from "./generated/schemas.ts";
export { NotSigned, verifyWebhook, type WebhookRequest } from "./webhook.ts";
