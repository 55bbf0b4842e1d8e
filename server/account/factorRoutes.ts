/** The page on which somebody adds a second factor, removes it, and gets recovery codes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callerOf } from "../access/singleSignOn.ts";
import type { Deps } from "../deps.ts";
import type { RunningChange } from "../http/change.ts";
import { forbidden } from "../http/errors.ts";
import { authenticatorURI, keepAuthenticator, stepOfCode } from "../nouns/factors/authenticator.ts";
import { addFactor, insertPasskey, removeFactor } from "../nouns/factors/commands.ts";
import { creationOptions, takesPasskeys, verifyCreation } from "../nouns/factors/passkeys.ts";
import { openProposal, type SealedProposal, propose } from "../nouns/factors/proposal.ts";
import { type Factors, factorsOf, hasFactor } from "../nouns/factors/queries.ts";
import { renewRecoveryCodes } from "../nouns/factors/recoveryCodes.ts";
import { queueAccountNotice } from "../nouns/sessions/notices.ts";
import { goTo, sendPage } from "./answer.ts";
import { askedFactor, FACTOR_PAGE, withNext } from "./askedFactor.ts";
import type { Form } from "./form.ts";
import { safeNext } from "./next.ts";
import { type FactorsView, type Offer, renderFactors } from "./pages/factors.ts";
import type { AccountAssets, Message } from "./pages/frame.ts";
import {
  BY_PROVIDER,
  changeBy,
  entranceOf,
  freshlySignedIn,
  type SignedInPerson,
  speaksForAccount,
} from "./visitor.ts";

const PAGE = FACTOR_PAGE;
/** What a browser says of a new passkey, and what we have sealed, are shorter. */
const LONGEST_FIELD = 16_000;

const DONE: Readonly<Record<string, string>> = {
  app: "The authenticator app is added.",
  passkey: "The passkey is added.",
  removed: "It is removed. Signing in doesn't ask for it any more.",
};
const OVER = "This page was open for too long. What you wanted to add is another one now: begin once more.";
const WRONG_CODE =
  "This is not the code of the app. Type the one that it shows now, and see that your telephone has the right time.";

