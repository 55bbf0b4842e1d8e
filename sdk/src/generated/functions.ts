// Generated from the OpenAPI document by `npm run client`. Changes belong there.
import type { CallOptions, Client } from "../client.ts";
import { call, download, list, type ListCall } from "../calls.ts";
import { type FileSource, upload } from "../upload.ts";
import { type Work, work } from "../work.ts";
import type {
  APITemporaryToken,
  AddSectionToSiteSectionGroup,
  AddSiteExternalLink,
  AddSiteSection,
  AddSiteSectionGroup,
  AddSiteSpace,
  AuditEvent,
  AuditEventActions,
  ChangeContent,
  ChangeRequest,
  ChangeRequestConflict,
  ChangeRequestRequestedReviewer,
  ChangeRequestReview,
  ChangeRequestStatus,
  ChangeSiteRedirects,
  CheckGitConnection,
  Collection,
  Comment,
  CommentReply,
  ComputeDocument,
  ComputeRevision,
  ComputedRevision,
  ComputedSource,
  ConfirmTranslatedPages,
  ContentChangeResult,
  ContentChanged,
  ContentImportRun,
  ContentKitRenderOutput,
  ContentLocation,
  ContentReferences,
  CreateChangeRequest,
  CreateCollection,
  CreateCustomFont,
  CreateGitConnection,
  CreateGitSyncInstallation,
  CreateOpenAPISpec,
  CreateOrganization,
  CreateOrganizationInvite,
  CreateSAMLProvider,
  CreateShareLink,
  CreateSite,
  CreateSitePreview,
  CreateSiteRedirect,
  CreateSpace,
  CreateTeam,
  CreateTranslatedSpace,
  CreateUpload,
  CreateUserAPIToken,
  CreateWebhook,
  CustomHostname,
  CustomizationFontDefinition,
  DeletedPage,
  EffectiveContentPermission,
  Embed,
  ExportToGitRepository,
  FoundSiteRedirect,
  FoundThing,
  GenerateStorageUploadURL,
  GitBranch,
  GitConnection,
  GitRepository,
  GitReview,
  GitSyncBranch,
  GitSyncInstallation,
  GitSyncRepository,
  GitSyncRepositoryFile,
  GitSyncRun,
  GitSyncState,
  GitSyncStatus,
  GitWaiting,
  GitWebhookWithSecret,
  GlossaryEntry,
  Id,
  ImportContent,
  ImportContentResult,
  ImportGitRepository,
  InstallIntegration,
  InstallIntegrationOnSite,
  InstallIntegrationOnSpace,
  InstalledIntegration,
  Integration,
  IntegrationCategory,
  IntegrationDevelopmentMode,
  IntegrationEvent,
  IntegrationEventWithTrace,
  IntegrationInstallation,
  IntegrationInstallationStatus,
  IntegrationScope,
  IntegrationSiteInstallation,
  IntegrationSpaceInstallation,
  IntegrationTarget,
  InviteUsersAndTeams,
  InviteUsersToOrganization,
  InvitedUsers,
  JSONDocument,
  Job,
  JoinedOrganization,
  MarkNotificationsRead,
  MarkdownText,
  MemberContentPermission,
  MemberRole,
  MergeRuleState,
  MoveContent,
  MoveSiteSection,
  MoveSiteSectionGroup,
  MoveSiteSpace,
  Notification,
  OpenAPISpec,
  OpenAPISpecContent,
  OpenAPISpecText,
  OpenAPISpecVersion,
  Organization,
  OrganizationIntegrationStatus,
  OrganizationInviteLink,
  OrganizationMember,
  OrganizationMemberTeam,
  OrganizationSAMLProvider,
  OrganizationSAMLProviderTest,
  OrganizationSSOProviderLogin,
  OrganizationTeamMember,
  OrganizationsOfDomain,
  PDFAddress,
  Page,
  PageDeletion,
  PageFeedback,
  PageFeedbackRating,
  Pages,
  PostComment,
  PostCommentReply,
  PublishIntegration,
  PublishedContentSite,
  PublishedSiteContentLookup,
  PutOpenAPISpec,
  PutSiteAdaptiveSchema,
  QueueIntegrationTask,
  RefreshComputedSources,
  RenderIntegrationUI,
  RequestReviewers,
  ResolveConflict,
  ResolveGitSync,
  ResolvePublishedURL,
  ReusableContentEntry,
  Revision,
  RevisionEntry,
  RevisionFile,
  RevisionPageMetaLinks,
  RevisionReusableContent,
  RevisionSemanticChanges,
  SearchPageResult,
  SearchSite,
  SearchSpaceResult,
  ShareLink,
  SharedTags,
  SharedVariables,
  Site,
  SiteAdaptiveSchema,
  SiteAdaptiveTemplateConditions,
  SiteCustomizationSettings,
  SiteExternalLink,
  SiteInsightsQueryEventsAggregation,
  SiteInsightsQueryEventsAggregationResult,
  SiteIntegrationScript,
  SitePreview,
  SitePublishingAuth,
  SitePublishingAuthUpdate,
  SiteRedirect,
  SiteRedirectSource,
  SiteRedirectsChanged,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteSpaceCustomizationOverrides,
  SiteSpaceCustomizationSettings,
  SiteStructure,
  SiteType,
  SortSiteStructure,
  Space,
  SpaceIntegrationBlocks,
  StartImportRun,
  StorageUploadURL,
  Subdomain,
  SubmitReview,
  TakeUpload,
  Team,
  TeamContentPermission,
  TeamMemberRole,
  TestSAMLProvider,
  TrackSiteEvents,
  TransferContent,
  TranslatedPage,
  TranslatedPageStatus,
  TranslatedSpace,
  TranslationSettings,
  URL,
  UpdateChangeRequest,
  UpdateCollection,
  UpdateComment,
  UpdateCommentReply,
  UpdateContentPermission,
  UpdateCustomFont,
  UpdateGitConnection,
  UpdateGitSyncInstallation,
  UpdateGlossary,
  UpdateIntegrationContentInstallation,
  UpdateIntegrationInstallation,
  UpdateMembersInOrganizationTeam,
  UpdateOpenAPISpec,
  UpdateOrganization,
  UpdateOrganizationInvite,
  UpdateOrganizationMember,
  UpdateSAMLProvider,
  UpdateShareLink,
  UpdateSite,
  UpdateSiteCustomizationSettings,
  UpdateSiteExternalLink,
  UpdateSiteRedirect,
  UpdateSiteSection,
  UpdateSiteSectionGroup,
  UpdateSiteSpace,
  UpdateSpace,
  UpdateTeam,
  UpdateTranslation,
  UpdateUser,
  UpdateUserSettings,
  UpdateWebhook,
  UploadInParts,
  UploadedPart,
  User,
  UserAPIToken,
  UserAPITokenExtended,
  UserContentPermission,
  UserContributor,
  UserSettings,
  UserSitePermission,
  VisitorClaims,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryStatus,
  WebhookDeliveryWithAttempts,
  WebhookWithSecret,
  WriteTranslationSettings,
} from "./schemas.ts";

/**
 * Add an external link to the navigation of a site.
 *
 * The site must have sections. The link comes after everything else at the top level, or in the group that is named. Readers see it among the tabs, unless it is a draft or its condition doesn't hold for them.
 */
export const addExternalLinkToSite: (client: Client, organizationId: Id, siteId: Id, body: AddSiteExternalLink, options?: CallOptions) => Promise<SiteExternalLink> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/external-links", 1);

/**
 * Add a member to a team, or change their role in it.
 *
 * Without a role they become a member, or keep the role they have.
 */
