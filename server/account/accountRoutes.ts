import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerOf, type OrganizationBeyond, type Reach, reachOf } from "../access/singleSignOn.ts";
import type { Deps } from "../deps.ts";
import { HttpError, notFound } from "../http/errors.ts";
import { compileInput } from "../http/input.ts";
import { isFreshSignIn } from "../http/sensitive.ts";
import { endSessionById, endSessionsOf, type SessionOwner } from "../nouns/sessions/commands.ts";
import { type Factors, factorsOf } from "../nouns/factors/queries.ts";
import { hashPassword, LONGEST_PASSWORD, passwordProblem } from "../nouns/sessions/passwords.ts";
import { listSessions } from "../nouns/sessions/queries.ts";
import { queueAccountNotice } from "../nouns/sessions/notices.ts";
import { setPassword } from "../nouns/sessions/setPassword.ts";
import { createToken, revokeToken } from "../nouns/tokens/commands.ts";
import { listTokens, loadToken } from "../nouns/tokens/queries.ts";
import { patchUser } from "../nouns/users/commands.ts";
import { UpdateUser } from "../nouns/users/schema.ts";
import { newToken } from "../ports/tokens.ts";
import { goTo, sendPage } from "./answer.ts";
import { mountData } from "./dataRoutes.ts";
import { deviceOf } from "./device.ts";
import { confirmPassword } from "./enter.ts";
import type { Form } from "./form.ts";
import { renderAccount, TOKEN_DAYS } from "./pages/account.ts";
import type { AccountAssets } from "./pages/frame.ts";
import { mountPhoto } from "./photoRoutes.ts";
import type { AccountExtras, ShowAccount } from "./show.ts";
import {
  changeBy,
  entranceOf,
  freshlySignedIn,
  signInAgain,
  type SignedInPerson,
  signedIn,
} from "./visitor.ts";

const DAY = 24 * 3600 * 1000;
const MOST_TOKENS = 100;

const DONE: Readonly<Record<string, string>> = {
  profile: "Your profile is saved.",
  photo: "Your picture is shown now.",
  unphoto: "Your picture is removed.",
  password: "Your password is set. You are signed out everywhere else.",
  session: "That session is ended.",
  sessions: "You are signed out everywhere else.",
  joined: "You are a member now.",
  revoked: "The token is revoked. It doesn't work any more.",
};

/** The account page, and what its forms do. */
export function mountAccountPage(scope: FastifyInstance, deps: Deps, assets: AccountAssets): void {
  const show: ShowAccount = async (who, request, reply, extra, status) => {
    const now = deps.clock.now();
    const { read } = deps.db;
    const reach = await reachOf(read, entranceOf(who), deps.clock.now());
    const [sessions, tokens, factors] = await Promise.all([
      listSessions(read, sessionsOf(who, reach), now),
      listTokens(
        read,
        { userId: who.user.id, through: reach.through },
        { limit: MOST_TOKENS - 1, after: undefined },
      ),
      factorsOf(read, who.user.id),
    ]);
    const page = renderAccount({
      assets,
      user: who.user,
      sessions: sessions.map((row) => ({
        id: row.id,
        isThis: row.id === who.session.id,
        device: deviceOf(row.user_agent),
        address: row.address,
        seenAt: row.seen_at,
      })),
      tokens: tokens.rows,
      tokenCount: tokens.count,
      beyond: reach.beyond.map((organization) => beyondReach(reach.through, organization)),
      asksPassword: asksPassword(deps, who),
      part: reach.whole ? undefined : titleOf(reach),
      noPassword: provesAddress(who) ? undefined : PROVE_ADDRESS,
      factors: saidOf(factors),
      now,
      ...extra,
    });
    return sendPage(request, reply, page, status);
  };
  scope.get<{ Querystring: Record<string, unknown> }>(
    "/account",
    signedIn(deps, (who, request, reply) => {
      const { done } = request.query as Record<string, unknown>;
      const text = typeof done === "string" && Object.hasOwn(DONE, done) ? DONE[done] : undefined;
      return show(who, request, reply, text === undefined ? {} : { message: { kind: "done", text } });
    }),
  );
  mountProfile(scope, deps, show);
  mountPhoto(scope, deps, show);
  mountPassword(scope, deps, show);
  mountSessions(scope, deps);
  mountTokens(scope, deps, show);
  mountData(scope, deps, { assets, show });
}

