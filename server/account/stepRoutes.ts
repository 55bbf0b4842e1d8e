/** The second step of a sign-in: a code of an app, a passkey, or a recovery code. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import type { RunningChange } from "../http/change.ts";
import { forbidden } from "../http/errors.ts";
import { useAuthenticator } from "../nouns/factors/authenticator.ts";
import {
  notePasskeyUse,
  requestOptions,
  type SignedRequest,
  takesPasskeys,
  verifyRequest,
} from "../nouns/factors/passkeys.ts";
import { factorsOf } from "../nouns/factors/queries.ts";
import { useRecoveryCode } from "../nouns/factors/recoveryCodes.ts";
import { findActiveProvider } from "../nouns/saml/queries.ts";
import { queueAccountNotice } from "../nouns/sessions/notices.ts";
import { closeStep, findStep } from "../nouns/sessions/steps.ts";
import { countGuess } from "../nouns/sessions/attempts.ts";
import { goTo, sendPage } from "./answer.ts";
import { enter, enterBySignOn, noteFailure, tooManyAttempts, welcome } from "./enter.ts";
import type { Form } from "./form.ts";
import { safeNext } from "./next.ts";
import { renderStep } from "./pages/step.ts";
import type { AccountAssets, Message } from "./pages/frame.ts";
import { changeBy, secretIn } from "./visitor.ts";

/** What a browser says of a passkey is shorter. */
const LONGEST_CREDENTIAL = 8000;

type Step = NonNullable<Awaited<ReturnType<typeof findStep>>>;

const WRONG: Message = {
  kind: "problem",
  text: "This is not right, or was used already. An app shows another code every 30 seconds.",
};

export function mountStep(scope: FastifyInstance, deps: Deps, assets: AccountAssets): void {
  const stepOf = (request: FastifyRequest) =>
    findStep(deps.db.read, secretIn(deps, request, "step"), deps.clock.now());

  const show = async (
    step: Step,
    request: FastifyRequest,
    reply: FastifyReply,
    message?: Message,
  ): Promise<FastifyReply> => {
    const { authenticator, passkeys, codesLeft } = await factorsOf(deps.db.read, step.user_id);
    const usable = takesPasskeys(deps.addresses) ? passkeys : [];
    const { challenge } = step;
    const page = renderStep({
      assets,
      email: step.email,
      message,
      takesCode: authenticator !== undefined || codesLeft > 0,
      hasApp: authenticator !== undefined,
      passkey:
        usable.length === 0 ? undefined : await requestOptions(deps.addresses, { challenge, passkeys }),
    });
    return sendPage(request, reply, page, message === undefined ? 200 : 403);
  };

  scope.get("/sign-in/factor", async (request, reply) => {
    const step = await stepOf(request);
    return step === undefined ? goTo(reply, "/sign-in") : show(step, request, reply);
  });

  scope.post<{ Body: Form }>("/sign-in/factor", async (request, reply) => {
    const step = await stepOf(request);
    if (step === undefined) return goTo(reply, "/sign-in");
    const code = request.body.text("code", 100);
    const credential = request.body.secret("credential", LONGEST_CREDENTIAL);
    const secret = await enterByFactor(deps, request, step, { code, credential });
    if (secret === undefined) return show(step, request, reply, WRONG);
    return welcome(deps, reply, secret, safeNext(step.next));
  });
}

interface GivenFactor {
  /** Of the app, or from the list of recovery codes; empty for a passkey. */
  readonly code: string;
  /** What the browser says of a passkey, as JSON. */
  readonly credential: string;
}

/** Finishes a sign-in and gives the session's secret; undefined when the factor is wrong. @throws 429 */
async function enterByFactor(
  deps: Deps,
  request: FastifyRequest,
  step: Step,
  { code, credential }: GivenFactor,
): Promise<string | undefined> {
  const { user_id: user, email } = step;
  // A signature is looked at before the transaction, which waits for nothing but the database.
  const signed = credential === "" ? undefined : await signedBy(deps, step, credential);
  const log = deps.log.child({ requestId: request.id });
  const outcome = await changeBy(deps, request, user, async (change) => {
    const { tx, now, newId } = change;
    const attempt = { kind: "factor" as const, email, user, address: request.ip, now };
    const guess = await countGuess(tx, attempt, async () => {
      const factor =
        credential === ""
          ? await useCode({ secrets: deps.secrets, log }, change, user, code)
          : signed && (await notePasskeyUse(tx, { ...signed, now })) && ("passkey" as const);
      // Of several right answers at once one goes on.
      return factor && (await closeStep(tx, step)) ? factor : undefined;
    });
    if ("wait" in guess) return { wait: guess.wait };
    if (guess.found === undefined) return {};
    if (guess.found === "recovery-code")
      await queueAccountNotice(tx, { user, event: "recovery-code-used" }, { id: newId(), now });
    return { secret: await enterWith(deps, request, change, step, guess.found) };
  });
  if (outcome.wait !== undefined) throw tooManyAttempts(outcome.wait);
  if (outcome.secret === undefined) await noteFailure(deps, request, user, "factor");
  return outcome.secret;
}

/** Opens the session that the first step was for. */
async function enterWith(
  deps: Deps,
  request: FastifyRequest,
  change: RunningChange,
  { user_id: user, method, provider, through }: Step,
  factor: string,
): Promise<string> {
  if (method !== "saml" || provider === null || through === null)
    return enter(deps, request, change, user, method, factor);
  const found = await findActiveProvider(change.tx, through, provider);
  if (found === undefined) throw forbidden("This way to sign in was just turned off. Sign in again.");
  return enterBySignOn(deps, request, change, {
    user,
    signOn: { id: provider, organization: through },
    factor,
  });
}

async function signedBy(deps: Deps, step: Step, answer: string): Promise<SignedRequest | undefined> {
  const { passkeys } = await factorsOf(deps.db.read, step.user_id);
  return verifyRequest(deps.addresses, { answer, challenge: step.challenge, passkeys });
}

/** Uses a typed code up, and says whose it was: six digits are an app's, all else is a recovery code. */
async function useCode(
  deps: Pick<Deps, "secrets" | "log">,
  { tx, now }: RunningChange,
  user: string,
  typed: string,
): Promise<"authenticator" | "recovery-code" | undefined> {
  const code = typed.replace(/\s/g, "");
  if (/^\d{6}$/.test(code))
    return (await useAuthenticator(tx, deps, { user, code, now })) ? "authenticator" : undefined;
  return (await useRecoveryCode(tx, { user, code, now })) ? "recovery-code" : undefined;
}