export const addMemberToOrganizationTeamById: (client: Client, organizationId: Id, teamId: Id, userId: Id, body: {
  readonly role?: TeamMemberRole;
}, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PUT /orgs/:organizationId/teams/:teamId/members/:userId", 1);

/**
 * Create a section group.
 *
 * The group comes after everything else. It is shown when it has sections.
 */
export const addSectionGroupToSite: (client: Client, organizationId: Id, siteId: Id, body: AddSiteSectionGroup, options?: CallOptions) => Promise<SiteSectionGroup> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/section-groups", 1);

/**
 * Add a section to a group.
 *
 * The section becomes the last of the group. It leaves its former group.
 */
export const addSectionToGroup: (client: Client, organizationId: Id, siteId: Id, siteSectionGroupId: Id, body: AddSectionToSiteSectionGroup, options?: CallOptions) => Promise<SiteSectionGroup> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections", 1);

/**
 * Add a section with a space to a site.
 *
 * With the first section, the existing site-spaces become a section of their own, the default one.
 */
export const addSectionToSite: (client: Client, organizationId: Id, siteId: Id, body: AddSiteSection, options?: CallOptions) => Promise<SiteSection> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/sections", 1);

/**
 * Add a space to a site.
 *
 * Needs permission to administer the space, because publishing shows it to others.
 */
export const addSpaceToSite: (client: Client, organizationId: Id, siteId: Id, body: AddSiteSpace, options?: CallOptions) => Promise<SiteSpace> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/site-spaces", 1);

/**
 * Get the page views of a site.
 *
 * As reported by renderers of your own, by day, site-space and page, for 400 days. Lectern's own pages count no views.
 */
export const aggregateSiteEvents: (client: Client, organizationId: Id, siteId: Id, body: SiteInsightsQueryEventsAggregation, options?: CallOptions) => Promise<SiteInsightsQueryEventsAggregationResult> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/insights/events/aggregate", 1);

/**
 * Change many redirects at once.
 *
 * Up to 500, in their order, by source: creates, replaces, deletes (with null as destination), or publishes drafts. Each one succeeds or fails alone; `results` has the outcome of each.
 */
export const bulkUpsertSiteRedirects: (client: Client, organizationId: Id, siteId: Id, body: ChangeSiteRedirects, options?: CallOptions) => Promise<SiteRedirectsChanged> =
  /* @__PURE__ */ call("PUT /orgs/:organizationId/sites/:siteId/redirects", 1);

/**
 * Cancel a run of a Git installation.
 *
 * It ends before it writes again. A run that has ended is a 409.
 */
export const cancelGitSyncRun: (client: Client, gitInstallationId: Id, gitRunId: Id, options?: CallOptions) => Promise<GitSyncRun> =
  /* @__PURE__ */ call("POST /git/installations/:gitInstallationId/runs/:gitRunId/cancel");

/**
 * Cancel an import run.
 *
 * A run under way ends within moments. One that has ended is a 409.
 */
export const cancelImportRun: (client: Client, organizationId: Id, importRunId: Id, options?: CallOptions) => Promise<ContentImportRun> =
  /* @__PURE__ */ call("POST /org/:organizationId/imports/:importRunId/cancel");

/**
 * Cancel a job.
 *
 * A running job ends within moments; finished parts of its work stay. You get a 409 if it has ended, and a 403 for jobs that Lectern started itself.
 */
export const cancelJobById: (client: Client, jobId: Id, options?: CallOptions) => Promise<Job> =
  /* @__PURE__ */ call("POST /jobs/:jobId/cancel");

/**
 * Check a Git connection.
 *
 * Soon, by a job: whether its host takes the token, and pushes with it. Nothing is written there. The connection has a later `checkedAt` when that is known. For its maker and administrators.
 */
export const checkGitConnection: (client: Client, organizationId: Id, gitConnectionId: Id, body: CheckGitConnection, options?: CallOptions) => Promise<GitConnection> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/git/connections/:gitConnectionId/check", 1);

/**
 * Confirm pages of a translation as current.
 *
 * For changes of the source that ask for no other words, and for pages that read the same in both languages.
 */
export const confirmTranslatedPages: (client: Client, spaceId: Id, body: ConfirmTranslatedPages, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/translation/pages", 1);

/**
 * Count the links that deleting pages of a change request breaks.
 *
 * Includes links from other spaces that you can see.
 */
export const countDeletionInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, query: {
  /** At most 200 ids, separated by commas. Ids of deleted pages are ignored. */
  readonly pages: string;
}, options?: CallOptions) => Promise<PageDeletion> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/links/deletion", 2);

/**
 * Count the links that deleting pages of a space breaks.
 *
 * Includes links from other spaces that you can see.
 */
export const countDeletionInSpace: (client: Client, spaceId: Id, query: {
  /** At most 200 ids, separated by commas. Ids of deleted pages are ignored. */
  readonly pages: string;
}, options?: CallOptions) => Promise<PageDeletion> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/links/deletion", 2);

/**
 * Create a change request.
 *
 * It is a draft with the current content of the space. Locked spaces accept change requests, too.
 */
export const createChangeRequest: (client: Client, spaceId: Id, body: CreateChangeRequest, options?: CallOptions) => Promise<ChangeRequest> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/change-requests", 1);

/**
 * Create a collection.
 *
 * At the top of the organization it needs the permission `createContent`, in another collection `create` on that one.
 */
export const createCollection: (client: Client, organizationId: Id, body: CreateCollection, options?: CallOptions) => Promise<Collection> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/collections", 1);

/**
 * Create a font from uploaded files.
 *
 * A font has a file for each weight, including the regular one (400). Use the answer, without `permissions`, as `font` or `monospaceFont` of a site's look.
 */
export const createCustomFont: (client: Client, organizationId: Id, body: CreateCustomFont, options?: CallOptions) => Promise<CustomizationFontDefinition> =
  /* @__PURE__ */ call("PUT /orgs/:organizationId/fonts", 1);

/**
 * Create a Git connection.
 *
 * A token for a host, which its maker and administrators may use for spaces. It is kept encrypted and never shown again.
 */
export const createGitConnection: (client: Client, organizationId: Id, body: CreateGitConnection, options?: CallOptions) => Promise<GitConnection> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/git/connections", 1);

/**
 * Connect a space or a site with a branch.
 *
 * From then on, changes on each side go to the other. `direction` says what the first sync does. With `git`, a space that has pages answers 409 until you allow with `"confirm": true` to replace them. The credentials are a connection, or a token, from which a connection is made; to only read a public repository, you need none. Without a repository nothing is synced: you can list the repositories, and choose one by an update.
 */
export const createGitSyncInstallation: (client: Client, body: CreateGitSyncInstallation, options?: CallOptions) => Promise<GitSyncInstallation> =
  /* @__PURE__ */ call("POST /git/installations", 1);

/**
 * Create a token of an installation.
 *
 * For administrators of the integration's organization. The token lasts an hour. It has the granted scopes in the organization's chosen spaces and sites, and never more permissions than the person who installed it.
 */
export const createIntegrationInstallationToken: (client: Client, integrationName: string, installationId: Id, options?: CallOptions) => Promise<APITemporaryToken> =
  /* @__PURE__ */ call("POST /integrations/:integrationName/installations/:installationId/tokens");

/**
 * Add an OpenAPI specification.
 *
 * Takes an address or the text. Accepts Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2, as JSON or YAML, up to 32 MB of JSON or 10 MB of YAML in at most 50 files; other files are fetched only from the origin of the first. The source is read after the answer; `processingState` shows the progress. A slug that is taken answers 409.
 */
export const createOpenAPISpec: (client: Client, organizationId: Id, body: CreateOpenAPISpec, options?: CallOptions) => Promise<OpenAPISpec> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/openapi", 1);

/**
 * Add an OpenAPI specification, or set its source.
 *
 * Lectern reads the source again, even if the address is the same. The last version stays until there is a new one.
 */
export const createOrUpdateOpenAPISpecBySlug: (client: Client, organizationId: Id, specSlug: string, body: PutOpenAPISpec, options?: CallOptions) => Promise<OpenAPISpec> =
  /* @__PURE__ */ call("PUT /orgs/:organizationId/openapi/:specSlug", 1);

/**
 * Create an organization.
 *
 * You become its administrator. Its hostname is made from the title; change it with PATCH. Refused if you signed in by single sign-on, which is limited to the organization that it belongs to, and in installations where the operator makes organizations.
 */
export const createOrganization: (client: Client, body: CreateOrganization, options?: CallOptions) => Promise<Organization> =
  /* @__PURE__ */ call("POST /orgs", 1);

/**
 * Create an invite link.
 *
 * A link to the organization needs an administrator, a link to a space or a collection the permission to invite there. Its `id` is a secret: anybody who has it can join.
 */
export const createOrganizationInvite: (client: Client, organizationId: Id, body: CreateOrganizationInvite, options?: CallOptions) => Promise<OrganizationInviteLink> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/link-invites", 1);

/**
 * Create a SAML provider.
 *
 * A label is enough to begin with. Enter the answer's `service` at your identity provider. The provider is `pending`, and nobody can sign in through it, until `ssoURL`, `entityID` and `certificate` are set. Without `defaultRole`, new members get the organization's default role.
 */
export const createOrganizationSAMLProvider: (client: Client, organizationId: Id, body: CreateSAMLProvider, options?: CallOptions) => Promise<OrganizationSAMLProvider> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/saml", 1);

/** Create a team. */
export const createOrganizationTeam: (client: Client, organizationId: Id, body: CreateTeam, options?: CallOptions) => Promise<Team> =
  /* @__PURE__ */ call("PUT /orgs/:organizationId/teams", 1);

/**
 * Create a webhook.
 *
 * It gets events from now on, as signed requests. The secret that signs them is only in this answer.
 */
export const createOrganizationWebhook: (client: Client, organizationId: Id, body: CreateWebhook, options?: CallOptions) => Promise<WebhookWithSecret> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/webhooks", 1);

/**
 * Create a site.
 *
 * `spaces` names the spaces of the site, or creates one: `sample` with pages to start from, `empty` without. A new site is not published yet.
 */
export const createSite: (client: Client, organizationId: Id, body: CreateSite, options?: CallOptions) => Promise<Site> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites", 1);

/**
 * Preview a site with unsaved changes.
 *
 * `customization` shows the site with these settings, `overrides` the variant as a `PATCH` of its customization would make it, and `changeRequest` or `revision` the content of one. Nobody else sees it. Lectern keeps your last 20 for an hour.
 */
export const createSitePublishingPreview: (client: Client, organizationId: Id, siteId: Id, body: CreateSitePreview, options?: CallOptions) => Promise<SitePreview> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/publishing/preview", 1);

/**
 * Create a redirect.
 *
 * It applies only to paths without a page: pages, and former addresses of pages, come first. If several match, the one without a wildcard counts, then the longest.
 */
export const createSiteRedirect: (client: Client, organizationId: Id, siteId: Id, body: CreateSiteRedirect, options?: CallOptions) => Promise<SiteRedirect> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/redirects", 1);

/**
 * Create a share link.
 *
 * Anybody who has its address, `urls.published`, can read the site, once the site is published with the visibility share-link.
 */
export const createSiteShareLink: (client: Client, organizationId: Id, siteId: Id, body: CreateShareLink, options?: CallOptions) => Promise<ShareLink> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/share-links", 1);

/**
 * Create a space.
 *
 * At the top of the organization it needs the permission `createContent`, in a collection `create` on that one.
 */
export const createSpace: (client: Client, organizationId: Id, body: CreateSpace, options?: CallOptions) => Promise<Space> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/spaces", 1);

/**
 * Begin a translation of a space.
 *
 * Creates a space next to the source, with its content and open to the same people, for one of the settings' languages. Pages have the same ids in both. From then on it takes in what the source changes, and keeps what is translated in it.
 */
export const createTranslatedSpace: (client: Client, organizationId: Id, translationSettingsId: Id, body: CreateTranslatedSpace, options?: CallOptions) => Promise<TranslatedSpace> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/translations/:translationSettingsId/spaces", 1);

/**
 * Create translation settings.
 *
 * They name the languages into which content is translated. Without `languages` there are none yet.
 */
export const createTranslationSettings: (client: Client, organizationId: Id, body: WriteTranslationSettings, options?: CallOptions) => Promise<TranslationSettings> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/translations", 1);

/**
 * Begin an upload in parts.
 *
 * Send its parts one by one, in any order, and give its id to an operation that takes a file. It is kept for 24 hours, only for the person who began it. A file can have 100 MB, and an archive to import 2 GB; the unfinished uploads of one person can have 4 GB in total, those of an organization 8 GB.
 */
export const createUpload: (client: Client, body: CreateUpload, options?: CallOptions) => Promise<UploadInParts> =
  /* @__PURE__ */ call("POST /uploads", 1);

/**
 * Create an API token.
 *
 * The token has your permissions, limited by its `scopes`. Its secret is only in this answer. A token that expires can't make other tokens.
 */
export const createUserToken: (client: Client, body: CreateUserAPIToken, options?: CallOptions) => Promise<UserAPITokenExtended> =
  /* @__PURE__ */ call("POST /user/tokens", 1);

/**
 * Delete a collection.
 *
 * Its spaces and collections move up to its place and keep their permissions: those that inherited get the collection's default level and grants. You can restore the collection for seven days.
 */
export const deleteCollectionById: (client: Client, collectionId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /collections/:collectionId");

/**
 * Delete a comment on a change request.
 *
 * Deletes it with its replies, for good. Its author and reviewers can do this.
 */
export const deleteCommentInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, commentId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId");

/**
 * Delete a comment on a space.
 *
 * Deletes it with its replies, for good. Its author and reviewers can do this.
 */
export const deleteCommentInSpace: (client: Client, spaceId: Id, commentId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /spaces/:spaceId/comments/:commentId");

/**
 * Delete a reply to a comment on a change request.
 *
 * It can't be undone. Only for its author and for people who can review.
 */
export const deleteCommentReplyInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, commentId: Id, commentReplyId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId");

/**
 * Delete a reply to a comment on a space.
 *
 * It can't be undone. Only for its author and for people who can review.
 */
export const deleteCommentReplyInSpace: (client: Client, spaceId: Id, commentId: Id, commentReplyId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /spaces/:spaceId/comments/:commentId/replies/:commentReplyId");

/**
 * Delete a font.
 *
 * Deletes the font with its files. Sites that use it show a font of the reader's system instead.
 */
export const deleteCustomFont: (client: Client, organizationId: Id, fontId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/fonts/:fontId");

/**
 * Delete a Git connection.
 *
 * 409 while a space is synced with it. For its creator and administrators.
 */
export const deleteGitConnection: (client: Client, organizationId: Id, gitConnectionId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/git/connections/:gitConnectionId");

/**
 * Disconnect a space from its branch.
 *
 * The content stays on both sides. What was held back stays in its change request.
 */
export const deleteGitSyncInstallation: (client: Client, gitInstallationId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /git/installations/:gitInstallationId");

/**
 * Forget the last import and export of a space.
 *
 * What both sides agreed on last is forgotten, and the space can be connected by itself. The content stays. 204: nothing drives it; a space that is connected stays so.
 */
export const deleteLegacyGitInstallation: (client: Client, spaceId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /spaces/:spaceId/git/legacy-installation");

/** Remove a member from a team. */
export const deleteMemberFromOrganizationTeamById: (client: Client, organizationId: Id, teamId: Id, userId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/teams/:teamId/members/:userId");

/**
 * Delete an OpenAPI specification.
 *
 * With all its versions.
 */
export const deleteOpenAPISpecBySlug: (client: Client, organizationId: Id, specSlug: string, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/openapi/:specSlug");

/**
 * Delete an organization.
 *
 * Deletes it with its spaces, sites, members and teams, for good. Nobody reaches it from then on; a job then removes its content. Refused while one of its sites is published.
 */
export const deleteOrganizationById: (client: Client, organizationId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId");

/**
 * Delete an invite link.
 *
 * Nobody can join with it after this. People who have joined stay.
 */
export const deleteOrganizationInviteById: (client: Client, organizationId: Id, inviteId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/link-invites/:inviteId");

/**
 * Delete a SAML provider.
 *
 * Nobody can sign in through it after this, and its sessions end. Members stay members.
 */
export const deleteOrganizationSAMLProvider: (client: Client, organizationId: Id, samlProviderId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/saml/:samlProviderId");

/**
 * Delete a webhook.
 *
 * Deletes it with its deliveries. Events that still wait are not sent.
 */
export const deleteOrganizationWebhook: (client: Client, organizationId: Id, webhookId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/webhooks/:webhookId");

/**
 * Delete a site.
 *
 * Nobody can read it from now on, and other sites can take its hostname. You can restore it for seven days. Its spaces stay.
 */
export const deleteSiteById: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId");

/** Delete an external link. */
export const deleteSiteExternalLinkById: (client: Client, organizationId: Id, siteId: Id, siteExternalLinkId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId");

/** Delete a redirect. */
export const deleteSiteRedirectById: (client: Client, organizationId: Id, siteId: Id, siteRedirectId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId");

/**
 * Delete a section.
 *
 * Its spaces stay. If it is the default section, the next one becomes the default. The site-spaces of the last section stay on the site. Its external links rest: they are in no answer until the site has a section again, and count towards the 100 that a site can have.
 */
export const deleteSiteSectionById: (client: Client, organizationId: Id, siteId: Id, siteSectionId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId/sections/:siteSectionId");

/**
 * Delete a section group.
 *
 * Its sections and external links stay and take its place.
 */
export const deleteSiteSectionGroupById: (client: Client, organizationId: Id, siteId: Id, siteSectionGroupId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId");

/**
 * Delete a share link.
 *
 * Its address never opens the site again.
 */
export const deleteSiteShareLinkById: (client: Client, organizationId: Id, siteId: Id, shareLinkId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId/share-links/:shareLinkId");

/**
 * Remove a space from a site.
 *
 * The space stays. If it is the default, the next one becomes the default.
 */
export const deleteSiteSpaceById: (client: Client, organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId");

/** Remove the customization of a variant. */
export const deleteSiteSpaceCustomizationById: (client: Client, organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization");

/**
 * Delete a space.
 *
 * It disappears from every site at once. You can restore it for seven days; then it is deleted for good.
 */
export const deleteSpaceById: (client: Client, spaceId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /spaces/:spaceId");

/**
 * End a translation.
 *
 * The space stays with its content, as one that nothing keeps in step.
 */
export const deleteSpaceTranslation: (client: Client, spaceId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /spaces/:spaceId/translation");

/**
 * Delete translation settings.
 *
 * Translated spaces stay, but no longer follow their sources.
 */
export const deleteTranslationSettings: (client: Client, organizationId: Id, translationSettingsId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/translations/:translationSettingsId");

/**
 * Delete an upload.
 *
 * With all of its parts.
 */
export const deleteUpload: (client: Client, uploadId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /uploads/:uploadId");

/**
 * Revoke one of your API tokens.
 *
 * It stops working at once; in other processes of this installation within a second.
 */
export const deleteUserToken: (client: Client, tokenId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /user/tokens/:tokenId");

/**
 * Stop sending an integration's events to its developer.
 *
 * Events are no longer posted to the developer.
 */
export const disableIntegrationDevelopmentMode: (client: Client, integrationName: string, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /integrations/:integrationName/dev");

/**
 * Check the DNS of a custom hostname again.
 *
 * Asks the DNS, which takes moments; read the hostname to see the result. Once it is proved, the site is served there. Refused if it is proved already.
 */
export const dnsRevalidateCustomHostname: (client: Client, hostname: string, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PATCH /custom-hostnames/:hostname");

/**
 * Duplicate a space of a site.
 *
 * Copies the space and adds the copy after its siblings, for the same visitors and in the same look. Needs permission to administer the space, and to create one beside it.
 */
export const duplicateSiteSpace: (client: Client, organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions) => Promise<SiteSpace> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/duplicate");

/**
 * Duplicate a space.
 *
 * The copy is next to it, is open to the same people, and has its content without its history. Needs `admin` on it and `create` in its place.
 */
export const duplicateSpace: (client: Client, spaceId: Id, options?: CallOptions) => Promise<Space> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/duplicate");

/**
 * Export the audit log.
 *
 * One JSON document a line, the oldest first, up to the time of the request.
 */
export const exportAuditEvents: (client: Client, organizationId: Id, query?: {
  /** Not before this time. */
  readonly from?: string;
  /** Before this time. */
  readonly to?: string;
  /** Only this action, such as `member.update`. */
  readonly action?: string;
  /** Only what this user did, by id. */
  readonly actor?: string;
  /** Only what was done to this thing, by id. */
  readonly target?: string;
}, options?: CallOptions) => Promise<Response> =
  /* @__PURE__ */ download("GET /orgs/:organizationId/audit-events/export", 2);

/**
 * Export the content of a space.
 *
 * A zip archive of Markdown with front matter, SUMMARY.md and the files. Links are relative. Importing it gives the same content.
 */
export const exportSpace: (client: Client, spaceId: Id, options?: CallOptions) => Promise<Response> =
  /* @__PURE__ */ download("GET /spaces/:spaceId/export");

/**
 * Export a space to a branch.
 *
 * Starts one export soon, as a commit on top of the branch, which is never overwritten. Everything else is as for the import.
 */
export const exportToGitRepository: (client: Client, spaceId: Id, body: ExportToGitRepository, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/git/export", 1);

/**
 * Find things in an organization by name.
 *
 * At most eight things of each type that you can see; titles that begin with the text come first. Pages are also found by their words, and open change requests and drafts by their numbers.
 */
export const findInOrganization: (client: Client, organizationId: Id, query: {
  /** The title, or its beginning. */
  readonly query: string;
  /** Separated by commas. The default is all: page, space, collection, site, member, team, change-request, spec. */
  readonly types?: string;
}, options?: CallOptions) => Promise<{
  readonly items: readonly FoundThing[];
}> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/find", 2);

/**
 * Get an upload address for a file.
 *
 * Send the bytes of the file to the address in one `PUT`, without a token, within ten minutes. Fonts are WOFF2 or WOFF and can have 5 MiB. Then make a font with the `key`. A file that no font uses is deleted after a day.
 */
export const generateStorageUploadURL: (client: Client, organizationId: Id, body: GenerateStorageUploadURL, options?: CallOptions) => Promise<StorageUploadURL> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/storage/upload", 1);

/** Get the version of Lectern. */
export const getApiInformation: (client: Client, options?: CallOptions) => Promise<{
  readonly version: string;
  readonly build: string;
}> =
  /* @__PURE__ */ call("GET ");

/** Get the user of this token. */
export const getAuthenticatedUser: (client: Client, options?: CallOptions) => Promise<User> =
  /* @__PURE__ */ call("GET /user");

/**
 * Get a change request.
 *
 * By its id, or by its number in the space.
 */
export const getChangeRequestById: (client: Client, spaceId: Id, changeRequestId: Id, options?: CallOptions) => Promise<ChangeRequest> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId");

/**
 * List the changes of a change request.
 *
 * Compared with the content of the space that it last took in. Later pages go on between the two revisions that the first one compared. Texts are named by their ids, which `getDocumentById` reads.
 */
export const getChangeRequestChanges: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** The number of items in the answer; the default is 10. */
  readonly limit?: number;
}, options?: CallOptions) => Promise<RevisionSemanticChanges> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/changes", 2);

/**
 * Make a PDF of a change request or one of its pages.
 *
 * Works like the PDF of a space.
 */
export const getChangeRequestPDF: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** The page to print, with its subpages. The default is all pages. */
  readonly page?: string;
  /** Only this page, without its subpages. */
  readonly only?: boolean;
  /** The paper size. */
  readonly paper?: "a4" | "us-letter";
}, options?: CallOptions) => Work<PDFAddress> =
  /* @__PURE__ */ work("GET /spaces/:spaceId/change-requests/:changeRequestId/pdf", 2);

/** Get a review of a change request. */
export const getChangeRequestReviewById: (client: Client, spaceId: Id, changeRequestId: Id, reviewId: Id, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions) => Promise<ChangeRequestReview> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/reviews/:reviewId", 2);

/** Get a collection. */
export const getCollectionById: (client: Client, collectionId: Id, options?: CallOptions) => Promise<Collection> =
  /* @__PURE__ */ call("GET /collections/:collectionId");

/**
 * Get a comment on a change request.
 *
 * `target` is the page or block as it is now. If it is gone, it is described as it was, with `outdated`.
 */
export const getCommentInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, commentId: Id, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions) => Promise<Comment> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId", 2);

/**
 * Get a comment on a space.
 *
 * `target` is the page or block as it is now. If it is gone, it is described as it was, with `outdated`.
 */
export const getCommentInSpace: (client: Client, spaceId: Id, commentId: Id, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions) => Promise<Comment> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/comments/:commentId", 2);

/** Get a reply to a comment on a change request. */
export const getCommentReplyInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, commentId: Id, commentReplyId: Id, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions) => Promise<CommentReply> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId", 2);

/** Get a reply to a comment on a space. */
export const getCommentReplyInSpace: (client: Client, spaceId: Id, commentId: Id, commentReplyId: Id, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions) => Promise<CommentReply> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/comments/:commentId/replies/:commentReplyId", 2);

/**
 * Make the text of a page of a computed page without saving it.
 *
 * `models` is all schemas; `operations` with `page` the operations of the tag of that name, or the one operation with that slug; `info` the text of a tag alone. Of the content source of an integration: the text of the page of this space that has this `computed`. Nothing is changed.
 */
export const getComputedDocument: (client: Client, spaceId: Id, body: ComputeDocument, query?: {
  /** Both are the same. */
  readonly schema?: "current" | "next";
}, options?: CallOptions) => Promise<JSONDocument> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/content/computed/document", 3);

/**
 * Make the pages of a computed page without saving them.
 *
 * The pages that a computed page with this `source` shows. Of an API: those of the latest version of the specification, or of the one that `value.lastVersion` names. Pages have the same ids whenever `seed` is the same. Nothing is changed. The text of a page is made by `getComputedDocument` from its `computed`. Of the content source of an integration: the pages that its script made of it for a page of this space, whose id is the `seed`.
 */
export const getComputedRevision: (client: Client, spaceId: Id, body: ComputeRevision, options?: CallOptions) => Promise<ComputedRevision> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/content/computed/revision", 1);

/**
 * Find what an address of the application means.
 *
 * A collection, or a space with the change request and the page that the address names.
 */
export const getContentByUrl: (client: Client, query: {
  readonly url: URL;
}, options?: CallOptions) => Promise<{
  readonly collection?: Collection;
  readonly space?: Space;
  readonly changeRequest?: ChangeRequest;
  readonly page?: Page;
}> =
  /* @__PURE__ */ call("GET /urls/content", 2);

/**
 * List the contributors of a change request.
 *
 * Its author and everybody who wrote in it, the most recent first, all at once.
 */
export const getContributorsByChangeRequestId: (client: Client, spaceId: Id, changeRequestId: Id, options?: CallOptions) => Promise<{
  readonly items: readonly UserContributor[];
  readonly count: number;
}> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/contributors");

/** Get a space's content. */
export const getCurrentRevision: (client: Client, spaceId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions) => Promise<Revision> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/content", 2);

/** Get a font. */
export const getCustomFont: (client: Client, organizationId: Id, fontId: Id, options?: CallOptions) => Promise<CustomizationFontDefinition> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/fonts/:fontId");

/**
 * Get a custom hostname.
 *
 * The state of its proof, and the DNS record that you have to add.
 */
export const getCustomHostname: (client: Client, hostname: string, options?: CallOptions) => Promise<CustomHostname> =
  /* @__PURE__ */ call("GET /custom-hostnames/:hostname");

/**
 * Get a document by its id.
 *
 * The text with this id. Answers of this space have the id as `documentId` of a page, as `document` of a reusable content, or before and after a change, also for its change requests and earlier revisions. The text is JSON, or Markdown with `format=markdown`. For everybody who can view the space. The same text has the same id within a space, and different ids in different spaces.
 */
export const getDocumentById: (client: Client, spaceId: Id, documentId: Id, query?: {
  /** The format of the text. The default is `document`. */
  readonly format?: "markdown" | "document";
  /** Which form of documents; both are the same. */
  readonly schema?: "current" | "next";
}, options?: CallOptions) => Promise<JSONDocument | MarkdownText> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/documents/:documentId", 2);

/**
 * Get the embed of an address.
 *
 * Of a provider that pages may show in a frame: that frame, and the title that the provider gives, kept for a day. Every other address is a link, and nobody is asked about it.
 */
export const getEmbedByUrl: (client: Client, query: {
  readonly url: URL;
}, options?: CallOptions) => Promise<Embed> =
  /* @__PURE__ */ call("GET /urls/embed", 2);

/**
 * Get the embed of an address in a space.
 *
 * Of a provider that pages may show in a frame: that frame, and the title that the provider gives, kept for a day. Every other address is a link, and nobody is asked about it.
 */
export const getEmbedByUrlInSpace: (client: Client, spaceId: Id, query: {
  readonly url: URL;
}, options?: CallOptions) => Promise<Embed> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/embed", 2);

/**
 * Get a file of a space's content.
 *
 * Its `downloadURL` works for whoever has it, until the space is deleted.
 */
export const getFileById: (client: Client, spaceId: Id, fileId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions) => Promise<RevisionFile> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/content/files/:fileId", 2);

/**
 * Get a file of a change request.
 *
 * Its `downloadURL` works for whoever has it, until the space is deleted.
 */
export const getFileInChangeRequestById: (client: Client, spaceId: Id, changeRequestId: Id, fileId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions) => Promise<RevisionFile> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId", 2);

/**
 * Get a file of a revision.
 *
 * Its `downloadURL` works for whoever has it, until the space is deleted.
 */
export const getFileInRevisionById: (client: Client, spaceId: Id, revisionId: Id, fileId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions) => Promise<RevisionFile> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/files/:fileId", 2);

/**
 * Get a Git connection.
 *
 * Whether its host takes the token.
 */
export const getGitConnection: (client: Client, organizationId: Id, gitConnectionId: Id, options?: CallOptions) => Promise<GitConnection> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/git/connections/:gitConnectionId");

/**
 * Get a file of a GitHub repository.
 *
 * Without what it says.
 */
export const getGitHubFile: (client: Client, gitInstallationId: Id, accountName: string, repositoryName: string, query: {
  /** From the top of the repository. */
  readonly path: string;
  /** A branch or a commit. */
  readonly ref: string;
}, options?: CallOptions) => Promise<GitSyncRepositoryFile> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/github/repos/:accountName/:repositoryName/file", 2);

/**
 * Get a file of a GitLab project.
 *
 * Without what it says.
 */
export const getGitLabFile: (client: Client, gitInstallationId: Id, projectId: string, query: {
  /** From the top of the repository. */
  readonly path: string;
  /** A branch or a commit. */
  readonly ref: string;
}, options?: CallOptions) => Promise<GitSyncRepositoryFile> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/gitlab/projects/:projectId/file", 2);

/**
 * Get a Git installation.
 *
 * The repository with which a space is synced, and the state of the sync.
 */
export const getGitSyncInstallation: (client: Client, gitInstallationId: Id, options?: CallOptions) => Promise<GitSyncInstallation> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId");

/**
 * Get a run of a Git installation.
 *
 * With its report.
 */
export const getGitSyncRun: (client: Client, gitInstallationId: Id, gitRunId: Id, options?: CallOptions) => Promise<GitSyncRun> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/runs/:gitRunId");

/**
 * Get the differences between a space and its branch.
 *
 * As it is known, without asking the host: a sync asks.
 */
export const getGitSyncStatus: (client: Client, gitInstallationId: Id, options?: CallOptions) => Promise<GitSyncStatus> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/status");

/** Get an entry of a glossary. */
export const getGlossaryEntry: (client: Client, organizationId: Id, glossaryEntryId: Id, options?: CallOptions) => Promise<GlossaryEntry> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/translations-glossary/:glossaryEntryId");

/** Get an import run. */
export const getImportRun: (client: Client, organizationId: Id, importRunId: Id, options?: CallOptions) => Promise<ContentImportRun> =
  /* @__PURE__ */ call("GET /org/:organizationId/imports/:importRunId");

/**
 * Get an integration.
 *
 * Members of its organization, and of organizations that installed it, can see a private integration. Works without a token for public ones.
 */
export const getIntegrationByName: (client: Client, integrationName: string, options?: CallOptions) => Promise<Integration> =
  /* @__PURE__ */ call("GET /integrations/:integrationName");

/**
 * Get an event of an integration with its attempts.
 *
 * When the event was sent, and the answer to it.
 */
export const getIntegrationEvent: (client: Client, integrationName: string, eventId: Id, options?: CallOptions) => Promise<IntegrationEventWithTrace> =
  /* @__PURE__ */ call("GET /integrations/:integrationName/events/:eventId");

/**
 * Get an installation.
 *
 * For people of its organization who can install integrations, and for administrators of the integration.
 */
export const getIntegrationInstallationById: (client: Client, integrationName: string, installationId: Id, options?: CallOptions) => Promise<IntegrationInstallation> =
  /* @__PURE__ */ call("GET /integrations/:integrationName/installations/:installationId");

/**
 * Get an event of an installation with its attempts.
 *
 * When the event was sent, what its script wrote to the console, and the answer.
 */
export const getIntegrationInstallationEvent: (client: Client, integrationName: string, installationId: Id, eventId: Id, options?: CallOptions) => Promise<IntegrationEventWithTrace> =
  /* @__PURE__ */ call("GET /integrations/:integrationName/installations/:installationId/events/:eventId");

/**
 * Get an installation on a site.
 *
 * With its configuration there. `extended` shows the site itself, where you see it.
 */
export const getIntegrationSiteInstallation: (client: Client, integrationName: string, installationId: Id, siteId: Id, query?: {
  readonly extended?: boolean;
}, options?: CallOptions) => Promise<IntegrationSiteInstallation> =
  /* @__PURE__ */ call("GET /integrations/:integrationName/installations/:installationId/sites/:siteId", 2);

/**
 * Get an installation on a space.
 *
 * With its configuration there. `extended` shows the space itself, where you see it.
 */
export const getIntegrationSpaceInstallation: (client: Client, integrationName: string, installationId: Id, spaceId: Id, query?: {
  readonly extended?: boolean;
}, options?: CallOptions) => Promise<IntegrationSpaceInstallation> =
  /* @__PURE__ */ call("GET /integrations/:integrationName/installations/:installationId/spaces/:spaceId", 2);

/**
 * Get a job.
 *
 * The progress and the report of work in the background. The person who started it can see it, and everybody who can edit its space. The report of a PDF is for the person who started it alone, since it shows what they see of other spaces.
 */
export const getJobById: (client: Client, jobId: Id, options?: CallOptions) => Promise<Job> =
  /* @__PURE__ */ call("GET /jobs/:jobId");

/** Get the latest version of an OpenAPI specification. */
export const getLatestOpenAPISpecVersion: (client: Client, organizationId: Id, specSlug: string, options?: CallOptions) => Promise<OpenAPISpecVersion> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/openapi/:specSlug/versions/latest");

/**
 * Get the files of the latest version of an OpenAPI specification.
 *
 * Parsed, references kept: the list of files that libraries which read OpenAPI take, the first one marked `isEntrypoint`.
 */
export const getLatestOpenAPISpecVersionContent: (client: Client, organizationId: Id, specSlug: string, options?: CallOptions) => Promise<OpenAPISpecContent> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/openapi/:specSlug/versions/latest/content");

/**
 * Get the text of the latest version of an OpenAPI specification.
 *
 * The text of the main file, unchanged.
 */
export const getLatestOpenAPISpecVersionContentRaw: (client: Client, organizationId: Id, specSlug: string, options?: CallOptions) => Promise<OpenAPISpecText> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/openapi/:specSlug/versions/latest/content/raw");

/**
 * Get a member.
 *
 * Guests see themselves only.
 */
export const getMemberInOrganizationById: (client: Client, organizationId: Id, userId: Id, options?: CallOptions) => Promise<OrganizationMember> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/members/:userId");

/** Get an OpenAPI specification. */
export const getOpenAPISpecBySlug: (client: Client, organizationId: Id, specSlug: string, options?: CallOptions) => Promise<OpenAPISpec> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/openapi/:specSlug");

/** Get a version of an OpenAPI specification. */
export const getOpenAPISpecVersionById: (client: Client, organizationId: Id, specSlug: string, versionId: Id, options?: CallOptions) => Promise<OpenAPISpecVersion> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/openapi/:specSlug/versions/:versionId");

/**
 * Get the files of a version of an OpenAPI specification.
 *
 * Parsed, references kept: the list of files that libraries which read OpenAPI take, the first one marked `isEntrypoint`.
 */
export const getOpenAPISpecVersionContentById: (client: Client, organizationId: Id, specSlug: string, versionId: Id, options?: CallOptions) => Promise<OpenAPISpecContent> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/openapi/:specSlug/versions/:versionId/content");

/**
 * Get the text of a version of an OpenAPI specification.
 *
 * The text of the main file, unchanged.
 */
export const getOpenAPISpecVersionContentRawById: (client: Client, organizationId: Id, specSlug: string, versionId: Id, options?: CallOptions) => Promise<OpenAPISpecText> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/openapi/:specSlug/versions/:versionId/content/raw");

/** Get an entry of the audit log. */
export const getOrganizationAuditEvent: (client: Client, organizationId: Id, auditEventId: Id, options?: CallOptions) => Promise<AuditEvent> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/audit-events/:auditEventId");

/** Get an organization. */
export const getOrganizationById: (client: Client, organizationId: Id, options?: CallOptions) => Promise<Organization> =
  /* @__PURE__ */ call("GET /orgs/:organizationId");

/**
 * Get the status of an integration in an organization.
 *
 * 404 where it is not installed.
 */
export const getOrganizationIntegrationStatus: (client: Client, organizationId: Id, integrationName: string, options?: CallOptions) => Promise<{
  readonly status: IntegrationInstallationStatus;
}> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/integrations/:integrationName/installation_status");

/** Get an invite link. */
export const getOrganizationInviteLink: (client: Client, organizationId: Id, inviteId: Id, options?: CallOptions) => Promise<OrganizationInviteLink> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/link-invites/:inviteId");

/** Get a SAML provider. */
export const getOrganizationSAMLProviderById: (client: Client, organizationId: Id, samlProviderId: Id, options?: CallOptions) => Promise<OrganizationSAMLProvider> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/saml/:samlProviderId");

/**
 * Get a webhook.
 *
 * Includes its health: since when it fails, and when and why it was disabled.
 */
export const getOrganizationWebhook: (client: Client, organizationId: Id, webhookId: Id, options?: CallOptions) => Promise<Webhook> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/webhooks/:webhookId");

/**
 * List the organizations of an e-mail domain.
 *
 * The organizations that you belong to; all of them if it is the domain of your own verified address.
 */
export const getOrganizationsForEmailDomain: (client: Client, emailDomain: string, options?: CallOptions) => Promise<OrganizationsOfDomain> =
  /* @__PURE__ */ call("GET /email-domains/:emailDomain/orgs");

/**
 * Get a page of a space's content.
 *
 * With its Markdown: the body without front matter and title, which are in fields of the page. With `format=document` the answer has JSON in `document` instead.
 */
export const getPageById: (client: Client, spaceId: Id, pageId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
  /** How links in Markdown name things: `stable`, by their ids. There is this one. */
  readonly "format.markdown.refs"?: "stable";
  /** true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false. */
  readonly dereferenced?: boolean | "reusable-contents";
}, options?: CallOptions) => Promise<Page> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/content/page/:pageId", 2);

/**
 * Get a page of a space's content by its path.
 *
 * The path with its slashes percent-encoded.
 */
export const getPageByPath: (client: Client, spaceId: Id, pagePath: string, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
  /** How links in Markdown name things: `stable`, by their ids. There is this one. */
  readonly "format.markdown.refs"?: "stable";
  /** true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false. */
  readonly dereferenced?: boolean | "reusable-contents";
  /** Whether Git metadata may be older than the answer. It never is. */
  readonly cachedMetadata?: boolean;
}, options?: CallOptions) => Promise<Page> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/content/path/:pagePath", 2);

/**
 * Get the document of a page of a revision.
 *
 * Its text as JSON, as `format=document` answers it with the page.
 */
export const getPageDocumentInRevisionById: (client: Client, spaceId: Id, revisionId: Id, pageId: Id, query?: {
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
  /** true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false. */
  readonly dereferenced?: boolean | "reusable-contents";
}, options?: CallOptions) => Promise<JSONDocument> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/document", 2);

/**
 * Get a page of a change request.
 *
 * With its Markdown: the body without front matter and title, which are in fields of the page. With `format=document` the answer has JSON in `document` instead.
 */
export const getPageInChangeRequestById: (client: Client, spaceId: Id, changeRequestId: Id, pageId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
  /** How links in Markdown name things: `stable`, by their ids. There is this one. */
  readonly "format.markdown.refs"?: "stable";
  /** true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false. */
  readonly dereferenced?: boolean | "reusable-contents";
}, options?: CallOptions) => Promise<Page> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId", 2);

/**
 * Get a page of a change request by its path.
 *
 * The path with its slashes percent-encoded.
 */
export const getPageInChangeRequestByPath: (client: Client, spaceId: Id, changeRequestId: Id, pagePath: string, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
  /** How links in Markdown name things: `stable`, by their ids. There is this one. */
  readonly "format.markdown.refs"?: "stable";
  /** true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false. */
  readonly dereferenced?: boolean | "reusable-contents";
  /** Whether Git metadata may be older than the answer. It never is. */
  readonly cachedMetadata?: boolean;
}, options?: CallOptions) => Promise<Page> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/content/path/:pagePath", 2);

/**
 * Get a page of a revision.
 *
 * With its Markdown: the body without front matter and title, which are in fields of the page. With `format=document` the answer has JSON in `document` instead.
 */
export const getPageInRevisionById: (client: Client, spaceId: Id, revisionId: Id, pageId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
  /** How links in Markdown name things: `stable`, by their ids. There is this one. */
  readonly "format.markdown.refs"?: "stable";
  /** true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false. */
  readonly dereferenced?: boolean | "reusable-contents";
}, options?: CallOptions) => Promise<Page> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/page/:pageId", 2);

/**
 * Get a page of a revision by its path.
 *
 * The path with its slashes percent-encoded.
 */
export const getPageInRevisionByPath: (client: Client, spaceId: Id, revisionId: Id, pagePath: string, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
  /** How links in Markdown name things: `stable`, by their ids. There is this one. */
  readonly "format.markdown.refs"?: "stable";
  /** true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false. */
  readonly dereferenced?: boolean | "reusable-contents";
  /** Whether Git metadata may be older than the answer. It never is. */
  readonly cachedMetadata?: boolean;
}, options?: CallOptions) => Promise<Page> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/path/:pagePath", 2);

/**
 * Find what a published address means.
 *
 * @deprecated
 */
export const getPublishedContentByUrl: (client: Client, query: {
  readonly url: URL;
  readonly visitorAuthToken?: string;
  /** Whether a visitor whose token counts for nothing is led to the login of the site. */
  readonly redirectOnError?: boolean;
}, options?: CallOptions) => Promise<PublishedSiteContentLookup> =
  /* @__PURE__ */ call("GET /urls/published", 2);

/** Get a published site with its structure and look. */
export const getPublishedContentSite: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** The key of a share link. Published addresses in the answer use it. */
  readonly shareKey?: string;
}, options?: CallOptions) => Promise<PublishedContentSite> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId/published", 2);

/**
 * List the requested reviewers of a change request.
 *
 * In the order of the requests, whether or not they have reviewed since.
 */
export const getRequestedReviewersByChangeRequestId: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<ChangeRequestRequestedReviewer> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers");

/**
 * Get a reusable content of a space's content.
 *
 * With its Markdown. Pages show it with `{% include "/reusable/<id>" %}`.
 */
export const getReusableContentById: (client: Client, spaceId: Id, reusableContentId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
}, options?: CallOptions) => Promise<RevisionReusableContent> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/content/reusable-contents/:reusableContentId", 2);

/**
 * Get the document of a reusable content of a revision.
 *
 * Its text as JSON, as pages have theirs with `format=document`.
 */
export const getReusableContentDocumentInRevisionById: (client: Client, spaceId: Id, revisionId: Id, reusableContentId: Id, query?: {
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
  /** true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false. */
  readonly dereferenced?: boolean | "reusable-contents";
}, options?: CallOptions) => Promise<JSONDocument> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document", 2);

/**
 * Get a reusable content of a change request.
 *
 * With its Markdown. Pages show it with `{% include "/reusable/<id>" %}`.
 */
export const getReusableContentInChangeRequestById: (client: Client, spaceId: Id, changeRequestId: Id, reusableContentId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
}, options?: CallOptions) => Promise<RevisionReusableContent> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId", 2);

/**
 * Get a reusable content of a revision.
 *
 * With its Markdown. Pages show it with `{% include "/reusable/<id>" %}`.
 */
export const getReusableContentInRevisionById: (client: Client, spaceId: Id, revisionId: Id, reusableContentId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
}, options?: CallOptions) => Promise<RevisionReusableContent> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId", 2);

/**
 * List the reviews of a change request.
 *
 * The newest first. A review belongs to the revision that was reviewed, even when the content changes later. With `outdated=false` you get only the last review of each reviewer.
 */
export const getReviewsByChangeRequestId: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: only outdated reviews. false: only the others. */
  readonly outdated?: boolean;
}, options?: CallOptions) => ListCall<ChangeRequestReview> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests/:changeRequestId/reviews");

/** Get a revision. */
export const getRevisionById: (client: Client, spaceId: Id, revisionId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions) => Promise<Revision> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId", 2);

/** Get a change request. */
export const getRevisionOfChangeRequestById: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions) => Promise<Revision> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/content", 2);

/**
 * List the changes of a revision.
 *
 * Compared with the revision before it, or `with` another of the space; a merge names the change request that it came from. Texts are named by their ids, which `getDocumentById` reads.
 */
export const getRevisionSemanticChanges: (client: Client, spaceId: Id, revisionId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** The number of items in the answer; the default is 10. */
  readonly limit?: number;
  /** The revision to compare with. The default is the one before it. */
  readonly with?: string;
  readonly metadata?: boolean;
  readonly computed?: boolean;
}, options?: CallOptions) => Promise<RevisionSemanticChanges> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/changes", 2);

/** Get your settings of the console. */
export const getSettingsOfAuthenticatedUser: (client: Client, options?: CallOptions) => Promise<UserSettings> =
  /* @__PURE__ */ call("GET /user/settings");

/**
 * Get the claims schema of a site.
 *
 * Answers 404 until there is a schema.
 */
export const getSiteAdaptiveSchema: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<SiteAdaptiveSchema> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId/adaptive-schema");

/** Get a site. */
export const getSiteById: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<Site> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId");

/** Get the customization of a site. */
export const getSiteCustomizationById: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<SiteCustomizationSettings> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId/customization");

/**
 * Get the visitor authentication of a site.
 *
 * Includes the key that signs visitors' tokens; Lectern makes it when you first ask for it. Needs permission to change the site, because anybody who has the key can sign in as any visitor.
 */
export const getSitePublishingAuthById: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<SitePublishingAuth> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId/publishing/auth");

/**
 * Get the address of a preview.
 *
 * The address works for an hour. It shows the site, published or not, as a visitor with these `claims` sees it. Below it, `~/changes/<number>/` shows a change request of the variant's space and `~/revisions/<id>/` a revision of it. Anybody who has the address can read all this, as far as you can see the spaces, and until you lose permission to edit the site.
 */
export const getSitePublishingPreviewById: (client: Client, organizationId: Id, siteId: Id, query?: {
  readonly siteSpace?: Id;
  /** The visitor's claims, in Rison: (plan:pro,beta:!t) */
  readonly claims?: string;
}, options?: CallOptions) => Promise<SitePreview> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId/publishing/preview", 2);

/**
 * Find the redirect of a path.
 *
 * The live redirect that applies to a path, and its target. It doesn't check whether a page has the path, which readers would get first.
 */
export const getSiteRedirectBySource: (client: Client, organizationId: Id, siteId: Id, query: {
  /** The key of a share link. Published addresses in the answer use it. */
  readonly shareKey?: string;
  readonly source: SiteRedirectSource;
}, options?: CallOptions) => Promise<FoundSiteRedirect> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId/redirect", 2);

/**
 * Get the customization of a variant.
 *
 * The site's settings, overridden by those of the variant.
 */
export const getSiteSpaceCustomizationById: (client: Client, organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions) => Promise<SiteSpaceCustomizationSettings> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization");

/**
 * Get the structure of a site.
 *
 * Its sections, their groups and external links in order, or its site-spaces when it has no sections.
 */
export const getSiteStructure: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** The key of a share link. Published addresses in the answer use it. */
  readonly shareKey?: string;
}, options?: CallOptions) => Promise<SiteStructure> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId/structure", 2);

/**
 * Get a space.
 *
 * People who can restore a deleted space get it, with `deletedAt`. With the `shareKey` of a site's share link, `urls.published` is the address that opens it.
 */
export const getSpaceById: (client: Client, spaceId: Id, query?: {
  /** The key of a share link. If it opens the space's site, `urls.published` uses it. */
  readonly shareKey?: string;
}, options?: CallOptions) => Promise<Space> =
  /* @__PURE__ */ call("GET /spaces/:spaceId", 2);

/**
 * Get the Git connection of a space.
 *
 * 404 for a space without a repository. Only people who can edit the space see the address of the repository.
 */
export const getSpaceGitInfo: (client: Client, spaceId: Id, options?: CallOptions) => Promise<GitSyncState> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/git/info");

/**
 * Make a PDF of a space or a page.
 *
 * Typeset with a cover, contents and links that work; conditions of visitors are not asked, so everything is in it. Without `page` it holds all pages that are not hidden, with it that page and those below, with `only` that page alone. The address needs no token and is good for an hour. What has not changed is not made again. With `Prefer: respond-async` the answer is a job, whose report has the address.
 */
export const getSpacePDF: (client: Client, spaceId: Id, query?: {
  /** The page to print, with its subpages. The default is all pages. */
  readonly page?: string;
  /** Only this page, without its subpages. */
  readonly only?: boolean;
  /** The paper size. */
  readonly paper?: "a4" | "us-letter";
}, options?: CallOptions) => Work<PDFAddress> =
  /* @__PURE__ */ work("GET /spaces/:spaceId/pdf", 2);

/**
 * Get the translation of a space.
 *
 * With how many of its pages are up to date; a change in either space counts within about a second. A space that is no translation answers 404.
 */
export const getSpaceTranslation: (client: Client, spaceId: Id, options?: CallOptions) => Promise<TranslatedSpace> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/translation");

/**
 * Find an organization by its hostname.
 *
 * One of your own organizations.
 */
export const getSubdomain: (client: Client, subdomain: string, options?: CallOptions) => Promise<Subdomain> =
  /* @__PURE__ */ call("GET /subdomains/:subdomain");

/** Get the tags of a space's content. */
export const getTags: (client: Client, spaceId: Id, options?: CallOptions) => Promise<SharedTags> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/content/tags");

/** Get the tags of a change request. */
export const getTagsInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, options?: CallOptions) => Promise<SharedTags> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/content/tags");

/** Get the tags of a revision. */
export const getTagsInRevision: (client: Client, spaceId: Id, revisionId: Id, options?: CallOptions) => Promise<SharedTags> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/tags");

/** Get a team. */
export const getTeamInOrganizationById: (client: Client, organizationId: Id, teamId: Id, options?: CallOptions) => Promise<Team> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/teams/:teamId");

/** Get translation settings. */
export const getTranslationSettings: (client: Client, organizationId: Id, translationSettingsId: Id, options?: CallOptions) => Promise<TranslationSettings> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/translations/:translationSettingsId");

/**
 * Get an upload.
 *
 * Lists the parts that have arrived.
 */
export const getUpload: (client: Client, uploadId: Id, options?: CallOptions) => Promise<UploadInParts> =
  /* @__PURE__ */ call("GET /uploads/:uploadId");

/**
 * Get a user.
 *
 * You can see yourself, and the members of organizations whose members you can list. With the token of a site you see the names and pictures of people whom its pages mention.
 */
export const getUserById: (client: Client, userId: Id, options?: CallOptions) => Promise<User> =
  /* @__PURE__ */ call("GET /users/:userId");

/** Get one of your API tokens. */
export const getUserToken: (client: Client, tokenId: Id, options?: CallOptions) => Promise<UserAPIToken> =
  /* @__PURE__ */ call("GET /user/tokens/:tokenId");

/** Get the variables of a space's content. */
export const getVariables: (client: Client, spaceId: Id, options?: CallOptions) => Promise<SharedVariables> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/content/variables");

/** Get the variables of a change request. */
export const getVariablesInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, options?: CallOptions) => Promise<SharedVariables> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/content/variables");

/** Get the variables of a revision. */
export const getVariablesInRevision: (client: Client, spaceId: Id, revisionId: Id, options?: CallOptions) => Promise<SharedVariables> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/variables");

/**
 * Get a delivery with its attempts.
 *
 * The body of the request, and for each attempt its time, its duration and the answer.
 */
export const getWebhookDelivery: (client: Client, organizationId: Id, webhookId: Id, deliveryId: Id, options?: CallOptions) => Promise<WebhookDeliveryWithAttempts> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId");

/**
 * Import content into a space.
 *
 * Adds and updates pages by their paths, in one new revision: links between them become links between pages, ids stay. A source that changes nothing makes no revision. `source` says what `url` holds; or send the file as `multipart/form-data` in a part named `file`, up to 100 MB, and what it is with `?source=`, where its name does not tell. Images come along. The answer comes when all of it is there, which takes minutes for a large website; with `Prefer: respond-async` it is a job, whose report is the same, and so it is after ten minutes, or when the server stops meanwhile. A locked space answers 409.
 */
export const importContent: (client: Client, spaceId: Id, body: ImportContent | FileSource, query?: {
  /** Delete what the source does not have. By default nothing is deleted. */
  readonly prune?: boolean;
  /** The kind of an upload, if its name doesn't tell it: `confluence`. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}, options?: CallOptions) => Work<ImportContentResult> =
  /* @__PURE__ */ upload("POST /spaces/:spaceId/content/import", 3);

/**
 * Import content into a change request.
 *
 * As importing into the space: adds and updates pages by their paths, in one new revision of the change request, and answers when that is done, or with a job.
 */
export const importContentInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, body: ImportContent | FileSource, query?: {
  /** Delete what the source does not have. By default nothing is deleted. */
  readonly prune?: boolean;
  /** The kind of an upload, if its name doesn't tell it: `confluence`. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}, options?: CallOptions) => Work<ImportContentResult> =
  /* @__PURE__ */ upload("POST /spaces/:spaceId/change-requests/:changeRequestId/content/import", 3);

/**
 * Import content under a page of a change request.
 *
 * The same as importing into the change request, but below a page.
 */
export const importContentInChangeRequestPageById: (client: Client, spaceId: Id, changeRequestId: Id, pageId: Id, body: ImportContent | FileSource, query?: {
  /** Delete what the source does not have. By default nothing is deleted. */
  readonly prune?: boolean;
  /** The kind of an upload, if its name doesn't tell it: `confluence`. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}, options?: CallOptions) => Work<ImportContentResult> =
  /* @__PURE__ */ upload("POST /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/import", 3);

/**
 * Import content under a page.
 *
 * The same as importing into the space, but below a page.
 */
export const importContentInPageById: (client: Client, spaceId: Id, pageId: Id, body: ImportContent | FileSource, query?: {
  /** Delete what the source does not have. By default nothing is deleted. */
  readonly prune?: boolean;
  /** The kind of an upload, if its name doesn't tell it: `confluence`. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}, options?: CallOptions) => Work<ImportContentResult> =
  /* @__PURE__ */ upload("POST /spaces/:spaceId/content/page/:pageId/import", 3);

/**
 * Import a branch into a space.
 *
 * Starts one import soon; the list of runs shows its result. The first import replaces the content by the branch; later ones merge the changes of the branch. Credentials in the address are used only for this run. With `standalone` the space doesn't change: the content of the ref becomes a separate revision, and the event `space_gitsync_completed` has its id. If the space is synced with another place, or its syncs are paused, the answer is 409.
 */
export const importGitRepository: (client: Client, spaceId: Id, body: ImportGitRepository, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/git/import", 1);

/**
 * Install an integration in an organization.
 *
 * Grants the integration the scopes that it asks for now, also where it is installed already (200): its configuration, spaces and sites stay. It never has more permissions than you, and loses them when you do. With the target `organization` it works on all spaces and sites; others are installed on each.
 */
export const installIntegration: (client: Client, integrationName: string, body: InstallIntegration, options?: CallOptions) => Promise<IntegrationInstallation> =
  /* @__PURE__ */ call("POST /integrations/:integrationName/installations", 1);

/**
 * Install an integration on a site.
 *
 * Only for integrations that can be installed on a site, or everywhere.
 */
export const installIntegrationOnSite: (client: Client, integrationName: string, installationId: Id, body: InstallIntegrationOnSite, query?: {
  readonly extended?: boolean;
}, options?: CallOptions) => Promise<IntegrationSiteInstallation> =
  /* @__PURE__ */ call("POST /integrations/:integrationName/installations/:installationId/sites", 3);

/**
 * Install an integration on a space.
 *
 * Only for integrations that can be installed on a space, or everywhere.
 */
export const installIntegrationOnSpace: (client: Client, integrationName: string, installationId: Id, body: InstallIntegrationOnSpace, query?: {
  readonly extended?: boolean;
}, options?: CallOptions) => Promise<IntegrationSpaceInstallation> =
  /* @__PURE__ */ call("POST /integrations/:integrationName/installations/:installationId/spaces", 3);

/**
 * Set the roles of people and teams.
 *
 * A direct role takes precedence over all inherited roles. It replaces their previous role here.
 */
export const inviteToCollection: (client: Client, collectionId: Id, body: InviteUsersAndTeams, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /collections/:collectionId/permissions", 1);

/**
 * Set the roles of people and teams.
 *
 * A direct role takes precedence over all inherited roles. It replaces their previous role here.
 */
export const inviteToSite: (client: Client, organizationId: Id, siteId: Id, body: InviteUsersAndTeams, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/permissions", 1);

/**
 * Set the roles of people and teams.
 *
 * A direct role takes precedence over all inherited roles. It replaces their previous role here.
 */
export const inviteToSpace: (client: Client, spaceId: Id, body: InviteUsersAndTeams, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/permissions", 1);

/**
 * Invite people by e-mail address.
 *
 * They become members at once; people without an account get one. If a mail server is set up, each gets an e-mail with a link to sign in, which works once, within 24 hours. Until the e-mail is sent, the member's `invitation` says so; without a mail server `emailed` is false. Without a role they get the organization's `defaultRole`. Existing members keep their role. One person can invite 2,000 people in 24 hours; then the answer is 429.
 */
export const inviteUsersToOrganization: (client: Client, organizationId: Id, body: InviteUsersToOrganization, options?: CallOptions) => Promise<InvitedUsers> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/invites", 1);

/**
 * Join an organization by your e-mail domain.
 *
 * With a verified address at one of its `emailDomains` you get its `defaultRole`. It changes nothing for members.
 */
export const joinOrganization: (client: Client, organizationId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/join");

/**
 * Join by an invite link.
 *
 * Each person can use a link once. It changes nothing for people who already have its role. It is refused if you signed in by single sign-on of another organization, or otherwise where the organization wants its own. A link works for 30 days, while its creator has permission to invite and the organization's `inviteLinks` are on.
 */
export const joinOrganizationWithInvite: (client: Client, organizationId: Id, inviteId: Id, options?: CallOptions) => Promise<JoinedOrganization> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/invites/:inviteId");

/**
 * List the actions in the audit log.
 *
 * The actions by which you can filter the log.
 */
export const listAuditEventActions: (client: Client, organizationId: Id, options?: CallOptions) => Promise<AuditEventActions> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/audit-event-actions");

/**
 * List the audit log of an organization.
 *
 * Every change, the newest first.
 */
export const listAuditEvents: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 20. */
  readonly limit?: number;
  /** Not before this time. */
  readonly from?: string;
  /** Before this time. */
  readonly to?: string;
  /** Only this action, such as `member.update`. */
  readonly action?: string;
  /** Only what this user did, by id. */
  readonly actor?: string;
  /** Only what was done to this thing, by id. */
  readonly target?: string;
}, options?: CallOptions) => ListCall<AuditEvent> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/audit-events");

/**
 * List the conflicts of a change request.
 *
 * Those of its latest merge or update, decided or not, all at once.
 */
export const listChangeRequestConflicts: (client: Client, spaceId: Id, changeRequestId: Id, options?: CallOptions) => Promise<{
  readonly items: readonly ChangeRequestConflict[];
}> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/conflicts");

/**
 * List the backlinks of a file of a change request.
 *
 * In the same form as the backlinks of a page.
 */
export const listChangeRequestFileBacklinks: (client: Client, spaceId: Id, changeRequestId: Id, fileId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<ContentLocation> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId/backlinks");

/**
 * List the links of a change request.
 *
 * Told as the links of a space.
 */
export const listChangeRequestLinks: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** `broken`: its target doesn't exist. `in-app`: it leads to an address of this installation, which readers may not be able to open. `ok`: all others. */
  readonly status?: "ok" | "broken" | "in-app";
  /** Only broken links: those that the change request breaks, or those that are already broken in the space. */
  readonly brokenContext?: "change-request" | "space";
}, options?: CallOptions) => Promise<ContentReferences> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/links", 2);

/**
 * List the state of a change request's merge rules.
 *
 * The merge rules of its space, or those of its organization, in order, with their results for you: a rule that makes Lectern refuse your merge is `unmet`. Empty if there are no rules.
 */
export const listChangeRequestMergeRules: (client: Client, spaceId: Id, changeRequestId: Id, options?: CallOptions) => Promise<{
  readonly items: readonly MergeRuleState[];
}> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/merge-rules");

/**
 * List the backlinks of a page of a change request.
 *
 * Told as what links to a page of a space.
 */
export const listChangeRequestPageBacklinks: (client: Client, spaceId: Id, changeRequestId: Id, pageId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<ContentLocation> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/backlinks");

/**
 * List a page of a change request in other languages.
 *
 * The same page in the source and in its other translations, if you can see them and they have the page.
 */
export const listChangeRequestPageMetaLinks: (client: Client, spaceId: Id, changeRequestId: Id, pageId: Id, options?: CallOptions) => Promise<RevisionPageMetaLinks> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/meta-links");

/**
 * List the backlinks of a reusable content of a change request.
 *
 * In the same form as the backlinks of a page.
 */
export const listChangeRequestReusableContentBacklinks: (client: Client, spaceId: Id, changeRequestId: Id, reusableContentId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<ContentLocation> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId/backlinks");

/**
 * List the change requests of a space.
 *
 * The change requests in one status, `open` by default, the newest first.
 */
export const listChangeRequestsForSpace: (client: Client, spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly status?: "draft" | "open" | "archived" | "merged";
  /** The id of a user: only change requests that they created or wrote in. */
  readonly contributor?: string;
  /** Only change requests that change, move or delete this page, among the newest 1,000. */
  readonly pageId?: string;
}, options?: CallOptions) => ListCall<ChangeRequest> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests");

/**
 * List the change requests of an organization.
 *
 * The change requests of all spaces that you can see, in all statuses unless you choose one, the last changed first.
 */
export const listChangeRequestsInOrganization: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Only change requests that you created (`author`), that wait for your review (`reviewer`), or that you created, wrote in, reviewed or were asked to review (`involved`). */
  readonly for?: "author" | "reviewer" | "involved";
  readonly status?: readonly ChangeRequestStatus[];
  /** Only change requests of this space. */
  readonly space?: string;
  /** Only change requests of spaces that this site shows. */
  readonly site?: string;
  /** Only change requests that this user created. */
  readonly creator?: string;
  /** Only change requests that this user created or wrote in. */
  readonly contributor?: string;
  /** Only change requests that this user was asked to review. */
  readonly requestedReviewer?: string;
}, options?: CallOptions) => ListCall<ChangeRequest & ({
  readonly spaceTitle: string;
})> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/change-requests");

/**
 * List the collections of an organization.
 *
 * The collections that you can see, in the order of their positions; with `deleted=true` the trash.
 */
export const listCollectionsInOrganizationById: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** true: only those in the trash that you can restore. */
  readonly deleted?: boolean;
  /** false: only collections at the top. The default is true. */
  readonly nested?: boolean;
}, options?: CallOptions) => ListCall<Collection> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/collections");

/**
 * List the replies to a comment on a change request.
 *
 * In the order they came.
 */
export const listCommentRepliesInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, commentId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions) => ListCall<CommentReply> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies");

/**
 * List the replies to a comment on a space.
 *
 * In the order they came.
 */
export const listCommentRepliesInSpace: (client: Client, spaceId: Id, commentId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions) => ListCall<CommentReply> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/comments/:commentId/replies");

/**
 * List the authors of comments on a change request.
 *
 * The members who wrote its comments or replies, in the order in which they joined the organization. Guests see only themselves.
 */
export const listCommentersInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<OrganizationMember> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests/:changeRequestId/commenters");

/**
 * List the authors of comments on a space.
 *
 * The members who wrote its comments or replies, in the order in which they joined the organization. Guests see only themselves.
 */
export const listCommentersInSpace: (client: Client, spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<OrganizationMember> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/commenters");

/**
 * List the comments on a change request.
 *
 * The newest first by default, open and resolved ones. Comments on a change request of the space are listed with the change request.
 */
export const listCommentsInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** By time. The default is the newest first. */
  readonly order?: "asc" | "desc";
  /** The default is `all`. */
  readonly status?: "all" | "open" | "resolved";
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** The id of a page: only comments on it. */
  readonly targetPage?: string;
  /** Ids of users: only their comments. Repeat the parameter for several. */
  readonly authors?: readonly string[];
}, options?: CallOptions) => ListCall<Comment> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests/:changeRequestId/comments");

/**
 * List the comments on a space.
 *
 * The newest first by default, open and resolved ones. Comments on a change request of the space are listed with the change request.
 */
export const listCommentsInSpace: (client: Client, spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** By time. The default is the newest first. */
  readonly order?: "asc" | "desc";
  /** The default is `all`. */
  readonly status?: "all" | "open" | "resolved";
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** The id of a page: only comments on it. */
  readonly targetPage?: string;
  /** Ids of users: only their comments. Repeat the parameter for several. */
  readonly authors?: readonly string[];
}, options?: CallOptions) => ListCall<Comment> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/comments");

/**
 * List what integrations make pages of.
 *
 * The content sources that computed pages of the space and of its change requests name, oldest first, with what came of the last attempt. For everybody who can edit the space.
 */
export const listComputedSources: (client: Client, spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<ComputedSource> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/content/computed");

/**
 * List the fonts of an organization.
 *
 * The oldest first.
 */
export const listCustomFonts: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<CustomizationFontDefinition> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/fonts");

/**
 * List deleted pages of a space.
 *
 * The last 200 of the last 1,000 revisions. `revert_page` with `revision` brings one back, and those below it one by one.
 */
export const listDeletedPages: (client: Client, spaceId: Id, options?: CallOptions) => Promise<{
  readonly items: readonly DeletedPage[];
}> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/deleted-pages");

/**
 * List the files of a space's content.
 *
 * Sorted by id, unless you sort them otherwise. `unused` filters by links to them in the same content.
 */
export const listFiles: (client: Client, spaceId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** A part of the file name. */
  readonly search?: string;
  /** The beginning of the media type, such as `image/` for all pictures. */
  readonly contentType?: string;
  /** true: only files without a link to them in the same content. false: only the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions) => ListCall<RevisionFile> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/content/files");

/**
 * List the files of a change request.
 *
 * Sorted by id, unless you sort them otherwise. `unused` filters by links to them in the same content.
 */
export const listFilesInChangeRequestById: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** A part of the file name. */
  readonly search?: string;
  /** The beginning of the media type, such as `image/` for all pictures. */
  readonly contentType?: string;
  /** true: only files without a link to them in the same content. false: only the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions) => ListCall<RevisionFile> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests/:changeRequestId/content/files");

/**
 * List the files of a revision.
 *
 * Sorted by id, unless you sort them otherwise. `unused` filters by links to them in the same content.
 */
export const listFilesInRevisionById: (client: Client, spaceId: Id, revisionId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** A part of the file name. */
  readonly search?: string;
  /** The beginning of the media type, such as `image/` for all pictures. */
  readonly contentType?: string;
  /** true: only files without a link to them in the same content. false: only the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions) => ListCall<RevisionFile> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/revisions/:revisionId/files");

/**
 * Search the branches of a repository.
 *
 * As its host lists them: the first fifty.
 */
export const listGitBranches: (client: Client, gitInstallationId: Id, query?: {
  /** Its full name, such as `acme/docs`. The default is the synced repository. */
  readonly repository?: string;
  /** A part of the name. On Bitbucket, begin with the workspace. */
  readonly search?: string;
}, options?: CallOptions) => Promise<{
  readonly items: readonly GitSyncBranch[];
  /** Whether there are more results. A longer search text narrows them down. */
  readonly more: boolean;
}> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/branches", 2);

/**
 * List the Git connections of an organization.
 *
 * The oldest first. People who can create content see all, others only their own. No answer contains tokens.
 */
export const listGitConnections: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<GitConnection> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/git/connections");

/**
 * List the folders in a folder of a repository.
 *
 * As its host lists them.
 */
export const listGitFolders: (client: Client, gitInstallationId: Id, query?: {
  /** Its full name, such as `acme/docs`. The default is the synced repository. */
  readonly repository?: string;
  readonly branch?: GitBranch;
  /** The directory to list. The default is the top. */
  readonly directory?: string;
}, options?: CallOptions) => Promise<{
  readonly items: readonly string[];
}> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/folders", 2);

/**
 * List the branches of a GitHub repository.
 *
 * The first thousand.
 */
export const listGitHubBranches: (client: Client, gitInstallationId: Id, accountName: string, repositoryName: string, options?: CallOptions) => Promise<{
  readonly items: readonly GitSyncBranch[];
}> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/github/repos/:accountName/:repositoryName/branches");

/**
 * List the GitHub repositories of a Git installation.
 *
 * The first thousand that its connection reaches.
 */
export const listGitHubRepositories: (client: Client, gitInstallationId: Id, options?: CallOptions) => Promise<{
  readonly items: readonly GitSyncRepository[];
}> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/github/repos");

/**
 * List the branches of a GitLab project.
 *
 * The first thousand.
 */
export const listGitLabBranches: (client: Client, gitInstallationId: Id, projectId: string, options?: CallOptions) => Promise<{
  readonly items: readonly GitSyncBranch[];
}> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/gitlab/projects/:projectId/branches");

/**
 * List the GitLab projects of a Git installation.
 *
 * The first thousand that its connection reaches.
 */
export const listGitLabProjects: (client: Client, gitInstallationId: Id, options?: CallOptions) => Promise<{
  readonly items: readonly GitSyncRepository[];
}> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/gitlab/projects");

/**
 * Search the repositories of a Git installation.
 *
 * As its host lists what the token reaches: the first fifty. Hosts of the kind `git` have no lists.
 */
export const listGitRepositories: (client: Client, gitInstallationId: Id, query?: {
  /** A part of the name. On Bitbucket, begin with the workspace. */
  readonly search?: string;
}, options?: CallOptions) => Promise<{
  readonly items: readonly GitRepository[];
  /** Whether there are more results. A longer search text narrows them down. */
  readonly more: boolean;
}> =
  /* @__PURE__ */ call("GET /git/installations/:gitInstallationId/repositories", 2);

/**
 * List the pull requests of a Git installation.
 *
 * Those of which the host has told, the last heard first. A week after one was closed it is gone.
 */
export const listGitReviews: (client: Client, gitInstallationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<GitReview> =
  /* @__PURE__ */ list("GET /git/installations/:gitInstallationId/reviews");

/**
 * List the runs of a Git installation.
 *
 * The newest first; the last 200 are kept.
 */
export const listGitSyncRuns: (client: Client, gitInstallationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<GitSyncRun> =
  /* @__PURE__ */ list("GET /git/installations/:gitInstallationId/runs");

/**
 * List what Git Sync waits for or fails at.
 *
 * Of the spaces and sites that you administrate: those whose sync waits for somebody, with what may be answered, those with things that both sides have changed, and those whose sync has failed six times in a row.
 */
export const listGitWaiting: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<GitWaiting> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/git/waiting");

/**
 * List the entries of an organization's glossary.
 *
 * The oldest first. Guests see none.
 */
export const listGlossaryEntries: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<GlossaryEntry> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/translations-glossary");

/**
 * List the import runs of an organization.
 *
 * The newest first: your own, and those into spaces that you may edit. They are kept for 30 days after their end.
 */
export const listImportRuns: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Only those into this space. */
  readonly space?: string;
  /** Only those into this change request. */
  readonly changeRequest?: string;
  /** Only those into spaces that this site shows. */
  readonly site?: string;
  /** `active`: pending or in progress. */
  readonly status?: "active" | "pending" | "in-progress" | "completed" | "failed" | "cancelled";
}, options?: CallOptions) => ListCall<ContentImportRun> =
  /* @__PURE__ */ list("GET /org/:organizationId/imports");

/**
 * List the events of an integration.
 *
 * Its events in all organizations, the newest first, with their results. Kept for 30 days. For administrators of the organization that published it.
 */
export const listIntegrationEvents: (client: Client, integrationName: string, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<IntegrationEvent> =
  /* @__PURE__ */ list("GET /integrations/:integrationName/events");

/**
 * List the events of an installation.
 *
 * For people with permission to install: the events that they can see, the newest first, with their results. Kept for 30 days.
 */
export const listIntegrationInstallationEvents: (client: Client, integrationName: string, installationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<IntegrationEvent> =
  /* @__PURE__ */ list("GET /integrations/:integrationName/installations/:installationId/events");

/**
 * List the sites of an installation.
 *
 * The sites that you can see and on which it is installed, the oldest first.
 */
export const listIntegrationInstallationSites: (client: Client, integrationName: string, installationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly extended?: boolean;
}, options?: CallOptions) => ListCall<IntegrationSiteInstallation> =
  /* @__PURE__ */ list("GET /integrations/:integrationName/installations/:installationId/sites");

/**
 * List the spaces of an installation.
 *
 * The spaces that you can see and on which it is installed, the oldest first.
 */
export const listIntegrationInstallationSpaces: (client: Client, integrationName: string, installationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly extended?: boolean;
}, options?: CallOptions) => ListCall<IntegrationSpaceInstallation> =
  /* @__PURE__ */ list("GET /integrations/:integrationName/installations/:installationId/spaces");

/**
 * List the installations of an integration.
 *
 * The installations in all organizations, the oldest first. For administrators of the integration's organization.
 */
export const listIntegrationInstallations: (client: Client, integrationName: string, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Only with this external id. */
  readonly externalId?: string;
}, options?: CallOptions) => ListCall<IntegrationInstallation> =
  /* @__PURE__ */ list("GET /integrations/:integrationName/installations");

/**
 * List the site installations of an integration.
 *
 * In all organizations, the oldest first. For administrators of whoever published it.
 */
export const listIntegrationSiteInstallations: (client: Client, integrationName: string, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly extended?: boolean;
  /** Only with this external id. */
  readonly externalId?: string;
}, options?: CallOptions) => ListCall<IntegrationSiteInstallation> =
  /* @__PURE__ */ list("GET /integrations/:integrationName/sites");

/**
 * List the space installations of an integration.
 *
 * In all organizations, the oldest first. For administrators of whoever published it.
 */
export const listIntegrationSpaceInstallations: (client: Client, integrationName: string, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly extended?: boolean;
  /** Only with this external id. */
  readonly externalId?: string;
}, options?: CallOptions) => ListCall<IntegrationSpaceInstallation> =
  /* @__PURE__ */ list("GET /integrations/:integrationName/spaces");

/**
 * List integrations.
 *
 * The oldest first: public integrations and, with a token, those of your organizations and those installed there. Works without a token, too.
 */
export const listIntegrations: (client: Client, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Part of the name or the title. */
  readonly search?: string;
  readonly category?: IntegrationCategory;
  /** Only integrations with a block for addresses on this host. */
  readonly blockDomain?: string;
  /** true: only with blocks; false: only without. */
  readonly blocks?: boolean;
  /** The same for content sources. */
  readonly contentSources?: boolean;
  /** Id of the organization that published it. */
  readonly owner?: string;
  readonly scope?: IntegrationScope;
  readonly target?: IntegrationTarget;
}, options?: CallOptions) => ListCall<Integration> =
  /* @__PURE__ */ list("GET /integrations");

/**
 * List the jobs of an organization.
 *
 * The jobs that people started and that you can see, the newest first: your own, and those of spaces that you can edit. They are kept for 30 days after they have ended.
 */
export const listJobsInOrganization: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Only jobs with this status. */
  readonly status?: "queued" | "running" | "done" | "failed" | "cancelled";
}, options?: CallOptions) => ListCall<Job> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/jobs");

/**
 * List the members of an organization.
 *
 * The latest to join first. Guests can't list members.
 */
export const listMembersInOrganizationById: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The default is `desc`. */
  readonly order?: "asc" | "desc";
  /** Only members with this role; `guest`: without one. */
  readonly role?: "read" | "comment" | "edit" | "review" | "create" | "admin" | "guest";
  /** Only members with an invitation that could not be sent. Only administrators can use this filter. */
  readonly invitation?: "failed";
  /** Only members with an e-mail that could not be sent, invitations included. Only administrators can use this filter. */
  readonly emails?: "failed";
  /** A part of the name or the e-mail address. */
  readonly search?: string;
  /** The default is `joinedAt`. With `lastSeenAt`, the list has only active members. */
  readonly sort?: "joinedAt" | "lastSeenAt";
}, options?: CallOptions) => ListCall<OrganizationMember> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/members");

/**
 * List your notifications.
 *
 * Your notifications, the newest first: review requests; reviews, comments and merges of your change requests; replies and mentions. Things that you can't see any more are left out. Notifications are kept for 90 days.
 */
export const listNotificationsForAuthenticatedUser: (client: Client, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** true: only unread notifications. */
  readonly unread?: boolean;
}, options?: CallOptions) => ListCall<Notification> =
  /* @__PURE__ */ list("GET /user/notifications");

/**
 * List the versions of an OpenAPI specification.
 *
 * The oldest first. A version is made when the source says something else than before.
 */
export const listOpenAPISpecVersions: (client: Client, organizationId: Id, specSlug: string, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<OpenAPISpecVersion> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/openapi/:specSlug/versions");

/**
 * List the OpenAPI specifications of an organization.
 *
 * The oldest first. Guests see none.
 */
export const listOpenAPISpecs: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<OpenAPISpec> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/openapi");

/**
 * List the installations of an organization.
 *
 * Installations with their integrations, the oldest first.
 */
export const listOrganizationInstallations: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Part of the name or the title. */
  readonly search?: string;
}, options?: CallOptions) => ListCall<InstalledIntegration> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/installations");

