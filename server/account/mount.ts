/** The pages on which people sign in and look after their account: on the editor's origin only. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import type { HttpError } from "../http/errors.ts";
import { sendFailure } from "../http/failures.ts";
import { refuseUnstorable } from "../http/input.ts";
import { prepare, sendReady } from "../pages/ready.ts";
import type { Assets } from "../pages/assets.ts";
import { mountAccountPage } from "./accountRoutes.ts";
import { pageAnswer } from "./answer.ts";
import { mountDevice } from "./deviceRoutes.ts";
import { takeForms } from "./form.ts";
import { refuseForeignChange } from "./guard.ts";
import { mountGitApps } from "./gitAppRoutes.ts";
import { mountJoin } from "./joinRoutes.ts";
import { mountOAuth } from "./oauthRoutes.ts";
import { accountAssets, type AccountAssets } from "./pages/frame.ts";
import { mountFactors } from "./factorRoutes.ts";
import { mountStep } from "./stepRoutes.ts";
import { PHOTO_PATH } from "./photoRoutes.ts";
import { renderNote } from "./pages/signIn.ts";
import { formPerson } from "./visitor.ts";
import { mountSignIn } from "./signInRoutes.ts";

/** Mounts them in a scope of their own, where forms are read and failures are pages; and what programs ask beside them. */
export function mountAccount(app: FastifyInstance, deps: Deps, assets: Assets): void {
  const hrefs: AccountAssets = accountAssets(assets);
  void app.register(async (scope) => {
    scope.addHook("onRequest", (request, _reply, done) => {
      try {
        refuseForeignChange(request, deps.addresses, request.routeOptions.url === PHOTO_PATH);
        // What no database can hold, none is asked for.
        refuseUnstorable(request.params, { texts: true });
        refuseUnstorable(request.query, { texts: true });
      } catch (error) {
        return done(error as Error);
      }
      return done();
    });
    takeForms(scope);
    scope.setErrorHandler((error: Error, request, reply) =>
      sendFailure(deps.log, error, request, reply, failurePage(hrefs)),
    );
    mountSignIn(scope, deps, hrefs);
    mountStep(scope, deps, hrefs);
    mountAccountPage(scope, deps, hrefs);
    mountFactors(scope, deps, hrefs);
    mountJoin(scope, deps, hrefs);
    mountDevice(scope, deps, hrefs);
    mountGitApps(scope, deps, hrefs);
  });
  mountOAuth(app, deps);
}

const TITLES: Readonly<Record<number, string>> = {
  401: "Nothing was changed",
  403: "This is refused",
  404: "There is nothing here",
  409: "This can't be done now",
  429: "Not so fast",
};

function failurePage(assets: AccountAssets) {
  return (request: FastifyRequest, reply: FastifyReply, error: HttpError): FastifyReply => {
    const title =
      TITLES[error.status] ?? (error.status >= 500 ? "Something went wrong" : "This was not understood");
    const person = error.type === "another-person" ? formPerson(request) : undefined;
    const action =
      person === undefined
        ? { title: "Go to your account", href: "/account" }
        : { title: "Sign in as yourself", href: `/sign-in?as=${encodeURIComponent(person)}&next=%2Faccount` };
    const page = renderNote(assets, { title, text: error.message, action });
    void prepare(pageAnswer(page, error.status), "identity").then((ready) => {
      void reply.headers(error.headers);
      sendReady(request, reply, ready);
    });
    return reply;
  };
}
