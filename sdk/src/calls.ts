/**
 * Makes functions out of lines such as `GET /spaces/:spaceId`. Their arguments are, in this order: what the path names,
 * the body where there is one, the query where there is one, and options.
 */
import { type CallOptions, type Client, type ClientRequest } from "./client.ts";
import { notLectern } from "./faults.ts";

/** What an operation takes beside its path: a body, a query, and its time. */
export const BODY = 1;
export const QUERY = 2;
export const MINUTES = 4;

/** An operation as a function; what it takes behind the client is known of each one alone. */
export type OperationFunction = (client: Client, ...values: never[]) => unknown;

/** The request that a line and the arguments of its function come to. @throws TypeError when an id is missing */
export function requestOf(line: string, takes: number, values: readonly unknown[]): ClientRequest {
  const [method = "", pattern = ""] = line.split(" ");
  let next = 0;
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[next++];
    const id = typeof value === "number" ? String(value) : value;
    if (typeof id !== "string" || id === "") {
      throw new TypeError(`${line}: \`${name}\` has to be a text that is not empty.`);
    }
    // Addresses with these lead elsewhere, however they are written.
    if (id === "." || id === "..") throw new TypeError(`${line}: "${id}" is no \`${name}\`.`);
    return encodeURIComponent(id);
  });
  const body = takes & BODY ? values[next++] : undefined;
  const query = takes & QUERY ? (values[next++] as object | undefined) : undefined;
  const patience = takes & MINUTES ? { patient: true } : {};
  return { ...(values[next] as CallOptions | undefined), ...patience, method, path, query, body };
}

/** An operation that answers a thing, or nothing. */
export function call<F extends OperationFunction>(line: string, takes = 0): F {
  const caller = async (client: Client, ...values: unknown[]) =>
    (await client.send(requestOf(line, takes, values))).body;
  return caller as unknown as F;
}

/** An operation that answers a file: its `Response`, unread. */
export function download<F extends OperationFunction>(line: string, takes = 0): F {
  const caller = async (client: Client, ...values: unknown[]) =>
    (await client.send({ ...requestOf(line, takes, values), raw: true })).body;
  return caller as unknown as F;
}

/** Another part of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** How many there are in all. */
  readonly count: number;
  /** The part behind this one; undefined behind the last. */
  next(): Promise<ListPage<Item> | undefined>;
}

/** A list: await it for its first page, or go through all of it with `for await`. */
export interface ListCall<Item> extends PromiseLike<ListPage<Item>>, AsyncIterable<Item> {}

interface ListAnswer {
  readonly items: readonly unknown[];
  readonly count: number;
  readonly next?: { readonly page: string };
}

/** An operation that answers a list. */
export function list<F extends OperationFunction>(line: string, takes = QUERY): F {
  const caller = (client: Client, ...values: unknown[]) => {
    const request = requestOf(line, takes, values);
    return listOf(async (page) => {
      const query = page === undefined ? request.query : { ...request.query, page };
      const { status, body } = await client.send({ ...request, query });
      if (!Array.isArray((body as Partial<ListAnswer> | undefined)?.items))
        throw notLectern(client.options.url, status, body);
      return body as ListAnswer;
    });
  };
  return caller as unknown as F;
}

function listOf(read: (page: string | undefined) => Promise<ListAnswer>): ListCall<unknown> {
  const pageAt = async (page?: string): Promise<ListPage<unknown>> => {
    const { items, count, next } = await read(page);
    return { items, count, next: async () => (next === undefined ? undefined : pageAt(next.page)) };
  };
  return {
    // A list that is only gone through is not read a first time for nothing.
    // oxlint-disable-next-line unicorn/no-thenable
    then: (kept, failed) => pageAt().then(kept, failed),
    async *[Symbol.asyncIterator]() {
      for (let page: ListPage<unknown> | undefined = await pageAt(); page; page = await page.next())
        yield* page.items;
    },
  };
}