/**
 * List the integrations available to an organization.
 *
 * Public ones, its own, and those that are installed in it; the oldest first.
 */
export const listOrganizationIntegrations: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Part of the name or the title. */
  readonly search?: string;
  readonly category?: IntegrationCategory;
  /** Only integrations with a block for addresses on this host. */
  readonly blockDomain?: string;
  /** true: only with blocks; false: only without. */
  readonly blocks?: boolean;
  /** The same for content sources. */
  readonly contentSources?: boolean;
  /** Id of the organization that published it. */
  readonly owner?: string;
  readonly scope?: IntegrationScope;
  readonly target?: IntegrationTarget;
}, options?: CallOptions) => ListCall<Integration> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/integrations");

/**
 * List the integration status of an organization.
 *
 * For members. People with permission to install see more in the list of installations.
 */
export const listOrganizationIntegrationsStatus: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Part of the name or the title. */
  readonly search?: string;
}, options?: CallOptions) => ListCall<OrganizationIntegrationStatus> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/integrations/installations-status");

/**
 * List the invite links of an organization.
 *
 * The links to the organization that have not expired, the oldest first.
 */
export const listOrganizationInviteLinks: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<OrganizationInviteLink> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/link-invites");

/**
 * List the webhooks of an organization.
 *
 * The oldest first. Only administrators see them.
 */
