/**
 * Bodies that nothing of `oneOfEach.ts` is made with, for the examples of the document: where a sample of the schema is
 * refused, or says less.
 */
import { readFileSync } from "node:fs";
import { wholePublication } from "../nouns/integrations/publication.fixture.ts";

/** Where it is sent, and what; `id` gives the ids of the things that were made. */
export interface ExampleBody {
  readonly method: "POST" | "PUT" | "PATCH";
  readonly url: string;
  readonly body: (id: (name: string) => string) => object;
}

const SITE = "/orgs/:organizationId/sites/:siteId";
const COMMENT = "/spaces/:spaceId/comments/:commentId";

const sends = (
  method: ExampleBody["method"],
  url: string,
  body: object | ExampleBody["body"],
): ExampleBody => ({
  method,
  url,
  body: typeof body === "function" ? (body as ExampleBody["body"]) : () => body,
});

const MANUAL = new URL("../../docs/customization.md", import.meta.url);

/** The look that the manual shows whole, without its pictures: they are fetched. */
function shownLook(): object {
  const [, json = ""] = /title="look\.json"[^]*?```json\n([^]*?)```/.exec(readFileSync(MANUAL, "utf8")) ?? [];
  const look = JSON.parse(json) as Record<string, Record<string, unknown>>;
  delete look["header"]?.["logo"];
  delete look["footer"]?.["logo"];
  return { ...look, socialPreview: {} };
}

const redirect = (source: string, destination: object) => ({ source, destination });

