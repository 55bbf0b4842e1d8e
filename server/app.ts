import type { FastifyInstance } from "fastify";
import examples from "./http/examples.json" with { type: "json" };
import { allowCrossOrigin } from "./http/crossOrigin.ts";
import { openCursors } from "./http/cursor.ts";
import { mountHealth } from "./http/health.ts";
import { mountOperations } from "./http/mount.ts";
import { describe } from "./http/openapi.ts";
import type { Operation } from "./http/operation.ts";
import { refuseOtherMethods } from "./http/otherMethods.ts";
import { openPlaces } from "./http/perOrganization.ts";
import { serveDocument } from "./http/serveDocument.ts";
import { newServer, type Patience } from "./http/server.ts";
import { answeringUrl, guardSessionCalls, isSessionCall } from "./http/sessionCalls.ts";
import { type LoopLag, shedLoad } from "./http/shedding.ts";
import type { Deps } from "./deps.ts";
import { mergedFrom } from "./nouns/change-requests/mergedFrom.ts";
import { importRunOperations } from "./nouns/change-requests/importRuns.ts";
import { changeRequestOperations } from "./nouns/change-requests/routes.ts";
import { auditOperations } from "./nouns/audit/routes.ts";
import { collectionOperations } from "./nouns/collections/routes.ts";
import { contentWriteOperations } from "./nouns/content/routes.ts";
import { commentOperations } from "./nouns/comments/routes.ts";
import { installationOperations } from "./nouns/installations/routes.ts";
import { mountGitWebhooks } from "./nouns/git/receive.ts";
import { gitOperations } from "./nouns/git/routes.ts";
import { embedOperations } from "./nouns/embeds/routes.ts";
import { fontOperations } from "./nouns/fonts/routes.ts";
import { mountUploads } from "./nouns/fonts/uploadRoute.ts";
import { notificationOperations } from "./nouns/notifications/routes.ts";
import { integrationOperations } from "./nouns/integrations/routes.ts";
import { factorOperations } from "./nouns/factors/routes.ts";
import { inviteOperations } from "./nouns/invites/routes.ts";
import { jobOperations } from "./nouns/jobs/routes.ts";
import { linksOperations } from "./nouns/links/routes.ts";
import { memberOperations } from "./nouns/members/routes.ts";
import { openAPIOperations } from "./nouns/openapi/routes.ts";
import { organizationOperations } from "./nouns/orgs/routes.ts";
import { pdfOperations } from "./nouns/pdf/routes.ts";
import { permissionOperations } from "./nouns/permissions/routes.ts";
import { revisionOperations } from "./nouns/revisions/routes.ts";
import { reviewOperations } from "./nouns/reviews/routes.ts";
import { samlOperations } from "./nouns/saml/routes.ts";
import { searchOperations } from "./nouns/search/routes.ts";
import { adaptiveOperations } from "./nouns/sites/adaptive/routes.ts";
import { publishingOperations } from "./nouns/sites/publishing/routes.ts";
import { sitePermissionOperations } from "./nouns/sites/permissions/routes.ts";
import { siteSearchOperations } from "./nouns/sites/search/routes.ts";
import { uploadOperations } from "./nouns/uploads/routes.ts";
import { urlOperations } from "./site/urls/routes.ts";
import { hostnameOperations } from "./nouns/sites/hostnames/routes.ts";
import { feedbackOperations } from "./nouns/sites/feedback/routes.ts";
import { insightsOperations } from "./nouns/sites/insights/routes.ts";
import { redirectOperations } from "./nouns/sites/redirects/routes.ts";
import { externalLinkOperations } from "./nouns/sites/external-links/routes.ts";
import { sectionGroupOperations } from "./nouns/sites/section-groups/routes.ts";
import { sectionOperations } from "./nouns/sites/sections/routes.ts";
import { shareLinkOperations } from "./nouns/sites/share-links/routes.ts";
import { customizationOperations } from "./nouns/sites/customization/routes.ts";
import { siteSpaceOperations } from "./nouns/sites/site-spaces/routes.ts";
import { structureOperations } from "./nouns/sites/structure/routes.ts";
import { identifySession } from "./nouns/sessions/queries.ts";
import { siteOperations } from "./nouns/sites/routes.ts";
import { spaceLifeOperations } from "./nouns/spaces/lifeRoutes.ts";
import { sourceOperations } from "./nouns/sources/routes.ts";
import { spaceOperations } from "./nouns/spaces/routes.ts";
import { systemOperations } from "./nouns/system/routes.ts";
import { teamOperations } from "./nouns/teams/routes.ts";
import { tokenOperations } from "./nouns/tokens/routes.ts";
import { translationOperations } from "./nouns/translations/routes.ts";
import { userOperations } from "./nouns/users/routes.ts";
import { webhookOperations } from "./nouns/webhooks/routes.ts";
import { mountAccount } from "./account/mount.ts";
import { mountSaml } from "./account/samlRoutes.ts";
import { mountLive } from "./console/live/mount.ts";
import { mountConsole } from "./console/mount.ts";
import { mountReference } from "./reference/mount.ts";
import type { Assets } from "./pages/assets.ts";
import { version } from "./version.ts";