const form = (request: FastifyRequest): Form => request.body as Form;
const param = (request: FastifyRequest): string => (request.params as { id: string }).id;
const problem = (text: string): AccountExtras => ({ message: { kind: "problem", text } });

/** What somebody has, as the account page says it. */
function saidOf({ authenticator, passkeys, codesLeft }: Factors): string | undefined {
  const has = [
    ...(authenticator === undefined ? [] : ["an authenticator app"]),
    ...(passkeys.length === 0 ? [] : [passkeys.length === 1 ? "a passkey" : `${passkeys.length} passkeys`]),
  ];
  if (has.length === 0) return undefined;
  const left = codesLeft === 1 ? "one recovery code is" : `${codesLeft || "no"} recovery codes are`;
  return `You have ${has.join(" and ")}; ${left} left.`;
}

function asksPassword(deps: Deps, { user, session }: SignedInPerson): boolean {
  // The link was the proof.
  const isProved = session.method === "link" && isFreshSignIn(session.createdAt, deps.clock.now());
  return user.password_hash !== null && !isProved;
}

/** An identity provider's word is good for its organization; a password is good for everything. */
const PROVE_ADDRESS =
  "You signed in by single sign-on. To set a password, sign out and have a link sent to your address: that proves that it is yours.";

/** Whether somebody may set a first password: their address is proved by how they came, or they have one already. */
function provesAddress({ user, session }: SignedInPerson): boolean {
  return session.method !== "saml" || user.password_hash !== null;
}

/** The sessions that somebody sees and ends: all of theirs, or those that their organization's single sign-on opened. */
function sessionsOf({ user }: SignedInPerson, { whole, through }: Reach): SessionOwner {
  return { user: user.id, through: whole ? undefined : through };
}

/** The organization whose single sign-on opened the session, by its title. */
function titleOf({ through, within }: Reach): string {
  return within.find(({ id }) => id === through)?.title ?? "one organization";
}

/** Why this session, and a token made in it, don't reach an organization, and what does. */
function beyondReach(through: string | undefined, { title, asksFactor }: OrganizationBeyond): string {
  if (asksFactor)
    return `${title} is out of reach here: it asks its members for a second factor. Set one up.`;
  return through === undefined
    ? `${title} is out of reach here: it asks its members to sign in by its single sign-on.`
    : `${title} is out of reach here: the single sign-on of another organization doesn't speak for you there. Sign in with your password or a link.`;
}

let validate: ReturnType<typeof compileInput> | undefined;
/** Compiled for the first form, since most starts see none. */
const isUpdate = (update: object) => (validate ??= compileInput("body", UpdateUser))(update);

function mountProfile(scope: FastifyInstance, deps: Deps, show: ShowAccount): void {
  scope.post(
    "/account/profile",
    signedIn(deps, async (who, request, reply) => {
      const displayName = form(request).text("displayName", 1000);
      const update = { displayName };
      if (!isUpdate(update))
        return show(who, request, reply, problem("The name takes 1 to 64 characters."), 400);
      await changeBy(deps, request, who.user.id, async ({ tx, trace }) => {
        const user = await patchUser(tx, await callerOf(tx, entranceOf(who), deps.clock.now()), update);
        const target = { type: "user", id: user.id, label: user.display_name };
        await trace({ action: "user.update", target, after: update });
        return {};
      });
      return goTo(reply, "/account?done=profile");
    }),
  );
}

