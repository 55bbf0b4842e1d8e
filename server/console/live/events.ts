/** The events of what a browser has open, as they happen: one stream for all its tabs. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Identity } from "../../access/identity.ts";
import { sessionOnly } from "../../http/caller.ts";
import type { Edge } from "../../http/edge.ts";
import { invalidField, tooManyRequests } from "../../http/errors.ts";
import { seeSpace } from "../../nouns/spaces/queries.ts";
import { EventFeed } from "./feed.ts";
import { Listener } from "./listener.ts";

/** Streams of one session at a time: its tabs share one, and a browser that lost one comes again. */
const MOST_STREAMS = 5;
/** Spaces, and change requests, that a stream may follow: those of a browser's tabs. */
const MOST_FOLLOWED = 50;
const ID = /^[\w-]{1,64}$/;

export function mountEvents(app: FastifyInstance, edge: Edge): void {
  const feed = new EventFeed(edge.deps);
  app.addHook("preClose", async () => feed.close());
  app.route({
    method: "GET",
    url: "/-/events",
    exposeHeadRoute: false,
    onRequest: sessionOnly(edge),
    handler: (request, reply) => openStream(edge, feed, request, reply),
  });
}

async function openStream(
  { deps }: Edge,
  feed: EventFeed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const identity = request.identity as Identity;
  const spaces = namedIn(request, "space");
  const organizations = namedIn(request, "organization");
  const changeRequests = namedIn(request, "changeRequest");
  const since = lastSeen(request);
  const seen = await Promise.all(spaces.map((id) => seeSpace({ deps, identity }, id)));
  const visible = seen.flatMap((thing) =>
    thing === undefined ? [] : [[thing.space.id, thing.space.organization_id] as const],
  );
  const own = await Promise.all(organizations.map((id) => deps.members.find(id, identity)));
  // Nothing is waited for from here until the stream is counted: many that are opened at once are still five.
  if (feed.streamsOf(identity.sessionId ?? "") >= MOST_STREAMS) throw tooManyRequests(15);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "private, no-store",
    // Proxies that gather answers before they pass them on.
    "x-accel-buffering": "no",
  });
  raw.flushHeaders();
  const following = {
    spaces: new Map(visible),
    organizations: organizations.filter((_, index) => own[index] !== undefined),
    changeRequests,
  };
  const listener = new Listener(identity, following, raw);
  raw.once("close", () => feed.remove(listener));
  await feed.add(listener, since).catch((error: unknown) => {
    deps.log.warn({ err: error }, "a stream of events could not begin");
    raw.destroy();
  });
  if (raw.destroyed) feed.remove(listener);
}

/** The ids of a query that may name several. */
function namedIn({ query }: FastifyRequest, name: string): readonly string[] {
  const said = (query as Record<string, string | readonly string[] | undefined>)[name];
  const ids = said === undefined ? [] : [said].flat();
  if (ids.length > MOST_FOLLOWED) throw invalidField(`/${name}`, `names more than ${MOST_FOLLOWED}.`);
  if (!ids.every((id) => ID.test(id))) throw invalidField(`/${name}`, "is no id.");
  return [...new Set(ids)];
}

/** The last event that its reader was told of. */
function lastSeen({ headers }: FastifyRequest): number | undefined {
  const id = headers["last-event-id"];
  if (id === undefined) return undefined;
  // What is no number of ours is older than all that is kept.
  return /^\d{1,15}$/.test(String(id)) ? Number(id) : -1;
}
