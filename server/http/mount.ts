/** From an operation, which is a value, to a route: who may, what arrived, what it does, what is answered. */
import { runChange } from "./runChange.ts";
import { again } from "./again.ts";
import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from "fastify";
import type { TSchema } from "typebox";
import type { Identity } from "../access/identity.ts";
import type { Deps } from "../deps.ts";
import { authentication, meterUnanswered, refuseEnded } from "./caller.ts";
import { requireComparable, requireDeclared } from "./declared.ts";
import type { Edge } from "./edge.ts";
import {
  forbidden,
  HttpError,
  invalid,
  notFound,
  preconditionFailed,
  unavailable,
  unsupportedMedia,
} from "./errors.ts";
import { expectedVersions } from "./etag.ts";
import { type IdempotentRequest, idempotentRequest } from "./idempotency.ts";
import { refuseUnstorable } from "./input.ts";
import type { Access, Call, LoadedThing, Operation, Outcome } from "./operation.ts";
import { refuseLeakedTokens } from "./leaked.ts";
import { type NarrowedCaller, narrowing } from "./narrowed.ts";
import { pagingOf } from "./paging.ts";
import { Beside } from "../memory/beside.ts";
import type { Share } from "./perOrganization.ts";
import { prefers } from "./preferences.ts";
import { checkOperations } from "./routeTable.ts";
import { refuseWithoutFactor } from "./secondFactor.ts";
import { send, writeAhead } from "./send.ts";
import { refuseOldSignIn } from "./sensitive.ts";
import { isSessionCall } from "./sessionCalls.ts";
import { leavingUnchanged } from "./unchanged.ts";
import { carriesFile, nextFile, readBytes, type UploadDigest, uploadProblem } from "./upload.ts";
import type { HeldVersion } from "./versioned.ts";

const BODY_LIMIT = 1024 * 1024;
const NO_QUERY = { type: "object", properties: {}, additionalProperties: false } as const;
/** After how many milliseconds a request is asked again who sent it: rights are believed for as long anyway. */
const LONG = 1000;

/** An operation and what follows from it whatever the server. */
interface Mountable {
  readonly operation: Operation;
  readonly narrow: NarrowedCaller;
  readonly route: Omit<RouteOptions, "handler">;
}

/** Operations are constants: a second server of the process works nothing out again. */
const mountables = new Beside<readonly Mountable[], readonly Operation[]>();

/** Mounts operations below `/v1`. @throws when one lacks what every operation must have */
export function mountOperations(app: FastifyInstance, edge: Edge, operations: readonly Operation[]): void {
  const known = mountables.make(operations, () => {
    checkOperations(operations);
    return leavingUnchanged(operations).map(toMountable);
  });
  meterUnanswered(app, edge);
  const [streaming, reading] = [known.filter(readsBytes), known.filter((one) => !readsBytes(one))];
  void app.register(async (scope) => {
    readBytes(scope);
    for (const mountable of streaming) mountOne(scope, edge, mountable);
  });
  for (const mountable of reading) {
    mountOne(app, edge, mountable);
    const { operation, route } = mountable;
    // The document has it without the slash, which clients of the public API send.
    if (operation.url === "/") mountOne(app, edge, { ...mountable, route: { ...route, url: "/v1" } });
  }
}

function readsBytes({ operation }: Mountable): boolean {
  return operation.upload === "bytes";
}

function toMountable(operation: Operation): Mountable {
  const { method, shapes } = operation;
  const isRead = method === "GET";
  return {
    operation,
    narrow: narrowing(operation),
    route: {
      // One route for both: those that the framework would add for HEAD were a third of all.
      method: isRead ? ["GET", "HEAD"] : method,
      url: `/v1${operation.url}`,
      bodyLimit: operation.bodyLimit ?? BODY_LIMIT,
      config: { readsAtItsPace: operation.upload !== undefined },
      schema: {
        ...(shapes.params ? { params: shapes.params } : {}),
        querystring: shapes.query ?? NO_QUERY,
        ...(shapes.body ? { body: shapes.body } : {}),
        response: answerSchemas(operation.answers),
      },
      // A body of a GET has been refused before this.
      ...(isRead ? { onSend: leaveBodyOut } : { preValidation: refuseBodies(operation) }),
    },
  };
}

/** HEAD has the headers of GET, and none of its body. */
const leaveBodyOut: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  if (request.method !== "HEAD" || payload === undefined || payload === null) return done(null, payload);
  if (payload instanceof Readable) payload.destroy();
  else reply.header("content-length", Buffer.byteLength(payload as string | Buffer));
  return done(null, null);
};

