/** Signing in through an identity provider: off to it, back with its answer, and in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { leaveTrace } from "../access/trail.ts";
import type { Write } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { HttpError } from "../http/errors.ts";
import { refuseUnstorable } from "../http/input.ts";
import { sendFailure } from "../http/failures.ts";
import { findOrganization } from "../nouns/orgs/queries.ts";
import { type Account, accountOf, knownArrival } from "../nouns/saml/accounts.ts";
import { type ActiveProvider, claimsOf, isActive, serviceOf, trustOf } from "../nouns/saml/present.ts";
import type { AssertedPerson } from "../access/saml/assertion.ts";
import { LARGEST } from "../access/saml/posted.ts";
import { type RefusalKind, SamlRefused } from "../access/saml/refused.ts";
import { metadataOf, requestUrl } from "../access/saml/verify.ts";
import { findActiveProvider, findProvider } from "../nouns/saml/queries.ts";
import { beginSignIn, finishSignIn, newSignIn, takeAnswer, waitingRequest } from "../nouns/saml/requests.ts";
import { hashSecret } from "../nouns/sessions/commands.ts";
import { openStep } from "../nouns/sessions/steps.ts";
import type { Assets } from "../pages/assets.ts";
import { sendPage } from "./answer.ts";
import { asksFactor, enterBySignOn, toFactor, welcome } from "./enter.ts";
import { Form, takeForms } from "./form.ts";
import { limitByNetwork } from "./networkLimit.ts";
import { safeNext } from "./next.ts";
import { accountAssets, type AccountAssets } from "./pages/frame.ts";
import { renderRefusal } from "./pages/saml.ts";
import { renderTest, type TestOutcome } from "./pages/samlTest.ts";
import { SamlVerifier } from "./samlVerifier.ts";
import { changeBy } from "./visitor.ts";

/** Base64 and the form's own escapes make the XML larger. */
const FORM_LIMIT = LARGEST * 2;
/** Requests a minute from one network: a company of some size arrives at nine. */
const PER_NETWORK = 300;
const COOKIE_SECONDS = 30 * 60;
/** What our secrets look like; a RelayState of another form was never ours. */
const RELAY = /^[\w-]{43}$/;

const STATUS: Readonly<Partial<Record<RefusalKind, number>>> = {
  expired: 410,
  unsolicited: 400,
  untrusted: 400,
  "too-large": 413,
  "other-browser": 400,
  "no-provider": 404,
  busy: 429,
};

interface ProviderPath {
  readonly Params: { readonly organization: string; readonly id: string };
}

/**
 * Mounts them in a scope of their own: answers are posted from the identity provider's pages, which is why the guard
 * of the other forms doesn't stand here. What stands here instead: an answer counts once, for the request that it
 * answers, and lets in only the browser that made the request.
 */
export function mountSaml(app: FastifyInstance, deps: Deps, assets: Assets): void {
  const hrefs: AccountAssets = accountAssets(assets);
  void app.register(async (scope) => {
    takeForms(scope, FORM_LIMIT);
    scope.setErrorHandler((error: Error, request, reply) => {
      const answer = failureAnswer(deps, hrefs);
      return error instanceof SamlRefused
        ? answer(request, reply, error)
        : sendFailure(deps.log, error, request, reply, answer);
    });
    const refusal = () => new SamlRefused("busy", "Too many requests from one network.");
    limitByNetwork(scope, deps, "saml", PER_NETWORK, refusal);
    mountStart(scope, deps);
    mountAnswer(scope, deps, hrefs);
    mountFinish(scope, deps);
    mountMetadata(scope, deps);
  });
}

async function theProvider(deps: Deps, request: FastifyRequest): Promise<ActiveProvider> {
  const { organization, id } = request.params as ProviderPath["Params"];
  const provider = await findActiveProvider(deps.db.read, organization, id);
  if (provider === undefined) throw noProvider();
  return provider;
}

const noProvider = () => new SamlRefused("no-provider", "The provider is unknown or pending.");

/** What a test comes to: who was named, and whether they would be let in; or why the answer was refused. */
async function outcomeOf(
  { db, log }: Deps,
  provider: Row<"saml_providers">,
  verify: () => Promise<AssertedPerson>,
): Promise<TestOutcome> {
  let person: AssertedPerson | undefined;
  try {
    person = await verify();
    const known = await knownArrival(db.read, { provider, nameId: person.nameId });
    return { person, comes: known === undefined ? "stranger" : "known" };
  } catch (error) {
    if (!(error instanceof SamlRefused)) throw error;
    // Whoever tests can name any address: whether strangers have accounts here is not theirs to know.
    if (person !== undefined && error.kind === "not-invited") return { person, comes: "stranger" };
    log.info({ provider: provider.id, reason: error.message }, "SAML test refused");
    return { person, refused: error };
  }
}