/** Every operation there is, in the order of the reference. */
export const operations: readonly Operation[] = [
  ...systemOperations,
  ...userOperations,
  ...notificationOperations,
  ...tokenOperations,
  ...organizationOperations,
  ...collectionOperations,
  ...spaceOperations,
  ...spaceLifeOperations,
  ...embedOperations,
  ...permissionOperations,
  ...memberOperations,
  ...factorOperations,
  ...teamOperations,
  ...samlOperations,
  ...inviteOperations,
  ...auditOperations,
  ...webhookOperations,
  ...revisionOperations(mergedFrom),
  ...contentWriteOperations,
  ...uploadOperations,
  ...changeRequestOperations,
  ...importRunOperations,
  ...gitOperations,
  ...pdfOperations,
  ...linksOperations,
  ...commentOperations,
  ...reviewOperations,
  ...searchOperations,
  ...openAPIOperations,
  ...translationOperations,
  ...siteOperations,
  ...shareLinkOperations,
  ...publishingOperations,
  ...adaptiveOperations,
  ...sectionOperations,
  ...sectionGroupOperations,
  ...externalLinkOperations,
  ...siteSpaceOperations,
  ...customizationOperations,
  ...fontOperations,
  ...structureOperations,
  ...redirectOperations,
  ...feedbackOperations,
  ...insightsOperations,
  ...hostnameOperations,
  ...sitePermissionOperations,
  ...siteSearchOperations,
  ...urlOperations,
  ...integrationOperations,
  ...installationOperations,
  ...sourceOperations,
  ...jobOperations,
];

export interface AppOptions {
  /** Points a minute; 0 turns the limit off. */
  readonly rateLimit: number;
  readonly trustedProxies: readonly string[];
  /** How long requests may take to arrive; see the server's. */
  readonly patience?: Patience;
  /** How late the process runs, in milliseconds; without it nothing is refused for that. */
  readonly loopLag?: LoopLag;
  /** What the pages for people are made with; without it there are none. */
  readonly assets?: Assets;
}

/** The editors' world: the API, its description and the health checks. */
export function buildApp(deps: Deps, options: AppOptions): FastifyInstance {
  const app = newServer({
    log: deps.log,
    newId: deps.newId,
    trustedProxies: options.trustedProxies,
    patience: options.patience,
    answeringUrl,
    secureHosts: secureHost(deps.addresses.app),
  });
  const edge = {
    deps,
    identities: deps.identities,
    identifySession: (cookies: string, stranger?: () => void) => identifySession(deps, cookies, stranger),
    cursors: openCursors(deps.secrets),
    rateLimit: options.rateLimit === 0 ? undefined : deps.limits.open("api", options.rateLimit),
    places: openPlaces(),
  };
  allowCrossOrigin(app);
  guardSessionCalls(app, deps.addresses);
  tellVersion(app);
  if (options.loopLag !== undefined) shedLoad(app, options.loopLag);
  mountOperations(app, edge, operations);
  refuseOtherMethods(app);
  mountUploads(app, deps);
  mountGitWebhooks(app, deps);
  mountLive(app, edge);
  mountHealth(app, deps);
  deps.scripts.answerApi(deps.addresses.app, (request, response) => app.routing(request, response));
  const document = () => describe(operations, { version, server: deps.addresses.app }, examples);
  serveDocument(app, "/openapi.json", () => JSON.stringify(document()));
  if (options.assets !== undefined) {
    mountReference(app, document, options.assets, deps);
    mountConsole(app, deps, options.assets);
    mountAccount(app, deps, options.assets);
    mountSaml(app, deps, options.assets);
  }
  return app;
}

/** A tab of ours learns from any answer that the server is newer than it. */
function tellVersion(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (isSessionCall(request)) reply.header("lectern-version", version);
    done();
  });
}

/** The host of an address, where that is https. */
function secureHost(address: string): readonly string[] {
  const { protocol, host } = new URL(address);
  return protocol === "https:" ? [host] : [];
}