function mountOne(app: FastifyInstance, edge: Edge, { operation, narrow, route }: Mountable): void {
  app.route({
    ...route,
    onRequest: authentication(edge, operation),
    handler: async (request, reply) => {
      // Addresses travel as Latin-1: what can't be stored stands in them escaped.
      const looking = { texts: request.url.includes("%") };
      refuseUnstorable(request.params, looking);
      refuseUnstorable(request.query, looking);
      const whole = request.identity;
      const narrowed =
        whole?.scopes === undefined
          ? whole
          : narrow(edge.deps, whole, request.params as Record<string, string>);
      const identity = narrowed instanceof Promise ? await narrowed : narrowed;
      // An integration may have become the installation that the path names.
      if (whole?.integration !== undefined) request.identity = identity;
      if (operation.perOrganization !== undefined)
        return answerInPlace(edge, operation, request, reply, identity, operation.perOrganization);
      const outcome = await run(edge, operation, request, reply, identity);
      return send(edge, operation, request, reply, outcome);
    },
  });
}

function answerSchemas(answers: Operation["answers"]): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([status, schema]) => (schema === null ? [] : [[status, schema]])),
  );
}

function refuseBodies(operation: Operation) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void =>
    done(bodyProblem(operation, request));
}

/** The 415 for files where none are read, and the 400 for a body where there is none. */
function bodyProblem(operation: Operation, request: FastifyRequest): Error | undefined {
  if (operation.upload !== undefined) return undefined;
  if (request.isMultipart()) return unsupportedMedia("Send the body as application/json.");
  if (operation.shapes.body !== undefined || (request.body ?? undefined) === undefined) return undefined;
  // Clients that always send JSON say nothing with an object without fields.
  if (!isDeepStrictEqual(request.body, {})) return invalid("This operation takes no body; send none.");
  request.body = undefined;
  return undefined;
}

/** Answers in one of the organization's places, which is taken until all has been sent. */
async function answerInPlace(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  identity: Identity | undefined,
  { atOnce, of }: Share,
): Promise<FastifyReply> {
  let leave: (() => void) | undefined;
  const enter = async (thing: unknown): Promise<void> => {
    leave = await edge.places.enter(`${operation.operationId} ${of(thing as never)}`, { atOnce });
    // Nothing is made for those who went away while they waited.
    if (reply.raw.destroyed) throw unavailable("The connection was closed.");
  };
  try {
    const outcome = await run(edge, operation, request, reply, identity, enter);
    // A reply is waited for until it is sent.
    return await send(edge, operation, request, reply, outcome);
  } finally {
    leave?.();
  }
}

/** @param enter waits for what the loaded thing lets the request go on */
function run(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  identity: Identity | undefined,
  enter?: (thing: unknown) => Promise<void>,
): Promise<Outcome> {
  let uploaded: UploadDigest | undefined;
  const idempotent = idempotency(edge, operation, request, reply, () => uploaded?.value());
  const once: Once = { idempotent, enter, onUpload: (digest) => void (uploaded = digest) };
  const answer = () => runOnce(edge, operation, request, reply, identity, once);
  return idempotent === undefined
    ? answer()
    : unlessAnswered(() => {
        const now = edge.deps.clock.now();
        // What is kept may be a secret that was told once: it takes what telling it took.
        refuseOldSignIn(operation, identity, request.body, now);
        return idempotent.find(edge.deps.db.read, now);
      }, answer);
}

/** @param find gives what the same request was answered before */
async function unlessAnswered(
  find: () => Promise<Outcome | undefined>,
  answer: () => Promise<Outcome>,
): Promise<Outcome> {
  // First of all: the request's own effect may be what would refuse it the second time.
  const earlier = await find();
  if (earlier !== undefined) return earlier;
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // The same request may have had its effect meanwhile, and that may be what refuses this one.
    const meanwhile = await find();
    if (meanwhile !== undefined) return meanwhile;
    throw error;
  }
}

/** What goes with a request that wasn't answered before. */
interface Once {
  readonly idempotent: IdempotentRequest | undefined;
  readonly enter: ((thing: unknown) => Promise<void>) | undefined;
  readonly onUpload: (digest: UploadDigest) => void;
}