type Extras = Pick<FactorsView, "message" | "codes">;
type Doing = (who: SignedInPerson, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const form = (request: FastifyRequest): Form => request.body as Form;
const nextOf = (request: FastifyRequest): string | undefined => {
  const { next } = request.query as Record<string, unknown>;
  return safeNext(typeof next === "string" ? next : undefined);
};
const problem = (text: string): Extras => ({ message: { kind: "problem", text } });

export function mountFactors(scope: FastifyInstance, deps: Deps, assets: AccountAssets): void {
  const page = factorPage(deps, assets);
  scope.get(
    PAGE,
    page.fresh((who, request, reply) => {
      const { done } = request.query as Record<string, unknown>;
      const text = typeof done === "string" && Object.hasOwn(DONE, done) ? DONE[done] : undefined;
      const message: Message | undefined = text === undefined ? undefined : { kind: "done", text };
      return page.show(who, request, reply, speaksForAccount(who) ? { message } : problem(BY_PROVIDER));
    }),
  );
  mountApp(scope, deps, page);
  mountPasskeys(scope, deps, page);
  mountCodes(scope, deps, page);
  mountRemoval(scope, deps, page);
}

type FactorPage = ReturnType<typeof factorPage>;

/** What all of its forms do. */
function factorPage(deps: Deps, assets: AccountAssets) {
  const proposal = (who: SignedInPerson, request: FastifyRequest): SealedProposal | undefined => {
    const sealed = form(request).secret("offer", LONGEST_FIELD);
    const opened = openProposal(deps.secrets, who.session.id, sealed, deps.clock.now());
    return opened && { ...opened, sealed };
  };
  const show = async (
    who: SignedInPerson,
    request: FastifyRequest,
    reply: FastifyReply,
    extra: Extras,
    status = 200,
  ) => {
    const { authenticator, passkeys, codesLeft } = await factorsOf(deps.db.read, who.user.id);
    // What they have scanned already is offered again after a wrong code.
    const kept = request.method === "POST" && extra.codes === undefined ? proposal(who, request) : undefined;
    const offer = speaksForAccount(who) ? await offerTo(deps, who, passkeys, kept) : undefined;
    // Who came by a sign-on that counts as one is not asked for it there.
    const { userId: user, through } = await callerOf(deps.db.read, entranceOf(who), deps.clock.now());
    const asked = await askedFactor(deps.db.read, { user, through });
    const shown = {
      assets,
      user: who.user,
      hasApp: authenticator !== undefined,
      passkeys,
      codesLeft,
      offer,
      next: nextOf(request),
      asked: asked && { ...asked, isDue: asked.from <= deps.clock.now() },
    };
    return sendPage(request, reply, renderFactors({ ...shown, ...extra }), status);
  };
  /** Adds what `keep` keeps, and shows the recovery codes that come with the first. */
  const add = async (
    who: SignedInPerson,
    [request, reply]: readonly [FastifyRequest, FastifyReply],
    done: string,
    keep: (change: RunningChange) => Promise<void>,
  ): Promise<FastifyReply> => {
    const holder = { user: who.user.id, session: who.session.id };
    const { codes } = await changeBy(deps, request, who.user.id, async (change) => {
      const made = await addFactor(change.tx, holder, () => keep(change));
      await tell(change, who, "added", done);
      return { codes: made };
    });
    const message: Message = { kind: "done", text: DONE[done] as string };
    const next = nextOf(request);
    return codes === undefined
      ? goTo(reply, `${PAGE}?done=${done}${next === undefined ? "" : `&next=${encodeURIComponent(next)}`}`)
      : show(who, request, reply, { message, codes });
  };
  const fresh = (work: Doing) => freshlySignedIn(deps, (request) => withNext(PAGE, nextOf(request)), work);
  return { show, add, proposal, fresh };
}

function mountApp(scope: FastifyInstance, deps: Deps, { fresh, show, add, proposal }: FactorPage): void {
  scope.post(
    `${PAGE}/app`,
    fresh(async (who, request, reply) => {
      refuseProvider(who);
      const offered = proposal(who, request);
      if (offered === undefined) return show(who, request, reply, problem(OVER), 409);
      const code = form(request).text("code", 20).replace(/\s/g, "");
      const step = await stepOfCode(offered.secret, code, deps.clock.now());
      if (step === undefined) return show(who, request, reply, problem(WRONG_CODE), 403);
      const { secret } = offered;
      return add(who, [request, reply], "app", ({ tx, now }) =>
        keepAuthenticator(tx, deps.secrets, { user: who.user.id, secret, step, now }),
      );
    }),
  );
}

function mountPasskeys(scope: FastifyInstance, deps: Deps, { fresh, show, add, proposal }: FactorPage): void {
  scope.post(
    `${PAGE}/passkeys`,
    fresh(async (who, request, reply) => {
      refuseProvider(who);
      const offered = proposal(who, request);
      if (offered === undefined) return show(who, request, reply, problem(OVER), 409);
      const label = form(request).text("label", 1000);
      if (label === "" || [...label].length > 50)
        return show(who, request, reply, problem("What you call it takes 1 to 50 characters."), 400);
      const answer = form(request).secret("credential", LONGEST_FIELD);
      const made = await verifyCreation(deps.addresses, { answer, challenge: offered.challenge });
      if (made === undefined)
        return show(who, request, reply, problem("The browser's passkey was not taken. Try again."), 403);
      return add(who, [request, reply], "passkey", ({ tx, now, newId }) =>
        insertPasskey(tx, { id: newId(), user: who.user.id, label, made, now }),
      );
    }),
  );
}

function mountCodes(scope: FastifyInstance, deps: Deps, { fresh, show }: FactorPage): void {
  scope.post(
    `${PAGE}/codes`,
    fresh(async (who, request, reply) => {
      refuseProvider(who);
      const { codes } = await changeBy(deps, request, who.user.id, async ({ tx, now, newId, trace }) => {
        if (!hasFactor(await factorsOf(tx, who.user.id))) return { codes: undefined };
        const user = who.user.id;
        await trace({ action: "user.renew-recovery-codes", target: { type: "user", id: user } });
        await queueAccountNotice(tx, { user, event: "recovery-codes-renewed" }, { id: newId(), now });
        return { codes: await renewRecoveryCodes(tx, who.user.id) };
      });
      if (codes !== undefined) return show(who, request, reply, { codes });
      return show(who, request, reply, problem("Add a passkey or an app first."), 409);
    }),
  );
}

function mountRemoval(scope: FastifyInstance, deps: Deps, { fresh }: FactorPage): void {
  const remove = (factor: (request: FastifyRequest) => Parameters<typeof removeFactor>[2]) =>
    fresh(async (who, request, reply) => {
      refuseProvider(who);
      await changeBy(deps, request, who.user.id, async (change) => {
        const removed = factor(request);
        await removeFactor(change.tx, who.user.id, removed);
        await tell(change, who, "removed", removed === "authenticator" ? "app" : "passkey");
        return {};
      });
      return goTo(reply, `${PAGE}?done=removed`);
    });
  scope.post(
    `${PAGE}/app/remove`,
    remove(() => "authenticator"),
  );
  scope.post(
    `${PAGE}/passkeys/:id/remove`,
    remove((request) => ({ passkey: (request.params as { id: string }).id })),
  );
}

function refuseProvider(who: SignedInPerson): void {
  if (!speaksForAccount(who)) throw forbidden(BY_PROVIDER);
}

/** Leaves the trail, and tells the person by mail. */
async function tell(
  { tx, now, newId, trace }: RunningChange,
  { user }: SignedInPerson,
  event: "added" | "removed",
  factor: string,
): Promise<void> {
  const action = event === "added" ? "user.add-factor" : "user.remove-factor";
  await trace({ action, target: { type: "user", id: user.id }, after: { factor } });
  await queueAccountNotice(tx, { user: user.id, event }, { id: newId(), now });
}

async function offerTo(
  deps: Deps,
  { user, session }: SignedInPerson,
  others: Factors["passkeys"],
  kept: SealedProposal | undefined,
): Promise<Offer> {
  const { secret, challenge, sealed } = kept ?? (await propose(deps.secrets, session.id, deps.clock.now()));
  const uri = await authenticatorURI(secret, { app: deps.addresses.app, email: user.email });
  const { encode } = await import("uqr");
  return {
    sealed,
    secret: (secret.match(/.{1,4}/g) as string[]).join(" "),
    picture: encode(uri, { border: 0 }).data,
    passkey: takesPasskeys(deps.addresses)
      ? await creationOptions(deps.addresses, { user, challenge, others })
      : undefined,
  };
}