/** What the address of a page says, when it says it once. */
function asked(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}

function mountStart(scope: FastifyInstance, deps: Deps): void {
  scope.addHook("preHandler", async ({ params, query }) => {
    // What no database can hold, none is asked for.
    refuseUnstorable(params, { texts: true });
    refuseUnstorable(query, { texts: true });
  });

  scope.get<ProviderPath>("/sso/saml/:organization/:id", async (request, reply) => {
    const provider = await theProvider(deps, request);
    const begun = newSignIn(browserOf(deps, request));
    const next = safeNext(asked(request, "next"));
    await deps.db.transact((tx) => beginSignIn(tx, begun, { provider, next, now: deps.clock.now() }));
    const trust = trustOf(provider, claimsOf(provider), deps.addresses);
    const location = await requestUrl(trust, begun.requestId, begun.relay);
    void reply.header("set-cookie", browserCookie(deps, begun.browser));
    return unseen(reply).redirect(location, 302);
  });
}

function mountAnswer(scope: FastifyInstance, deps: Deps, assets: AccountAssets): void {
  const verifier = new SamlVerifier(deps.clock);
  scope.addHook("onClose", () => verifier.close());
  scope.post<ProviderPath>("/sso/saml/:organization/:id/acs", async (request, reply) => {
    const { organization, id } = request.params;
    const provider = await findProvider(deps.db.read, organization, id);
    // JSON is read everywhere; an answer is a form.
    const form = request.body instanceof Form ? request.body : undefined;
    const relay = form?.text("RelayState", 2048) ?? "";
    const isOurs = RELAY.test(relay);
    const now = deps.clock.now();
    const waiting = provider && isOurs ? await waitingRequest(deps.db.read, provider, relay, now) : undefined;
    // A test is one of a provider that may not be whole yet.
    const claims = waiting?.tried ?? (provider && isActive(provider) ? claimsOf(provider) : undefined);
    if (provider === undefined || claims === undefined) throw noProvider();
    if (!isOurs) throw new SamlRefused("unsolicited", "The answer comes without our RelayState.");
    if (waiting === undefined) throw new SamlRefused("expired", "No sign-in waits for this answer.");
    const posted = form?.secret("SAMLResponse", FORM_LIMIT) ?? "";
    const { requestId } = waiting;
    const believed = waiting.tried === undefined ? claims : undefined;
    const answer = { trust: trustOf(provider, claims, deps.addresses), posted, asked: { requestId, now } };
    const verify = async (): Promise<AssertedPerson> => {
      const claimed = await verifier.verify(answer, request.ip);
      await deps.db.transact((tx) => takeAnswer(tx, claimed, { provider, relay, believed, now }));
      return claimed;
    };
    if (waiting.tried !== undefined) {
      const outcome = await outcomeOf(deps, provider, verify);
      return sendPage(request, unseen(reply), renderTest({ assets, provider, ...outcome }));
    }
    await verify();
    // A request that another site made carries no cookie of ours; the one that the browser makes now does.
    const { startURL } = serviceOf(provider, deps.addresses);
    return unseen(reply).redirect(`${new URL(startURL).pathname}/finish?state=${relay}`, 303);
  });
  scope.get<ProviderPath>("/sso/saml/:organization/:id/acs", () => {
    throw new SamlRefused("unsolicited", "Answers are read from posted forms only.");
  });
}

function mountFinish(scope: FastifyInstance, deps: Deps): void {
  scope.get<ProviderPath>("/sso/saml/:organization/:id/finish", async (request, reply) => {
    const named = await theProvider(deps, request);
    const relay = asked(request, "state") ?? "";
    const browser = browserOf(deps, request);
    const { entered } = await changeBy(deps, request, undefined, async (change) => {
      const { tx, now, newId } = change;
      const vouched = await finishSignIn(tx, { provider: named, relay, browser, now });
      const provider = await findActiveProvider(tx, named.organization_id, named.id);
      if (provider === undefined) throw new SamlRefused("no-provider", "The provider was just removed.");
      const account = await accountOf(tx, { ...vouched, provider, now, newId });
      const origin = { identity: { userId: account.user }, ip: request.ip, source: "ui" as const };
      const trace: typeof change.trace = (said) => leaveTrace(tx, origin, now, newId, said);
      await traceJoining(trace, provider, account);
      const { user } = account;
      const signOn = { id: provider.id, organization: provider.organization_id };
      const next = safeNext(vouched.next);
      if (await asksFactorToo(tx, provider.organization_id, user)) {
        const step = await openStep(tx, { user, method: "saml", next, provider: signOn, now });
        return { entered: { secret: step, isStep: true, next } };
      }
      const secret = await enterBySignOn(deps, request, { ...change, by: user, trace }, { user, signOn });
      return { entered: { secret, isStep: false, next } };
    });
    if (entered.isStep) return toFactor(deps, unseen(reply), entered.secret);
    return welcome(deps, unseen(reply), entered.secret, entered.next);
  });
}