async function runOnce(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  identity: Identity | undefined,
  { idempotent, enter, onUpload }: Once,
): Promise<Outcome> {
  const { deps } = edge;
  const began = deps.clock.now();
  const thing = await reach(deps, operation.access, request);
  if (enter !== undefined) await enter(thing);
  refuseOldSignIn(operation, identity, request.body, began);
  const loaded = thing as LoadedThing | undefined;
  if (loaded !== undefined && operation.method !== "GET") requireComparable(operation, loaded);
  const expected = precondition(request, loaded);
  const held = expected?.version !== undefined && isHeld(loaded?.version) ? loaded.version : undefined;
  const call: Call<unknown, Record<never, never>> = {
    deps,
    // Operations open to anyone don't read it; all others have passed authentication.
    identity: identity as Identity,
    caller: identity,
    thing,
    params: request.params as never,
    query: request.query as never,
    body: (request.body ?? undefined) as never,
    paging: pagingOf(edge, operation, request),
    expectedVersion: expected?.version,
    expectedRevisions: expected?.revisions,
    upload: carriesFile(operation, request) ? () => nextFile(request, onUpload) : undefined,
    wantsAsync: prefers(request, "respond-async"),
    ending: () => endingOf(request, reply),
    change: async (work) => {
      if (deps.clock.now() - began > LONG) await reachAgain(edge, operation.access, request);
      await refuseLeakedTokens(deps, operation, request);
      const source = isSessionCall(request) ? "ui" : "api";
      const origin = { identity, ip: request.ip, source } as const;
      const coalesces = operation.coalesces === true && prefers(request, "coalesce");
      return runChange(deps, origin, { idempotent, held, coalesces }, async (running) => {
        const outcome = await work(running);
        requireDeclared(operation, outcome);
        writeAhead(reply, outcome);
        return outcome;
      });
    },
    again: (of, make) => again(operation.operationId, of, make),
  };
  const outcome = await (operation.upload === undefined
    ? operation.handler(call as never)
    : answerUpload(operation, call));
  // The answer of an earlier request under the same key was declared when it was made.
  if (outcome.text === undefined) requireDeclared(operation, outcome);
  return outcome;
}

function endingOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // After the answer as well, when nobody listens any more: making an error costs as much as many a read.
  const leave = (): void => {
    if (!reply.raw.writableFinished) gone.abort(unavailable("The connection was closed."));
  };
  if (reply.raw.destroyed) leave();
  else reply.raw.once("close", leave);
  return AbortSignal.any([request.server.stopping, gone.signal]);
}

async function answerUpload(
  operation: Operation,
  call: Call<unknown, Record<never, never>>,
): Promise<Outcome> {
  try {
    return await operation.handler(call as never);
  } catch (error) {
    throw uploadProblem(error);
  }
}

/**
 * A change that took long to prepare, such as one that fetches: it is made by those who still may.
 * @throws 401, 403 or 404 as at the beginning
 */
async function reachAgain(edge: Edge, access: Access<unknown>, request: FastifyRequest): Promise<void> {
  await refuseEnded(edge, request);
  await reach(edge.deps, access, request);
}

async function reach(deps: Deps, access: Access<unknown>, request: FastifyRequest): Promise<unknown> {
  if (access.kind !== "thing") return undefined;
  const identity = request.identity as Identity;
  const thing = (await access.load({ deps, identity, params: request.params as Record<string, string> })) as
    | LoadedThing
    | undefined;
  if (thing === undefined || !thing.rights.view) {
    await refuseWithoutFactor(deps, identity);
    throw notFound(access.noun);
  }
  if ((thing.rights as Readonly<Record<string, boolean>>)[access.verb] !== true) {
    throw forbidden(`Your role doesn't let you do this here: it takes the right "${access.verb}".`);
  }
  return thing;
}

/** What a write relies on: the version of a thing, or revisions of content, of which the head has to be one. */
interface Precondition {
  readonly version?: number;
  readonly revisions?: readonly string[];
}

/** What a write relies on. @throws 412 when the thing is at none of the versions that `If-Match` names */
function precondition(request: FastifyRequest, thing: LoadedThing | undefined): Precondition | undefined {
  if (request.method === "GET" || request.method === "HEAD") return undefined;
  const expected = expectedVersions(request.headers["if-match"]);
  if (expected === undefined || expected === "any") return undefined;
  const { version } = thing ?? {};
  if (version === undefined)
    throw preconditionFailed("If-Match has nothing to compare here; send the request without it.");
  if (typeof version === "object" && "content" in version) {
    const revisions = expected.filter((one) => typeof one === "string");
    if (revisions.length > 0) return { revisions };
    throw preconditionFailed(
      `If-Match names no revision of the content. Read GET ${version.content} and send its ETag, which begins with ` +
        "the revision; that of the thing around it says nothing about the content.",
    );
  }
  const versions = expected.filter((one) => typeof one === "number");
  if (versions.length === 0)
    throw preconditionFailed(
      "If-Match names no version. Read the thing itself and send its ETag, which begins with a number; that of its " +
        "content is for writing the content.",
    );
  const at = isHeld(version) ? version.at : version;
  if (!versions.includes(at)) throw preconditionFailed();
  return { version: at };
}

function isHeld(version: LoadedThing["version"]): version is HeldVersion {
  return typeof version === "object" && "at" in version;
}

function idempotency(
  edge: Edge,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  uploaded: () => string | undefined,
): IdempotentRequest | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || request.identity === undefined || operation.method === "GET") return undefined;
  return idempotentRequest({
    secrets: edge.deps.secrets,
    userId: request.identity.userId,
    key: String(key),
    caller: [request.identity.installation?.id, request.identity.through],
    operation: `${operation.operationId} ${request.url}`,
    ...(carriesFile(operation, request) ? { body: undefined, upload: uploaded } : { body: request.body }),
    write: (outcome) => writeAhead(reply, outcome),
  });
}
