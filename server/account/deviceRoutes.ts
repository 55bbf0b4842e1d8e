/** Where somebody lets a program act for them (RFC 8628): they type its code, see who asks, and decide. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { reachOf } from "../access/singleSignOn.ts";
import type { Write } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { forbidden, invalid } from "../http/errors.ts";
import { countGuess } from "../nouns/sessions/attempts.ts";
import { decideDeviceGrant, findDeviceGrant } from "../nouns/sessions/deviceGrants.ts";
import { sendPage } from "./answer.ts";
import { tooManyAttempts } from "./enter.ts";
import type { Form } from "./form.ts";
import { TOKEN_DAYS_OF_PROGRAMS } from "./oauthRoutes.ts";
import { renderDeviceCode, renderDeviceRequest } from "./pages/device.ts";
import type { AccountAssets } from "./pages/frame.ts";
import { renderNote } from "./pages/signIn.ts";
import { changeBy, entranceOf, freshlySignedIn, type SignedInPerson, signedIn } from "./visitor.ts";

const LONGEST_CODE = 20;
/** One sentence for codes that never were, that are over and that were decided on. */
const NO_CODE = "No program waits with this code. Look at it again, or have the program begin anew.";

/** The page for the code, the page that asks, and what the decision does. */
export function mountDevice(scope: FastifyInstance, deps: Deps, assets: AccountAssets): void {
  const retype = (who: SignedInPerson, request: FastifyRequest, reply: FastifyReply, code: string) => {
    const page = renderDeviceCode(assets, {
      user: who.user,
      code,
      message: { kind: "problem", text: NO_CODE },
    });
    return sendPage(request, reply, page, 404);
  };

  scope.get<{ Querystring: Record<string, unknown> }>(
    "/device",
    signedIn(deps, (who, request, reply) => {
      const { user_code: code } = request.query as Record<string, unknown>;
      const known = typeof code === "string" ? code.slice(0, LONGEST_CODE) : "";
      return sendPage(request, reply, renderDeviceCode(assets, { user: who.user, code: known }));
    }),
  );

  scope.post(
    "/device",
    signedIn(deps, async (who, request, reply) => {
      const code = codeIn(request);
      const grant = await deps.db.transact((tx) => guessCode(deps, tx, who, request, code));
      if (grant === undefined) return retype(who, request, reply, code);
      const page = renderDeviceRequest(assets, {
        code,
        user: who.user,
        program: grant.program,
        machine: grant.machine,
        address: grant.address,
        isOwnAddress: grant.address === request.ip,
        at: grant.created_at,
        scopes: grant.scopes === null ? null : (JSON.parse(grant.scopes) as string[]),
        days: TOKEN_DAYS_OF_PROGRAMS,
      });
      return sendPage(request, reply, page);
    }),
  );

  scope.post(
    "/device/decision",
    freshlySignedIn(
      deps,
      (request) => `/device?user_code=${encodeURIComponent(codeIn(request))}`,
      async (who, request, reply) => {
        const decision = decisionIn(request);
        const { decided } = await decide(deps, who, request, decision);
        if (!decided) return retype(who, request, reply, codeIn(request));
        const action = { title: "Go to your account", href: "/account#tokens" };
        const said =
          decision === "approved"
            ? { title: "Approved", text: "The program goes on by itself. You may close this page." }
            : { title: "Denied", text: "The program was told so. It may do nothing in your name." };
        return sendPage(request, reply, renderNote(assets, { ...said, action }));
      },
    ),
  );
}

function codeIn(request: FastifyRequest): string {
  return (request.body as Form).text("user_code", LONGEST_CODE);
}

function decisionIn(request: FastifyRequest): "approved" | "denied" {
  const wanted = (request.body as Form).text("do", 20);
  if (wanted === "approve") return "approved";
  if (wanted === "deny") return "denied";
  throw invalid("Use one of the buttons: Approve or Deny.");
}

/** What a code stands for; each page that takes one counts wrong codes. @throws 429 */
async function guessCode(
  deps: Deps,
  tx: Write,
  { user }: SignedInPerson,
  request: FastifyRequest,
  code: string,
): Promise<Row<"device_grants"> | undefined> {
  const now = deps.clock.now();
  const attempt = { kind: "code", email: user.email, user: user.id, address: request.ip, now } as const;
  const guess = await countGuess(tx, attempt, () => findDeviceGrant(tx, deps.secrets, code, now));
  if ("wait" in guess) throw tooManyAttempts(guess.wait);
  return guess.found;
}

/** @throws 403 when a token that this session makes would reach nothing */
async function decide(
  deps: Deps,
  who: SignedInPerson,
  request: FastifyRequest,
  decision: "approved" | "denied",
): Promise<{ readonly decided: boolean }> {
  const { through, within, beyond } = await reachOf(deps.db.read, entranceOf(who), deps.clock.now());
  if (decision === "approved" && beyond.some(({ asksFactor }) => asksFactor)) {
    throw forbidden(
      "Set up a second factor on your account page first: an organization of yours asks for one.",
    );
  }
  if (decision === "approved" && within.length === 0 && beyond.length > 0) {
    throw forbidden(
      "Nothing is in reach of the way in which you signed in here. Sign in by the single sign-on of your organization, or with your password, and repeat it.",
    );
  }
  return changeBy(deps, request, who.user.id, async ({ tx, trace }) => {
    const grant = await guessCode(deps, tx, who, request, codeIn(request));
    const made = { decision, user: who.user.id, session: who.session.id, through };
    if (grant === undefined || !(await decideDeviceGrant(tx, grant.id, made))) return { decided: false };
    const { program, machine, address } = grant;
    const action = decision === "approved" ? "user.approve-program" : "user.deny-program";
    await trace({ action, target: { type: "user", id: who.user.id }, after: { program, machine, address } });
    return { decided: true };
  });
}
