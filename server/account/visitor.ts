/** Who reads a page: the session of their cookie. */
import { runChange } from "../http/runChange.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Entrance } from "../access/singleSignOn.ts";
import type { Row } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { RunningChange } from "../http/change.ts";
import type { Outcome } from "../http/operation.ts";
import { isFreshSignIn } from "../http/sensitive.ts";
import { secretOfCookies } from "../nouns/sessions/cookie.ts";
import { type Session, sessionOf } from "../nouns/sessions/queries.ts";
import { findUser } from "../nouns/users/queries.ts";
import { refuseAnother } from "../http/sessionCalls.ts";
import { goTo } from "./answer.ts";
import { Form } from "./form.ts";

/** Characters. */
const LONGEST_ID = 64;

/** Somebody who is signed in. */
export interface SignedInPerson {
  readonly session: Session;
  readonly user: Row<"users">;
}

/** What is said to those who came by an identity provider. */
export const BY_PROVIDER =
  "You signed in by single sign-on, which speaks for one organization only. Sign in with your password or a link first.";

/** An identity provider's word is good for its organization; an account, and what it asks for, are more than that. */
export function speaksForAccount({ session }: SignedInPerson): boolean {
  return session.method !== "saml";
}

/** How they came in. */
export function entranceOf({ session, user }: SignedInPerson): Entrance {
  return { sessionId: session.id, userId: user.id };
}

/** The secret that the browser came with, whatever it is worth. */
export function secretIn(
  deps: Deps,
  request: FastifyRequest,
  holds: "session" | "step" = "session",
): string | undefined {
  return secretOfCookies(deps.addresses, request.headers.cookie, holds);
}

export async function whoIs(deps: Deps, request: FastifyRequest): Promise<SignedInPerson | undefined> {
  const session = await sessionOf(deps, secretIn(deps, request));
  const user = session && (await findUser(deps.db.read, session.userId));
  return session && user && { session, user };
}

type ForSignedIn = (
  who: SignedInPerson,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

/** Whose form was sent, by their id: what it says itself, or its address where it carries a file. */
export function formPerson({ body, query }: FastifyRequest): string | undefined {
  const { person } = query as Record<string, unknown>;
  const said = body instanceof Form ? body.text("person", LONGEST_ID) : person;
  return typeof said === "string" && said !== "" ? said : undefined;
}

/** A handler for people who are signed in; others are sent to the door, and back afterwards. @throws 401 for somebody else's form */
export function signedIn(deps: Deps, handler: ForSignedIn) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const who = await whoIs(deps, request);
    if (request.method !== "GET") refuseAnother(formPerson(request), who?.user.id);
    if (who !== undefined) return handler(who, request, reply);
    const back = request.method === "GET" ? request.url : "/account";
    return goTo(reply, `/sign-in?next=${encodeURIComponent(back)}`);
  };
}

/**
 * The same for what a browser that was left open must not be enough for: who signed in long ago does it once more, and
 * is brought back.
 * @param back the address of the page that asks
 */
export function freshlySignedIn(deps: Deps, back: (request: FastifyRequest) => string, handler: ForSignedIn) {
  return signedIn(deps, (who, request, reply) =>
    isFreshSignIn(who.session.createdAt, deps.clock.now())
      ? handler(who, request, reply)
      : signInAgain(reply, back(request)),
  );
}

/** Sends somebody to the door once more, and from there back. */
export function signInAgain(reply: FastifyReply, back: string): FastifyReply {
  return goTo(reply, `/sign-in?again&next=${encodeURIComponent(back)}`);
}

/** A change that somebody makes on a page, with its trail. */
export function changeBy<R extends object>(
  deps: Deps,
  request: FastifyRequest,
  userId: string | undefined,
  work: (change: RunningChange) => Promise<R>,
): Promise<R & Outcome> {
  const origin = {
    identity: userId === undefined ? undefined : { userId },
    ip: request.ip,
    source: "ui" as const,
  };
  return runChange(deps, origin, undefined, async (change) => ({ status: 200, ...(await work(change)) }));
}