/** Whether somebody whom the identity provider vouches for is asked for their second factor here as well. */
async function asksFactorToo(tx: Write, id: string, user: string): Promise<boolean> {
  const organization = await findOrganization(tx, id);
  if (organization === undefined || organization.factor_from === null || organization.factor_by_sso === 1)
    return false;
  return asksFactor(tx, user);
}

type Tracing = Parameters<Parameters<typeof changeBy>[3]>[0]["trace"];

async function traceJoining(
  trace: Tracing,
  provider: Row<"saml_providers">,
  { user, made }: Account,
): Promise<void> {
  if (made === undefined) return;
  await trace({
    action: made === "user" ? "member.join" : "member.update",
    organization: provider.organization_id,
    target: { type: "member", id: user },
    after: {
      samlProvider: provider.id,
      ...(made === "user" ? { role: provider.default_role, sso: true } : {}),
    },
  });
}

function mountMetadata(scope: FastifyInstance, deps: Deps): void {
  scope.get<ProviderPath>("/sso/saml/:organization/:id/metadata", async (request, reply) => {
    // It is read to set the provider up, so before the provider is.
    const provider = await findProvider(deps.db.read, request.params.organization, request.params.id);
    if (provider === undefined) throw new SamlRefused("no-provider", "The provider is unknown.");
    const xml = await metadataOf(
      serviceOf(provider, deps.addresses),
      `_${hashSecret(provider.id).slice(0, 32)}`,
    );
    return reply
      .header("content-type", "application/samlmetadata+xml; charset=utf-8")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff")
      .send(xml);
  });
}

/** Nothing of a sign-in under way is kept, or told to the next page. */
function unseen(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "private, no-store").header("referrer-policy", "no-referrer");
}

function cookieName({ addresses }: Deps): string {
  return addresses.app.startsWith("https:") ? "__Host-lectern-saml" : "lectern-saml";
}

function browserCookie(deps: Deps, browser: string): string {
  const secure = deps.addresses.app.startsWith("https:") ? "; Secure" : "";
  return `${cookieName(deps)}=${browser}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** What `browserCookie` gave; nothing when there are two that differ. */
function browserOf(deps: Deps, request: FastifyRequest): string | undefined {
  const found = new Set<string>();
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === cookieName(deps) && RELAY.test(value ?? "")) found.add(value as string);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

/** Failures of this scope are pages as well: whoever sees them came by a button, not by a program. */
function failureAnswer(deps: Deps, assets: AccountAssets) {
  return (request: FastifyRequest, reply: FastifyReply, error: HttpError | SamlRefused): FastifyReply => {
    void pageOf(deps, assets, request, error).then(({ page, status }) => {
      void unseen(reply).headers(error instanceof HttpError ? error.headers : {});
      return sendPage(request, reply, page, status);
    });
    return reply;
  };
}

async function pageOf(
  deps: Deps,
  assets: AccountAssets,
  request: FastifyRequest,
  error: HttpError | SamlRefused,
): Promise<{ page: string; status: number }> {
  const kind = error instanceof SamlRefused ? error.kind : kindOf(error);
  const { organization: owner = "", id = "" } = (request.params ?? {}) as Partial<ProviderPath["Params"]>;
  const { provider, organization } = await readNamed(deps, owner, id);
  const tells = kind === "untrusted" || kind === "too-large" || kind === "declined";
  if (tells) deps.log.warn({ provider: id, requestId: request.id, reason: error.message }, "SAML refused");
  const page = renderRefusal({
    assets,
    kind,
    provider: provider && { label: provider.label, href: serviceOf(provider, deps.addresses).startURL },
    organization: organization?.title,
    reason: tells ? error.message : undefined,
    requestId: request.id,
  });
  const status = error instanceof HttpError ? error.status : (STATUS[kind] ?? 403);
  return { page, status };
}

/** Whom the page of a failure names. It is shown without names when they can't be read: the failure matters more. */
async function readNamed({ db, log }: Deps, owner: string, id: string) {
  try {
    const provider = await findActiveProvider(db.read, owner, id);
    return {
      provider,
      organization: provider && (await findOrganization(db.read, owner)),
    };
  } catch (error) {
    log.warn({ err: error, provider: id }, "a page of a failed sign-in names nobody");
    return { provider: undefined, organization: undefined };
  }
}

function kindOf({ status }: HttpError): RefusalKind {
  if (status === 403) return "disabled";
  return status === 404 ? "no-provider" : "untrusted";
}