export const listOrganizationWebhooks: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<Webhook> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/webhooks");

/** List your organizations. */
export const listOrganizationsForAuthenticatedUser: (client: Client, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<Organization> =
  /* @__PURE__ */ list("GET /orgs");

/**
 * List the links of a page of a change request.
 *
 * The links in its text, its cover and, for a link in the navigation, its target.
 */
export const listPageLinksInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, pageId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** `broken`: its target doesn't exist. `in-app`: it leads to an address of this installation, which readers may not be able to open. `ok`: all others. */
  readonly status?: "ok" | "broken" | "in-app";
}, options?: CallOptions) => Promise<ContentReferences> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/links", 2);

/**
 * List the links of a page of a space.
 *
 * The links in its text, its cover and, for a link in the navigation, its target.
 */
export const listPageLinksInSpace: (client: Client, spaceId: Id, pageId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** `broken`: its target doesn't exist. `in-app`: it leads to an address of this installation, which readers may not be able to open. `ok`: all others. */
  readonly status?: "ok" | "broken" | "in-app";
}, options?: CallOptions) => Promise<ContentReferences> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/content/page/:pageId/links", 2);

/**
 * List the pages of a space's content.
 *
 * The whole tree at once, in order.
 */
export const listPages: (client: Client, spaceId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions) => Promise<Pages> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/content/pages", 2);

