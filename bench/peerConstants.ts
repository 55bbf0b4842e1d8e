/** Answers of the bare peer that are bytes it holds: trees behind a token, pages for everybody. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";

/** What the constants behind a token look up first. */
export interface Lookups {
  /** Whether the header names a token. */
  readonly token: (authorization: string | undefined) => boolean | Promise<boolean>;
  /** The space's head. */
  readonly head: (space: string) => unknown;
}

interface Constant {
  readonly type: string;
  readonly encoding: string | undefined;
  readonly body: Buffer;
}

/** `/constant/:name` for everybody, `/tree/:space/:name` behind the same two lookups that ours makes. */
export function constantRoutes(app: FastifyInstance, folder: string, lookups: Lookups): void {
  const constants = new Map<string, Constant>();
  const constant = (name: string): Constant => {
    const known = constants.get(name);
    if (known !== undefined) return known;
    const read = readConstant(folder, name);
    constants.set(name, read);
    return read;
  };
  const send = (reply: FastifyReply, { type, encoding, body }: Constant): FastifyReply => {
    reply.header("content-type", type);
    if (encoding !== undefined) reply.header("content-encoding", encoding);
    return reply.send(body);
  };
  app.get("/constant/:name", (request, reply) => {
    send(reply, constant((request.params as { name: string }).name));
  });
  const etag = '"a-constant-tag-of-22-char"';
  app.get("/tree/:space/:name", async (request, reply) => {
    const { space, name } = request.params as { space: string; name: string };
    const known = lookups.token(request.headers.authorization);
    if (!(typeof known === "boolean" ? known : await known)) return reply.code(401).send();
    const head = lookups.head(space);
    if ((head instanceof Promise ? await head : head) === undefined) return reply.code(404).send();
    reply.header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return send(reply, constant(name));
  });
}

/** `<name>.json` says what the bytes of `<name>` are. */
function readConstant(folder: string, name: string): Constant {
  const about = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Omit<Constant, "body">;
  return { ...about, body: readFileSync(join(folder, name)) };
}
