import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { invalid } from "../http/errors.ts";
import { endSession } from "../nouns/sessions/commands.ts";
import { endedCookie } from "../nouns/sessions/cookie.ts";
import { findSignInLink } from "../nouns/sessions/links.ts";
import { LONGEST_PASSWORD } from "../nouns/sessions/passwords.ts";
import { goTo, sendPage } from "./answer.ts";
import { byFactorPage, isHeldUp } from "./askedFactor.ts";
import { askForLink, enterByLink, enterByPassword, goOn } from "./enter.ts";
import type { Form } from "./form.ts";
import { safeNext } from "./next.ts";
import type { AccountAssets, Message } from "./pages/frame.ts";
import {
  type AnotherPerson,
  renderEmailSent,
  renderLink,
  renderSignIn,
  renderUselessLink,
} from "./pages/signIn.ts";
import { onlyOrganization, signInProviders } from "./providers.ts";
import { changeBy, formPerson, secretIn, type SignedInPerson, whoIs } from "./visitor.ts";

const LONGEST_ADDRESS = 320;
const AGAIN: Message = {
  kind: "done",
  text: "Sign in once more, and then repeat it: this takes a sign-in of the last 15 minutes. Nothing is done yet.",
};
const SIGNED_OUT: Message = { kind: "done", text: "You are signed out." };

interface Door {
  readonly next?: string | undefined;
  readonly email?: string;
  readonly message?: Message;
  readonly status?: number;
  /** They are signed in, and prove it once more for what takes a new sign-in. */
  readonly isAgain?: boolean;
  readonly another?: AnotherPerson | undefined;
  /** The organization that they want to sign in to by single sign-on: its id or hostname. */
  readonly organization?: string | undefined;
}

const LONGEST_ORGANIZATION = 128;

const organizationIn = (named: unknown): string | undefined =>
  typeof named === "string" && named.trim() !== "" ? named.slice(0, LONGEST_ORGANIZATION) : undefined;

/** Who is signed in, where that is somebody else than whose tab the door was opened for. @param as their id */
function anotherThan(as: unknown, who: SignedInPerson | undefined): AnotherPerson | undefined {
  if (who === undefined || typeof as !== "string" || as === "" || as === who.user.id) return undefined;
  return { name: who.user.display_name, as };
}

/** What the door was asked for beside the way in: it is asked for again after a wrong password. */
async function askedOf(
  deps: Deps,
  request: FastifyRequest<{ Body: Form }>,
): Promise<Pick<Door, "organization" | "another">> {
  const organization = organizationIn(request.body.text("org", LONGEST_ORGANIZATION));
  return { organization, another: anotherThan(request.body.text("as", 64), await whoIs(deps, request)) };
}

/** The way in, by password and by link, and the way out. */
export function mountSignIn(scope: FastifyInstance, deps: Deps, assets: AccountAssets): void {
  const door = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { status, organization, ...view }: Door,
  ) => {
    const providers = await signInProviders(deps, view.next, organization);
    const only = await onlyOrganization(deps);
    const page = renderSignIn({ assets, next: undefined, ...view, organization, only, providers });
    return sendPage(request, reply, page, status);
  };

  scope.get<{ Querystring: Record<string, unknown> }>("/sign-in", async (request, reply) => {
    const { next, out, org, again, as } = request.query;
    const organization = organizationIn(org);
    const wanted = safeNext(typeof next === "string" ? next : undefined);
    const who = await whoIs(deps, request);
    // A tab of the console whose person somebody else has signed in beside: who of them goes on is asked.
    const another = anotherThan(as, who);
    if (another !== undefined) return door(request, reply, { next: wanted, organization, another });
    if (who !== undefined && again === undefined) {
      const isHeld = await isHeldUp(deps.db.read, who, deps.clock.now());
      return goTo(reply, isHeld ? byFactorPage(wanted) : (wanted ?? "/"));
    }
    return door(request, reply, {
      next: wanted,
      organization,
      ...(out === undefined ? {} : { message: SIGNED_OUT }),
      ...(who === undefined ? {} : { isAgain: true, email: who.user.email, message: AGAIN }),
    });
  });

  scope.post<{ Body: Form }>("/sign-in", async (request, reply) => {
    const email = request.body.text("email", LONGEST_ADDRESS);
    const password = request.body.secret("password", LONGEST_PASSWORD);
    const next = safeNext(request.body.text("next", 2048));
    const passed = await enterByPassword(deps, request, { email, password, next });
    if (passed !== undefined) return goOn(deps, reply, passed, next);
    const asked = await askedOf(deps, request);
    const text =
      "This address and this password don't belong together. Have a link sent if you don't know it.";
    return door(request, reply, { ...asked, next, email, message: { kind: "problem", text }, status: 403 });
  });

  scope.post<{ Body: Form }>("/sign-in/link", async (request, reply) => {
    const email = request.body.text("email", LONGEST_ADDRESS);
    const next = safeNext(request.body.text("next", 2048));
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
      const message: Message = { kind: "problem", text: "Write your e-mail address, then ask for the link." };
      const asked = await askedOf(deps, request);
      return door(request, reply, { ...asked, next, email, message, status: 400 });
    }
    await askForLink(deps, request, email, next);
    return sendPage(request, reply, renderEmailSent(assets, email, deps.mail.delivers));
  });

  mountLinks(scope, deps, assets);
  mountSignOut(scope, deps);
}

function mountLinks(scope: FastifyInstance, deps: Deps, assets: AccountAssets): void {
  const useless = async (request: FastifyRequest, reply: FastifyReply) => {
    const who = await whoIs(deps, request);
    const page = renderUselessLink(assets, { email: who?.user.email, mailDelivers: deps.mail.delivers });
    return sendPage(request, reply, page, 410);
  };

  scope.get<{ Params: { link: string } }>("/sign-in/link/:link", async (request, reply) => {
    const { link } = request.params;
    const found = await findSignInLink(deps.db.read, link, deps.clock.now());
    if (found === undefined) return useless(request, reply);
    const action = `/sign-in/link/${encodeURIComponent(link)}`;
    return sendPage(request, reply, renderLink(assets, { email: found.email, action }));
  });

  scope.post<{ Params: { link: string } }>("/sign-in/link/:link", async (request, reply) => {
    const entered = await enterByLink(deps, request, request.params.link);
    if (entered === undefined) return useless(request, reply);
    return goOn(deps, reply, entered, safeNext(entered.next));
  });
}

function mountSignOut(scope: FastifyInstance, deps: Deps): void {
  scope.post<{ Body: Form }>("/sign-out", async (request, reply) => {
    if (request.body.text("do", 20) !== "sign-out") throw invalid("Use the button on the account page.");
    const who = await whoIs(deps, request);
    const secret = secretIn(deps, request);
    const person = formPerson(request);
    // A tab signs its own person out, and nobody who signed in beside them.
    if (who !== undefined && person !== undefined && person !== who.user.id)
      return goTo(reply, `/sign-in?as=${encodeURIComponent(person)}`);
    if (who !== undefined && secret !== undefined) {
      await changeBy(deps, request, who.user.id, async ({ tx, trace }) => {
        await endSession(tx, secret);
        await trace({ action: "user.sign-out", target: { type: "user", id: who.user.id } });
        return {};
      });
    }
    void reply.header("set-cookie", endedCookie(deps.addresses));
    return goTo(reply, "/sign-in?out");
  });
}