function mountPassword(scope: FastifyInstance, deps: Deps, show: ShowAccount): void {
  scope.post(
    "/account/password",
    signedIn(deps, async (who, request, reply) => {
      const { user, session } = who;
      const current = form(request).secret("current", LONGEST_PASSWORD);
      const password = form(request).secret("password", 4 * LONGEST_PASSWORD);
      const refused = passwordProblem(password, [user.email, user.display_name]);
      if (refused !== undefined) return show(who, request, reply, problem(refused), 400);
      if (!provesAddress(who)) {
        return show(who, request, reply, problem(PROVE_ADDRESS), 403);
      }
      // A first password is a way in that lasts: a browser that was left open must not be enough for it.
      if (user.password_hash === null && !isFreshSignIn(session.createdAt, deps.clock.now()))
        return signInAgain(reply, "/account#password");
      if (asksPassword(deps, who) && !(await confirmPassword(deps, request, user, current))) {
        return show(who, request, reply, problem("The current password is not right."), 403);
      }
      const hash = await hashPassword(password);
      await changeBy(deps, request, user.id, async ({ tx, trace, newId, now }) => {
        const change = { user: user.id, hash, before: user.password_hash, session: session.id };
        if (!(await setPassword(tx, change))) {
          throw new HttpError(
            409,
            "changed-meanwhile",
            "The password was changed meanwhile. Open the page again.",
          );
        }
        await trace({ action: "user.set-password", target: { type: "user", id: user.id } });
        const event = user.password_hash === null ? "password-set" : "password-changed";
        await queueAccountNotice(tx, { user: user.id, event }, { id: newId(), now });
        return {};
      });
      return goTo(reply, "/account?done=password");
    }),
  );
}

function mountSessions(scope: FastifyInstance, deps: Deps): void {
  scope.post(
    "/account/sessions/:id/end",
    signedIn(deps, async (who, request, reply) => {
      await changeBy(deps, request, who.user.id, async ({ tx, trace }) => {
        const sessions = sessionsOf(who, await reachOf(tx, entranceOf(who), deps.clock.now()));
        if (!(await endSessionById(tx, sessions, param(request)))) throw notFound("The session");
        await trace({ action: "session.end", target: { type: "session", id: param(request) } });
        return {};
      });
      return goTo(reply, "/account?done=session#sessions");
    }),
  );
  scope.post(
    "/account/sessions/end",
    signedIn(deps, async (who, request, reply) => {
      const { user, session } = who;
      await changeBy(deps, request, user.id, async ({ tx, trace }) => {
        const sessions = sessionsOf(who, await reachOf(tx, entranceOf(who), deps.clock.now()));
        const ended = await endSessionsOf(tx, sessions, session.id);
        await trace({ action: "session.end", target: { type: "user", id: user.id }, after: { ended } });
        return {};
      });
      return goTo(reply, "/account?done=sessions#sessions");
    }),
  );
}

function mountTokens(scope: FastifyInstance, deps: Deps, show: ShowAccount): void {
  scope.post(
    "/account/tokens",
    freshlySignedIn(
      deps,
      () => "/account#tokens",
      async (who, request, reply) => {
        const label = form(request).text("label", 1000);
        const days = Number(form(request).text("days", 4));
        if (label === "" || [...label].length > 50 || !TOKEN_DAYS.some((known) => known === days)) {
          const text = "Say in 1 to 50 characters what the token is for, and choose how long it works.";
          return show(who, request, reply, problem(text), 400);
        }
        const { through, within, beyond } = await reachOf(deps.db.read, entranceOf(who), deps.clock.now());
        const [other] = within.length === 0 ? beyond : [];
        if (other !== undefined) {
          const text = `${beyondReach(through, other)} A token that you make here would reach nothing.`;
          return show(who, request, reply, problem(text), 403);
        }
        const secret = newToken();
        await changeBy(deps, request, who.user.id, async ({ tx, now, newId, trace }) => {
          const expiresAt = days === 0 ? null : now + days * DAY;
          const row = await createToken(tx, {
            id: newId(),
            userId: who.user.id,
            label,
            secret,
            expiresAt,
            now,
            through,
          });
          await trace({ action: "token.create", target: { type: "token", id: row.id, label } });
          return {};
        });
        return show(who, request, reply, { made: { label, secret } });
      },
    ),
  );
  scope.post(
    "/account/tokens/:id/revoke",
    signedIn(deps, async (who, request, reply) => {
      const { user, session } = who;
      // Tokens of others are not found, as through the API.
      const caller = await callerOf(deps.db.read, entranceOf(who), deps.clock.now());
      const identity = { ...caller, sessionId: session.id, scopes: undefined };
      const found = await loadToken({ deps, identity, params: { tokenId: param(request) } });
      await changeBy(deps, request, user.id, async ({ tx, now, trace }) => {
        if (found === undefined || !(await revokeToken(tx, found.token.id, now))) throw notFound("The token");
        const { id, label } = found.token;
        await trace({ action: "token.revoke", target: { type: "token", id, label } });
        return {};
      });
      return goTo(reply, "/account?done=revoked#tokens");
    }),
  );
}
