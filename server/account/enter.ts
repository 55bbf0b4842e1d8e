/** The ways in: each proves who somebody is and then opens a session. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { leaveRows } from "../access/trail.ts";
import { folded } from "../db/contains.ts";
import type { Write } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { RunningChange } from "../http/change.ts";
import { HttpError } from "../http/errors.ts";
import { factorsOf, hasFactor } from "../nouns/factors/queries.ts";
import { openStep, type SignOn } from "../nouns/sessions/steps.ts";
import {
  type SignInAttempt,
  type AttemptKind,
  beginAttempt,
  forgiveAttempt,
} from "../nouns/sessions/attempts.ts";
import { hashSecret, holdAccount, openSession, type SignInMethod } from "../nouns/sessions/commands.ts";
import { endedCookie, sessionCookie } from "../nouns/sessions/cookie.ts";
import { queueSignInEmail } from "../nouns/sessions/signInEmail.ts";
import { findSignInLink, useSignInLink } from "../nouns/sessions/links.ts";
import { isPassword } from "../nouns/sessions/passwords.ts";
import { goTo } from "./answer.ts";
import { askedFactor, byFactorPage } from "./askedFactor.ts";
import { changeBy, secretIn } from "./visitor.ts";

interface Account {
  readonly id: string;
  readonly password_hash: string | null;
}

async function accountOf(deps: Deps, email: string): Promise<Account | undefined> {
  return deps.db.read
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email_folded", "=", folded(email))
    .where("disabled_at", "is", null)
    .executeTakeFirst();
}

/** @throws 429 when the account or the network has to wait */
async function countAttempt(
  deps: Deps,
  request: FastifyRequest,
  kind: AttemptKind,
  email: string,
  user: string | undefined,
): Promise<SignInAttempt> {
  const attempt = { kind, email, user, address: request.ip, now: deps.clock.now() };
  const wait = await deps.db.transact((tx) => beginAttempt(tx, attempt));
  if (wait === 0) return attempt;
  throw tooManyAttempts(wait);
}

/** The 429 for somebody who has to wait. @param wait milliseconds */
export function tooManyAttempts(wait: number): HttpError {
  const seconds = Math.ceil(wait / 1000);
  return new HttpError(429, "rate-limited", `Too many attempts. Try again ${inWords(seconds)}.`, {
    headers: { "retry-after": String(seconds) },
  });
}

