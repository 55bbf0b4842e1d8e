/**
 * Where hosts tell of what has happened in their repositories. No token is asked for: a message is believed by the
 * secret that it proves to know, and only as a hint. What changed is read from the repository itself.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { notFound, tooManyRequests, unavailable } from "../../http/errors.ts";
import { networkOf } from "../../http/rateLimit.ts";
import { Beside } from "../../memory/beside.ts";
import { openRateLimit, type RateLimit } from "../../turns/limits.ts";
import { queueSync } from "../../content/git/queue.ts";
import { updateInstallation } from "./commands.ts";
import { noteAccess } from "./connectionCommands.ts";
import { endReviews, isProposal, isShown, knownState, noteReview } from "./reviews/noteReview.ts";
import { findApp, findInstallation, installationsByApp } from "./queries.ts";
import { github } from "./hosts/github.ts";
import { openHookSecretOfApp } from "./hosts/githubApp.ts";
import type { Host, HostEvent } from "./hosts/host.ts";
import { hostThatTells } from "./hosts/hosts.ts";
import { textAt } from "./hosts/payload.ts";
import { openHookSecret, WEBHOOK_PATH } from "./hosts/secret.ts";
import { UnprovenBodies } from "./unproven.ts";

type Installation = Row<"git_installations">;

const LARGEST_BODY = 5 * 1024 * 1024;
/** Bytes of a body that is read: a larger one is a reason to look, whatever it says. */
const LARGEST_READ = 1024 * 1024;
/** Messages of an installation in a minute that are acted on at once; what comes beyond is looked at together. */
const MOST_HEARD = 60;
const TOGETHER_MS = 60_000;
/** Bytes of a body that is taken from anybody, before it has proved anything. */
const SMALL_BODY = 256 * 1024;
const MEGABYTE = 1024 * 1024;
/** Of both kinds as many are under way as memory has room for; a host tells all organizations from the same few networks. */
const SMALL_ROOM = { ofNetwork: 8 * MEGABYTE, ofOrganization: 2 * MEGABYTE, ofAll: 16 * MEGABYTE };
const LARGE_ROOM = { ofNetwork: 16 * MEGABYTE, ofOrganization: 8 * MEGABYTE, ofAll: 64 * MEGABYTE };
/** Larger ones for an organization from a network in a minute that prove nothing: each is in memory as a whole until then. */
const MOST_UNPROVEN = 60;
/** When a body that found no room may come again. */
const AGAIN_SECONDS = 30;
/** How long it stays true that an installation was told something, in milliseconds: it is noted no more often. */
const SEEN_MS = 10 * 60_000;
const LONGEST_ID = 200;

interface ToldEvent {
  readonly installation: Installation;
  readonly event: HostEvent;
  readonly delivery: string | undefined;
}

/** Whom a message is for, with the secret that it has to know. */
interface Listener {
  readonly of: { readonly installation: Installation } | { readonly app: Row<"git_apps"> };
  readonly host: Pick<Host, "delivery" | "isProven" | "readEvent">;
  readonly secret: string;
  /** Says that it has proved to come from there. */
  readonly isProven: () => void;
}

/** Mounts the route. */
export function mountGitWebhooks(app: FastifyInstance, deps: Deps): void {
  const heard = openRateLimit(MOST_HEARD);
  const unproven: Unproven = {
    often: openRateLimit(MOST_UNPROVEN),
    small: new UnprovenBodies(SMALL_ROOM),
    large: new UnprovenBodies(LARGE_ROOM),
  };
  const listeners = new Beside<Listener, FastifyRequest>();
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LARGEST_BODY }, (_request, body, done) =>
      done(null, body),
    );
    for (const place of ["/:installation", "/:installation/:token", "/apps/:organization/:app"])
      scope.route({
        method: "POST",
        url: WEBHOOK_PATH + place,
        bodyLimit: LARGEST_BODY,
        // Before the body is read: nothing of it is held for who isn't there.
        onRequest: async (request, reply) => {
          const found = await findListener(deps, request);
          const { organization_id: organization } = "app" in found.of ? found.of.app : found.of.installation;
          const isProven = takeRoom(deps, { request, reply, organization }, unproven);
          listeners.set(request, { ...found, isProven });
        },
        handler: async (request, reply) => {
          const told = await hear(deps, request, listeners.get(request) as Listener);
          const acted = await Promise.allSettled(told.map((one) => act(deps, one, heard)));
          // What one installation refuses is told to the others all the same.
          for (const one of acted) if (one.status === "rejected") throw one.reason;
          return reply.code(202).send();
        },
      });
  });
}