/** In this order: each is taken. */
export const exampleBodies: readonly ExampleBody[] = [
  sends("PATCH", "/user/settings", { theme: "dark", singleKeys: false }),
  sends("PATCH", "/users/:userId", { displayName: "Ada Lovelace" }),
  sends("POST", "/user/notifications/read", {}),
  sends("POST", "/user/tokens", { label: "Deployment", scopes: ["user:read", "space:read"] }),
  sends("POST", "/orgs", { title: "Acme", type: "business", useCase: "productDocs" }),
  sends("PATCH", "/collections/:collectionId", { title: "Guides", defaultLevel: "inherit" }),
  sends("POST", "/collections/:collectionId/move", { parent: null }),
  sends("PATCH", "/spaces/:spaceId", {
    title: "Handbook",
    emoji: "1f4d8",
    language: "en",
    mergeRules: { type: "rules", rules: [{ rule: "require_change_request_subject" }] },
  }),
  sends("PATCH", "/orgs/:organizationId/teams/:teamId", { title: "Writers" }),
  sends("PUT", "/orgs/:organizationId/teams/:teamId/members", (id) => ({ add: [id("userId")] })),
  sends("POST", "/spaces/:spaceId/permissions", (id) => ({ teams: [id("teamId")], role: "edit" })),
  sends("PATCH", "/spaces/:spaceId/permissions/teams/:teamId", { role: "review" }),
  sends("PATCH", "/orgs/:organizationId/members/:userId", { role: "admin" }),
  sends("PATCH", "/orgs/:organizationId/saml/:samlProviderId", {
    label: "Acme accounts",
    defaultRole: "read",
  }),
  sends("POST", "/orgs/:organizationId/saml/:samlProviderId/test", {
    ssoURL: "https://acme.okta.com/app/lectern/sso/saml",
    entityID: "http://www.okta.com/exk1abc",
  }),
  sends("POST", "/orgs/:organizationId/invites", { emails: ["ada@example.com"], role: "edit" }),
  sends("PATCH", "/orgs/:organizationId/link-invites/:inviteId", { role: "comment" }),
  sends("PATCH", "/orgs/:organizationId/webhooks/:webhookId", {
    description: "Builds the search",
    active: true,
  }),
  sends("PATCH", "/spaces/:spaceId/change-requests/:changeRequestId", {
    subject: "Explain the installation",
    status: "open",
  }),
  sends("POST", "/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers", (id) => ({
    users: [id("userId")],
  })),
  sends("PATCH", "/orgs/:organizationId/git/connections/:gitConnectionId", {
    accessToken: "a-new-token-of-the-host",
  }),
  sends("PATCH", "/git/installations/:gitInstallationId", { paused: true, outgoing: "push" }),
  sends("PUT", COMMENT, { body: { markdown: "Say which version." }, addedReactions: ["1f44d"] }),
  sends("PUT", `${COMMENT}/replies/:commentReplyId`, { body: { markdown: "Done." } }),
  sends("PUT", "/orgs/:organizationId/openapi/:specSlug", {
    source: { text: '{"openapi":"3.1.0","info":{"title":"Pets","version":"2"},"paths":{}}' },
  }),
  sends("PATCH", "/orgs/:organizationId/openapi/:specSlug", { visibility: "public" }),
  sends("PATCH", `${SITE}/share-links/:shareLinkId`, { name: "For partners", active: true }),
  sends("PATCH", `${SITE}/publishing/auth`, { fallbackURL: "https://accounts.example.com/sign-in" }),
  sends("POST", `${SITE}/publishing/preview`, (id) => ({
    siteSpace: id("siteSpaceId"),
    claims: { plan: "pro" },
  })),
  sends("PATCH", `${SITE}/sections/:siteSectionId`, { title: "Guides", icon: "book" }),
  sends("POST", `${SITE}/sections/:siteSectionId/move`, {}),
  sends("PATCH", `${SITE}/section-groups/:siteSectionGroupId`, { title: "Products" }),
  sends("POST", `${SITE}/section-groups/:siteSectionGroupId/move`, {}),
  sends("POST", `${SITE}/section-groups/:siteSectionGroupId/sections`, (id) => ({
    sectionId: id("siteSectionId"),
  })),
  sends("POST", `${SITE}/external-links`, (id) => ({
    title: "Community",
    url: "https://community.example.com/",
    parent: id("siteSectionGroupId"),
  })),
  sends("PATCH", `${SITE}/external-links/:siteExternalLinkId`, { url: "https://status.example.com/live" }),
  sends("PATCH", `${SITE}/site-spaces/:siteSpaceId`, { path: "handbook" }),
  sends("POST", `${SITE}/site-spaces/:siteSpaceId/move`, {}),
  sends("PATCH", `${SITE}/structure/sort`, (id) => ({
    item: { type: "site-section-group", id: id("siteSectionGroupId") },
  })),
  sends("PATCH", `${SITE}/redirects/:siteRedirectId`, { permanent: true }),
  sends("PUT", `${SITE}/redirects`, (id) => ({
    redirects: [
      redirect("/old-guide", { kind: "external", url: "https://example.com/guide" }),
      redirect("/old-section", { kind: "site-section", siteSectionId: id("siteSectionId") }),
      redirect("/old-variant", { kind: "site-space", siteSpaceId: id("siteSpaceId") }),
      redirect("/old-page", { kind: "site-page", siteSpaceId: id("siteSpaceId"), pageId: id("pageId") }),
      redirect("/old-path", { kind: "path", spaceId: id("spaceId"), path: id("pagePath") }),
    ],
  })),
  sends("PUT", `${SITE}/customization`, shownLook),
  sends("POST", "/integrations/charts", (id) => wholePublication(id("organizationId"))),
  sends("POST", `${SITE}/search`, { query: "page", scope: { mode: "all" } }),
  sends("POST", "/integrations/:integrationName/tasks", { task: { refresh: "all" }, schedule: 60 }),
  sends("PUT", "/integrations/:integrationName/dev", { tunnelUrl: "https://tunnel.example.com/lectern" }),
  sends("PATCH", "/integrations/:integrationName/installations/:installationId", {
    space_selection: "selected",
  }),
  sends("PATCH", "/integrations/:integrationName/installations/:installationId/spaces/:spaceId", {
    externalIds: ["acme-42"],
  }),
];