/**
 * List the pages of a change request.
 *
 * The whole tree at once, in order.
 */
export const listPagesInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions) => Promise<Pages> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/change-requests/:changeRequestId/content/pages", 2);

/**
 * List the pages of a revision.
 *
 * The whole tree at once, in order.
 */
export const listPagesInRevisionById: (client: Client, spaceId: Id, revisionId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions) => Promise<Pages> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/pages", 2);

/**
 * List the people with access.
 *
 * With their resulting role here, and its source.
 */
export const listPermissionsAggregateInCollection: (client: Client, collectionId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly role?: MemberRole;
}, options?: CallOptions) => ListCall<EffectiveContentPermission> =
  /* @__PURE__ */ list("GET /collections/:collectionId/permissions/aggregate");

/**
 * List the people with access.
 *
 * With their resulting role here, and its source.
 */
export const listPermissionsAggregateInSite: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly role?: MemberRole;
}, options?: CallOptions) => ListCall<UserSitePermission> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/permissions/aggregate");

/**
 * List the people with access.
 *
 * With their resulting role here, and its source.
 */
export const listPermissionsAggregateInSpace: (client: Client, spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly role?: MemberRole;
}, options?: CallOptions) => ListCall<EffectiveContentPermission> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/permissions/aggregate");