/** What bounds the bodies of who has proved nothing. */
interface Unproven {
  /** How often a network may send a large one to an organization. */
  readonly often: RateLimit;
  readonly small: UnprovenBodies;
  readonly large: UnprovenBodies;
}

/** @throws 404, the same for whom isn't there and for what proves nothing */
async function findListener(
  { db, secrets, addressBook }: Deps,
  request: FastifyRequest,
): Promise<Omit<Listener, "isProven">> {
  const { installation: key = "", organization, app: id = "" } = request.params as Record<string, string>;
  if (organization !== undefined) {
    const app = await findApp(db.read, { organization_id: organization, id });
    if (app === undefined) throw notFound("The webhook");
    return { of: { app }, host: github, secret: openHookSecretOfApp(secrets, app) };
  }
  const installation = await addressBook.find(db.read, key, (found) => findInstallation(db.read, found));
  const secret = installation && openHookSecret(secrets, installation);
  if (installation === undefined || secret === undefined) throw notFound("The webhook");
  return { of: { installation }, host: hostThatTells(installation.provider), secret };
}

/**
 * Takes room for a body. A network that sends many large ones which prove nothing waits; small ones are counted while they
 * are under way alone, since a host tells all organizations from the same few networks.
 * @returns says that it has proved something @throws 429, 503
 */
function takeRoom(
  { clock }: Deps,
  {
    request,
    reply,
    organization,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly organization: string },
  { often, small, large }: Unproven,
): () => void {
  const network = networkOf(request.ip);
  const { headers } = request;
  const length = Number(headers["content-length"] ?? 0);
  const bytes = headers["transfer-encoding"] === undefined ? Math.min(length, LARGEST_BODY) : LARGEST_BODY;
  const isLarge = bytes > SMALL_BODY;
  const [now, sender] = [clock.now(), `${network} ${organization}`];
  // Nobody gives way to one that is refused for another reason.
  if (isLarge) {
    const { remaining, reset } = often.take(sender, 1, now);
    if (remaining < 0) throw tooManyRequests(reset - Math.floor(now / 1000));
  }
  const { socket } = request.raw;
  const began = socket.bytesRead;
  const arriving = { now, heard: () => socket.bytesRead - began, giveWay: () => void request.raw.destroy() };
  // Large ones are never in the way of small ones.
  const end = (isLarge ? large : small).take({ network, organization }, bytes, arriving);
  if (end === undefined) {
    if (isLarge) often.give(sender, 1, now);
    throw unavailable("Too much is being sent here at once; send it again.", AGAIN_SECONDS);
  }
  // Who has gone while it was looked up whom they mean doesn't go again.
  if (reply.raw.destroyed) end();
  else reply.raw.once("close", end);
  return () => {
    end();
    if (isLarge) often.give(sender, 1, clock.now());
  };
}

/** What a host has told, for each installation that it is about. @throws 404 as above */
async function hear(deps: Deps, request: FastifyRequest, listener: Listener): Promise<ToldEvent[]> {
  const { of, host, secret, isProven } = listener;
  const { token } = request.params as Record<string, string>;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { headers } = request;
  if (!host.isProven({ headers, body, token }, secret, deps.clock.now())) throw notFound("The webhook");
  isProven();
  const payload = body.byteLength > LARGEST_READ ? undefined : payloadOf(body);
  const event: HostEvent = payload === undefined ? { kind: "look" } : host.readEvent(headers, payload);
  const delivery = host.delivery({ headers, body })?.slice(0, LONGEST_ID);
  // It names no repository: all that the App works in there are concerned.
  if (event.kind === "access" && "app" in of) {
    const now = deps.clock.now();
    await deps.db.transact((tx) => noteAccess({ tx, now, newId: deps.newId }, of.app, event));
  }
  const told = await installationsOf(deps, of, payload);
  return told.map((installation) => ({ installation, event, delivery }));
}