/** Bodies without an example, with the reason. */
export const WITHOUT_EXAMPLE: Readonly<Record<string, readonly string[]>> = {
  "a script answers it, and scripts run only where workerd is installed": [
    "RefreshComputedSources",
    "RenderIntegrationUI",
  ],
};

/** A question, and what is sent with it. */
interface ExampleQuestion extends Omit<ExampleBody, "method" | "body"> {
  readonly method: "GET" | "POST";
  readonly body?: ExampleBody["body"];
}

const asks = (url: string): ExampleQuestion => ({ method: "GET", url });
const REVIEW = "/spaces/:spaceId/change-requests/:changeRequestId";

/** What is asked for examples of answers, beside every GET without a query. */
export const exampleQuestions: readonly ExampleQuestion[] = [
  asks("/urls/content?url=http://app.test/s/:spaceId"),
  asks("/urls/embed?url=http://app.test/s/:spaceId"),
  asks("/spaces/:spaceId/embed?url=http://app.test/s/:spaceId"),
  asks("/spaces/:spaceId/search?query=page"),
  asks("/orgs/:organizationId/search?query=page"),
  asks("/orgs/:organizationId/find?query=docs"),
  asks("/spaces/:spaceId/links/deletion?pages=:pageId"),
  asks(`${REVIEW}/links/deletion?pages=:pageId`),
  asks(`${SITE}/redirect?source=/a-moved-page`),
  { method: "POST", url: "/orgs/:organizationId/ping" },
  { method: "POST", url: `${REVIEW}/update` },
  { method: "POST", url: "/integrations/:integrationName/installations/:installationId/tokens" },
];

/** Operations without an example of their answer, with the reason. */
export const WITHOUT_ANSWER: Readonly<Record<string, readonly string[]>> = {
  "a script answers it, and scripts run only where workerd is installed": [
    "listComputedSources",
    "renderIntegrationUiWithPost",
  ],
};

/** Other named schemas without an example, with the reason. */
export const WITHOUT_SAMPLE: Readonly<Record<string, readonly string[]>> = {
  "it is about a Git host": ["GitAttention", "GitCommitTemplate", "GitHeld", "GitPriority", "GitUsername"],
  "a script answers it, or is told of it": [
    "ComputedContentSourceIntegration",
    "ComputedSource",
    "ComputedSourceState",
    "ContentKitContext",
    "ContentKitRenderOutput",
    "IntegrationInstallationConfiguration",
    "SiteIntegrationScript",
  ],
  "it comes of what others do": [
    "FailedEmails",
    "MemberInvitation",
    "SecondFactorRule",
    "SiteInsightsPage",
    "SiteInsightsQueryEventsColumn",
  ],
  "what was sent and answered here has no such part, or another of its kind": [
    "ChangedAttributes",
    "CollectionPointer",
    "CommentTargetPage",
    "Condition",
    "ContentPointer",
    "ContentRefCollection",
    "ContentRefOpenAPI",
    "ContentRefReusableContent",
    "ContentRefUser",
    "CustomizationFontOfYourOwn",
    "CustomizationLinkOverride",
    "CustomizationThemedURL",
    "DocumentBlockOpenAPIWebhook",
    "DocumentMarkUnderline",
    "DocumentRefSpace",
    "FileUpload",
    "GlossaryDelete",
    "GlossaryUpdate",
    "MarkdownText",
    "NamedTag",
    "OrganizationDefaultContent",
    "PageStub",
    "PlaceOfUser",
    "PublishedSiteRedirect",
    "RevisionTag",
    "SiteSectionGroupPointer",
    "SiteSectionPointer",
    "SiteSpacePointer",
    "SpacePointer",
    "SwitchOverride",
    "WebhookEventName",
    "WebhookSpaces",
  ],
};
