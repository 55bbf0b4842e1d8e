/** From what a handler answers to what travels: bytes, tags and the conditions under which nothing has to. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SiteReader } from "../access/siteReader.ts";
import type { Edge } from "./edge.ts";
import { encodingFor } from "../ports/encodings.ts";
import { contentDisposition } from "../ports/files.ts";
import { entityTag, matchesTag, representationHash } from "./etag.ts";
import type { Operation, Outcome, FileStream } from "./operation.ts";
import { Beside } from "../memory/beside.ts";
import { largeTurn } from "./largeTurn.ts";
import { continues, listAsked, withNextPage } from "./paging.ts";
import { prefers } from "./preferences.ts";
import { isSessionCall } from "./sessionCalls.ts";

/** An answer as it travels and, under an `Idempotency-Key`, as it is kept. */
export interface WrittenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
}

/** What an outcome that is answered again was written as, and for whom: cursors are bound to who asks for what. */
interface RepeatedAnswer {
  readonly asked: string;
  readonly written: WrittenAnswer;
}

const JSON_TYPE = "application/json; charset=utf-8";

const repeated = new Beside<RepeatedAnswer, Outcome>();
const ahead = new Beside<WrittenAnswer, Outcome>();

/**
 * Writes what a change answers before it is made for good: what can't be written has no effect. It is sent, and kept
 * under an `Idempotency-Key`, as it was written here.
 * @throws when the body lacks what its schema requires
 */
export function writeAhead(reply: FastifyReply, outcome: Outcome): WrittenAnswer {
  return ahead.make(outcome, () => write(reply, outcome));
}

/** Writes an outcome down: its body by the schema of its status, and its tag. */
function write(reply: FastifyReply, outcome: Outcome): WrittenAnswer {
  const { status, headers = {} } = outcome;
  // The serializer is chosen by the reply's status.
  reply.code(status);
  const text =
    outcome.text ?? (outcome.body === undefined ? undefined : String(reply.serialize(outcome.body)));
  if (text === undefined || (outcome.version === undefined && outcome.repeats !== true))
    return { status, text, headers };
  return {
    status,
    text,
    headers: { ...headers, etag: entityTag(representationHash(text), outcome.version) },
  };
}

/** The same for what is asked again: as it was written for who asked the same. */
function writeOnce(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): WrittenAnswer {
  const asked = continues(outcome) ? listAsked(operation, request) : "";
  const known = repeated.get(outcome);
  if (known?.asked === asked) {
    reply.code(outcome.status);
    return known.written;
  }
  const written = write(reply, withNextPage(edge, operation, request, outcome));
  repeated.set(outcome, { asked, written });
  return written;
}

/** Sends what a handler answered. */
export function send(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): FastifyReply | Promise<FastifyReply> {
  if (operation.deprecatedFor !== undefined) announceSuccessor(reply, operation.deprecatedFor);
  if (outcome.kept !== undefined)
    return sendKept(request, reply, withNextPage(edge, operation, request, outcome));
  if (outcome.stream !== undefined) return sendStream(reply, outcome.stream);
  const { status, headers, text } =
    outcome.repeats === true
      ? writeOnce(edge, operation, request, reply, outcome)
      : ((operation.method === "GET" ? undefined : ahead.get(outcome)) ??
        write(reply, withNextPage(edge, operation, request, outcome)));
  reply.code(status).headers(headers);
  if (operation.method === "PATCH" && status === 200 && prefers(request, "return=minimal")) {
    return reply.code(204).header("preference-applied", "return=minimal").send();
  }
  if (text === undefined) return reply.send();
  if (operation.method === "GET") {
    const tag = headers["etag"] ?? entityTag(representationHash(text), undefined);
    reply.headers({ etag: tag, ...ownHeaders(request) });
    if (status === 200 && matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  } else if (request.identity?.reader !== undefined) {
    const headers = forRenderers(request.identity.reader, request);
    // What somebody presses happens each time, and comes to nobody else.
    reply.headers(isAction(request.body) ? { ...headers, "x-gitbook-cache-control": "no-store" } : headers);
  }
  return reply.header("content-type", JSON_TYPE).send(text);
}

/** What one caller gets is theirs: nobody in between keeps it, and the caller asks whether it still holds. */
const OWN = { "cache-control": "private, no-cache", vary: "authorization, accept-encoding, origin" };
/** The same for somebody whom a cookie names. */
const OWN_OF_SESSION = { ...OWN, vary: `cookie, ${OWN.vary}` };

function ownHeaders(request: FastifyRequest): Readonly<Record<string, string>> {
  const { reader } = request.identity ?? {};
  if (reader !== undefined) return forRenderers(reader, request);
  return isSessionCall(request) ? OWN_OF_SESSION : OWN;
}

/** Whether it is said what somebody has pressed on what an integration has drawn. */
const isAction = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "action" in body && body.action !== undefined;

/**
 * What a site shows to everybody is kept for a minute, also by who is told of changes: an answer that is under way while it
 * is told, or that comes from a process that hasn't heard yet, would else stay for days.
 */
const OPEN = "public, max-age=60";

/** What renderers go by, which keep answers for all who read the site through them. */
function forRenderers({ site, audience }: SiteReader, { params }: FastifyRequest) {
  const { spaceId } = params as { readonly spaceId?: string };
  // One by one: copies of objects showed among what a whole page costs.
  return {
    "cache-control": OWN["cache-control"],
    vary: OWN.vary,
    "x-gitbook-cache-tag": spaceId === undefined ? `site:${site}` : `site:${site},space:${spaceId}`,
    "x-gitbook-cache-control": audience === "public" || audience === "unlisted" ? OPEN : "no-store",
  };
}

function announceSuccessor(reply: FastifyReply, operationId: string): void {
  reply.header("deprecation", "true");
  reply.header("link", `</openapi.json#${operationId}>; rel="successor-version"`);
}

function sendStream(reply: FastifyReply, { type, filename, content }: FileStream): FastifyReply {
  const disposition = contentDisposition(filename, false);
  reply.headers({ "content-type": type, "content-disposition": disposition, "cache-control": "no-store" });
  return reply.send(content);
}

async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { kept, version, headers }: Outcome,
): Promise<FastifyReply> {
  if (kept === undefined) throw new Error("Only what is kept is sent so.");
  const encoding = encodingFor(request.headers);
  const tag = entityTag(representationHash(kept.key), version, encoding);
  reply.headers({ ...headers, etag: tag, ...ownHeaders(request) });
  if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  const bytes = await kept.bytes(encoding);
  await largeTurn(bytes.length);
  return reply.header("content-type", JSON_TYPE).send(bytes);
}
