/**
 * What programs ask while somebody lets them act for them: the device authorization grant (RFC 8628), the token that
 * comes of it (RFC 6749), and its end (RFC 7009). Forms and answers are those of OAuth; nothing here reads a cookie.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { leaveTrace } from "../access/trail.ts";
import { TOKEN_SCOPES } from "../access/scopes.ts";
import type { Write } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { HttpError } from "../http/errors.ts";
import { sendFailure } from "../http/failures.ts";
import { createToken, revokeToken } from "../nouns/tokens/commands.ts";
import {
  askDeviceGrant,
  createDeviceGrant,
  DEVICE_GRANT_LIFETIME,
  DEVICE_GRANT_PACE,
  type DeviceAnswer,
} from "../nouns/sessions/deviceGrants.ts";
import { hashToken, newToken } from "../ports/tokens.ts";
import { Form, takeForms } from "./form.ts";
import { refuseForeignPage } from "./guard.ts";
import { limitByNetwork } from "./networkLimit.ts";

const DAY = 24 * 3600 * 1000;
/** How long a token works that a program got: days. */
export const TOKEN_DAYS_OF_PROGRAMS = 90;
/** Questions that one network may ask in a minute: twenty programs that keep to their pace ask 240. */
const PER_NETWORK = 600;
const LONGEST_LABEL = 50;
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** What a program or a machine may call itself: shown to people, so nothing that could look like something else. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;

/** Refused in the words of OAuth. */
class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Mounts the endpoints in a scope of their own. */
export function mountOAuth(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    takeForms(scope);
    const busy = () => new Refusal("slow_down", "Too many requests from one network.", 429);
    limitByNetwork(scope, deps, "oauth", PER_NETWORK, busy);
    // Before the body: any page can have its visitors send a form, and their network would pay for it.
    scope.addHook("onRequest", async (request) => refuseForeignPage(request, deps.addresses));
    scope.setErrorHandler((error: Error, request, reply) => {
      if (error instanceof Refusal) return refuse(reply, error.status, error.code, error.message);
      return sendFailure(deps.log, error, request, reply, refuseFailure);
    });
    scope.post("/oauth/device", async (request, reply) => send(reply, await begin(deps, request)));
    scope.post("/oauth/token", async (request, reply) => send(reply, await giveToken(deps, request)));
    scope.post("/oauth/revoke", async (request, reply) => send(reply, await revoke(deps, request)));
  });
}

function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.header("cache-control", "no-store").type("application/json; charset=utf-8").send(body);
}

function refuse(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  return send(reply.code(status), { error, error_description: description });
}

