/**
 * Where hosts tell of what has happened in their repositories. No token is asked for: a message is believed by the
 * secret that it proves to know, and only as a hint. What changed is read from the repository itself.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { notFound, tooManyRequests } from "../../http/errors.ts";
import { networkOf } from "../../http/rateLimit.ts";
import { openRateLimit, type RateLimit } from "../../turns/limits.ts";
import { queueSync } from "../../content/git/queue.ts";
import { updateInstallation } from "./commands.ts";
import { endReviews, isOwn, isShown, knownState, noteReview } from "./reviews/noteReview.ts";
import { findApp, findInstallation, installationsByApp } from "./queries.ts";
import { github } from "./hosts/github.ts";
import { openHookSecretOfApp } from "./hosts/githubApp.ts";
import type { HostEvent } from "./hosts/host.ts";
import { hostThatTells } from "./hosts/hosts.ts";
import { textAt } from "./hosts/payload.ts";
import { openHookSecret, WEBHOOK_PATH } from "./hosts/secret.ts";

type Installation = Row<"git_installations">;

const LARGEST_BODY = 5 * 1024 * 1024;
/** Bytes of a body that is read: a larger one is a reason to look, whatever it says. */
const LARGEST_READ = 1024 * 1024;
/** Messages of an installation in a minute that are acted on at once; what comes beyond is looked at together. */
const MOST_HEARD = 60;
const TOGETHER_MS = 60_000;
/** Bytes of a body that is taken from anybody, before it has proved anything. */
const SMALL_BODY = 256 * 1024;
/** Larger ones of a network in a minute that prove nothing: all of a body is in memory until it is known whose it is. */
const MOST_UNPROVEN = 60;
/** How long it stays true that an installation was told something, in milliseconds: it is noted no more often. */
const SEEN_MS = 10 * 60_000;
const LONGEST_ID = 200;

interface ToldEvent {
  readonly installation: Installation;
  readonly event: HostEvent;
  readonly delivery: string | undefined;
}

/** Mounts the route. */
export function mountGitWebhooks(app: FastifyInstance, deps: Deps): void {
  const limits = { heard: openRateLimit(MOST_HEARD), large: openRateLimit(MOST_UNPROVEN) };
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LARGEST_BODY }, (_request, body, done) =>
      done(null, body),
    );
    for (const url of [`${WEBHOOK_PATH}/:installation`, `${WEBHOOK_PATH}/:installation/:token`])
      scope.route({
        method: "POST",
        url,
        bodyLimit: LARGEST_BODY,
        onRequest: (request, _reply, done) => done(refusalOf(deps, request, limits.large)),
        handler: async (request, reply) => {
          const told = await hear(deps, request, limits.large);
          await act(deps, told, limits.heard);
          return reply.code(202).send();
        },
      });
    scope.route({
      method: "POST",
      url: `${WEBHOOK_PATH}/apps/:organization/:app`,
      bodyLimit: LARGEST_BODY,
      onRequest: (request, _reply, done) => done(refusalOf(deps, request, limits.large)),
      handler: async (request, reply) => {
        const told = await hearApp(deps, request, limits.large);
        const acted = await Promise.allSettled(told.map((one) => act(deps, one, limits.heard)));
        // What one installation refuses is told to the others all the same.
        for (const one of acted) if (one.status === "rejected") throw one.reason;
        return reply.code(202).send();
      },
    });
  });
}

/** What GitHub has told an App, for each installation in that repository. @throws 404 as above */
async function hearApp(deps: Deps, request: FastifyRequest, large: RateLimit): Promise<ToldEvent[]> {
  const { organization: organization_id = "", app: id = "" } = request.params as Record<string, string>;
  const { read } = deps.db;
  const app = await findApp(read, { organization_id, id });
  const { headers } = request;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (app === undefined) throw notFound("The webhook");
  const secret = openHookSecretOfApp(deps.secrets, app);
  if (!github.isProven({ headers, body, token: undefined }, secret, deps.clock.now()))
    throw notFound("The webhook");
  giveBack(request, large, deps.clock.now());
  // A message that is too large to be read names no repository: its branches are looked at in time.
  const payload = body.byteLength > LARGEST_READ ? undefined : payloadOf(body);
  const name = textAt(payload, "repository", "full_name");
  if (name === undefined) return [];
  const event = github.readEvent(headers, payload);
  const delivery = github.delivery({ headers, body })?.slice(0, LONGEST_ID);
  const installations = await installationsByApp(read, app, name);
  return installations.map((installation) => ({ installation, event, delivery }));
}

/**
 * Before the body is read: a network that sends many large ones which prove nothing waits. Small ones are always heard, since
 * a host tells all organizations from the same few networks: who is shut out by what others send there hears no more of pull requests.
 */
function refusalOf({ clock }: Deps, request: FastifyRequest, large: RateLimit): Error | undefined {
  if (isSmall(request)) return undefined;
  const now = clock.now();
  const { remaining, reset } = large.take(networkOf(request.ip), 1, now);
  return remaining < 0 ? tooManyRequests(reset - Math.floor(now / 1000)) : undefined;
}

const isSmall = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= SMALL_BODY;

function giveBack(request: FastifyRequest, large: RateLimit, now: number): void {
  if (!isSmall(request)) large.give(networkOf(request.ip), 1, now);
}

/** What a host has told. @throws 404, the same for an installation that isn't there and for what proves nothing */
async function hear(deps: Deps, request: FastifyRequest, large: RateLimit): Promise<ToldEvent> {
  const { installation: id = "", token } = request.params as Record<string, string>;
  const { read } = deps.db;
  const installation = await deps.addressBook.find(read, id, (key) => findInstallation(read, key));
  const secret = installation && openHookSecret(deps.secrets, installation);
  const now = deps.clock.now();
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { headers } = request;
  if (installation === undefined || secret === undefined) throw notFound("The webhook");
  const host = hostThatTells(installation.provider);
  if (!host.isProven({ headers, body, token }, secret, now)) throw notFound("The webhook");
  giveBack(request, large, now);
  const payload = body.byteLength > LARGEST_READ ? undefined : payloadOf(body);
  const event: HostEvent = payload === undefined ? { kind: "look" } : host.readEvent(headers, payload);
  return { installation, event, delivery: host.delivery({ headers, body })?.slice(0, LONGEST_ID) };
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
  if (installation.paused_at !== null) return;
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
    if (event.kind === "review" && isOwn(installation, event.review)) return closeProposal(tx, installation);
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

/** Whether the space has something to do by it: what is of other branches, or our own, is known. */
async function isWork({ db }: Deps, installation: Installation, event: HostEvent): Promise<boolean> {
  if (event.kind === "look") return true;
  // One of ours that was merged comes as a push; closed otherwise, it is to be opened again by what comes next.
  if (event.kind === "review") {
    const { review } = event;
    if (isOwn(installation, review)) return review.state === "closed";
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