/** List the reusable contents of a space's content. */
export const listReusableContents: (client: Client, spaceId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** A part of the file name. */
  readonly search?: string;
  /** The beginning of the media type, such as `image/` for all pictures. */
  readonly contentType?: string;
  /** true: only files without a link to them in the same content. false: only the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions) => ListCall<ReusableContentEntry> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/content/reusable-contents");

/** List the reusable contents of a change request. */
export const listReusableContentsInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** A part of the file name. */
  readonly search?: string;
  /** The beginning of the media type, such as `image/` for all pictures. */
  readonly contentType?: string;
  /** true: only files without a link to them in the same content. false: only the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions) => ListCall<ReusableContentEntry> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents");

/** List the reusable contents of a revision. */
export const listReusableContentsInRevision: (client: Client, spaceId: Id, revisionId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** A part of the file name. */
  readonly search?: string;
  /** The beginning of the media type, such as `image/` for all pictures. */
  readonly contentType?: string;
  /** true: only files without a link to them in the same content. false: only the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions) => ListCall<ReusableContentEntry> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/revisions/:revisionId/reusable-contents");

/**
 * List a page of a revision in other languages.
 *
 * The same page in the source and in its other translations, if you can see them and they have the page.
 */
export const listRevisionPageMetaLinks: (client: Client, spaceId: Id, revisionId: Id, pageId: Id, options?: CallOptions) => Promise<RevisionPageMetaLinks> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links");

/**
 * List the SAML providers of an organization.
 *
 * The oldest first. Only administrators see them: they hold certificates.
 */
export const listSAMLProvidersInOrganizationById: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<OrganizationSAMLProvider> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/saml");

/**
 * List the ways to sign in to an organization by single sign-on.
 *
 * Works without a token, because people use it before they sign in. Pending providers are left out; an organization that doesn't exist has none.
 */
export const listSSOProviderLoginsInOrganization: (client: Client, organizationId: Id, options?: CallOptions) => Promise<{
  readonly items: readonly OrganizationSSOProviderLogin[];
}> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sso");

/**
 * List sample conditions for a site.
 *
 * One condition for each boolean claim and for each possible value of the others, in the order of the schema; none without a schema.
 */
export const listSiteAdaptiveTemplateConditions: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<SiteAdaptiveTemplateConditions> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions");

/**
 * List the Git installations of a site.
 *
 * The site's own first, then those of its spaces that you administrate.
 */
export const listSiteGitInstallations: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<GitSyncInstallation> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/spaces/git/installations");

/**
 * List the integration scripts of a site.
 *
 * None on a host that sites of other organizations are on as well.
 */
export const listSiteIntegrationScripts: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<readonly SiteIntegrationScript[]> =
  /* @__PURE__ */ call("GET /orgs/:organizationId/sites/:siteId/integration-scripts");

/**
 * List the integrations of a site.
 *
 * Those that are active on it; the oldest first.
 */
export const listSiteIntegrations: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Part of the name or the title. */
  readonly search?: string;
}, options?: CallOptions) => ListCall<Integration> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/integrations");

/**
 * List the page feedback of a site.
 *
 * The newest first, for people who can change the site. Readers are asked if `feedback.enabled` is on in the site's customization.
 */
export const listSitePageFeedback: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly rating?: PageFeedbackRating;
  /** Only of this page. */
  readonly pageId?: string;
}, options?: CallOptions) => ListCall<PageFeedback> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/page-feedback");

/**
 * List the redirects of a site.
 *
 * The live redirects, or with `draft` those that wait to be published.
 */
export const listSiteRedirects: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Contained in the source. */
  readonly search?: string;
  /** true: drafts instead of live redirects. */
  readonly draft?: boolean;
  /** The default is the newest first. Sources are sorted alphabetically. */
  readonly orderBy?: "createdAt" | "updatedAt" | "source";
}, options?: CallOptions) => ListCall<SiteRedirect> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/redirects");

/**
 * List the section groups of a site.
 *
 * In the order of its tabs.
 */
export const listSiteSectionGroups: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<SiteSectionGroup> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/section-groups");

/**
 * List the sections of a site.
 *
 * In the order of its tabs; the sections of a group are at the place of the group.
 */
export const listSiteSections: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The key of a share link. Published addresses in the answer use it. */
  readonly shareKey?: string;
}, options?: CallOptions) => ListCall<SiteSection> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/sections");

/**
 * List the share links of a site.
 *
 * The oldest first. Needs permission to change the site, because the addresses are secrets.
 */
export const listSiteShareLinks: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<ShareLink> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/share-links");

/**
 * List the spaces of a site.
 *
 * The site-spaces that you can see, section by section.
 */
export const listSiteSpaces: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The key of a share link. Published addresses in the answer use it. */
  readonly shareKey?: string;
  /** Only those that are, or are not, the default in their place. */
  readonly default?: boolean;
}, options?: CallOptions) => ListCall<SiteSpace> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/site-spaces");

/**
 * List the sites of an organization.
 *
 * The sites that you can see, the oldest first; with `deleted=true` the trash.
 */
export const listSites: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly space?: Id;
  /** Contained in the title, in any case. */
  readonly title?: string;
  readonly published?: boolean;
  /** true: only those in the trash that you can restore. */
  readonly deleted?: boolean;
  readonly type?: readonly SiteType[];
}, options?: CallOptions) => ListCall<Site> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites");

/**
 * List the backlinks of a file of a space.
 *
 * In the same form as the backlinks of a page.
 */
export const listSpaceFileBacklinks: (client: Client, spaceId: Id, fileId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<ContentLocation> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/content/files/:fileId/backlinks");

/**
 * List the integrations of a space.
 *
 * Those that are active on it; the oldest first.
 */
export const listSpaceIntegrations: (client: Client, spaceId: Id, query?: {
  /** Part of the name or the title. */
  readonly search?: string;
}, options?: CallOptions) => ListCall<Integration> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/integrations");

/**
 * List the integration blocks of a space.
 *
 * By integration, those without blocks left out.
 */
export const listSpaceIntegrationsBlocks: (client: Client, spaceId: Id, options?: CallOptions) => Promise<SpaceIntegrationBlocks> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/integration-blocks");

/**
 * List the links of a space.
 *
 * One item for each thing that is linked to, with the places where it is: a page, a place in a page, a file, reusable content, an address, an OpenAPI specification, and what is in other spaces as far as you may see it. Users that are no members count as broken; so do collections and things of other spaces that you may not see, as if they weren't there. The first 20,000 things in 1,000 other spaces are looked into, the others count as ok. `stats` counts the whole revision, whatever the filter. A page of the list ends early when its items are in very many places.
 */
export const listSpaceLinks: (client: Client, spaceId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** `broken`: its target doesn't exist. `in-app`: it leads to an address of this installation, which readers may not be able to open. `ok`: all others. */
  readonly status?: "ok" | "broken" | "in-app";
}, options?: CallOptions) => Promise<ContentReferences> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/links", 2);

/**
 * List the backlinks of a page of a space.
 *
 * Each page and reusable content that links to it, from its text, its cover or as a link in the navigation: those of the same content first, then those of the organization's other spaces as they are now, as far as you may see these spaces. What another space links to is known here within a second.
 */
export const listSpacePageBacklinks: (client: Client, spaceId: Id, pageId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<ContentLocation> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/content/page/:pageId/backlinks");

/**
 * List a page of a space in other languages.
 *
 * The same page in the source and in its other translations, if you can see them and they have the page.
 */
export const listSpacePageMetaLinks: (client: Client, spaceId: Id, pageId: Id, options?: CallOptions) => Promise<RevisionPageMetaLinks> =
  /* @__PURE__ */ call("GET /spaces/:spaceId/content/page/:pageId/meta-links");

/**
 * List the backlinks of a reusable content of a space.
 *
 * In the same form as the backlinks of a page.
 */
export const listSpaceReusableContentBacklinks: (client: Client, spaceId: Id, reusableContentId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<ContentLocation> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks");

/**
 * List the history of a space.
 *
 * Newest first.
 */
export const listSpaceRevisions: (client: Client, spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The id of a page: only revisions that changed it. */
  readonly targetPage?: string;
}, options?: CallOptions) => ListCall<RevisionEntry> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/revisions");

/**
 * List the spaces of a member.
 *
 * The spaces that both of you can see, with the member's role, the newest first.
 */
export const listSpacesForOrganizationMember: (client: Client, organizationId: Id, userId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The default is `desc`. */
  readonly order?: "asc" | "desc";
}, options?: CallOptions) => ListCall<MemberContentPermission> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/members/:userId/spaces");

/**
 * List the spaces of a collection.
 *
 * The spaces directly in it that you can see, in the order of their positions.
 */
export const listSpacesInCollectionById: (client: Client, collectionId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<Space> =
  /* @__PURE__ */ list("GET /collections/:collectionId/spaces");

/**
 * List the spaces of an organization.
 *
 * The spaces that you can see, in the order of their positions; with `deleted=true` the trash.
 */
export const listSpacesInOrganizationById: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** true: the spaces in the trash instead. */
  readonly deleted?: boolean;
}, options?: CallOptions) => ListCall<Space> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/spaces");

/**
 * List the members of a team.
 *
 * In the order they were added.
 */
export const listTeamMembersInOrganizationById: (client: Client, organizationId: Id, teamId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<OrganizationTeamMember> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/teams/:teamId/members");

/** List the teams with a direct role. */
export const listTeamPermissionsInCollection: (client: Client, collectionId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<TeamContentPermission> =
  /* @__PURE__ */ list("GET /collections/:collectionId/permissions/teams");

/** List the teams with a direct role. */
export const listTeamPermissionsInSite: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<TeamContentPermission> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/permissions/teams");

/** List the teams with a direct role. */
export const listTeamPermissionsInSpace: (client: Client, spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<TeamContentPermission> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/permissions/teams");

/** List the teams of a member. */
export const listTeamsForOrganizationMember: (client: Client, organizationId: Id, userId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** A part of the title, in any case. */
  readonly title?: string;
}, options?: CallOptions) => ListCall<OrganizationMemberTeam> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/members/:userId/teams");

/**
 * List the teams of an organization.
 *
 * The oldest first. Guests can't list teams.
 */
export const listTeamsInOrganizationById: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The id of a member: only teams with members that they can manage. */
  readonly owner?: string;
  /** A part of the title, in any case. */
  readonly title?: string;
}, options?: CallOptions) => ListCall<Team> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/teams");

/**
 * List the pages of a translation by their status.
 *
 * In the order of their ids: pages of the translation, of its source, or of both.
 */
export const listTranslatedPages: (client: Client, spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly status?: TranslatedPageStatus;
}, options?: CallOptions) => ListCall<TranslatedPage> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/translation/pages");

/**
 * List the translations of spaces under translation settings.
 *
 * The oldest first, for administrators.
 */