function refuseFailure(_request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply {
  void reply.headers(error.headers);
  const code =
    error.status === 503
      ? "temporarily_unavailable"
      : error.status >= 500
        ? "server_error"
        : "invalid_request";
  return refuse(reply, error.status, code, error.message);
}

/** @throws Refusal when the body was no form */
function formOf(request: FastifyRequest): Form {
  if (request.body instanceof Form) return request.body;
  throw new Refusal("invalid_request", "Send a form: application/x-www-form-urlencoded.");
}

function programOf(form: Form): string {
  const program = form.text("client_id", 200);
  if (NAME.test(program)) return program;
  throw new Refusal(
    "invalid_client",
    "Give client_id: what the program calls itself, in at most 40 letters, digits, spaces, dots and dashes.",
  );
}

function machineOf(form: Form): string | undefined {
  const machine = form.text("device_name", 200);
  if (machine === "" || NAME.test(machine)) return machine || undefined;
  throw new Refusal(
    "invalid_request",
    "The field device_name takes at most 40 letters, digits, spaces, dots and dashes.",
  );
}

function scopesOf(form: Form): string[] | undefined {
  const wanted = new Set(form.text("scope", 2000).split(" ").filter(Boolean));
  const known: readonly string[] = TOKEN_SCOPES;
  for (const scope of wanted)
    if (!known.includes(scope)) throw new Refusal("invalid_scope", `There is no scope ${scope}.`);
  return wanted.size === 0 ? undefined : [...wanted];
}

async function begin(deps: Deps, request: FastifyRequest): Promise<object> {
  const form = formOf(request);
  const asked = {
    id: deps.newId(),
    program: programOf(form),
    machine: machineOf(form),
    scopes: scopesOf(form),
    address: request.ip,
    now: deps.clock.now(),
  };
  const codes = await deps.db.transact((tx) => createDeviceGrant(tx, deps.secrets, asked));
  if (codes === undefined)
    throw new Refusal("slow_down", "Too many programs of this network wait. Try again in ten minutes.", 429);
  const page = `${deps.addresses.app}/device`;
  return {
    device_code: codes.deviceCode,
    user_code: codes.userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${codes.userCode}`,
    expires_in: DEVICE_GRANT_LIFETIME / 1000,
    interval: DEVICE_GRANT_PACE / 1000,
  };
}

const SAID: Readonly<Record<Extract<DeviceAnswer, string>, string>> = {
  authorization_pending: "Nobody has decided yet: ask again after the interval.",
  slow_down: "You ask too often: wait five seconds more between two questions from now on.",
  access_denied: "It was denied.",
  expired_token: "The code is over. Begin anew.",
  invalid_grant: "This device code was never given to this program, or was used already. Begin anew.",
};

async function giveToken(deps: Deps, request: FastifyRequest): Promise<object> {
  const form = formOf(request);
  if (form.text("grant_type", 200) !== DEVICE_GRANT)
    throw new Refusal("unsupported_grant_type", `The field grant_type has to be ${DEVICE_GRANT}.`);
  const program = programOf(form);
  const deviceCode = form.secret("device_code", 200);
  if (deviceCode === "") throw new Refusal("invalid_request", "Give device_code, as it was answered.");
  const secret = newToken();
  const answer = await deps.db.transact(async (tx) => {
    const now = deps.clock.now();
    const given = await askDeviceGrant(tx, { deviceCode, program, now });
    return typeof given === "string" ? given : keepToken(deps, tx, request, { ...given, secret, now });
  });
  if (typeof answer === "string") throw new Refusal(answer, SAID[answer]);
  return answer;
}

type GrantedToken = Exclude<DeviceAnswer, string> & { readonly secret: string; readonly now: number };

async function keepToken(
  deps: Deps,
  tx: Write,
  request: FastifyRequest,
  { grant, user, secret, now }: GrantedToken,
): Promise<object> {
  const name = grant.machine === null ? grant.program : `${grant.program} on ${grant.machine}`;
  const scopes = grant.scopes === null ? undefined : (JSON.parse(grant.scopes) as string[]);
  const label = [...name].slice(0, LONGEST_LABEL).join("");
  const { id } = await createToken(tx, {
    id: deps.newId(),
    userId: user,
    label,
    secret,
    expiresAt: now + TOKEN_DAYS_OF_PROGRAMS * DAY,
    scopes,
    now,
    through: grant.through ?? undefined,
  });
  const origin = { identity: { userId: user }, ip: request.ip, source: "api" as const };
  const trace = { action: "token.create" as const, target: { type: "token", id, label } };
  await leaveTrace(tx, origin, now, deps.newId, trace);
  return {
    access_token: secret,
    token_type: "Bearer",
    expires_in: (TOKEN_DAYS_OF_PROGRAMS * DAY) / 1000,
    ...(scopes === undefined ? {} : { scope: scopes.join(" ") }),
  };
}

/** Whoever has a token may end it. What is none, or ended before, is answered the same. */
async function revoke(deps: Deps, request: FastifyRequest): Promise<object> {
  const secret = formOf(request).secret("token", 600);
  if (secret === "") throw new Refusal("invalid_request", "Give the token that is to end.");
  await deps.db.transact(async (tx) => {
    const token = await tx
      .selectFrom("tokens")
      .select(["id", "user_id", "label"])
      .where("hash", "=", hashToken(secret))
      .executeTakeFirst();
    const now = deps.clock.now();
    if (token === undefined || !(await revokeToken(tx, token.id, now))) return;
    const { id, user_id: userId, label } = token;
    const origin = { identity: { userId, tokenId: id }, ip: request.ip, source: "api" as const };
    const trace = { action: "token.revoke" as const, target: { type: "token", id, label } };
    await leaveTrace(tx, origin, now, deps.newId, trace);
  });
  return {};
}