async function installationsOf(
  { db }: Deps,
  of: Listener["of"],
  payload: unknown,
): Promise<readonly Installation[]> {
  if ("installation" in of) {
    // A body takes its time: what was read before it began may be another by now.
    const now = await findInstallation(db.read, of.installation);
    if (now?.hook_secret !== of.installation.hook_secret) throw notFound("The webhook");
    return [now];
  }
  // A message that is too large to be read names no repository: its branches are looked at in time.
  const name = textAt(payload, "repository", "full_name");
  return name === undefined ? [] : installationsByApp(db.read, of.app, name);
}

/** Undefined for what is no JSON: it comes from the host all the same. */
function payloadOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

/** @throws 429 for a pull request that isn't known yet, beyond what is heard in a minute */
async function act(deps: Deps, told: ToldEvent, heard: RateLimit): Promise<void> {
  const { installation, event, delivery } = told;
  const now = deps.clock.now();
  // How a pull request stands is told once: it is noted, and shown when the sync goes on.
  if (installation.paused_at !== null && event.kind !== "review") return;
  const isNews = await isWork(deps, installation, event);
  const { hook_seen_at: seen } = installation;
  const isSeen = seen !== null && now - seen < SEEN_MS;
  if (!isNews && isSeen) return;
  const room = heard.take(installation.id, 1, now);
  await deps.db.transact(async (tx) => {
    if (!isSeen) await updateInstallation(tx, installation).set({ hook_seen_at: now }).execute();
    if (!isNews || !(await isFirst(tx, installation, delivery, now))) return;
    const isBusy = room !== undefined && room.remaining < 0;
    const when = isBusy ? { when: { due: room.reset * 1000, within: TOGETHER_MS } } : {};
    if (event.kind === "review" && isProposal(installation, event.review))
      return closeProposal(tx, installation);
    if (event.kind === "review") {
      const { review } = event;
      const wish = { now, newId: deps.newId, ...when };
      if (!isShown(installation, review))
        return endReviews(tx, installation, { number: review.number }, wish);
      if (isBusy && (await knownState(tx, installation, review)) === undefined)
        throw tooManyRequests(room.reset - Math.floor(now / 1000));
      return noteReview(tx, installation, review, wish);
    }
    await queueSync(tx, installation, { cause: "webhook", now, newId: deps.newId, ...when });
  });
}

/** Somebody has said no to it on the host. What was proposed stays in the space, and is proposed again with what changes next. */
async function closeProposal(tx: Write, installation: Installation): Promise<void> {
  await updateInstallation(tx, installation)
    .set({ proposal_state: null, proposal_number: null, proposal_url: null })
    .execute();
}

/** How long a push of ours may be under way before the host tells of it. */
const PUSH_MS = 60_000;

/** Whether the space has something to do by it: what is of other branches, or our own, is known. */
async function isWork({ db, clock }: Deps, installation: Installation, event: HostEvent): Promise<boolean> {
  if (event.kind === "look") return true;
  // One of ours that was merged comes as a push; closed otherwise, it is to be opened again by what comes next.
  if (event.kind === "review") {
    const { review } = event;
    if (isProposal(installation, review)) return review.state === "closed";
    // One that is shown no more, since it goes to another branch now say, ends here.
    return isShown(installation, review) || (await knownState(db.read, installation, review)) === "open";
  }
  if (event.kind !== "push" || event.ref !== installation.branch) return false;
  const { commit } = event;
  if (commit === undefined) return installation.base_commit !== null;
  if (commit === installation.base_commit) return false;
  const own = await db.read
    .selectFrom("git_pushes")
    .select("id")
    .where("organization_id", "=", installation.organization_id)
    .where("installation_id", "=", installation.id)
    .where("state", "=", "made")
    .where("commit_id", "=", commit)
    // Of an older one nobody knows yet that the host has taken it after all.
    .where("created_at", ">", clock.now() - PUSH_MS)
    .executeTakeFirst();
  return own === undefined;
}

/** Whether a message comes for the first time; one without an id is told from none. */
async function isFirst(
  tx: Write,
  { organization_id, id: installation_id }: Installation,
  delivery: string | undefined,
  now: number,
): Promise<boolean> {
  if (delivery === undefined) return true;
  const row = await tx
    .insertInto("git_deliveries")
    .values({ organization_id, installation_id, delivery, created_at: now })
    .onConflict((on) => on.doNothing())
    .returning("delivery")
    .executeTakeFirst();
  return row !== undefined;
}
