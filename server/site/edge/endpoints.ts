/**
 * Where integrations answer requests from anywhere. What they send is a stranger's: it says nothing that would hold for
 * the origin it comes from, it is sandboxed unless the origin is its own, and pages of ours load nothing of it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/errors.ts";
import { Beside } from "../../memory/beside.ts";
import { networkOf, requireRoom } from "../../http/rateLimit.ts";
import type { RateLimit } from "../../turns/limits.ts";
import { askScript, type ScriptReply } from "../../nouns/installations/ask.ts";
import { type Endpoint, type EndpointPlace, findEndpoint } from "../../nouns/installations/endpoint.ts";
import { answeringOrigin } from "../../nouns/integrations/origin.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";

/** Requests a minute that one network may make to one installation: hosts of others tell of much at once. */
const A_MINUTE = 600;
/** Requests of a network in a minute that reach no script: nothing is there, or one was asked too often. */
const MOST_IN_VAIN = 300;
const LONGEST_ID = 64;
const LARGEST_BODY = 5 * 1024 * 1024;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
/** What `installationId`, `spaceId` and `siteId` are in an address. */
const PLACES = [
  "",
  "/installations/:installation",
  "/installations/:installation/spaces/:space",
  "/installations/:installation/sites/:site",
];

export function mountEndpoints(app: FastifyInstance, deps: Deps): void {
  const limits = {
    inVain: deps.limits.open("endpoints-in-vain", MOST_IN_VAIN),
    perInstallation: deps.limits.open("endpoints", A_MINUTE),
  };
  const found = new Beside<Endpoint, FastifyRequest>();
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const asBytes = async (_request: FastifyRequest, body: Buffer) => body;
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LARGEST_BODY }, asBytes);
    for (const place of PLACES) {
      for (const below of ["/endpoint", "/endpoint/*"]) {
        scope.route<{ Params: EndpointPlace }>({
          method: [...METHODS],
          url: `/~/integrations/:integration${place}${below}`,
          // Before the body is read: nothing of it is held for what isn't there.
          onRequest: async (request) => void found.set(request, await reach(deps, request, limits)),
          handler: (request, reply) => answerEndpoint(deps, request, found.get(request) as Endpoint, reply),
        });
      }
    }
  });
}

type EndpointRequest = FastifyRequest<{ Params: EndpointPlace }>;

interface Limits {
  readonly inVain: RateLimit;
  readonly perInstallation: RateLimit;
}

/**
 * What a request is for. What is counted under ids is counted when they are known to be somebody's: who makes them up
 * is counted by their network alone.
 * @throws 404 where there is nothing, 429 for who asked too often
 */
async function reach(deps: Deps, request: EndpointRequest, limits: Limits): Promise<Endpoint> {
  const now = deps.clock.now();
  const network = networkOf(request.ip);
  requireRoom(limits.inVain, network, now);
  const { integration, installation, space, site } = request.params;
  const ids = [integration, installation, space, site];
  if (ids.some((id) => id !== undefined && id.length > LONGEST_ID)) throw nothing();
  const of = installation ?? integration;
  // On another host it would be on another's origin.
  if (request.host !== new URL(answeringOrigin(deps.addresses, of).origin).host || isLoadedByOurs(request))
    throw nothing();
  const found = await findEndpoint(deps, request.params);
  if (found === undefined) throw nothing();
  requireRoom(limits.perInstallation, `${network} ${of}`, now);
  limits.inVain.give(network, 1, now);
  return found;
}

async function answerEndpoint(deps: Deps, request: EndpointRequest, found: Endpoint, reply: FastifyReply) {
  const { integration, installation } = request.params;
  const { origin, isOwn } = answeringOrigin(deps.addresses, installation ?? integration);
  if (found.isPaused) return refuse(reply, 503, "The integration is paused here.");
  if (!isAnswerable(deps, found.integration)) return refuse(reply, 501, "Nothing runs the integration here.");
  try {
    const url = origin + request.url;
    const asked = toldRequest(request);
    const event = { type: "fetch", ...found.ids, request: { ...asked, url } };
    // What it was sent by is its own secret, and may stand in the query as well.
    const noted = { ...found.ids, request: { ...asked, url: url.split("?", 1)[0], headers: {} } };
    const body = Buffer.isBuffer(request.body) ? request.body : undefined;
    const answer = await askScript(deps, found.integration, { event, noted, body }, found.place);
    return await pass(reply, answer, isOwn);
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error;
    return refuse(reply, STATUSES[error.problem] ?? 502, error.message);
  }
}

const nothing = () => notFound("The endpoint of an integration");
const STATUSES: Partial<Record<ScriptFailure["problem"], number>> = { busy: 503, late: 504, "not-run": 501 };

function isAnswerable({ scripts }: Deps, { tunnel_url }: Row<"integrations">): boolean {
  return scripts.runsHere || tunnel_url !== null;
}

/**
 * Whether a page of the very origin asks for a part of itself: a script, a sheet, data. Who goes there and frames do
 * not; what runs in a sandbox is of no origin.
 */
function isLoadedByOurs({ headers }: FastifyRequest): boolean {
  const { "sec-fetch-site": site, "sec-fetch-dest": dest = "" } = headers;
  return site === "same-origin" && !["document", "iframe"].includes(String(dest));
}

/**
 * What is not a script's to know: cookies are somebody else's, and what our proxy says is ours. By what begins with our
 * name a script knows that we ask, and for whom.
 */
const WITHHELD =
  /^(?:cookie|host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|proxy-.*|x-forwarded-.*|forwarded|lectern-.*)$/;

function toldRequest({ method, headers }: FastifyRequest) {
  const known = Object.entries(headers).filter(([name]) => !WITHHELD.test(name));
  return {
    // As the public platform writes them; a runtime reads those of others as they are.
    method: method === "PATCH" ? method : method.toLowerCase(),
    headers: Object.fromEntries(known.map(([name, value]) => [name, String(value)])),
  };
}

/** What an answer may say of itself. Everything else would hold for the origin, its other addresses or its cookies. */
const PASSED =
  /^(?:content-type|content-language|content-disposition|cache-control|expires|etag|last-modified|location|retry-after|vary|allow|link|access-control-(?:allow-origin|allow-methods|allow-headers|expose-headers|max-age)|x-(?!frame-options|content-type-options|accel-|sendfile|lectern-).*)$/;
const SANDBOX =
  "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads";

function pass(reply: FastifyReply, { status, headers, body }: ScriptReply, isOwn: boolean) {
  for (const [name, value] of Object.entries(headers)) {
    if (PASSED.test(name) && value !== undefined) reply.header(name, value);
  }
  const own = [headers["content-security-policy"] ?? []].flat().map(String);
  const policies = isOwn ? own : [...own, SANDBOX];
  if (policies.length > 0) reply.header("content-security-policy", policies);
  return reply
    .code(status >= 200 && status < 600 ? status : 502)
    .header("cross-origin-resource-policy", "cross-origin")
    .header("referrer-policy", "no-referrer")
    .send(body);
}

function refuse(reply: FastifyReply, status: number, sentence: string) {
  return reply
    .code(status)
    .headers({ "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
    .header("content-security-policy", SANDBOX)
    .send(`${sentence}\n`);
}