function inWords(seconds: number): string {
  if (seconds > 90) return `in ${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "in a second" : `in ${seconds} seconds`;
}

/** Opens a session in the transaction of its proof, and leaves the trail; gives the secret. */
export async function enter(
  deps: Deps,
  request: FastifyRequest,
  { tx, now, newId, trace }: RunningChange,
  user: string,
  method: SignInMethod,
  factor?: string,
): Promise<string> {
  const secret = await openSession(tx, {
    id: newId(),
    user,
    method,
    address: request.ip,
    userAgent: request.headers["user-agent"],
    now,
    instead: secretIn(deps, request),
  });
  const after = { method, ...(factor === undefined ? {} : { factor }) };
  await trace({ action: "user.sign-in", target: { type: "user", id: user }, after });
  return secret;
}

/** The same for somebody whom an identity provider vouched for: the session says whose. */
export async function enterBySignOn(
  deps: Deps,
  request: FastifyRequest,
  change: RunningChange,
  { user, signOn, factor }: { readonly user: string; readonly signOn: SignOn; readonly factor?: string },
): Promise<string> {
  const secret = await enter(deps, request, change, user, "saml", factor);
  await change.tx
    .insertInto("saml_sessions")
    .columns(["session_id", "provider_id", "organization_id"])
    .expression((eb) =>
      eb
        .selectFrom("sessions")
        .select((of) => [
          "id",
          of.val(signOn.id).as("provider_id"),
          of.val(signOn.organization).as("organization_id"),
        ])
        .where("hash", "=", hashSecret(secret)),
    )
    .execute();
  return secret;
}

/** Whether somebody is asked for a second factor. None is added until the end of the transaction. */
export async function asksFactor(tx: Write, user: string): Promise<boolean> {
  await holdAccount(tx, user);
  return hasFactor(await factorsOf(tx, user));
}

/** What a right password or a right link gives: a session, or the step to the second factor. */
interface FirstProof {
  readonly secret: string;
  readonly asksFactor: boolean;
  /** Whether an organization of theirs wants them to set one up, now or some time. */
  readonly lacksFactor: boolean;
}

/** Lets in whoever has no second factor, and asks the others for it. Single sign-on has asked for its own. */
async function pass(
  deps: Deps,
  request: FastifyRequest,
  change: RunningChange,
  { user, method, next }: { user: string; method: "password" | "link"; next: string | undefined },
): Promise<FirstProof> {
  const { tx, now } = change;
  if (await asksFactor(tx, user))
    return { secret: await openStep(tx, { user, method, next, now }), asksFactor: true, lacksFactor: false };
  const asked = await askedFactor(tx, { user, through: undefined });
  const secret = await enter(deps, request, change, user, method);
  return { secret, asksFactor: false, lacksFactor: asked !== undefined };
}

/** How long a browser has for its second factor, in seconds. */
const STEP_SECONDS = 600;

/** Sends the browser on with what it has reached. */
export function goOn(
  deps: Deps,
  reply: FastifyReply,
  { secret, asksFactor, lacksFactor }: FirstProof,
  next: string | undefined,
): FastifyReply {
  if (asksFactor) return toFactor(deps, reply, secret);
  return welcome(deps, reply, secret, lacksFactor ? byFactorPage(next) : next);
}

/** Sends the browser to the second step. @param step its secret */
export function toFactor(deps: Deps, reply: FastifyReply, step: string): FastifyReply {
  void reply.header("set-cookie", sessionCookie(deps.addresses, step, STEP_SECONDS, "step"));
  return goTo(reply, "/sign-in/factor");
}

/** Gives the browser its session, takes back what led to it, and sends it on. */
export function welcome(
  deps: Deps,
  reply: FastifyReply,
  secret: string,
  next: string | undefined,
): FastifyReply {
  if (secretIn(deps, reply.request, "step") !== undefined)
    void reply.header("set-cookie", endedCookie(deps.addresses, "step"));
  void reply.header("set-cookie", sessionCookie(deps.addresses, secret));
  return goTo(reply, next ?? "/");
}

/** Goes in by password; undefined when address or password are wrong. @throws 429 */
export async function enterByPassword(
  deps: Deps,
  request: FastifyRequest,
  given: { readonly email: string; readonly password: string; readonly next: string | undefined },
): Promise<FirstProof | undefined> {
  const { email, password, next } = given;
  const account = await accountOf(deps, email);
  const attempt = await countAttempt(deps, request, "password", email, account?.id);
  const isRight = await isPassword(account?.password_hash, password);
  if (account === undefined || !isRight) {
    await noteFailure(deps, request, account?.id, "password");
    return undefined;
  }
  const { entered } = await changeBy(deps, request, account.id, async (change) => {
    // The comparison took its time: a password that was changed meanwhile is a wrong one.
    const held = await holdAccount(change.tx, account.id);
    if (held?.password_hash !== account.password_hash) return { entered: undefined };
    await forgiveAttempt(change.tx, attempt);
    return { entered: await pass(deps, request, change, { user: account.id, method: "password", next }) };
  });
  if (entered === undefined) await noteFailure(deps, request, account.id, "password");
  return entered;
}

/**
 * Leaves the trail of a wrong password, or a wrong second factor, where the account belongs: in each organization of
 * its user. For nobody it does the same work and leaves it to the installation, without the address: people type their
 * passwords there.
 */
export async function noteFailure(
  deps: Deps,
  request: FastifyRequest,
  user: string | undefined,
  method: "password" | "factor",
): Promise<void> {
  const origin = { identity: undefined, ip: request.ip, source: "ui" as const };
  const target = { type: "user", id: user ?? "unknown" };
  const failed = { action: "user.sign-in-failed" as const, target, after: { method } };
  await deps.db.transact(async (tx) => {
    const memberships = await tx
      .selectFrom("members")
      .select("organization_id")
      .where("user_id", "=", user ?? "")
      .execute();
    const organizations = memberships.map(({ organization_id }) => organization_id);
    const traces = organizations.length === 0 ? [undefined] : organizations;
    await leaveRows(
      tx,
      origin,
      deps.clock.now(),
      deps.newId,
      traces.map((organization) => ({ ...failed, organization })),
    );
  });
}

/** Compares the password of somebody who is signed in, as carefully as at the door. @throws 429 */
export async function confirmPassword(
  deps: Deps,
  request: FastifyRequest,
  user: { readonly id: string; readonly email: string; readonly password_hash: string | null },
  password: string,
): Promise<boolean> {
  const attempt = await countAttempt(deps, request, "password", user.email, user.id);
  if (!(await isPassword(user.password_hash, password))) {
    await noteFailure(deps, request, user.id, "password");
    return false;
  }
  await deps.db.transact((tx) => forgiveAttempt(tx, attempt));
  return true;
}

/** Has a link sent to whoever has the address; for an address that nobody has, it does the same in vain. @throws 429 */
export async function askForLink(
  deps: Deps,
  request: FastifyRequest,
  email: string,
  next: string | undefined,
): Promise<void> {
  const account = await accountOf(deps, email);
  const { now } = await countAttempt(deps, request, "letter", email, account?.id);
  await deps.db.transact((tx) =>
    queueSignInEmail(tx, { user: account?.id ?? null, next }, { id: deps.newId(), now }),
  );
}

/** Goes in by a one-time link; undefined when it is unknown, used or expired. */
export async function enterByLink(
  deps: Deps,
  request: FastifyRequest,
  link: string,
): Promise<(FirstProof & { readonly next: string | undefined }) | undefined> {
  const found = await findSignInLink(deps.db.read, link, deps.clock.now());
  if (found === undefined) return undefined;
  const { entered } = await changeBy(deps, request, found.user, async (change) => {
    const used = await useSignInLink(change.tx, link, change.now);
    if (used === undefined) return { entered: undefined };
    const next = used.next ?? undefined;
    const passed = await pass(deps, request, change, { user: used.user, method: "link", next });
    return { entered: { ...passed, next } };
  });
  return entered;
}