export const listTranslatedSpaces: (client: Client, organizationId: Id, translationSettingsId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<TranslatedSpace> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/translations/:translationSettingsId/spaces");

/**
 * List the translation settings of an organization.
 *
 * The oldest first. Guests see none.
 */
export const listTranslationSettings: (client: Client, organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<TranslationSettings> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/translations");

/** List the people with a direct role. */
export const listUserPermissionsInCollection: (client: Client, collectionId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<UserContentPermission> =
  /* @__PURE__ */ list("GET /collections/:collectionId/permissions/users");

/** List the people with a direct role. */
export const listUserPermissionsInSite: (client: Client, organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<UserContentPermission> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/sites/:siteId/permissions/users");

/** List the people with a direct role. */
export const listUserPermissionsInSpace: (client: Client, spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<UserContentPermission> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/permissions/users");

/** List your API tokens. */
export const listUserTokens: (client: Client, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<UserAPIToken> =
  /* @__PURE__ */ list("GET /user/tokens");

/**
 * List the deliveries to a webhook.
 *
 * The newest first. They are kept for 30 days after they ended.
 */
export const listWebhookDeliveries: (client: Client, organizationId: Id, webhookId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly status?: WebhookDeliveryStatus;
}, options?: CallOptions) => ListCall<WebhookDelivery> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/webhooks/:webhookId/deliveries");

/**
 * Mark notifications as read.
 *
 * Marks these notifications, or all of yours.
 */
export const markNotificationsRead: (client: Client, body: MarkNotificationsRead, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /user/notifications/read", 1);

/**
 * Merge a change request into its space.
 *
 * Pages are merged by id, their text block by block, files, variables and tags by key. Where both sides changed the same the answer has `result: conflicts`: nothing is published, the change request carries both sides and lists its conflicts. While any is undecided, or once it is merged or archived, the answer is 409; so it is while the merge rules of the space are not met, with what is missing in `details` (`merge-rules-unmet`). `If-Match` takes the ETag of its content: what is merged is then what you read.
 */
export const mergeChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, options?: CallOptions) => Promise<{
  /** The resulting revision. */
  readonly revision: string;
  readonly result: "merge" | "conflicts";
}> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/change-requests/:changeRequestId/merge");

/**
 * Move a collection.
 *
 * Moves it into another collection or to the top, and to a place among its siblings. Needs `admin` on it and `create` on its new place.
 */
export const moveCollection: (client: Client, collectionId: Id, body: MoveContent, options?: CallOptions) => Promise<Collection> =
  /* @__PURE__ */ call("POST /collections/:collectionId/move", 1);

/**
 * Move a section among its siblings.
 *
 * @deprecated
 */
export const moveSiteSection: (client: Client, organizationId: Id, siteId: Id, siteSectionId: Id, body: MoveSiteSection, options?: CallOptions) => Promise<SiteSection> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/sections/:siteSectionId/move", 1);

/**
 * Move a section group among its siblings.
 *
 * @deprecated
 */
export const moveSiteSectionGroup: (client: Client, organizationId: Id, siteId: Id, siteSectionGroupId: Id, body: MoveSiteSectionGroup, options?: CallOptions) => Promise<SiteSectionGroup> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/move", 1);

/**
 * Move a space of a site among its siblings.
 *
 * To the end unless `position` names a sibling.
 *
 * @deprecated
 */
export const moveSiteSpace: (client: Client, organizationId: Id, siteId: Id, siteSpaceId: Id, body: MoveSiteSpace, options?: CallOptions) => Promise<SiteSpace> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move", 1);

/**
 * Move a space.
 *
 * Into a collection or to the top, and to a place among its siblings. Takes `admin` on it and `create` where it goes.
 */
export const moveSpace: (client: Client, spaceId: Id, body: MoveContent, options?: CallOptions) => Promise<Space> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/move", 1);

/**
 * Change the customization of a variant.
 *
 * Fields that you leave out stay; `null` gives a field the site's value again.
 */
export const overrideSiteSpaceCustomizationById: (client: Client, organizationId: Id, siteId: Id, siteSpaceId: Id, body: SiteSpaceCustomizationOverrides, options?: CallOptions) => Promise<SiteSpaceCustomizationSettings> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization", 1);

/**
 * Send a test event to a webhook.
 *
 * Sends an event of the type `ping`, whatever events the webhook has chosen. Its delivery shows the result.
 */
export const pingOrganizationWebhook: (client: Client, organizationId: Id, webhookId: Id, options?: CallOptions) => Promise<WebhookDelivery> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/webhooks/:webhookId/ping");

/**
 * Comment on a change request.
 *
 * With `page` the comment is about a page, with `node` too about a block of that page. Both have to exist in the current content. A comment on a block follows it through edits, moves and merges. Merged and archived change requests can be discussed, too.
 */
export const postCommentInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, body: PostComment, options?: CallOptions) => Promise<Comment> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/change-requests/:changeRequestId/comments", 1);

/**
 * Comment on a space.
 *
 * With `page` the comment is about a page, with `node` too about a block of that page. Both have to exist in the current content. A comment on a block follows it through edits, moves and merges. Merged and archived change requests can be discussed, too.
 */
export const postCommentInSpace: (client: Client, spaceId: Id, body: PostComment, options?: CallOptions) => Promise<Comment> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/comments", 1);

/**
 * Reply to a comment on a change request.
 *
 * A resolved comment can be replied to, and stays resolved.
 */
export const postCommentReplyInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, commentId: Id, body: PostCommentReply, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions) => Promise<CommentReply> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies", 3);

/**
 * Reply to a comment on a space.
 *
 * A resolved comment can be replied to, and stays resolved.
 */
export const postCommentReplyInSpace: (client: Client, spaceId: Id, commentId: Id, body: PostCommentReply, options?: CallOptions) => Promise<CommentReply> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/comments/:commentId/replies", 1);

/**
 * Preview a sync.
 *
 * Soon, by a job: the answer is its run, whose `report` has, once it has ended, the pages that would change here, the files that would change on the branch, and what `git diff` says of these. Nothing is written, and a paused installation can be looked at too.
 */
export const previewGitSync: (client: Client, gitInstallationId: Id, options?: CallOptions) => Promise<GitSyncRun> =
  /* @__PURE__ */ call("POST /git/installations/:gitInstallationId/preview");

/**
 * Publish an integration, or a new version of it.
 *
 * For administrators of the organization. The body replaces everything that was published under the name, and the version counts up. Each version keeps its script, which is loaded once to see that it can be. Scopes that a new version adds apply only to later installations.
 */
export const publishIntegration: (client: Client, integrationName: string, body: PublishIntegration, options?: CallOptions) => Promise<Integration> =
  /* @__PURE__ */ call("POST /integrations/:integrationName", 1);

/**
 * Publish a site.
 *
 * Its audience can read it from now on, at `urls.published`.
 */
export const publishSite: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<Site> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/publish");

/** Delete a collection in the trash for good. */
export const purgeCollection: (client: Client, collectionId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /collections/:collectionId/purge");

/** Delete a site in the trash for good. */
export const purgeSite: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/purge");

/** Delete a space in the trash for good. */
export const purgeSpace: (client: Client, spaceId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/purge");

/**
 * Send a part of an upload.
 *
 * The bytes, as `application/octet-stream`. All parts have `partSize` bytes except the last, which has the rest; any other size is a 400 that names it. Sending a part again replaces it.
 */
export const putUploadPart: (client: Client, uploadId: Id, partNumber: number, body: Blob | Uint8Array<ArrayBuffer>, options?: CallOptions) => Promise<UploadedPart> =
  /* @__PURE__ */ call("PUT /uploads/:uploadId/parts/:partNumber", 1);

/**
 * Schedule a task of an integration.
 *
 * Its script is sent the task as `{task}` by a POST to `/tasks` below the endpoint of whoever asks: an installation, or the integration itself. `x-gitbook-integration-signature` there is the HMAC-SHA256 of the body with `signingSecrets.integration`, in hexadecimal. A task may be sent twice, where a process ended.
 */
export const queueIntegrationTask: (client: Client, integrationName: string, body: QueueIntegrationTask, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /integrations/:integrationName/tasks", 1);

/**
 * Have integrations make pages anew.
 *
 * Their scripts are asked again, also where nothing has changed that their pages depend on. The pages of before stay until there are new ones.
 */
export const refreshComputedSources: (client: Client, spaceId: Id, body: RefreshComputedSources, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/content/computed/refresh", 1);

/**
 * Replace the visitor key of a site.
 *
 * The old key ends at once, its tokens with it, and visitors have to sign in again. The two keys are never valid together, because keys are replaced when they have leaked.
 */
export const regenerateSitePublishingAuthById: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<SitePublishingAuth> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/publishing/auth/regenerate");

/**
 * Remove a custom hostname.
 *
 * Its site is served only at its other address from then on.
 */
export const removeCustomHostname: (client: Client, hostname: string, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /custom-hostnames/:hostname");

/**
 * Remove a member.
 *
 * They lose all their roles in the organization at once. Everybody can remove themselves. An organization keeps at least one administrator.
 */
export const removeMemberFromOrganizationById: (client: Client, organizationId: Id, userId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/members/:userId");

/**
 * Withdraw a review request.
 *
 * Earlier reviews stay. The answer is 204 even if they had not been asked.
 */
export const removeRequestedReviewerFromChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, userId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers/:userId");

/**
 * Remove a section from a group.
 *
 * It stays on the site, after the group.
 */
export const removeSectionFromGroup: (client: Client, organizationId: Id, siteId: Id, siteSectionGroupId: Id, siteSectionId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId/sections/:siteSectionId");

/**
 * Remove the role of a team.
 *
 * What they have from above, or from the organization, stays.
 */
export const removeTeamFromCollection: (client: Client, collectionId: Id, teamId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /collections/:collectionId/permissions/teams/:teamId");

/**
 * Delete a team.
 *
 * Its members lose the roles that they had through the team, at once.
 */
export const removeTeamFromOrganizationById: (client: Client, organizationId: Id, teamId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/teams/:teamId");

/**
 * Remove the role of a team.
 *
 * What they have from above, or from the organization, stays.
 */
export const removeTeamFromSite: (client: Client, organizationId: Id, siteId: Id, teamId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId/permissions/teams/:teamId");

/**
 * Remove the role of a team.
 *
 * What they have from above, or from the organization, stays.
 */
export const removeTeamFromSpace: (client: Client, spaceId: Id, teamId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /spaces/:spaceId/permissions/teams/:teamId");

/**
 * Remove the role of a user.
 *
 * What they have from above, or from the organization, stays.
 */
export const removeUserFromCollection: (client: Client, collectionId: Id, userId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /collections/:collectionId/permissions/users/:userId");

/**
 * Remove the role of a user.
 *
 * What they have from above, or from the organization, stays.
 */
export const removeUserFromSite: (client: Client, organizationId: Id, siteId: Id, userId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/sites/:siteId/permissions/users/:userId");

/**
 * Remove the role of a user.
 *
 * What they have from above, or from the organization, stays.
 */
export const removeUserFromSpace: (client: Client, spaceId: Id, userId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /spaces/:spaceId/permissions/users/:userId");

/**
 * Render a component of an integration.
 *
 * In a page, for those who write in its space; in its configuration, for those who may install it there; where a content source asks what to make pages of, for those who write in the space. What the script gives is passed on as it came, up to 100 kB. With the token of a site, for what a page of it has and what was offered in that: documents have a seal in the props of their blocks, to be sent as it is.
 */
export const renderIntegrationUiWithPost: (client: Client, integrationName: string, body: RenderIntegrationUI, options?: CallOptions) => Promise<ContentKitRenderOutput> =
  /* @__PURE__ */ call("POST /integrations/:integrationName/render", 1);

/**
 * Replace the webhook secret of a Git installation.
 *
 * For setting up the webhook by hand at the host. The previous secret is no longer valid.
 */
export const replaceGitWebhookSecret: (client: Client, gitInstallationId: Id, options?: CallOptions) => Promise<GitWebhookWithSecret> =
  /* @__PURE__ */ call("POST /git/installations/:gitInstallationId/webhook");

/**
 * Send an event of an installation again.
 *
 * Sends it now, regardless of earlier and later events, and retries for a day. Requests to an integration can't be sent again: they are only recorded.
 */
export const replayIntegrationEvent: (client: Client, integrationName: string, eventId: Id, options?: CallOptions) => Promise<IntegrationEvent> =
  /* @__PURE__ */ call("POST /integrations/:integrationName/events/:eventId/replay");

/**
 * Resend an event to this installation.
 *
 * Now, without regard to what comes before or after it, and with new attempts for a day.
 */
export const replayIntegrationInstallationEvent: (client: Client, integrationName: string, installationId: Id, eventId: Id, options?: CallOptions) => Promise<IntegrationEvent> =
  /* @__PURE__ */ call("POST /integrations/:integrationName/installations/:installationId/events/:eventId/replay");

/**
 * Send a delivery again.
 *
 * Now, with the same `webhook-id`, without regard to what comes before or after it, and with new attempts for a day. One that waits for its next attempt is not made to wait longer.
 */
export const replayWebhookDelivery: (client: Client, organizationId: Id, webhookId: Id, deliveryId: Id, options?: CallOptions) => Promise<WebhookDelivery> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/replay");

/**
 * Ask for reviews of a change request.
 *
 * Asks people who can see the space, whatever their role; a draft becomes `open`. If you ask somebody again, their earlier review no longer counts.
 */
export const requestReviewersForChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, body: RequestReviewers, options?: CallOptions) => Promise<{
  readonly users: readonly ChangeRequestRequestedReviewer[];
}> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers", 1);

/**
 * Reset a member's second factor.
 *
 * Removes their app, passkeys and recovery codes, and ends their sessions. They are notified by e-mail, and sign in by password or link. You get a 409 if they have none, and for members of several organizations: the operator of the installation does it for them.
 */
export const resetSecondFactorOfMember: (client: Client, organizationId: Id, userId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /orgs/:organizationId/members/:userId/second-factor");

/**
 * Decide a conflict of a change request.
 *
 * For the space's side (`primary`), the change request's (`changed`), or, in the text of a page, for Markdown of your own. Editing what is contested decides it too. `If-Match` takes the ETag of its content.
 */
export const resolveChangeRequestConflict: (client: Client, spaceId: Id, changeRequestId: Id, conflictId: Id, body: ResolveConflict, options?: CallOptions) => Promise<ChangeRequestConflict> =
  /* @__PURE__ */ call("PUT /spaces/:spaceId/change-requests/:changeRequestId/conflicts/:conflictId", 1);

/**
 * Decide a question of a sync.
 *
 * One of the choices of its `attention`, or `git` or `lectern` for everything that is held. The sync then continues. If nothing waits for this decision, or the `question` that you send has changed, the answer is 409.
 */
export const resolveGitSync: (client: Client, gitInstallationId: Id, body: ResolveGitSync, options?: CallOptions) => Promise<GitSyncInstallation> =
  /* @__PURE__ */ call("POST /git/installations/:gitInstallationId/resolve", 1);

/**
 * Find what a published address means.
 *
 * Without a token. For a visitor who may read it: the site, the variant and the page's path. For others, and for addresses that have moved: where to go, as an answer and not as a redirect. Everything else is 404.
 */
export const resolvePublishedContentByUrl: (client: Client, body: ResolvePublishedURL, options?: CallOptions) => Promise<PublishedSiteContentLookup> =
  /* @__PURE__ */ call("POST /urls/published", 1);

/**
 * Restore a deleted collection.
 *
 * Possible for seven days after the deletion. Its former content comes back into it, except what somebody has moved since and what you can't `admin`.
 */
export const restoreCollection: (client: Client, collectionId: Id, options?: CallOptions) => Promise<Collection> =
  /* @__PURE__ */ call("POST /collections/:collectionId/restore");

/**
 * Restore a space to a revision.
 *
 * As one new revision, of the type `rollback`. A locked space answers 409.
 */
export const restoreRevision: (client: Client, spaceId: Id, revisionId: Id, options?: CallOptions) => Promise<RevisionEntry> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/revisions/:revisionId/restore");

/**
 * Restore a deleted site.
 *
 * Possible for seven days after the deletion. It comes back unpublished, with its structure, look, redirects and share links, and with its name and hostname if no other site has taken them.
 */
export const restoreSite: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<Site> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/restore");

/**
 * Restore a deleted space.
 *
 * Within seven days after its deletion, for people who can administrate it.
 */
export const restoreSpace: (client: Client, spaceId: Id, options?: CallOptions) => Promise<Space> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/restore");

/**
 * Replace the secret of a webhook.
 *
 * The new secret is only in this answer. For a day, requests are signed with both secrets, so that you can change the receiver in between.
 */
export const rotateOrganizationWebhookSecret: (client: Client, organizationId: Id, webhookId: Id, options?: CallOptions) => Promise<WebhookWithSecret> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/webhooks/:webhookId/rotate");

/**
 * Translate missing and outdated pages.
 *
 * Uses the translator that the operator has set up; without one, the answer is 409. Pages that somebody wrote by hand stay as they are. The job shows its progress, and can be cancelled.
 */
export const runSpaceTranslation: (client: Client, spaceId: Id, options?: CallOptions) => Work<void> =
  /* @__PURE__ */ work("POST /spaces/:spaceId/translation/run");

/**
 * Translate all missing and outdated pages of translation settings.
 *
 * Uses the operator's translator; without one you get a 409. Each space has a job of its own.
 */
export const runTranslation: (client: Client, organizationId: Id, translationSettingsId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/translations/:translationSettingsId/run");

/**
 * Search an organization.
 *
 * The spaces that you can read and that have matching pages, the one with the best page first, each with its best ten pages.
 */
export const searchOrganizationContent: (client: Client, organizationId: Id, query: {
  /** Every word must occur; the last one can be the beginning of a word. Words in quotation marks must be next to each other. If no page has all of them, likely typos are corrected, then words are left out. */
  readonly query: string;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<SearchSpaceResult> =
  /* @__PURE__ */ list("GET /orgs/:organizationId/search");

/**
 * Search a site.
 *
 * The spaces of the site that you can see and that have matching pages, the one with the best page first, each with its best ten pages and their sections. Conditions for visitors are applied only with a reader's token of the site.
 */
export const searchSiteContent: (client: Client, organizationId: Id, siteId: Id, body: SearchSite, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<SearchSpaceResult> =
  /* @__PURE__ */ list("POST /orgs/:organizationId/sites/:siteId/search", 3);

/**
 * Search a space.
 *
 * Searches the content that readers see, best pages first: words in titles count more than words in headings, and these more than words in the text. A change is found within a second. `count` counts at most 500 pages.
 */
export const searchSpaceContent: (client: Client, spaceId: Id, query: {
  /** Every word must occur; the last one can be the beginning of a word. Words in quotation marks must be next to each other. If no page has all of them, likely typos are corrected, then words are left out. */
  readonly query: string;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions) => ListCall<SearchPageResult> =
  /* @__PURE__ */ list("GET /spaces/:spaceId/search");

/**
 * Send the failed e-mails of a member again.
 *
 * What `failedEmails` of the member counts is sent again, to the address that they have now; of links to sign in, one. Nothing of an e-mail is shown to you. If none has failed, nothing is sent. You get a 409 without a mail server.
 */
export const sendFailedEmailsToMember: (client: Client, organizationId: Id, userId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/members/:userId/emails");

/**
 * Send the invitation of a member again.
 *
 * Sends an e-mail with a link to sign in, which works once, within 24 hours. You get a 409 without a mail server, for somebody who has signed in or is disabled, and within 10 minutes of the last one.
 */
export const sendInvitationToMember: (client: Client, organizationId: Id, userId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/members/:userId/invitation");

/**
 * Send an integration's events to its developer.
 *
 * For development. Each event is posted there with the secrets of the integration and a token of the installation that lasts an hour.
 */
export const setIntegrationDevelopmentMode: (client: Client, integrationName: string, body: IntegrationDevelopmentMode, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PUT /integrations/:integrationName/dev", 1);

/** Let a member sign in by single sign-on. */
export const setUserAsSSOMemberForOrganization: (client: Client, organizationId: Id, userId: Id, options?: CallOptions) => Promise<OrganizationMember> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/members/:userId/sso");

/**
 * Reorder the structure of a site.
 *
 * Moves a site-space within its section, a section or an external link within its group, or one of them or a group at the top level.
 */
export const sortSiteStructure: (client: Client, organizationId: Id, siteId: Id, body: SortSiteStructure, options?: CallOptions) => Promise<SiteSpace | SiteSection | SiteSectionGroup | SiteExternalLink> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/structure/sort", 1);

/**
 * Import a website.
 *
 * Into a space or a change request, as an import with `Prefer: respond-async` does.
 */
export const startImportRun: (client: Client, organizationId: Id, body: StartImportRun, options?: CallOptions) => Promise<ContentImportRun> =
  /* @__PURE__ */ call("POST /org/:organizationId/imports", 1);

/**
 * Review a change request.
 *
 * For people who can review in the space or were asked to. The review is about the current content and replaces your earlier one. Its text becomes a comment on the change request. A merged or archived change request answers 409. `If-Match` takes the ETag of the content that you read.
 */
export const submitChangeRequestReview: (client: Client, spaceId: Id, changeRequestId: Id, body: SubmitReview, options?: CallOptions) => Promise<ChangeRequestReview> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/change-requests/:changeRequestId/reviews", 1);

/**
 * Sync a space with its branch.
 *
 * Starts a job: the answer doesn't wait for the host. The list of runs shows the result. For a paused installation the answer is 409.
 */
export const syncGitInstallation: (client: Client, gitInstallationId: Id, options?: CallOptions) => Promise<GitSyncInstallation> =
  /* @__PURE__ */ call("POST /git/installations/:gitInstallationId/sync");

/**
 * Test a SAML provider before it is saved.
 *
 * Values that aren't given are those that the provider has. The answer's `url` leads to the identity provider, for 15 minutes; the page after it says who was named and whether they would be let in, or why the answer was refused. A test saves nothing and signs nobody in.
 */
export const testOrganizationSAMLProvider: (client: Client, organizationId: Id, samlProviderId: Id, body: TestSAMLProvider, options?: CallOptions) => Promise<OrganizationSAMLProviderTest> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/saml/:samlProviderId/test", 1);

/**
 * Record what readers of a site do.
 *
 * For renderers of your own. Counts page views of the site by day. All other events are accepted and not kept, and nothing about the reader is.
 */
export const trackEventsInSiteById: (client: Client, organizationId: Id, siteId: Id, body: TrackSiteEvents, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/insights/events", 1);

/**
 * Transfer a collection to another organization.
 *
 * Transfers it with everything in it. Needs `admin` on all of that and `createContent` in the other organization. People and teams outside that organization lose their access. Refused while a space in it is in a site, is a translation, or is the source of one.
 */
export const transferCollection: (client: Client, collectionId: Id, body: TransferContent, options?: CallOptions) => Promise<Collection> =
  /* @__PURE__ */ call("POST /collections/:collectionId/transfer", 5);

/**
 * Transfer a space to another organization.
 *
 * With its history. Takes `admin` on it and `createContent` in the other organization; people outside it lose their access, and teams theirs. Refused while it is in a site, or is a translation or the source of one.
 */
export const transferSpace: (client: Client, spaceId: Id, body: TransferContent, options?: CallOptions) => Promise<Space> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/transfer", 5);

/**
 * Uninstall an integration.
 *
 * Uninstalls it from the organization and all its spaces and sites. Its tokens stop working at once.
 */
export const uninstallIntegration: (client: Client, integrationName: string, installationId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /integrations/:integrationName/installations/:installationId");

/**
 * Uninstall an integration from a site.
 *
 * The installation in the organization stays.
 */
export const uninstallIntegrationFromSite: (client: Client, integrationName: string, installationId: Id, siteId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /integrations/:integrationName/installations/:installationId/sites/:siteId");

/**
 * Uninstall an integration from a space.
 *
 * The installation in the organization stays.
 */
export const uninstallIntegrationFromSpace: (client: Client, integrationName: string, installationId: Id, spaceId: Id, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /integrations/:integrationName/installations/:installationId/spaces/:spaceId");

/**
 * Unpublish an integration.
 *
 * Deletes all its versions, secrets and installations, in other organizations too. Events that still wait are not sent.
 */
export const unpublishIntegration: (client: Client, integrationName: string, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("DELETE /integrations/:integrationName");

/**
 * Unpublish a site.
 *
 * Nobody can read it from now on; nothing is deleted.
 */
export const unpublishSite: (client: Client, organizationId: Id, siteId: Id, options?: CallOptions) => Promise<Site> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/sites/:siteId/unpublish");

/**
 * Update a change request from its space.
 *
 * With conflicts the answer has `result: conflicts`; the new revision then carries both sides, until each conflict is decided. `If-Match` takes the ETag of its content.
 */
export const updateChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, options?: CallOptions) => Promise<{
  /** The resulting revision. */
  readonly revision: string;
  readonly result: "update" | "conflicts";
}> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/change-requests/:changeRequestId/update");

/**
 * Change a change request.
 *
 * Sets the status to draft, open or archived. Its author and reviewers can archive and reopen it. A merged one answers 409.
 */
export const updateChangeRequestById: (client: Client, spaceId: Id, changeRequestId: Id, body: UpdateChangeRequest, options?: CallOptions) => Promise<ChangeRequest> =
  /* @__PURE__ */ call("PATCH /spaces/:spaceId/change-requests/:changeRequestId", 1);

/**
 * Change the content of a change request.
 *
 * Takes the same changes as the content of a space, in order and all or none. `revert_page` without a revision goes back to the space's own page. A merged or archived change request answers 409. `If-Match` takes the ETag of its content.
 */
export const updateChangeRequestContent: (client: Client, spaceId: Id, changeRequestId: Id, body: ChangeContent, query?: {
  /** false answers what each change did beside the change request. */
  readonly compat?: boolean;
}, options?: CallOptions) => Promise<ChangeRequest | {
  readonly changeRequest: ChangeRequest;
  /** The revision to which the changes were applied. */
  readonly before?: string;
  readonly changes: readonly ContentChangeResult[];
  readonly insertedFiles?: ReadonlyArray<RevisionFile & ({
    readonly ref?: string;
  })>;
}> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/change-requests/:changeRequestId/content", 3);

/**
 * Change a collection.
 *
 * Changes title, description and default level. The default level applies to everything in it that inherits.
 */
export const updateCollectionById: (client: Client, collectionId: Id, body: UpdateCollection, options?: CallOptions) => Promise<Collection> =
  /* @__PURE__ */ call("PATCH /collections/:collectionId", 1);

/**
 * Update a comment on a change request.
 *
 * Fields that you leave out stay. Everybody who can comment can resolve and reopen it, and react. Only its author can change its text. `If-Match` compares text and status, not the reactions of others.
 */
export const updateCommentInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, commentId: Id, body: UpdateComment, options?: CallOptions) => Promise<Comment> =
  /* @__PURE__ */ call("PUT /spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId", 1);

/**
 * Update a comment on a space.
 *
 * Fields that you leave out stay. Everybody who can comment can resolve and reopen it, and react. Only its author can change its text. `If-Match` compares text and status, not the reactions of others.
 */
export const updateCommentInSpace: (client: Client, spaceId: Id, commentId: Id, body: UpdateComment, options?: CallOptions) => Promise<Comment> =
  /* @__PURE__ */ call("PUT /spaces/:spaceId/comments/:commentId", 1);

/**
 * Update a reply to a comment on a change request.
 *
 * Everybody who can comment can react to it. Only its author can change its text.
 */
export const updateCommentReplyInChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, commentId: Id, commentReplyId: Id, body: UpdateCommentReply, options?: CallOptions) => Promise<CommentReply> =
  /* @__PURE__ */ call("PUT /spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId", 1);

/**
 * Update a reply to a comment on a space.
 *
 * Everybody who can comment can react to it. Only its author can change its text.
 */
export const updateCommentReplyInSpace: (client: Client, spaceId: Id, commentId: Id, commentReplyId: Id, body: UpdateCommentReply, options?: CallOptions) => Promise<CommentReply> =
  /* @__PURE__ */ call("PUT /spaces/:spaceId/comments/:commentId/replies/:commentReplyId", 1);

/**
 * Change a font.
 *
 * Weights that you don't name stay; `storageKey: null` removes one. Sites keep the font as it was when you set their look; set the look again after this.
 */
export const updateCustomFont: (client: Client, organizationId: Id, fontId: Id, body: UpdateCustomFont, options?: CallOptions) => Promise<CustomizationFontDefinition> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/fonts/:fontId", 1);

/**
 * Replace the token of a Git connection.
 *
 * Syncs that waited for it go on. For its maker and administrators.
 */
export const updateGitConnection: (client: Client, organizationId: Id, gitConnectionId: Id, body: UpdateGitConnection, options?: CallOptions) => Promise<GitConnection> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/git/connections/:gitConnectionId", 1);

/**
 * Change a Git installation.
 *
 * The person who changes it becomes its owner, and it works with their permissions. With another repository, branch or folder the sync starts again: `direction` says what it does, and without `"confirm": true` a 409 lists what would be left behind or replaced. In the same place, `direction` makes a sync decide for that side.
 */
export const updateGitSyncInstallation: (client: Client, gitInstallationId: Id, body: UpdateGitSyncInstallation, options?: CallOptions) => Promise<GitSyncInstallation> =
  /* @__PURE__ */ call("PATCH /git/installations/:gitInstallationId", 1);

/**
 * Insert, update and delete entries of a glossary.
 *
 * All of the operations take effect, or none. The translator gets them with later requests; existing translations stay as they are.
 */
export const updateGlossaryEntries: (client: Client, organizationId: Id, body: UpdateGlossary, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PUT /orgs/:organizationId/translations-glossary", 1);

/**
 * Change an installation.
 *
 * `configuration` is checked against the integration's schema; once nothing required is missing, the installation becomes active. If you change a paused installation, it continues with your permissions. With the installation's own token you can change only `configuration` and `externalIds`.
 */
export const updateIntegrationInstallation: (client: Client, integrationName: string, installationId: Id, body: UpdateIntegrationInstallation, options?: CallOptions) => Promise<IntegrationInstallation> =
  /* @__PURE__ */ call("PATCH /integrations/:integrationName/installations/:installationId", 1);

/**
 * Change an installation on a site.
 *
 * `configuration` is checked against what the integration declares for a site.
 */
export const updateIntegrationSiteInstallation: (client: Client, integrationName: string, installationId: Id, siteId: Id, body: UpdateIntegrationContentInstallation, query?: {
  readonly extended?: boolean;
}, options?: CallOptions) => Promise<IntegrationSiteInstallation> =
  /* @__PURE__ */ call("PATCH /integrations/:integrationName/installations/:installationId/sites/:siteId", 3);

/**
 * Change an installation on a space.
 *
 * `configuration` is checked against what the integration declares for a space.
 */
export const updateIntegrationSpaceInstallation: (client: Client, integrationName: string, installationId: Id, spaceId: Id, body: UpdateIntegrationContentInstallation, query?: {
  readonly extended?: boolean;
}, options?: CallOptions) => Promise<IntegrationSpaceInstallation> =
  /* @__PURE__ */ call("PATCH /integrations/:integrationName/installations/:installationId/spaces/:spaceId", 3);

/**
 * Change the role of a member.
 *
 * `null` makes them a guest. An organization keeps at least one administrator.
 */
export const updateMemberInOrganizationById: (client: Client, organizationId: Id, userId: Id, body: UpdateOrganizationMember, options?: CallOptions) => Promise<OrganizationMember> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/members/:userId", 1);

/**
 * Add and remove members of a team.
 *
 * People are named by id or e-mail address. Who is both added and removed is removed. Takes an administrator of the organization or an owner of the team.
 */
export const updateMembersInOrganizationTeam: (client: Client, organizationId: Id, teamId: Id, body: UpdateMembersInOrganizationTeam, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PUT /orgs/:organizationId/teams/:teamId/members", 1);

/**
 * Set the visibility of an OpenAPI specification.
 *
 * `public` opens `urls.published` to everybody, `private` closes it.
 */
export const updateOpenAPISpecBySlug: (client: Client, organizationId: Id, specSlug: string, body: UpdateOpenAPISpec, options?: CallOptions) => Promise<OpenAPISpec> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/openapi/:specSlug", 1);

/**
 * Change an organization.
 *
 * A new hostname changes the addresses of the organization's sites at once. Setting `sso` answers 409 until somebody has signed in by one of its identity providers, and setting `secondFactor` until you have one yourself. `mergeRules` apply to all spaces without rules of their own.
 */
export const updateOrganizationById: (client: Client, organizationId: Id, body: UpdateOrganization, options?: CallOptions) => Promise<Organization> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId", 1);

/**
 * Change an invite link.
 *
 * `role` for a link to the organization, `level` for one to a space or a collection.
 */
export const updateOrganizationInviteById: (client: Client, organizationId: Id, inviteId: Id, body: UpdateOrganizationInvite, options?: CallOptions) => Promise<OrganizationInviteLink> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/link-invites/:inviteId", 1);

/**
 * Record your presence in an organization.
 *
 * Records the time, to the minute, and returns a signed token with your identity.
 */
export const updateOrganizationMemberLastSeenAt: (client: Client, organizationId: Id, options?: CallOptions) => Promise<VisitorClaims> =
  /* @__PURE__ */ call("POST /orgs/:organizationId/ping");

/**
 * Change a SAML provider.
 *
 * A new `certificate` or `entityID` ends sign-ins under way and the sessions that the provider opened. `null` as `defaultTeam` removes the team. An empty `certificate` or `entityID` turns the provider off until it is set again.
 */
export const updateOrganizationSAMLProvider: (client: Client, organizationId: Id, samlProviderId: Id, body: UpdateSAMLProvider, options?: CallOptions) => Promise<OrganizationSAMLProvider> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/saml/:samlProviderId", 1);

/**
 * Change a webhook.
 *
 * `active: false` discards the events that wait. Events that happen before it is active again are not sent later. The person who changes a webhook becomes its owner.
 */
export const updateOrganizationWebhook: (client: Client, organizationId: Id, webhookId: Id, body: UpdateWebhook, options?: CallOptions) => Promise<Webhook> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/webhooks/:webhookId", 1);

/**
 * Change your settings of the console.
 *
 * Fields that are left out stay, and `null` forgets one. All of it may take 8 kB as JSON.
 */
export const updateSettingsOfAuthenticatedUser: (client: Client, body: UpdateUserSettings, options?: CallOptions) => Promise<UserSettings> =
  /* @__PURE__ */ call("PATCH /user/settings", 1);

/**
 * Set the claims schema of a site.
 *
 * Conditions then see only these claims, with values that the schema allows; other claims count as missing.
 */
export const updateSiteAdaptiveSchema: (client: Client, organizationId: Id, siteId: Id, body: PutSiteAdaptiveSchema, options?: CallOptions) => Promise<SiteAdaptiveSchema> =
  /* @__PURE__ */ call("PUT /orgs/:organizationId/sites/:siteId/adaptive-schema", 1);

/**
 * Change a site.
 *
 * A narrower visibility takes effect at once. A new basename changes the site's address; the former one redirects to it. A `hostname` needs an administrator of the organization, and works once it is proved: see the custom hostname.
 */
export const updateSiteById: (client: Client, organizationId: Id, siteId: Id, body: UpdateSite, options?: CallOptions) => Promise<Site> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId", 1);

/**
 * Replace the customization of a site.
 *
 * Replaces all settings; readers see them at once. Lectern copies pictures and fonts from their addresses soon after, and shows the copies.
 */
export const updateSiteCustomizationById: (client: Client, organizationId: Id, siteId: Id, body: UpdateSiteCustomizationSettings, options?: CallOptions) => Promise<SiteCustomizationSettings> =
  /* @__PURE__ */ call("PUT /orgs/:organizationId/sites/:siteId/customization", 1);

/**
 * Change an external link.
 *
 * Another `parent` has it as its last; `structure/sort` puts it elsewhere there.
 */
export const updateSiteExternalLinkById: (client: Client, organizationId: Id, siteId: Id, siteExternalLinkId: Id, body: UpdateSiteExternalLink, options?: CallOptions) => Promise<SiteExternalLink> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/external-links/:siteExternalLinkId", 1);

/**
 * Change the visitor authentication of a site.
 *
 * `fallbackURL` is the login of the site's visitors. Visitors without a valid token are sent there, with the requested path in `location`.
 */
export const updateSitePublishingAuthById: (client: Client, organizationId: Id, siteId: Id, body: SitePublishingAuthUpdate, options?: CallOptions) => Promise<SitePublishingAuth> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/publishing/auth", 1);

/**
 * Change a redirect.
 *
 * `draft: false` publishes a draft.
 */
export const updateSiteRedirectById: (client: Client, organizationId: Id, siteId: Id, siteRedirectId: Id, body: UpdateSiteRedirect, options?: CallOptions) => Promise<SiteRedirect> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId", 1);

/**
 * Change a section.
 *
 * A new path changes the addresses of its pages.
 */
export const updateSiteSectionById: (client: Client, organizationId: Id, siteId: Id, siteSectionId: Id, body: UpdateSiteSection, options?: CallOptions) => Promise<SiteSection> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/sections/:siteSectionId", 1);

/** Change a section group. */
export const updateSiteSectionGroupById: (client: Client, organizationId: Id, siteId: Id, siteSectionGroupId: Id, body: UpdateSiteSectionGroup, options?: CallOptions) => Promise<SiteSectionGroup> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/section-groups/:siteSectionGroupId", 1);

/**
 * Change a share link.
 *
 * `active: false` closes its address at once, true opens it again.
 */
export const updateSiteShareLinkById: (client: Client, organizationId: Id, siteId: Id, shareLinkId: Id, body: UpdateShareLink, options?: CallOptions) => Promise<ShareLink> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/share-links/:shareLinkId", 1);

/**
 * Change a space of a site.
 *
 * Changes its path, its condition, or its space.
 */
export const updateSiteSpaceById: (client: Client, organizationId: Id, siteId: Id, siteSpaceId: Id, body: UpdateSiteSpace, options?: CallOptions) => Promise<SiteSpace> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId", 1);

/**
 * Change a space.
 *
 * Changes title, emoji, edit mode, default level and merge rules. Needs the permission `admin` on it.
 */
export const updateSpaceById: (client: Client, spaceId: Id, body: UpdateSpace, options?: CallOptions) => Promise<Space> =
  /* @__PURE__ */ call("PATCH /spaces/:spaceId", 1);

/**
 * Change the content of a space.
 *
 * Up to 50 changes, or 200 that only move pages, in order and all or none: one new revision. Links in the Markdown may name pages by id (`/pages/<id>`), by path (`/pages/<path>`, relative `.md`) and pages and files of the same request by their `ref`; what they name is stored by id and survives moves. A locked space answers 409. The answer says of each change which text its page has now (`documentId`), which `version` the page is at, and has the text as `markdown` where it is stored in another form than it was sent. `If-Match` takes the ETag of the content. An update that names its `base` is merged with what others wrote since, or answers 409 with the conflicts and writes nothing.
 */
export const updateSpaceContent: (client: Client, spaceId: Id, body: ChangeContent, options?: CallOptions) => Promise<ContentChanged> =
  /* @__PURE__ */ call("POST /spaces/:spaceId/content", 1);

/** Set the translator of a translation. */
export const updateSpaceTranslation: (client: Client, spaceId: Id, body: UpdateTranslation, options?: CallOptions) => Promise<TranslatedSpace> =
  /* @__PURE__ */ call("PATCH /spaces/:spaceId/translation", 1);

/** Rename a team. */
export const updateTeamInOrganizationById: (client: Client, organizationId: Id, teamId: Id, body: UpdateTeam, options?: CallOptions) => Promise<Team> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/teams/:teamId", 1);

/** Change the role of a team. */
export const updateTeamPermissionInCollection: (client: Client, collectionId: Id, teamId: Id, body: UpdateContentPermission, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PATCH /collections/:collectionId/permissions/teams/:teamId", 1);

/** Change the role of a team. */
export const updateTeamPermissionInSite: (client: Client, organizationId: Id, siteId: Id, teamId: Id, body: UpdateContentPermission, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/permissions/teams/:teamId", 1);

/** Change the role of a team. */
export const updateTeamPermissionInSpace: (client: Client, spaceId: Id, teamId: Id, body: UpdateContentPermission, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PATCH /spaces/:spaceId/permissions/teams/:teamId", 1);

/**
 * Update translation settings.
 *
 * Sets the title. `languages` replaces the list; spaces that are translated already stay translated.
 */
export const updateTranslationSettings: (client: Client, organizationId: Id, translationSettingsId: Id, body: WriteTranslationSettings, options?: CallOptions) => Promise<TranslationSettings> =
  /* @__PURE__ */ call("PUT /orgs/:organizationId/translations/:translationSettingsId", 1);

/**
 * Change your name or picture.
 *
 * The members of all your organizations see them. With a token from a session of single sign-on you can change them only while you belong to no other organization.
 */
export const updateUserById: (client: Client, userId: Id, body: UpdateUser, options?: CallOptions) => Promise<User> =
  /* @__PURE__ */ call("PATCH /users/:userId", 1);

/** Change the role of a user. */
export const updateUserPermissionInCollection: (client: Client, collectionId: Id, userId: Id, body: UpdateContentPermission, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PATCH /collections/:collectionId/permissions/users/:userId", 1);

/** Change the role of a user. */
export const updateUserPermissionInSite: (client: Client, organizationId: Id, siteId: Id, userId: Id, body: UpdateContentPermission, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PATCH /orgs/:organizationId/sites/:siteId/permissions/users/:userId", 1);

/** Change the role of a user. */
export const updateUserPermissionInSpace: (client: Client, spaceId: Id, userId: Id, body: UpdateContentPermission, options?: CallOptions) => Promise<void> =
  /* @__PURE__ */ call("PATCH /spaces/:spaceId/permissions/users/:userId", 1);

/**
 * Upload a file to a space.
 *
 * As `multipart/form-data` with one part `file`, up to 100 MB, streamed; or `upload`, which was sent in parts. Link to it as `/files/<id>`.
 */
export const uploadFile: (client: Client, spaceId: Id, body: TakeUpload | FileSource, options?: CallOptions) => Promise<RevisionFile> =
  /* @__PURE__ */ upload("POST /spaces/:spaceId/content/files", 1);

/**
 * Upload a file to a change request.
 *
 * As uploading to the space.
 */
export const uploadFileToChangeRequest: (client: Client, spaceId: Id, changeRequestId: Id, body: TakeUpload | FileSource, options?: CallOptions) => Promise<RevisionFile> =
  /* @__PURE__ */ upload("POST /spaces/:spaceId/change-requests/:changeRequestId/content/files", 1);
