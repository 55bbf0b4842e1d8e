// Generated from the OpenAPI document by `npm run client`. Changes belong there.
import * as functions from "./functions.ts";
import type { CallOptions } from "../client.ts";
import type { ListCall } from "../calls.ts";
import type { FileSource } from "../upload.ts";
import type { Work } from "../work.ts";
import type {
  APITemporaryToken,
  AddSectionToSiteSectionGroup,
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

/** All operations, as resources with verbs. */
export interface LecternResources {
  readonly auditEvents: {
    /**
     * Export the audit log.
     *
     * One JSON document a line, the oldest first, up to the moment of the request.
     */
    export(organizationId: Id, query?: {
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
}, options?: CallOptions): Promise<Response>;
    /** Get an entry of the audit log. */
    get(organizationId: Id, auditEventId: Id, options?: CallOptions): Promise<AuditEvent>;
    /**
     * List the audit log of an organization.
     *
     * Every change, the newest first.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 20 unless said. */
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
}, options?: CallOptions): ListCall<AuditEvent>;
    /**
     * List the actions in the audit log.
     *
     * Those that the log can be filtered by.
     */
    listActions(organizationId: Id, options?: CallOptions): Promise<AuditEventActions>;
  };
  readonly changeRequests: {
    /**
     * Create a change request.
     *
     * A draft with the content that readers of the space see now. Locked spaces take change requests too.
     */
    create(spaceId: Id, body: CreateChangeRequest, options?: CallOptions): Promise<ChangeRequest>;
    /**
     * Get a change request.
     *
     * By its id, or by its number in the space.
     */
    get(spaceId: Id, changeRequestId: Id, options?: CallOptions): Promise<ChangeRequest>;
    /**
     * List the change requests of a space.
     *
     * Those in one status, `open` unless said, newest first.
     */
    list(spaceId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly status?: "draft" | "open" | "archived" | "merged";
  /** A user's id: only what they began or wrote in. */
  readonly contributor?: string;
  /** Only those that change this page, move it or take it away: of the newest 1,000. */
  readonly pageId?: string;
}, options?: CallOptions): ListCall<ChangeRequest>;
    /**
     * List what a change request changes.
     *
     * Compared with the content of the space that it last took in. Later pages go on between the two revisions that the first one compared. Texts are named by their ids, which `getDocumentById` reads.
     */
    listChanges(spaceId: Id, changeRequestId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** How many are told; 10 unless said. */
  readonly limit?: number;
}, options?: CallOptions): Promise<RevisionSemanticChanges>;
    /**
     * List the contributors of a change request.
     *
     * Its author and everybody who wrote in it, the most recent first, all at once.
     */
    listContributors(spaceId: Id, changeRequestId: Id, options?: CallOptions): Promise<{
  readonly items: readonly UserContributor[];
  readonly count: number;
}>;
    /**
     * List the change requests of an organization.
     *
     * Those of all spaces that you may see, in all statuses unless said, the last changed first.
     */
    listInOrganization(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** Only those that you began (`author`), that wait for a review of yours (`reviewer`), or that you began, wrote in, reviewed or were asked to review (`involved`). */
  readonly for?: "author" | "reviewer" | "involved";
  readonly status?: readonly ChangeRequestStatus[];
  /** Only those of this space. */
  readonly space?: string;
  /** Only those of spaces that this site shows. */
  readonly site?: string;
  /** Only those that this user began. */
  readonly creator?: string;
  /** Only those that this user began or wrote in. */
  readonly contributor?: string;
  /** Only those that this user was asked to review. */
  readonly requestedReviewer?: string;
}, options?: CallOptions): ListCall<ChangeRequest & ({
  readonly spaceTitle: string;
})>;
    /**
     * List how the merge rules stand for a change request.
     *
     * The rules of its space, or those that it has from its organization, in their order, as they stand for you: what a merge of yours would be refused for is `unmet`. Empty where there are none.
     */
    listMergeRules(spaceId: Id, changeRequestId: Id, options?: CallOptions): Promise<{
  readonly items: readonly MergeRuleState[];
}>;
    /**
     * Merge a change request into its space.
     *
     * Pages are merged by id, their text block by block, files, variables and tags by key. Where both sides changed the same the answer has `result: conflicts`: nothing is published, the change request carries both sides and lists its conflicts. While any is undecided, or once it is merged or archived, the answer is 409; so it is while the merge rules of the space are not met, with what is missing in `details` (`merge-rules-unmet`). `If-Match` takes the ETag of its content: what is merged is then what you read.
     */
    merge(spaceId: Id, changeRequestId: Id, options?: CallOptions): Promise<{
  /** The revision that came of it. */
  readonly revision: string;
  readonly result: "merge" | "conflicts";
}>;
    /**
     * Update a change request.
     *
     * Moves it between draft, open and archived; archiving and reopening is for its author and for reviewers. A merged one answers 409.
     */
    update(spaceId: Id, changeRequestId: Id, body: UpdateChangeRequest, options?: CallOptions): Promise<ChangeRequest>;
    /**
     * Take the space's content into a change request.
     *
     * With conflicts the answer has `result: conflicts`; the new revision then carries both sides, until each conflict is decided. `If-Match` takes the ETag of its content.
     */
    updateFromPrimary(spaceId: Id, changeRequestId: Id, options?: CallOptions): Promise<{
  /** The revision that came of it. */
  readonly revision: string;
  readonly result: "update" | "conflicts";
}>;
    readonly commentReplies: {
      /**
       * Reply to a comment on a change request.
       *
       * A resolved comment can be replied to, and stays resolved.
       */
      create(spaceId: Id, changeRequestId: Id, commentId: Id, body: PostCommentReply, query?: {
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<CommentReply>;
      /**
       * Delete a reply to a comment on a change request.
       *
       * For good. It is for its author and for those who may review.
       */
      delete(spaceId: Id, changeRequestId: Id, commentId: Id, commentReplyId: Id, options?: CallOptions): Promise<void>;
      /** Get a reply to a comment on a change request. */
      get(spaceId: Id, changeRequestId: Id, commentId: Id, commentReplyId: Id, query?: {
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<CommentReply>;
      /**
       * List the replies to a comment on a change request.
       *
       * In the order they came.
       */
      list(spaceId: Id, changeRequestId: Id, commentId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): ListCall<CommentReply>;
      /**
       * Update a reply to a comment on a change request.
       *
       * Everybody who may comment reacts to it; its text is changed by its author alone.
       */
      update(spaceId: Id, changeRequestId: Id, commentId: Id, commentReplyId: Id, body: UpdateCommentReply, options?: CallOptions): Promise<CommentReply>;
    };
    readonly comments: {
      /**
       * Comment on a change request.
       *
       * With `page` on one of its pages, with `node` too on a block of that page; these are looked up in the content of now. A comment on a block follows it through edits, moves and merges. Change requests can be discussed when they are merged or archived too.
       */
      create(spaceId: Id, changeRequestId: Id, body: PostComment, options?: CallOptions): Promise<Comment>;
      /**
       * Delete a comment on a change request.
       *
       * With its replies, for good. It is for its author and for those who may review.
       */
      delete(spaceId: Id, changeRequestId: Id, commentId: Id, options?: CallOptions): Promise<void>;
      /**
       * Get a comment on a change request.
       *
       * `target` says what it is about as that is now. Where the page or the block is gone it is told as it was, with `outdated`.
       */
      get(spaceId: Id, changeRequestId: Id, commentId: Id, query?: {
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<Comment>;
      /**
       * List the comments on a change request.
       *
       * Newest first unless said, open and resolved ones. The comments on the change requests of a space are listed with those.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** By time; newest first unless said. */
  readonly order?: "asc" | "desc";
  /** `all` unless said. */
  readonly status?: "all" | "open" | "resolved";
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** A page's id: only the comments on it. */
  readonly targetPage?: string;
  /** Ids of users: only their comments. Repeat the parameter for several. */
  readonly authors?: readonly string[];
}, options?: CallOptions): ListCall<Comment>;
      /**
       * List who commented on a change request.
       *
       * The members who wrote its comments or replies to them, in the order they joined the organization. Guests see themselves alone.
       */
      listCommenters(spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OrganizationMember>;
      /**
       * Update a comment on a change request.
       *
       * Fields that are left out stay. Everybody who may comment resolves and reopens it, and reacts; its text is changed by its author alone. `If-Match` is about text and status: reactions of others refuse nothing.
       */
      update(spaceId: Id, changeRequestId: Id, commentId: Id, body: UpdateComment, options?: CallOptions): Promise<Comment>;
    };
    readonly conflicts: {
      /**
       * List the conflicts of a change request.
       *
       * Those of its latest merge or update, decided or not, all at once.
       */
      list(spaceId: Id, changeRequestId: Id, options?: CallOptions): Promise<{
  readonly items: readonly ChangeRequestConflict[];
}>;
      /**
       * Decide a conflict of a change request.
       *
       * For the space's side (`primary`), the change request's (`changed`), or, in the text of a page, for Markdown of your own. Editing what is contested decides it too. `If-Match` takes the ETag of its content.
       */
      resolve(spaceId: Id, changeRequestId: Id, conflictId: Id, body: ResolveConflict, options?: CallOptions): Promise<ChangeRequestConflict>;
    };
    readonly content: {
      /** Get a change request. */
      get(spaceId: Id, changeRequestId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<Revision>;
      /**
       * Import content into a change request.
       *
       * As importing into the space: adds and updates pages by their paths, in one new revision of the change request, and answers when that is done, or with a job.
       */
      import(spaceId: Id, changeRequestId: Id, body: ImportContent | FileSource, query?: {
  /** Delete what the source does not have. By default nothing is deleted. */
  readonly prune?: boolean;
  /** What an upload is, where its name does not tell: `confluence`. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}, options?: CallOptions): Work<ImportContentResult>;
      /**
       * Change the content of a change request.
       *
       * Takes the same changes as the content of a space, in order and all or none. `revert_page` without a revision goes back to the space's own page. A merged or archived change request answers 409. `If-Match` takes the ETag of its content.
       */
      update(spaceId: Id, changeRequestId: Id, body: ChangeContent, query?: {
  /** false answers what each change did beside the change request. */
  readonly compat?: boolean;
}, options?: CallOptions): Promise<ChangeRequest | {
  readonly changeRequest: ChangeRequest;
  /** The revision that the changes were made on. */
  readonly before?: string;
  readonly changes: readonly ContentChangeResult[];
  readonly insertedFiles?: ReadonlyArray<RevisionFile & ({
    readonly ref?: string;
  })>;
}>;
    };
    readonly files: {
      /**
       * Get a file of a change request.
       *
       * Its `downloadURL` works for whoever has it, until the space is deleted.
       */
      get(spaceId: Id, changeRequestId: Id, fileId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<RevisionFile>;
      /**
       * List the files of a change request.
       *
       * By their ids, unless they are sorted. `unused` tells what links to them in the same content.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** A part of their names. */
  readonly search?: string;
  /** How their types begin: `image/` for all pictures. */
  readonly contentType?: string;
  /** true: those that nothing in the same content links to; false: the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions): ListCall<RevisionFile>;
      /**
       * List what links to a file of a change request.
       *
       * Told as what links to a page.
       */
      listBacklinks(spaceId: Id, changeRequestId: Id, fileId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ContentLocation>;
      /**
       * Upload a file to a change request.
       *
       * As uploading to the space.
       */
      upload(spaceId: Id, changeRequestId: Id, body: TakeUpload | FileSource, options?: CallOptions): Promise<RevisionFile>;
    };
    readonly links: {
      /**
       * List the links of a change request.
       *
       * Told as the links of a space.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** `broken`: nothing is there. `in-app`: an address of this installation, which readers elsewhere can't be sure of. `ok`: the rest. */
  readonly status?: "ok" | "broken" | "in-app";
  /** Broken links alone: those that the change request breaks, or those that are broken in the space already. */
  readonly brokenContext?: "change-request" | "space";
}, options?: CallOptions): Promise<ContentReferences>;
      /**
       * Count what deleting pages of a change request breaks.
       *
       * Links of other spaces count as far as you may see these.
       */
      ofDeletion(spaceId: Id, changeRequestId: Id, query: {
  /** Ids with commas between them, 200 at most. Those that are gone count as none. */
  readonly pages: string;
}, options?: CallOptions): Promise<PageDeletion>;
    };
    readonly pages: {
      /**
       * Get a page of a change request.
       *
       * With its Markdown: the body without front matter and leading title, which are its fields. With `format=document` that is JSON in `document` instead.
       */
      get(spaceId: Id, changeRequestId: Id, pageId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<Page>;
      /**
       * Get a page of a change request by its path.
       *
       * The path with its slashes percent-encoded.
       */
      getByPath(spaceId: Id, changeRequestId: Id, pagePath: string, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<Page>;
      /**
       * Import content under a page of a change request.
       *
       * As importing into the change request, with what is imported below a page.
       */
      import(spaceId: Id, changeRequestId: Id, pageId: Id, body: ImportContent | FileSource, query?: {
  /** Delete what the source does not have. By default nothing is deleted. */
  readonly prune?: boolean;
  /** What an upload is, where its name does not tell: `confluence`. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}, options?: CallOptions): Work<ImportContentResult>;
      /**
       * List the pages of a change request.
       *
       * The whole tree at once, in order.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<Pages>;
      /**
       * List what links to a page of a change request.
       *
       * Told as what links to a page of a space.
       */
      listBacklinks(spaceId: Id, changeRequestId: Id, pageId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ContentLocation>;
      /**
       * List the links of a page of a change request.
       *
       * Of its text, its cover and, for a link in the navigation, its target: told as those of all pages are.
       */
      listLinks(spaceId: Id, changeRequestId: Id, pageId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** `broken`: nothing is there. `in-app`: an address of this installation, which readers elsewhere can't be sure of. `ok`: the rest. */
  readonly status?: "ok" | "broken" | "in-app";
}, options?: CallOptions): Promise<ContentReferences>;
      /**
       * List where a page of a change request stands in other languages.
       *
       * In the source of the translation and in its other translations, as far as you may see these and they have the page.
       */
      listMetaLinks(spaceId: Id, changeRequestId: Id, pageId: Id, options?: CallOptions): Promise<RevisionPageMetaLinks>;
    };
    readonly pdf: {
      /**
       * Make a PDF of a change request's content or of a page of it.
       *
       * Made as that of a space.
       */
      get(spaceId: Id, changeRequestId: Id, query?: {
  /** The page to print with those below it; without it, all. */
  readonly page?: string;
  /** Only that page, without those below it. */
  readonly only?: boolean;
  /** The size of its sheets. */
  readonly paper?: "a4" | "us-letter";
}, options?: CallOptions): Work<PDFAddress>;
    };
    readonly reusableContents: {
      /**
       * Get a reusable content of a change request.
       *
       * With its Markdown. Pages show it with `{% include "/reusable/<id>" %}`.
       */
      get(spaceId: Id, changeRequestId: Id, reusableContentId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<RevisionReusableContent>;
      /** List the reusable contents of a change request. */
      list(spaceId: Id, changeRequestId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** A part of their names. */
  readonly search?: string;
  /** How their types begin: `image/` for all pictures. */
  readonly contentType?: string;
  /** true: those that nothing in the same content links to; false: the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions): ListCall<ReusableContentEntry>;
      /**
       * List what shows a reusable content of a change request.
       *
       * Told as what links to a page.
       */
      listBacklinks(spaceId: Id, changeRequestId: Id, reusableContentId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ContentLocation>;
    };
    readonly reviewers: {
      /**
       * List who was asked to review a change request.
       *
       * In the order of the asking, whether or not they have reviewed since.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ChangeRequestRequestedReviewer>;
      /**
       * Take back that somebody was asked for a review.
       *
       * What they said already stays. 204 when they had not been asked.
       */
      remove(spaceId: Id, changeRequestId: Id, userId: Id, options?: CallOptions): Promise<void>;
      /**
       * Ask for reviews of a change request.
       *
       * Of people who see the space, whatever their role in it; a draft becomes `open`. Who is asked again has to review again: what they said before no longer counts.
       */
      request(spaceId: Id, changeRequestId: Id, body: RequestReviewers, options?: CallOptions): Promise<{
  readonly users: readonly ChangeRequestRequestedReviewer[];
}>;
    };
    readonly reviews: {
      /** Get a review of a change request. */
      get(spaceId: Id, changeRequestId: Id, reviewId: Id, query?: {
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<ChangeRequestReview>;
      /**
       * List the reviews of a change request.
       *
       * Newest first. A review stays with the revision that it is about, whatever is written later; with `outdated=false` there is one for each reviewer, the last.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** Only those that are outdated, or only the others. */
  readonly outdated?: boolean;
}, options?: CallOptions): ListCall<ChangeRequestReview>;
      /**
       * Review a change request.
       *
       * For those who may review in the space, and for those who were asked to. It is about the content as it is now and takes the place of what you said before. What is said with it is a comment of the change request. Once the change request is merged or archived the answer is 409. `If-Match` takes the ETag of the content that you read.
       */
      submit(spaceId: Id, changeRequestId: Id, body: SubmitReview, options?: CallOptions): Promise<ChangeRequestReview>;
    };
    readonly tags: {
      /** Get the tags of a change request. */
      get(spaceId: Id, changeRequestId: Id, options?: CallOptions): Promise<SharedTags>;
    };
    readonly variables: {
      /** Get the variables of a change request. */
      get(spaceId: Id, changeRequestId: Id, options?: CallOptions): Promise<SharedVariables>;
    };
  };
  readonly collections: {
    /**
     * Create a collection.
     *
     * At the top of the organization it takes the right `createContent`, in another collection `create` on that one.
     */
    create(organizationId: Id, body: CreateCollection, options?: CallOptions): Promise<Collection>;
    /**
     * Delete a collection.
     *
     * What lies in it moves to where it was, and keeps the access it had: what inherited takes over the collection's default level and grants. The collection itself can be restored for seven days.
     */
    delete(collectionId: Id, options?: CallOptions): Promise<void>;
    /** Get a collection. */
    get(collectionId: Id, options?: CallOptions): Promise<Collection>;
    /**
     * List the collections of an organization.
     *
     * Those that you may see, in the order of their positions; with `deleted=true` the trash.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** true: those in the trash that you may restore. */
  readonly deleted?: boolean;
  /** false: only those that lie in no other. true unless said. */
  readonly nested?: boolean;
}, options?: CallOptions): ListCall<Collection>;
    /**
     * List the spaces of a collection.
     *
     * Those directly in it that you may see, in the order of their positions.
     */
    listSpaces(collectionId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<Space>;
    /**
     * Move a collection.
     *
     * Into another collection or to the top, and to a place among its siblings. Takes `admin` on it and `create` where it goes.
     */
    move(collectionId: Id, body: MoveContent, options?: CallOptions): Promise<Collection>;
    /** Delete a collection in the trash for good. */
    purge(collectionId: Id, options?: CallOptions): Promise<void>;
    /**
     * Restore a deleted collection.
     *
     * For seven days after it was deleted. What lay in it comes back into it where nobody has moved it since and you may `admin` it.
     */
    restore(collectionId: Id, options?: CallOptions): Promise<Collection>;
    /**
     * Transfer a collection to another organization.
     *
     * With everything in it. Takes `admin` on all of that and `createContent` in the other organization; people outside it lose their access, and teams theirs. Refused while a space in it is in a site, or is a translation or the source of one.
     */
    transfer(collectionId: Id, body: TransferContent, options?: CallOptions): Promise<Collection>;
    /**
     * Change a collection.
     *
     * Title, description and default level, which reaches everything in it that inherits.
     */
    update(collectionId: Id, body: UpdateCollection, options?: CallOptions): Promise<Collection>;
    readonly permissions: {
      /**
       * Give people and teams a role.
       *
       * A direct role decides before everything that comes from above. It replaces one that they had here.
       */
      invite(collectionId: Id, body: InviteUsersAndTeams, options?: CallOptions): Promise<void>;
      /**
       * List everybody who has access.
       *
       * With the role that they have here in the end, and what it comes from.
       */
      list(collectionId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly role?: MemberRole;
}, options?: CallOptions): ListCall<EffectiveContentPermission>;
      /** List the teams with a role. */
      listTeams(collectionId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<TeamContentPermission>;
      /** List the people with a role of their own. */
      listUsers(collectionId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<UserContentPermission>;
      /**
       * Take a team's role back.
       *
       * What they have from above, or from the organization, stays.
       */
      removeTeam(collectionId: Id, teamId: Id, options?: CallOptions): Promise<void>;
      /**
       * Take a user's role back.
       *
       * What they have from above, or from the organization, stays.
       */
      removeUser(collectionId: Id, userId: Id, options?: CallOptions): Promise<void>;
      /** Change the role of a team. */
      updateTeam(collectionId: Id, teamId: Id, body: UpdateContentPermission, options?: CallOptions): Promise<void>;
      /** Change the role of a user. */
      updateUser(collectionId: Id, userId: Id, body: UpdateContentPermission, options?: CallOptions): Promise<void>;
    };
  };
  readonly customHostnames: {
    /**
     * Get a custom hostname.
     *
     * How far the proof is, and the DNS record that it takes.
     */
    get(hostname: string, options?: CallOptions): Promise<CustomHostname>;
    /**
     * Remove a custom hostname.
     *
     * Its site is read at its other address from then on.
     */
    remove(hostname: string, options?: CallOptions): Promise<void>;
    /**
     * Look for the proof of a custom hostname again.
     *
     * Asks the DNS, which takes moments: read the hostname to see what it said. With its proof the site is served there from then on. Refused for one that is proved already.
     */
    revalidate(hostname: string, options?: CallOptions): Promise<void>;
  };
  readonly fonts: {
    /**
     * Make a font of uploaded files.
     *
     * A font has a file for each weight, the regular one (400) among them. Without `permissions` it is what the look of a site takes as `font` or `monospaceFont`.
     */
    create(organizationId: Id, body: CreateCustomFont, options?: CallOptions): Promise<CustomizationFontDefinition>;
    /**
     * Delete a font.
     *
     * With its files. Sites whose look names it show a font of the reader's system in its place.
     */
    delete(organizationId: Id, fontId: Id, options?: CallOptions): Promise<void>;
    /** Get a font. */
    get(organizationId: Id, fontId: Id, options?: CallOptions): Promise<CustomizationFontDefinition>;
    /**
     * List the fonts of an organization.
     *
     * The oldest first.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<CustomizationFontDefinition>;
    /**
     * Change a font.
     *
     * Weights that aren't named stay; `storageKey: null` takes one away. Sites keep the font that their look was given: put the look again after this.
     */
    update(organizationId: Id, fontId: Id, body: UpdateCustomFont, options?: CallOptions): Promise<CustomizationFontDefinition>;
  };
  readonly git: {
    /**
     * Cancel a run of a Git installation.
     *
     * It ends before it writes again. A run that has ended is a 409.
     */
    cancelRun(gitInstallationId: Id, gitRunId: Id, options?: CallOptions): Promise<GitSyncRun>;
    /**
     * Keep a space or a site in step with a branch.
     *
     * From then on what changes on one side comes to the other. `direction` says what counts at first. With `git`, a space that has pages answers 409 until `"confirm": true` says that they may be replaced. Credentials are those of a connection, or a token, of which a connection is made; a public repository that is only read needs none. Without a repository nothing is synced: its lists are asked for, and an update says which.
     */
    create(body: CreateGitSyncInstallation, options?: CallOptions): Promise<GitSyncInstallation>;
    /**
     * Disconnect a space from its branch.
     *
     * The content stays on both sides. What was held back stays in its change request.
     */
    delete(gitInstallationId: Id, options?: CallOptions): Promise<void>;
    /**
     * Get a Git installation.
     *
     * What a space is kept in step with, and how that stands.
     */
    get(gitInstallationId: Id, options?: CallOptions): Promise<GitSyncInstallation>;
    /**
     * Get what a file of a GitHub repository is.
     *
     * Without what it says.
     */
    getGitHubFile(gitInstallationId: Id, accountName: string, repositoryName: string, query: {
  /** From the top of the repository. */
  readonly path: string;
  /** A branch or a commit. */
  readonly ref: string;
}, options?: CallOptions): Promise<GitSyncRepositoryFile>;
    /**
     * Get what a file of a GitLab project is.
     *
     * Without what it says.
     */
    getGitLabFile(gitInstallationId: Id, projectId: string, query: {
  /** From the top of the repository. */
  readonly path: string;
  /** A branch or a commit. */
  readonly ref: string;
}, options?: CallOptions): Promise<GitSyncRepositoryFile>;
    /**
     * Get a run of a Git installation.
     *
     * With its report.
     */
    getRun(gitInstallationId: Id, gitRunId: Id, options?: CallOptions): Promise<GitSyncRun>;
    /**
     * Get how far a space and its branch are apart.
     *
     * As it is known, without asking the host: a sync asks.
     */
    getStatus(gitInstallationId: Id, options?: CallOptions): Promise<GitSyncStatus>;
    /**
     * Look for a branch of a repository.
     *
     * As its host lists them: the first fifty.
     */
    listBranches(gitInstallationId: Id, query?: {
  /** Its full name, such as `acme/docs`; by default the one that is kept in step with. */
  readonly repository?: string;
  /** A part of the name. On Bitbucket it begins with the workspace. */
  readonly search?: string;
}, options?: CallOptions): Promise<{
  readonly items: readonly GitSyncBranch[];
  /** Whether there are others, which a longer text finds. */
  readonly more: boolean;
}>;
    /**
     * List the folders in a folder of a repository.
     *
     * As its host lists them.
     */
    listFolders(gitInstallationId: Id, query?: {
  /** Its full name, such as `acme/docs`; by default the one that is kept in step with. */
  readonly repository?: string;
  readonly branch?: GitBranch;
  /** In which they lie; by default the top. */
  readonly directory?: string;
}, options?: CallOptions): Promise<{
  readonly items: readonly string[];
}>;
    /**
     * List the branches of a GitHub repository.
     *
     * The first thousand.
     */
    listGitHubBranches(gitInstallationId: Id, accountName: string, repositoryName: string, options?: CallOptions): Promise<{
  readonly items: readonly GitSyncBranch[];
}>;
    /**
     * List the GitHub repositories of a Git installation.
     *
     * The first thousand that its connection reaches.
     */
    listGitHubRepositories(gitInstallationId: Id, options?: CallOptions): Promise<{
  readonly items: readonly GitSyncRepository[];
}>;
    /**
     * List the branches of a GitLab project.
     *
     * The first thousand.
     */
    listGitLabBranches(gitInstallationId: Id, projectId: string, options?: CallOptions): Promise<{
  readonly items: readonly GitSyncBranch[];
}>;
    /**
     * List the GitLab projects of a Git installation.
     *
     * The first thousand that its connection reaches.
     */
    listGitLabProjects(gitInstallationId: Id, options?: CallOptions): Promise<{
  readonly items: readonly GitSyncRepository[];
}>;
    /**
     * Look for a repository on the host of a Git installation.
     *
     * As its host lists what the token reaches: the first fifty. Hosts of the kind `git` have no lists.
     */
    listRepositories(gitInstallationId: Id, query?: {
  /** A part of the name. On Bitbucket it begins with the workspace. */
  readonly search?: string;
}, options?: CallOptions): Promise<{
  readonly items: readonly GitRepository[];
  /** Whether there are others, which a longer text finds. */
  readonly more: boolean;
}>;
    /**
     * List the pull requests of a Git installation.
     *
     * Those of which the host has told, the last heard first. A week after one was closed it is gone.
     */
    listReviews(gitInstallationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GitReview>;
    /**
     * List the runs of a Git installation.
     *
     * The newest first; the last 200 are kept.
     */
    listRuns(gitInstallationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GitSyncRun>;
    /**
     * List what is not in step before somebody decides.
     *
     * Of the spaces and sites that you administrate: those whose sync waits for somebody, with what may be answered, and those with things that both sides have changed.
     */
    listWaiting(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GitWaiting>;
    /**
     * Show what a sync would do.
     *
     * Soon, by a job: the answer is its run, whose `report` has, once it has ended, the pages that would change here, the files that would change on the branch, and what `git diff` says of these. Nothing is written, and a paused installation can be looked at too.
     */
    preview(gitInstallationId: Id, options?: CallOptions): Promise<GitSyncRun>;
    /**
     * Give the webhook of a Git installation another secret.
     *
     * For setting it up by hand at the host. The one before is not believed any more.
     */
    replaceWebhookSecret(gitInstallationId: Id, options?: CallOptions): Promise<GitWebhookWithSecret>;
    /**
     * Decide what a sync waits for.
     *
     * One of the choices of its `attention`, or `git` or `lectern` for all that is held. The sync goes on by it; when nothing waits for the decision, or something else than the `question` that is sent, the answer is 409.
     */
    resolve(gitInstallationId: Id, body: ResolveGitSync, options?: CallOptions): Promise<GitSyncInstallation>;
    /**
     * Bring a space and its branch in step.
     *
     * Soon, by a job: the answer doesn't wait for the host. The runs say what came of it. A paused installation answers 409.
     */
    sync(gitInstallationId: Id, options?: CallOptions): Promise<GitSyncInstallation>;
    /**
     * Change a Git installation.
     *
     * Whoever changes it becomes its owner, with whose rights it works. Another repository, branch or folder begins anew: what both sides agreed on is forgotten, `direction` says what counts, and 409 tells what would be left behind or replaced until `"confirm": true`. In the same place `direction` has a sync decide for that side.
     */
    update(gitInstallationId: Id, body: UpdateGitSyncInstallation, options?: CallOptions): Promise<GitSyncInstallation>;
    readonly connections: {
      /**
       * Check a Git connection.
       *
       * Soon, by a job: whether its host takes the token, and pushes with it. Nothing is written there. The connection has a later `checkedAt` when that is known. For its maker and administrators.
       */
      check(organizationId: Id, gitConnectionId: Id, body: CheckGitConnection, options?: CallOptions): Promise<GitConnection>;
      /**
       * Create a Git connection.
       *
       * A token for a host, which its maker and administrators may use for spaces. It is kept encrypted and never shown again.
       */
      create(organizationId: Id, body: CreateGitConnection, options?: CallOptions): Promise<GitConnection>;
      /**
       * Delete a Git connection.
       *
       * 409 while a space is kept in step by it. For its maker and administrators.
       */
      delete(organizationId: Id, gitConnectionId: Id, options?: CallOptions): Promise<void>;
      /**
       * Get a Git connection.
       *
       * Whether its host takes the token.
       */
      get(organizationId: Id, gitConnectionId: Id, options?: CallOptions): Promise<GitConnection>;
      /**
       * List the Git connections of an organization.
       *
       * The oldest first: all of them for those who may create content, for others those that they have made. Tokens are in no answer.
       */
      list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GitConnection>;
      /**
       * Give a Git connection another token.
       *
       * Syncs that waited for it go on. For its maker and administrators.
       */
      update(organizationId: Id, gitConnectionId: Id, body: UpdateGitConnection, options?: CallOptions): Promise<GitConnection>;
    };
  };
  readonly glossary: {
    /** Get an entry of a glossary. */
    get(organizationId: Id, glossaryEntryId: Id, options?: CallOptions): Promise<GlossaryEntry>;
    /**
     * List the entries of an organization's glossary.
     *
     * The oldest first. Guests see none.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GlossaryEntry>;
    /**
     * Insert, update and delete entries of a glossary.
     *
     * All of the operations take effect, or none. The translator is told the entries with what it is asked from then on; what it has written already stays.
     */
    update(organizationId: Id, body: UpdateGlossary, options?: CallOptions): Promise<void>;
  };
  readonly importRuns: {
    /**
     * Cancel an import run.
     *
     * A run under way ends within moments. One that has ended is a 409.
     */
    cancel(organizationId: Id, importRunId: Id, options?: CallOptions): Promise<ContentImportRun>;
    /** Get an import run. */
    get(organizationId: Id, importRunId: Id, options?: CallOptions): Promise<ContentImportRun>;
    /**
     * List the import runs of an organization.
     *
     * The newest first: your own, and those into spaces that you may edit. They are kept for 30 days after their end.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** Only those into this space. */
  readonly space?: string;
  /** Only those into this change request. */
  readonly changeRequest?: string;
  /** Only those into spaces that this site shows. */
  readonly site?: string;
  /** `active`: pending or in progress. */
  readonly status?: "active" | "pending" | "in-progress" | "completed" | "failed" | "cancelled";
}, options?: CallOptions): ListCall<ContentImportRun>;
    /**
     * Import a website.
     *
     * Into a space or a change request, as an import with `Prefer: respond-async` does.
     */
    start(organizationId: Id, body: StartImportRun, options?: CallOptions): Promise<ContentImportRun>;
  };
  readonly installations: {
    /**
     * Install an integration in an organization.
     *
     * Grants it the scopes that it asks for now. It acts with no more rights than you have, and ends with them. One for organizations is then on all their spaces and sites; others are installed on each.
     */
    create(integrationName: string, body: InstallIntegration, options?: CallOptions): Promise<IntegrationInstallation>;
    /**
     * Create a token of an installation.
     *
     * For administrators of whoever published the integration. It lives for an hour, opens what the granted scopes name in the organization's chosen spaces and sites, and has no more rights there than who installed it.
     */
    createToken(integrationName: string, installationId: Id, options?: CallOptions): Promise<APITemporaryToken>;
    /**
     * Uninstall an integration.
     *
     * From the organization and from all its spaces and sites. Its tokens stop working at once.
     */
    delete(integrationName: string, installationId: Id, options?: CallOptions): Promise<void>;
    /**
     * Get an installation.
     *
     * In its organization for those who may install; and for the integration's administrators.
     */
    get(integrationName: string, installationId: Id, options?: CallOptions): Promise<IntegrationInstallation>;
    /**
     * List where an integration is installed.
     *
     * In all organizations, the oldest first. For administrators of whoever published it.
     */
    list(integrationName: string, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** Only with this external id. */
  readonly externalId?: string;
}, options?: CallOptions): ListCall<IntegrationInstallation>;
    /**
     * Change an installation.
     *
     * `configuration` is checked against what the integration declares; when nothing required is missing the installation becomes active. Who changes a paused one sets it going again, with their rights. The installation's own token changes `configuration` and `externalIds` alone.
     */
    update(integrationName: string, installationId: Id, body: UpdateIntegrationInstallation, options?: CallOptions): Promise<IntegrationInstallation>;
    readonly events: {
      /**
       * Get an event that an installation was told, with its attempts.
       *
       * When it was sent, what its script wrote on its console, and what was answered.
       */
      get(integrationName: string, installationId: Id, eventId: Id, options?: CallOptions): Promise<IntegrationEventWithTrace>;
      /**
       * List what an installation was told.
       *
       * For those who may install: of what they see, the newest first, with what came of it. Kept for 30 days.
       */
      list(integrationName: string, installationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<IntegrationEvent>;
      /**
       * Tell this installation of an event again.
       *
       * Now, without regard to what comes before or after it, and with new attempts for a day.
       */
      replay(integrationName: string, installationId: Id, eventId: Id, options?: CallOptions): Promise<IntegrationEvent>;
    };
    readonly sites: {
      /**
       * Install an integration on a site.
       *
       * For integrations whose target is a site or everything.
       */
      add(integrationName: string, installationId: Id, body: InstallIntegrationOnSite, query?: {
  readonly extended?: boolean;
}, options?: CallOptions): Promise<IntegrationSiteInstallation>;
      /**
       * Get an installation on a site.
       *
       * With its configuration there. `extended` shows the site itself, where you see it.
       */
      get(integrationName: string, installationId: Id, siteId: Id, query?: {
  readonly extended?: boolean;
}, options?: CallOptions): Promise<IntegrationSiteInstallation>;
      /**
       * List the sites of an installation.
       *
       * On which sites it is installed, of those that you see; the oldest first.
       */
      list(integrationName: string, installationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly extended?: boolean;
}, options?: CallOptions): ListCall<IntegrationSiteInstallation>;
      /**
       * Uninstall an integration from a site.
       *
       * The installation in the organization stays.
       */
      remove(integrationName: string, installationId: Id, siteId: Id, options?: CallOptions): Promise<void>;
      /**
       * Change an installation on a site.
       *
       * `configuration` is checked against what the integration declares for a site.
       */
      update(integrationName: string, installationId: Id, siteId: Id, body: UpdateIntegrationContentInstallation, query?: {
  readonly extended?: boolean;
}, options?: CallOptions): Promise<IntegrationSiteInstallation>;
    };
    readonly spaces: {
      /**
       * Install an integration on a space.
       *
       * For integrations whose target is a space or everything.
       */
      add(integrationName: string, installationId: Id, body: InstallIntegrationOnSpace, query?: {
  readonly extended?: boolean;
}, options?: CallOptions): Promise<IntegrationSpaceInstallation>;
      /**
       * Get an installation on a space.
       *
       * With its configuration there. `extended` shows the space itself, where you see it.
       */
      get(integrationName: string, installationId: Id, spaceId: Id, query?: {
  readonly extended?: boolean;
}, options?: CallOptions): Promise<IntegrationSpaceInstallation>;
      /**
       * List the spaces of an installation.
       *
       * On which spaces it is installed, of those that you see; the oldest first.
       */
      list(integrationName: string, installationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly extended?: boolean;
}, options?: CallOptions): ListCall<IntegrationSpaceInstallation>;
      /**
       * Uninstall an integration from a space.
       *
       * The installation in the organization stays.
       */
      remove(integrationName: string, installationId: Id, spaceId: Id, options?: CallOptions): Promise<void>;
      /**
       * Change an installation on a space.
       *
       * `configuration` is checked against what the integration declares for a space.
       */
      update(integrationName: string, installationId: Id, spaceId: Id, body: UpdateIntegrationContentInstallation, query?: {
  readonly extended?: boolean;
}, options?: CallOptions): Promise<IntegrationSpaceInstallation>;
    };
  };
  readonly integrations: {
    /**
     * End the development of an integration.
     *
     * Its events are posted nowhere from then on.
     */
    disableDevelopmentMode(integrationName: string, options?: CallOptions): Promise<void>;
    /**
     * Get an integration.
     *
     * A private one for members of its organization, and of those where it is installed. Answered without a token for others.
     */
    get(integrationName: string, options?: CallOptions): Promise<Integration>;
    /**
     * List integrations.
     *
     * The oldest first: public ones and, with a token, those of your organizations and those installed there. Answered without a token too.
     */
    list(query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** Part of the name or the title. */
  readonly search?: string;
  readonly category?: IntegrationCategory;
  /** With a block that is made from addresses on this host. */
  readonly blockDomain?: string;
  /** true: only with blocks; false: only without. */
  readonly blocks?: boolean;
  /** The same for content sources. */
  readonly contentSources?: boolean;
  /** Id of the organization that published it. */
  readonly owner?: string;
  readonly scope?: IntegrationScope;
  readonly target?: IntegrationTarget;
}, options?: CallOptions): ListCall<Integration>;
    /**
     * List on which sites an integration is installed.
     *
     * In all organizations, the oldest first. For administrators of whoever published it.
     */
    listSites(integrationName: string, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly extended?: boolean;
  /** Only with this external id. */
  readonly externalId?: string;
}, options?: CallOptions): ListCall<IntegrationSiteInstallation>;
    /**
     * List on which spaces an integration is installed.
     *
     * In all organizations, the oldest first. For administrators of whoever published it.
     */
    listSpaces(integrationName: string, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly extended?: boolean;
  /** Only with this external id. */
  readonly externalId?: string;
}, options?: CallOptions): ListCall<IntegrationSpaceInstallation>;
    /**
     * Publish an integration, or a new version of it.
     *
     * For administrators of the organization. What the body says replaces all that was published under the name; the version counts up. The script is kept with its version. Scopes that a new version adds hold for installations made after it.
     */
    publish(integrationName: string, body: PublishIntegration, options?: CallOptions): Promise<Integration>;
    /**
     * Have an integration do something later.
     *
     * Its script is sent the task as `{task}` by a POST to `/tasks` below the endpoint of whoever asks: an installation, or the integration itself. `x-gitbook-integration-signature` there is the HMAC-SHA256 of the body with `signingSecrets.integration`, in hexadecimal. A task may be sent twice, where a process ended.
     */
    queueTask(integrationName: string, body: QueueIntegrationTask, options?: CallOptions): Promise<void>;
    /**
     * Have an integration draw one of its components.
     *
     * In a page, for those who write in its space; in its configuration, for those who may install it there. What the script gives is passed on as it came, up to 100 kB. With the token of a site, for what a page of it has and what was offered in that: documents have a seal in the props of their blocks, to be sent as it is.
     */
    render(integrationName: string, body: RenderIntegrationUI, options?: CallOptions): Promise<ContentKitRenderOutput>;
    /**
     * Have an integration's events posted to you.
     *
     * While you develop it. Each event goes there with the secrets of the integration and a token of the installation that lives for an hour.
     */
    setDevelopmentMode(integrationName: string, body: IntegrationDevelopmentMode, options?: CallOptions): Promise<void>;
    /**
     * Unpublish an integration.
     *
     * It is gone with all its versions, its secrets and its installations, those in other organizations too. What waits to be told to them is not sent.
     */
    unpublish(integrationName: string, options?: CallOptions): Promise<void>;
    readonly events: {
      /**
       * Get an event that an integration was told, with its attempts.
       *
       * When it was sent, and what was answered.
       */
      get(integrationName: string, eventId: Id, options?: CallOptions): Promise<IntegrationEventWithTrace>;
      /**
       * List what an integration was told.
       *
       * In all organizations, the newest first, with what came of it. Kept for 30 days. For administrators of whoever published it.
       */
      list(integrationName: string, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<IntegrationEvent>;
      /**
       * Tell an installation of an event again.
       *
       * Now, without regard to what comes before or after it, and with new attempts for a day. What an integration was asked, such as a request, is noted alone: whoever asked has their answer.
       */
      replay(integrationName: string, eventId: Id, options?: CallOptions): Promise<IntegrationEvent>;
    };
  };
  readonly inviteLinks: {
    /**
     * Create an invite link.
     *
     * To the organization it takes an administrator; to a space or a collection, the right to invite to that. Its `id` is a secret: who has it can join.
     */
    create(organizationId: Id, body: CreateOrganizationInvite, options?: CallOptions): Promise<OrganizationInviteLink>;
    /**
     * Delete an invite link.
     *
     * Nobody can join by it any more; those who have joined stay.
     */
    delete(organizationId: Id, inviteId: Id, options?: CallOptions): Promise<void>;
    /** Get an invite link. */
    get(organizationId: Id, inviteId: Id, options?: CallOptions): Promise<OrganizationInviteLink>;
    /**
     * List the invite links of an organization.
     *
     * Those to the organization that have not expired, the oldest first.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OrganizationInviteLink>;
    /**
     * Change what an invite link gives.
     *
     * `role` for a link to the organization, `level` for one to a space or a collection.
     */
    update(organizationId: Id, inviteId: Id, body: UpdateOrganizationInvite, options?: CallOptions): Promise<OrganizationInviteLink>;
  };
  readonly invites: {
    /**
     * Join by an invite link.
     *
     * Each person uses a link once. It changes nothing for somebody who has what it gives. A link works for 30 days, while its maker may invite, and while the organization's `inviteLinks` are on.
     */
    accept(organizationId: Id, inviteId: Id, options?: CallOptions): Promise<JoinedOrganization>;
    /**
     * Invite people by e-mail address.
     *
     * They are members at once; who isn't known yet becomes a user. Where a mail server is set up, each gets an e-mail with a link to sign in, which works once, within 24 hours; while it has not left, the member's `invitation` says so. Without a role they get the organization's `defaultRole`. Members keep the role they have.
     */
    create(organizationId: Id, body: InviteUsersToOrganization, options?: CallOptions): Promise<InvitedUsers>;
  };
  readonly jobs: {
    /**
     * Cancel a job.
     *
     * A running job ends within moments; what it has done stays done. A job that has ended is a 409, and what Lectern queued for itself is a 403.
     */
    cancel(jobId: Id, options?: CallOptions): Promise<Job>;
    /**
     * Get a job.
     *
     * The progress and the report of work that goes on after an answer. Who asked for it sees it, and whoever may edit its space.
     */
    get(jobId: Id, options?: CallOptions): Promise<Job>;
    /**
     * List the jobs of an organization.
     *
     * Those that people asked for and that you may see, the newest first: your own, and those of spaces that you may edit. They are kept for 30 days after they have ended.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** Only those that stand so. */
  readonly status?: "queued" | "running" | "done" | "failed" | "cancelled";
}, options?: CallOptions): ListCall<Job>;
  };
  readonly members: {
    /**
     * Get a member.
     *
     * Guests see themselves only.
     */
    get(organizationId: Id, userId: Id, options?: CallOptions): Promise<OrganizationMember>;
    /**
     * List the members of an organization.
     *
     * By the time they joined, the latest first. Guests can't list members.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** `desc` unless said. */
  readonly order?: "asc" | "desc";
  /** Only members with this role; `guest`: without one. */
  readonly role?: "read" | "comment" | "edit" | "review" | "create" | "admin" | "guest";
  /** Only those whose invitation could not be sent; administrators may ask for it. */
  readonly invitation?: "failed";
  /** A part of the name or the e-mail address. */
  readonly search?: string;
  /** `joinedAt` unless said; by `lastSeenAt` only active members are listed. */
  readonly sort?: "joinedAt" | "lastSeenAt";
}, options?: CallOptions): ListCall<OrganizationMember>;
    /**
     * List the spaces of a member.
     *
     * Those that they may see, of those that you may see, with their role; the newest first.
     */
    listSpaces(organizationId: Id, userId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** `desc` unless said. */
  readonly order?: "asc" | "desc";
}, options?: CallOptions): ListCall<MemberContentPermission>;
    /** List the teams of a member. */
    listTeams(organizationId: Id, userId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** A part of the title, in any case. */
  readonly title?: string;
}, options?: CallOptions): ListCall<OrganizationMemberTeam>;
    /**
     * Say that you are here.
     *
     * Notes the time, to the minute, and gives a signed token that says who you are.
     */
    ping(organizationId: Id, options?: CallOptions): Promise<VisitorClaims>;
    /**
     * Remove a member.
     *
     * They lose every role they had here at once. Everybody may remove themselves. An organization keeps at least one administrator.
     */
    remove(organizationId: Id, userId: Id, options?: CallOptions): Promise<void>;
    /**
     * Take away a member's second factor, which they lost.
     *
     * Their app, passkeys and recovery codes, and their sessions. They are told by e-mail, and sign in by password or link. It is a 409 for who has none, and for members of other organizations too: whoever runs the installation does it for them.
     */
    resetSecondFactor(organizationId: Id, userId: Id, options?: CallOptions): Promise<void>;
    /**
     * Send the invitation of a member again.
     *
     * An e-mail with a link to sign in, which works once, within 24 hours. It is a 409 without a mail server, for somebody who has signed in or is disabled, and within 10 minutes of the last one.
     */
    sendInvitation(organizationId: Id, userId: Id, options?: CallOptions): Promise<void>;
    /** Let a member sign in by single sign-on. */
    setSingleSignOn(organizationId: Id, userId: Id, options?: CallOptions): Promise<OrganizationMember>;
    /**
     * Change the role of a member.
     *
     * `null` makes them a guest. An organization keeps at least one administrator.
     */
    update(organizationId: Id, userId: Id, body: UpdateOrganizationMember, options?: CallOptions): Promise<OrganizationMember>;
  };
  readonly notifications: {
    /**
     * List your notifications.
     *
     * What happened to what you have a part in, newest first: you were asked for a review, your change request was reviewed, commented or merged, somebody replied or mentioned you. What you may not see any more is left out. They are kept for 90 days.
     */
    list(query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** true leaves out what was read. */
  readonly unread?: boolean;
}, options?: CallOptions): ListCall<Notification>;
    /**
     * Mark notifications as read.
     *
     * Those that are named, or all of yours. Those of others stay as they are.
     */
    markRead(body: MarkNotificationsRead, options?: CallOptions): Promise<void>;
  };
  readonly openAPISpecs: {
    /**
     * Add an OpenAPI specification.
     *
     * From an address, or from the text itself. Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are read, as JSON or YAML, up to 32 MB of JSON or 10 MB of YAML in at most 50 files; other files are fetched from the first one's origin only. It is read after the answer: `processingState` says how far it is. A slug that is taken answers 409.
     */
    create(organizationId: Id, body: CreateOpenAPISpec, options?: CallOptions): Promise<OpenAPISpec>;
    /**
     * Delete an OpenAPI specification.
     *
     * With all its versions.
     */
    delete(organizationId: Id, specSlug: string, options?: CallOptions): Promise<void>;
    /** Get an OpenAPI specification. */
    get(organizationId: Id, specSlug: string, options?: CallOptions): Promise<OpenAPISpec>;
    /**
     * List the OpenAPI specifications of an organization.
     *
     * The oldest first. Guests see none.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OpenAPISpec>;
    /**
     * Add an OpenAPI specification, or set its source.
     *
     * The source is read again, also when it is the same address as before. Until that brings another version, the last one stays.
     */
    put(organizationId: Id, specSlug: string, body: PutOpenAPISpec, options?: CallOptions): Promise<OpenAPISpec>;
    /**
     * Set who may read an OpenAPI specification.
     *
     * `public` opens `urls.published` to everybody, `private` closes it.
     */
    update(organizationId: Id, specSlug: string, body: UpdateOpenAPISpec, options?: CallOptions): Promise<OpenAPISpec>;
    readonly latestVersion: {
      /** Get the latest version of an OpenAPI specification. */
      get(organizationId: Id, specSlug: string, options?: CallOptions): Promise<OpenAPISpecVersion>;
      /**
       * Get the files of the latest version of an OpenAPI specification.
       *
       * Parsed, references kept: the list of files that libraries which read OpenAPI take, the first one marked `isEntrypoint`.
       */
      getContent(organizationId: Id, specSlug: string, options?: CallOptions): Promise<OpenAPISpecContent>;
      /**
       * Get the text of the latest version of an OpenAPI specification.
       *
       * The first file as it came.
       */
      getText(organizationId: Id, specSlug: string, options?: CallOptions): Promise<OpenAPISpecText>;
    };
    readonly versions: {
      /** Get a version of an OpenAPI specification. */
      get(organizationId: Id, specSlug: string, versionId: Id, options?: CallOptions): Promise<OpenAPISpecVersion>;
      /**
       * Get the files of a version of an OpenAPI specification.
       *
       * Parsed, references kept: the list of files that libraries which read OpenAPI take, the first one marked `isEntrypoint`.
       */
      getContent(organizationId: Id, specSlug: string, versionId: Id, options?: CallOptions): Promise<OpenAPISpecContent>;
      /**
       * Get the text of a version of an OpenAPI specification.
       *
       * The first file as it came.
       */
      getText(organizationId: Id, specSlug: string, versionId: Id, options?: CallOptions): Promise<OpenAPISpecText>;
      /**
       * List the versions of an OpenAPI specification.
       *
       * The oldest first. A version is made when the source says something else than before.
       */
      list(organizationId: Id, specSlug: string, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OpenAPISpecVersion>;
    };
  };
  readonly organizations: {
    /**
     * Create an organization.
     *
     * You become its administrator. Its hostname is made from the title; change it with PATCH. Refused for who came by single sign-on: that reaches the organization whose it is, and no other.
     */
    create(body: CreateOrganization, options?: CallOptions): Promise<Organization>;
    /**
     * Delete an organization.
     *
     * With its spaces, sites, members and teams, at once and for good. Refused while one of its sites is published.
     */
    delete(organizationId: Id, options?: CallOptions): Promise<void>;
    /**
     * Find things of an organization by what they are called.
     *
     * What you may see, eight of each type at most, those whose titles begin so first. Pages are found by their words, change requests that are open or drafts by their numbers too.
     */
    find(organizationId: Id, query: {
  /** What it is called, or its beginning. */
  readonly query: string;
  /** With commas between them; all unless said: page, space, collection, site, member, team, change-request, spec. */
  readonly types?: string;
}, options?: CallOptions): Promise<{
  readonly items: readonly FoundThing[];
}>;
    /** Get an organization. */
    get(organizationId: Id, options?: CallOptions): Promise<Organization>;
    /**
     * Join an organization by the domain of your address.
     *
     * With a verified address at one of its `emailDomains` you get its `defaultRole`. It changes nothing for members.
     */
    join(organizationId: Id, options?: CallOptions): Promise<void>;
    /** List your organizations. */
    list(query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<Organization>;
    /**
     * List the organizations of an e-mail domain.
     *
     * Those that you belong to; all of them when it is the domain of your own verified address.
     */
    listForEmailDomain(emailDomain: string, options?: CallOptions): Promise<OrganizationsOfDomain>;
    /**
     * List what is installed in an organization.
     *
     * Installations with their integrations, the oldest first.
     */
    listInstallations(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** Part of the name or the title. */
  readonly search?: string;
}, options?: CallOptions): ListCall<InstalledIntegration>;
    /**
     * Search an organization.
     *
     * Spaces that you may read in which pages match, that of the best page first, each with its best ten pages.
     */
    search(organizationId: Id, query: {
  /** Every word has to occur, the last one at least as a beginning; words in quotation marks next to each other. If no page has all of them, likely typos are corrected, then words are left out. */
  readonly query: string;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<SearchSpaceResult>;
    /**
     * Change an organization.
     *
     * Changing the hostname changes the addresses of the organization's sites at once. `sso` is a 409 until somebody has signed in by one of its identity providers, and `secondFactor` until you have one yourself. `mergeRules` are what a merge takes in all spaces without rules of their own.
     */
    update(organizationId: Id, body: UpdateOrganization, options?: CallOptions): Promise<Organization>;
    readonly integrations: {
      /**
       * Get the status of an integration in an organization.
       *
       * 404 where it is not installed.
       */
      getStatus(organizationId: Id, integrationName: string, options?: CallOptions): Promise<{
  readonly status: IntegrationInstallationStatus;
}>;
      /**
       * List the integrations that an organization can have.
       *
       * Public ones, its own, and those that are installed in it; the oldest first.
       */
      list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** Part of the name or the title. */
  readonly search?: string;
  readonly category?: IntegrationCategory;
  /** With a block that is made from addresses on this host. */
  readonly blockDomain?: string;
  /** true: only with blocks; false: only without. */
  readonly blocks?: boolean;
  /** The same for content sources. */
  readonly contentSources?: boolean;
  /** Id of the organization that published it. */
  readonly owner?: string;
  readonly scope?: IntegrationScope;
  readonly target?: IntegrationTarget;
}, options?: CallOptions): ListCall<Integration>;
      /**
       * List the status of what is installed in an organization.
       *
       * For members; who may install sees more in the list of installations.
       */
      listStatus(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** Part of the name or the title. */
  readonly search?: string;
}, options?: CallOptions): ListCall<OrganizationIntegrationStatus>;
    };
  };
  readonly revisions: {
    /** Get a revision. */
    get(spaceId: Id, revisionId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<Revision>;
    /**
     * List the history of a space.
     *
     * Newest first.
     */
    list(spaceId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** A page's id: what changed it. */
  readonly targetPage?: string;
}, options?: CallOptions): ListCall<RevisionEntry>;
    /**
     * List what a revision changed.
     *
     * Compared with the revision before it, or `with` another of the space; a merge names the change request that it came from. Texts are named by their ids, which `getDocumentById` reads.
     */
    listChanges(spaceId: Id, revisionId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** How many are told; 10 unless said. */
  readonly limit?: number;
  /** The revision to compare with; the one before it unless said. */
  readonly with?: string;
  readonly metadata?: boolean;
  readonly computed?: boolean;
}, options?: CallOptions): Promise<RevisionSemanticChanges>;
    /**
     * Bring a space back to a revision.
     *
     * As one new revision, of the type `rollback`. A locked space answers 409.
     */
    restore(spaceId: Id, revisionId: Id, options?: CallOptions): Promise<RevisionEntry>;
    readonly files: {
      /**
       * Get a file of a revision.
       *
       * Its `downloadURL` works for whoever has it, until the space is deleted.
       */
      get(spaceId: Id, revisionId: Id, fileId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<RevisionFile>;
      /**
       * List the files of a revision.
       *
       * By their ids, unless they are sorted. `unused` tells what links to them in the same content.
       */
      list(spaceId: Id, revisionId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** A part of their names. */
  readonly search?: string;
  /** How their types begin: `image/` for all pictures. */
  readonly contentType?: string;
  /** true: those that nothing in the same content links to; false: the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions): ListCall<RevisionFile>;
    };
    readonly pages: {
      /**
       * Get a page of a revision.
       *
       * With its Markdown: the body without front matter and leading title, which are its fields. With `format=document` that is JSON in `document` instead.
       */
      get(spaceId: Id, revisionId: Id, pageId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<Page>;
      /**
       * Get a page of a revision by its path.
       *
       * The path with its slashes percent-encoded.
       */
      getByPath(spaceId: Id, revisionId: Id, pagePath: string, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<Page>;
      /**
       * Get the document of a page of a revision.
       *
       * Its text as JSON, as `format=document` answers it with the page.
       */
      getDocument(spaceId: Id, revisionId: Id, pageId: Id, query?: {
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<JSONDocument>;
      /**
       * List the pages of a revision.
       *
       * The whole tree at once, in order.
       */
      list(spaceId: Id, revisionId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<Pages>;
      /**
       * List where a page of a revision stands in other languages.
       *
       * In the source of the translation and in its other translations, as far as you may see these and they have the page.
       */
      listMetaLinks(spaceId: Id, revisionId: Id, pageId: Id, options?: CallOptions): Promise<RevisionPageMetaLinks>;
    };
    readonly reusableContents: {
      /**
       * Get a reusable content of a revision.
       *
       * With its Markdown. Pages show it with `{% include "/reusable/<id>" %}`.
       */
      get(spaceId: Id, revisionId: Id, reusableContentId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<RevisionReusableContent>;
      /**
       * Get the document of a reusable content of a revision.
       *
       * Its text as JSON, as pages have theirs with `format=document`.
       */
      getDocument(spaceId: Id, revisionId: Id, reusableContentId: Id, query?: {
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<JSONDocument>;
      /** List the reusable contents of a revision. */
      list(spaceId: Id, revisionId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** A part of their names. */
  readonly search?: string;
  /** How their types begin: `image/` for all pictures. */
  readonly contentType?: string;
  /** true: those that nothing in the same content links to; false: the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions): ListCall<ReusableContentEntry>;
    };
    readonly tags: {
      /** Get the tags of a revision. */
      get(spaceId: Id, revisionId: Id, options?: CallOptions): Promise<SharedTags>;
    };
    readonly variables: {
      /** Get the variables of a revision. */
      get(spaceId: Id, revisionId: Id, options?: CallOptions): Promise<SharedVariables>;
    };
  };
  readonly samlProviders: {
    /**
     * Create a SAML provider.
     *
     * The label is enough to begin with: the answer's `service` is what the identity provider has to be told. It is `pending`, and nobody signs in through it, until `ssoURL`, `entityID` and `certificate` are there. Without `defaultRole` it gives the organization's default role.
     */
    create(organizationId: Id, body: CreateSAMLProvider, options?: CallOptions): Promise<OrganizationSAMLProvider>;
    /**
     * Delete a SAML provider.
     *
     * Nobody signs in through it any more, and sessions that it opened end. Members stay members.
     */
    delete(organizationId: Id, samlProviderId: Id, options?: CallOptions): Promise<void>;
    /** Get a SAML provider. */
    get(organizationId: Id, samlProviderId: Id, options?: CallOptions): Promise<OrganizationSAMLProvider>;
    /**
     * List the SAML providers of an organization.
     *
     * The oldest first. Only administrators see them: they hold certificates.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OrganizationSAMLProvider>;
    /**
     * Change a SAML provider.
     *
     * Another `certificate` or `entityID` ends the sign-ins that are under way. `null` as `defaultTeam` takes the team away; an empty `certificate` or `entityID` turns the provider off until it is set again.
     */
    update(organizationId: Id, samlProviderId: Id, body: UpdateSAMLProvider, options?: CallOptions): Promise<OrganizationSAMLProvider>;
  };
  readonly singleSignOn: {
    /**
     * List the ways to sign in to an organization by single sign-on.
     *
     * Answers without a token, as it is asked before anybody has signed in. Providers that are pending are left out; an organization that doesn't exist has none.
     */
    listLogins(organizationId: Id, options?: CallOptions): Promise<{
  readonly items: readonly OrganizationSSOProviderLogin[];
}>;
  };
  readonly sites: {
    /**
     * Create a site.
     *
     * `spaces` names the spaces to publish on it, or makes one: `sample` with pages to start from, `empty` without. A new site is not published yet.
     */
    create(organizationId: Id, body: CreateSite, options?: CallOptions): Promise<Site>;
    /**
     * Preview a site in another look, or with a change request.
     *
     * With `customization` it shows the site in these settings, with `overrides` the variant in what it would have otherwise after such a `PATCH`, with `changeRequest` one of its spaces as that has it. Nobody else sees it. The last 20 of yours are kept for an hour.
     */
    createPreview(organizationId: Id, siteId: Id, body: CreateSitePreview, options?: CallOptions): Promise<SitePreview>;
    /**
     * Delete a site.
     *
     * Nobody can read it from now on, and others may have its hostname. It can be restored for seven days; the spaces that it published stay.
     */
    delete(organizationId: Id, siteId: Id, options?: CallOptions): Promise<void>;
    /** Get a site. */
    get(organizationId: Id, siteId: Id, options?: CallOptions): Promise<Site>;
    /**
     * Get the address of a preview.
     *
     * Good for an hour. It shows the site as a visitor with these `claims` would read it, published or not. Below it, `~/changes/<number>/` shows a change request of the variant's space and `~/revisions/<id>/` a revision of it. Who has the address can read all this, as far as you may see the spaces, and until you may not edit the site any more.
     */
    getPreview(organizationId: Id, siteId: Id, query?: {
  readonly siteSpace?: Id;
  /** The visitor's claims, in Rison: (plan:pro,beta:!t) */
  readonly claims?: string;
}, options?: CallOptions): Promise<SitePreview>;
    /** Get everything that rendering a site takes. */
    getPublished(organizationId: Id, siteId: Id, query?: {
  /** The key of a share link: published addresses are answered below it. */
  readonly shareKey?: string;
}, options?: CallOptions): Promise<PublishedContentSite>;
    /**
     * List the sites of an organization.
     *
     * Those that you may see, the oldest first; with `deleted=true` the trash.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly space?: Id;
  /** Contained in the title, in any case. */
  readonly title?: string;
  readonly published?: boolean;
  /** true: those in the trash that you may restore. */
  readonly deleted?: boolean;
  readonly type?: readonly SiteType[];
}, options?: CallOptions): ListCall<Site>;
    /**
     * List the Git installations of a site.
     *
     * The site's own first, then those of its spaces that you administrate.
     */
    listGitInstallations(organizationId: Id, siteId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GitSyncInstallation>;
    /**
     * Publish a site.
     *
     * Its audience can read it from now on, at `urls.published`.
     */
    publish(organizationId: Id, siteId: Id, options?: CallOptions): Promise<Site>;
    /** Delete a site in the trash for good. */
    purge(organizationId: Id, siteId: Id, options?: CallOptions): Promise<void>;
    /**
     * Restore a deleted site.
     *
     * For seven days after it was deleted. It comes back unpublished, with its parts, look, redirects and share links, and with its name and hostname where no other site has taken them.
     */
    restore(organizationId: Id, siteId: Id, options?: CallOptions): Promise<Site>;
    /**
     * Search a site.
     *
     * Its spaces that you may see in which pages match, that of the best page first, each with its best ten pages and their sections. Conditions for visitors are not applied, but for the reader whose token of the site it is.
     */
    search(organizationId: Id, siteId: Id, body: SearchSite, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<SearchSpaceResult>;
    /**
     * Unpublish a site.
     *
     * Nobody can read it from now on; nothing is deleted.
     */
    unpublish(organizationId: Id, siteId: Id, options?: CallOptions): Promise<Site>;
    /**
     * Change a site.
     *
     * A narrower visibility acts at once. A changed basename changes the site's address; the former one leads to it. A `hostname` takes an administrator of the organization, and counts once it is proved: see the custom hostname.
     */
    update(organizationId: Id, siteId: Id, body: UpdateSite, options?: CallOptions): Promise<Site>;
    readonly adaptiveSchema: {
      /**
       * Get the claims that a site's visitors may have.
       *
       * 404 until a schema was put.
       */
      get(organizationId: Id, siteId: Id, options?: CallOptions): Promise<SiteAdaptiveSchema>;
      /**
       * List conditions to start from.
       *
       * One for each boolean claim and for each value that a claim may have, in the order of the schema; none without a schema.
       */
      listTemplateConditions(organizationId: Id, siteId: Id, options?: CallOptions): Promise<SiteAdaptiveTemplateConditions>;
      /**
       * Say which claims a site's visitors may have.
       *
       * From then on conditions see these claims alone, with values that the schema allows: others count as missing.
       */
      update(organizationId: Id, siteId: Id, body: PutSiteAdaptiveSchema, options?: CallOptions): Promise<SiteAdaptiveSchema>;
    };
    readonly customization: {
      /** Get how a site looks. */
      get(organizationId: Id, siteId: Id, options?: CallOptions): Promise<SiteCustomizationSettings>;
      /**
       * Change how a site looks.
       *
       * Replaces all settings; readers see them at once. Pictures and fonts are copied from their addresses soon after, and shown from then on.
       */
      update(organizationId: Id, siteId: Id, body: UpdateSiteCustomizationSettings, options?: CallOptions): Promise<SiteCustomizationSettings>;
    };
    readonly insights: {
      /**
       * Get how often pages of a site were read.
       *
       * Of what renderers elsewhere have told, by day, site-space and page, for 400 days. Lectern's own pages count nothing.
       */
      aggregate(organizationId: Id, siteId: Id, body: SiteInsightsQueryEventsAggregation, options?: CallOptions): Promise<SiteInsightsQueryEventsAggregationResult>;
      /**
       * Tell what readers of a site do.
       *
       * For renderers elsewhere. Views of pages that the site shows are counted by day; everything else is taken and not kept, and so is who it was.
       */
      track(organizationId: Id, siteId: Id, body: TrackSiteEvents, options?: CallOptions): Promise<void>;
    };
    readonly integrations: {
      /**
       * List the integrations of a site.
       *
       * Those that are active on it; the oldest first.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Part of the name or the title. */
  readonly search?: string;
}, options?: CallOptions): ListCall<Integration>;
      /**
       * List the scripts that integrations have a site load.
       *
       * None on a host that sites of other organizations are on as well.
       */
      listScripts(organizationId: Id, siteId: Id, options?: CallOptions): Promise<readonly SiteIntegrationScript[]>;
    };
    readonly pageFeedback: {
      /**
       * List what readers say of a site's pages.
       *
       * The newest first, for those who may change the site. Readers are asked where `feedback.enabled` of the site's customization is on.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly rating?: PageFeedbackRating;
  /** Of this page alone. */
  readonly pageId?: string;
}, options?: CallOptions): ListCall<PageFeedback>;
    };
    readonly permissions: {
      /**
       * Give people and teams a role.
       *
       * A direct role decides before everything that comes from above. It replaces one that they had here.
       */
      invite(organizationId: Id, siteId: Id, body: InviteUsersAndTeams, options?: CallOptions): Promise<void>;
      /**
       * List everybody who has access.
       *
       * With the role that they have here in the end, and what it comes from.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly role?: MemberRole;
}, options?: CallOptions): ListCall<UserSitePermission>;
      /** List the teams with a role. */
      listTeams(organizationId: Id, siteId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<TeamContentPermission>;
      /** List the people with a role of their own. */
      listUsers(organizationId: Id, siteId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<UserContentPermission>;
      /**
       * Take a team's role back.
       *
       * What they have from above, or from the organization, stays.
       */
      removeTeam(organizationId: Id, siteId: Id, teamId: Id, options?: CallOptions): Promise<void>;
      /**
       * Take a user's role back.
       *
       * What they have from above, or from the organization, stays.
       */
      removeUser(organizationId: Id, siteId: Id, userId: Id, options?: CallOptions): Promise<void>;
      /** Change the role of a team. */
      updateTeam(organizationId: Id, siteId: Id, teamId: Id, body: UpdateContentPermission, options?: CallOptions): Promise<void>;
      /** Change the role of a user. */
      updateUser(organizationId: Id, siteId: Id, userId: Id, body: UpdateContentPermission, options?: CallOptions): Promise<void>;
    };
    readonly redirects: {
      /**
       * Create a redirect.
       *
       * It leads on from a path on which no page is: pages, and addresses that pages had, come first. Of several that match, the one without a wildcard counts, then the longest.
       */
      create(organizationId: Id, siteId: Id, body: CreateSiteRedirect, options?: CallOptions): Promise<SiteRedirect>;
      /** Delete a redirect. */
      delete(organizationId: Id, siteId: Id, siteRedirectId: Id, options?: CallOptions): Promise<void>;
      /**
       * Find where a path is redirected.
       *
       * The live redirect that counts for a path, and the address that it leads to. Whether a page has the path, which comes first for readers, is not looked at.
       */
      getBySource(organizationId: Id, siteId: Id, query: {
  /** The key of a share link: published addresses are answered below it. */
  readonly shareKey?: string;
  readonly source: SiteRedirectSource;
}, options?: CallOptions): Promise<FoundSiteRedirect>;
      /**
       * List the redirects of a site.
       *
       * Those that lead readers on now, or with `draft` those that wait to be published.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** Contained in the source. */
  readonly search?: string;
  /** Those that wait, instead of those that lead. */
  readonly draft?: boolean;
  /** The newest first unless said; sources by their letters. */
  readonly orderBy?: "createdAt" | "updatedAt" | "source";
}, options?: CallOptions): ListCall<SiteRedirect>;
      /**
       * Change many redirects at once.
       *
       * Up to 500, in their order, by source: made, replaced, deleted with null as destination, or published from their drafts. Each stands for itself; `results` says of each what has become of it.
       */
      putMany(organizationId: Id, siteId: Id, body: ChangeSiteRedirects, options?: CallOptions): Promise<SiteRedirectsChanged>;
      /**
       * Change a redirect.
       *
       * `draft: false` publishes one that waits.
       */
      update(organizationId: Id, siteId: Id, siteRedirectId: Id, body: UpdateSiteRedirect, options?: CallOptions): Promise<SiteRedirect>;
    };
    readonly sectionGroups: {
      /**
       * Put sections of a site under one tab.
       *
       * The group stands after everything else. It is shown once it has sections.
       */
      add(organizationId: Id, siteId: Id, body: AddSiteSectionGroup, options?: CallOptions): Promise<SiteSectionGroup>;
      /**
       * Put a section into a group.
       *
       * After the sections that it has. A section is in one group at most: it leaves its former one.
       */
      addSection(organizationId: Id, siteId: Id, siteSectionGroupId: Id, body: AddSectionToSiteSectionGroup, options?: CallOptions): Promise<SiteSectionGroup>;
      /**
       * Delete a section group.
       *
       * Its sections stay, where it stood.
       */
      delete(organizationId: Id, siteId: Id, siteSectionGroupId: Id, options?: CallOptions): Promise<void>;
      /**
       * List the section groups of a site.
       *
       * In the order of its tabs.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<SiteSectionGroup>;
      /**
       * Move a section group among its siblings.
       *
       * @deprecated
       */
      move(organizationId: Id, siteId: Id, siteSectionGroupId: Id, body: MoveSiteSectionGroup, options?: CallOptions): Promise<SiteSectionGroup>;
      /**
       * Take a section out of a group.
       *
       * It stays on the site, after the group.
       */
      removeSection(organizationId: Id, siteId: Id, siteSectionGroupId: Id, siteSectionId: Id, options?: CallOptions): Promise<void>;
      /** Change a section group. */
      update(organizationId: Id, siteId: Id, siteSectionGroupId: Id, body: UpdateSiteSectionGroup, options?: CallOptions): Promise<SiteSectionGroup>;
    };
    readonly sections: {
      /**
       * Add a section with a space to a site.
       *
       * The first one makes the site-spaces that there are a section of their own, the default one.
       */
      add(organizationId: Id, siteId: Id, body: AddSiteSection, options?: CallOptions): Promise<SiteSection>;
      /**
       * Delete a section.
       *
       * Its spaces stay. In place of the default one the next becomes it; the last one leaves its site-spaces to the site.
       */
      delete(organizationId: Id, siteId: Id, siteSectionId: Id, options?: CallOptions): Promise<void>;
      /**
       * List the sections of a site.
       *
       * In the order of its tabs; those of a group where the group stands.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** The key of a share link: published addresses are answered below it. */
  readonly shareKey?: string;
}, options?: CallOptions): ListCall<SiteSection>;
      /**
       * Move a section among its siblings.
       *
       * @deprecated
       */
      move(organizationId: Id, siteId: Id, siteSectionId: Id, body: MoveSiteSection, options?: CallOptions): Promise<SiteSection>;
      /**
       * Change a section.
       *
       * A changed path changes the addresses of its pages.
       */
      update(organizationId: Id, siteId: Id, siteSectionId: Id, body: UpdateSiteSection, options?: CallOptions): Promise<SiteSection>;
    };
    readonly shareLinks: {
      /**
       * Create a share link.
       *
       * Its address, at `urls.published`, opens the site to who has it, once the site is published with visibility share-link.
       */
      create(organizationId: Id, siteId: Id, body: CreateShareLink, options?: CallOptions): Promise<ShareLink>;
      /**
       * Delete a share link.
       *
       * Its address never opens the site again.
       */
      delete(organizationId: Id, siteId: Id, shareLinkId: Id, options?: CallOptions): Promise<void>;
      /**
       * List the share links of a site.
       *
       * The oldest first. It takes the right to change the site: their addresses are secrets.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ShareLink>;
      /**
       * Rename or switch a share link.
       *
       * `active: false` closes its address at once, true opens it again.
       */
      update(organizationId: Id, siteId: Id, shareLinkId: Id, body: UpdateShareLink, options?: CallOptions): Promise<ShareLink>;
    };
    readonly siteSpaces: {
      /**
       * Add a space to a site.
       *
       * It takes the right to administrate the space: publishing it shows it to others.
       */
      add(organizationId: Id, siteId: Id, body: AddSiteSpace, options?: CallOptions): Promise<SiteSpace>;
      /**
       * Remove a space from a site.
       *
       * The space stays. In place of a default the next one becomes it.
       */
      delete(organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions): Promise<void>;
      /** Let a variant of a site look as the site does. */
      deleteCustomization(organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions): Promise<void>;
      /**
       * Duplicate a space of a site.
       *
       * Makes a space with the same content, and adds it where this one is, after its siblings, for the same visitors and in the same look. It takes the right to administrate the space, and to create one where it lies.
       */
      duplicate(organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions): Promise<SiteSpace>;
      /**
       * Get how a variant of a site looks.
       *
       * The site's settings, with the variant's own in their places.
       */
      getCustomization(organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions): Promise<SiteSpaceCustomizationSettings>;
      /**
       * List the spaces of a site.
       *
       * Those that you may see, section by section.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** The key of a share link: published addresses are answered below it. */
  readonly shareKey?: string;
  /** Only those that are, or aren't, the default where they stand. */
  readonly default?: boolean;
}, options?: CallOptions): ListCall<SiteSpace>;
      /**
       * Move a space of a site among its siblings.
       *
       * To the end unless `position` names a sibling.
       *
       * @deprecated
       */
      move(organizationId: Id, siteId: Id, siteSpaceId: Id, body: MoveSiteSpace, options?: CallOptions): Promise<SiteSpace>;
      /**
       * Change how a variant of a site looks.
       *
       * What is left out stays, `null` gives a field back to the site.
       */
      overrideCustomization(organizationId: Id, siteId: Id, siteSpaceId: Id, body: SiteSpaceCustomizationOverrides, options?: CallOptions): Promise<SiteSpaceCustomizationSettings>;
      /**
       * Change a space of a site.
       *
       * Its path, for whom it is, or which space it shows.
       */
      update(organizationId: Id, siteId: Id, siteSpaceId: Id, body: UpdateSiteSpace, options?: CallOptions): Promise<SiteSpace>;
    };
    readonly structure: {
      /**
       * Get what a site consists of.
       *
       * Its sections and their groups in order, or its site-spaces when it has no sections.
       */
      get(organizationId: Id, siteId: Id, query?: {
  /** The key of a share link: published addresses are answered below it. */
  readonly shareKey?: string;
}, options?: CallOptions): Promise<SiteStructure>;
      /**
       * Move a part of a site among its siblings.
       *
       * A site-space within its section, a section within its group, groups and other sections at the top.
       */
      sort(organizationId: Id, siteId: Id, body: SortSiteStructure, options?: CallOptions): Promise<SiteSpace | SiteSection | SiteSectionGroup>;
    };
    readonly visitorAuth: {
      /**
       * Get how a site signs visitors in.
       *
       * With the key that signs their tokens, made when it is first asked for. It takes the right to change the site: who has the key can sign in as anybody.
       */
      get(organizationId: Id, siteId: Id, options?: CallOptions): Promise<SitePublishingAuth>;
      /**
       * Replace the key of a site's visitors.
       *
       * The old key ends at once: tokens that it signed open nothing any more, and visitors have to sign in again. There is no time in which both are good, because keys are replaced when they have leaked.
       */
      regenerate(organizationId: Id, siteId: Id, options?: CallOptions): Promise<SitePublishingAuth>;
      /**
       * Change how a site signs visitors in.
       *
       * `fallbackURL` is the login of the site's visitors: those without a valid token are sent there, with the path they asked for in `location`.
       */
      update(organizationId: Id, siteId: Id, body: SitePublishingAuthUpdate, options?: CallOptions): Promise<SitePublishingAuth>;
    };
  };
  readonly spaces: {
    /**
     * Create a space.
     *
     * At the top of the organization it takes the right `createContent`, in a collection `create` on that one.
     */
    create(organizationId: Id, body: CreateSpace, options?: CallOptions): Promise<Space>;
    /**
     * Delete a space.
     *
     * It leaves every site at once and can be restored for seven days; then it is removed for good.
     */
    delete(spaceId: Id, options?: CallOptions): Promise<void>;
    /**
     * End that a space is imported and exported from elsewhere.
     *
     * What both sides agreed on last is forgotten, and the space can be connected by itself. The content stays. 204: nothing drives it; a space that is connected stays so.
     */
    deleteLegacyGitInstallation(spaceId: Id, options?: CallOptions): Promise<void>;
    /**
     * Duplicate a space.
     *
     * The copy lies beside it, is open to the same people, and has its content without its history. Takes `admin` on it and `create` where it lies.
     */
    duplicate(spaceId: Id, options?: CallOptions): Promise<Space>;
    /**
     * Export the content of a space.
     *
     * A zip archive of Markdown with front matter, SUMMARY.md and the files. Links are relative. Importing it gives the same content.
     */
    export(spaceId: Id, options?: CallOptions): Promise<Response>;
    /**
     * Export a space to a branch.
     *
     * Once, and soon, as a commit on top of the branch, which is never overwritten. Otherwise as the import.
     */
    exportToGitRepository(spaceId: Id, body: ExportToGitRepository, options?: CallOptions): Promise<void>;
    /**
     * Get a space.
     *
     * A deleted space is answered, with `deletedAt`, to those who may restore it. `shareKey` of a site's share link makes `urls.published` the address that opens it.
     */
    get(spaceId: Id, query?: {
  /** The key of a share link: where it opens the space's site, `urls.published` goes by it. */
  readonly shareKey?: string;
}, options?: CallOptions): Promise<Space>;
    /**
     * Get what an address is where a space embeds it.
     *
     * Of a provider that pages may show in a frame: that frame, and the title that the provider gives, kept for a day. Every other address is a link, and nobody is asked about it.
     */
    getEmbed(spaceId: Id, query: {
  readonly url: URL;
}, options?: CallOptions): Promise<Embed>;
    /**
     * Get what a space is kept in step with.
     *
     * 404 for a space that is in no repository. Where the repository is, those see who may edit the space.
     */
    getGitInfo(spaceId: Id, options?: CallOptions): Promise<GitSyncState>;
    /**
     * Import a branch into a space.
     *
     * Once, and soon: the runs say what came of it. The first time the branch replaces the content; later what changed on it is merged. Credentials in the address are used for this run alone. With `standalone` the space stays as it is: what the ref would change becomes a revision beside it, and the event `space_gitsync_completed` names that. A space that is kept in step with another place, or whose syncs are paused, answers 409.
     */
    importGitRepository(spaceId: Id, body: ImportGitRepository, options?: CallOptions): Promise<void>;
    /**
     * List the spaces of an organization.
     *
     * Those that you may see, in the order of their positions; with `deleted=true` the trash.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** true: the trash instead. */
  readonly deleted?: boolean;
}, options?: CallOptions): ListCall<Space>;
    /**
     * Move a space.
     *
     * Into a collection or to the top, and to a place among its siblings. Takes `admin` on it and `create` where it goes.
     */
    move(spaceId: Id, body: MoveContent, options?: CallOptions): Promise<Space>;
    /** Delete a space in the trash for good. */
    purge(spaceId: Id, options?: CallOptions): Promise<void>;
    /**
     * Restore a deleted space.
     *
     * For seven days after it was deleted, to those who may administrate it.
     */
    restore(spaceId: Id, options?: CallOptions): Promise<Space>;
    /**
     * Search a space.
     *
     * Pages of the content that readers see, best first: words in titles count more than in headings, those more than in text. A change is found within a second. `count` is limited to the pages that are considered, at most 500.
     */
    search(spaceId: Id, query: {
  /** Every word has to occur, the last one at least as a beginning; words in quotation marks next to each other. If no page has all of them, likely typos are corrected, then words are left out. */
  readonly query: string;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<SearchPageResult>;
    /**
     * Transfer a space to another organization.
     *
     * With its history. Takes `admin` on it and `createContent` in the other organization; people outside it lose their access, and teams theirs. Refused while it is in a site, or is a translation or the source of one.
     */
    transfer(spaceId: Id, body: TransferContent, options?: CallOptions): Promise<Space>;
    /**
     * Change a space.
     *
     * Title, emoji, whether it is edited live, its default level, and what a merge into it takes. Takes the right `admin` on it.
     */
    update(spaceId: Id, body: UpdateSpace, options?: CallOptions): Promise<Space>;
    readonly commentReplies: {
      /**
       * Reply to a comment on a space.
       *
       * A resolved comment can be replied to, and stays resolved.
       */
      create(spaceId: Id, commentId: Id, body: PostCommentReply, options?: CallOptions): Promise<CommentReply>;
      /**
       * Delete a reply to a comment on a space.
       *
       * For good. It is for its author and for those who may review.
       */
      delete(spaceId: Id, commentId: Id, commentReplyId: Id, options?: CallOptions): Promise<void>;
      /** Get a reply to a comment on a space. */
      get(spaceId: Id, commentId: Id, commentReplyId: Id, query?: {
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<CommentReply>;
      /**
       * List the replies to a comment on a space.
       *
       * In the order they came.
       */
      list(spaceId: Id, commentId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): ListCall<CommentReply>;
      /**
       * Update a reply to a comment on a space.
       *
       * Everybody who may comment reacts to it; its text is changed by its author alone.
       */
      update(spaceId: Id, commentId: Id, commentReplyId: Id, body: UpdateCommentReply, options?: CallOptions): Promise<CommentReply>;
    };
    readonly comments: {
      /**
       * Comment on a space.
       *
       * With `page` on one of its pages, with `node` too on a block of that page; these are looked up in the content of now. A comment on a block follows it through edits, moves and merges. Change requests can be discussed when they are merged or archived too.
       */
      create(spaceId: Id, body: PostComment, options?: CallOptions): Promise<Comment>;
      /**
       * Delete a comment on a space.
       *
       * With its replies, for good. It is for its author and for those who may review.
       */
      delete(spaceId: Id, commentId: Id, options?: CallOptions): Promise<void>;
      /**
       * Get a comment on a space.
       *
       * `target` says what it is about as that is now. Where the page or the block is gone it is told as it was, with `outdated`.
       */
      get(spaceId: Id, commentId: Id, query?: {
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<Comment>;
      /**
       * List the comments on a space.
       *
       * Newest first unless said, open and resolved ones. The comments on the change requests of a space are listed with those.
       */
      list(spaceId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** By time; newest first unless said. */
  readonly order?: "asc" | "desc";
  /** `all` unless said. */
  readonly status?: "all" | "open" | "resolved";
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** A page's id: only the comments on it. */
  readonly targetPage?: string;
  /** Ids of users: only their comments. Repeat the parameter for several. */
  readonly authors?: readonly string[];
}, options?: CallOptions): ListCall<Comment>;
      /**
       * List who commented on a space.
       *
       * The members who wrote its comments or replies to them, in the order they joined the organization. Guests see themselves alone.
       */
      listCommenters(spaceId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OrganizationMember>;
      /**
       * Update a comment on a space.
       *
       * Fields that are left out stay. Everybody who may comment resolves and reopens it, and reacts; its text is changed by its author alone. `If-Match` is about text and status: reactions of others refuse nothing.
       */
      update(spaceId: Id, commentId: Id, body: UpdateComment, options?: CallOptions): Promise<Comment>;
    };
    readonly computed: {
      /**
       * Make the text of a page of a reference, without keeping it.
       *
       * `models` is all schemas; `operations` with `page` the operations of the tag of that name, or the one operation with that slug; `info` the text of a tag alone. Nothing is changed.
       */
      getDocument(spaceId: Id, body: ComputeDocument, query?: {
  /** Both are the same. */
  readonly schema?: "current" | "next";
}, options?: CallOptions): Promise<JSONDocument>;
      /**
       * Make the pages of a reference, without keeping them.
       *
       * What a computed page with this `source` shows: the pages of the specification's latest version, or of the one that `value.lastVersion` names. Pages have the same ids whenever `seed` is the same. Nothing is changed. The text of a page is made by `getComputedDocument` from its `computed`.
       */
      getRevision(spaceId: Id, body: ComputeRevision, options?: CallOptions): Promise<ComputedRevision>;
    };
    readonly content: {
      /** Get a space's content. */
      get(spaceId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<Revision>;
      /**
       * Import content into a space.
       *
       * Adds and updates pages by their paths, in one new revision: links between them become links between pages, ids stay. A source that changes nothing makes no revision. `source` says what `url` holds; or send the file as `multipart/form-data` in a part named `file`, up to 100 MB, and what it is with `?source=`, where its name does not tell. Images come along. The answer comes when all of it is there, which takes minutes for a large website; with `Prefer: respond-async` it is a job, whose report is the same, and so it is after ten minutes, or when the server stops meanwhile. A locked space answers 409.
       */
      import(spaceId: Id, body: ImportContent | FileSource, query?: {
  /** Delete what the source does not have. By default nothing is deleted. */
  readonly prune?: boolean;
  /** What an upload is, where its name does not tell: `confluence`. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}, options?: CallOptions): Work<ImportContentResult>;
      /**
       * Change the content of a space.
       *
       * Up to 50 changes, or 200 that only move pages, in order and all or none: one new revision. Links in the Markdown may name pages by id (`/pages/<id>`), by path (`/pages/<path>`, relative `.md`) and pages and files of the same request by their `ref`; what they name is stored by id and survives moves. A locked space answers 409. The answer says of each change which text its page has now (`documentId`), which `version` the page is at, and has the text as `markdown` where it is stored in another form than it was sent. `If-Match` takes the ETag of the content. An update that names its `base` is merged with what others wrote since, or answers 409 with the conflicts and writes nothing.
       */
      update(spaceId: Id, body: ChangeContent, options?: CallOptions): Promise<ContentChanged>;
    };
    readonly documents: {
      /**
       * Get a document by its id.
       *
       * The text that answers of this space name as `documentId` of a page, `document` of a reusable content, or before and after a change, as JSON, or as it is written with `format=markdown`: those of its change requests and earlier revisions too, for everybody who may view the space. The same text has the same id in a space, and another one in each other space.
       */
      get(spaceId: Id, documentId: Id, query?: {
  /** How the text is told, `document` unless said. */
  readonly format?: "markdown" | "document";
  /** Which form of documents; there is this one. */
  readonly schema?: "current";
}, options?: CallOptions): Promise<JSONDocument | MarkdownText>;
    };
    readonly files: {
      /**
       * Get a file of a space's content.
       *
       * Its `downloadURL` works for whoever has it, until the space is deleted.
       */
      get(spaceId: Id, fileId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<RevisionFile>;
      /**
       * List the files of a space's content.
       *
       * By their ids, unless they are sorted. `unused` tells what links to them in the same content.
       */
      list(spaceId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** A part of their names. */
  readonly search?: string;
  /** How their types begin: `image/` for all pictures. */
  readonly contentType?: string;
  /** true: those that nothing in the same content links to; false: the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions): ListCall<RevisionFile>;
      /**
       * List what links to a file of a space.
       *
       * Told as what links to a page.
       */
      listBacklinks(spaceId: Id, fileId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ContentLocation>;
      /**
       * Upload a file to a space.
       *
       * As `multipart/form-data` with one part `file`, up to 100 MB, streamed; or `upload`, which was sent in parts. Link to it as `/files/<id>`.
       */
      upload(spaceId: Id, body: TakeUpload | FileSource, options?: CallOptions): Promise<RevisionFile>;
    };
    readonly integrations: {
      /**
       * List the integrations of a space.
       *
       * Those that are active on it; the oldest first.
       */
      list(spaceId: Id, query?: {
  /** Part of the name or the title. */
  readonly search?: string;
}, options?: CallOptions): ListCall<Integration>;
      /**
       * List the blocks that integrations bring to a space.
       *
       * By integration, those without blocks left out.
       */
      listBlocks(spaceId: Id, options?: CallOptions): Promise<SpaceIntegrationBlocks>;
    };
    readonly links: {
      /**
       * List the links of a space.
       *
       * One item for each thing that is linked to, with the places where it is: a page, a place in a page, a file, reusable content, an address, an OpenAPI specification, and what is in other spaces as far as you may see it. Users that are no members count as broken; so do collections and things of other spaces that you may not see, as if they weren't there. The first 20,000 things in 1,000 other spaces are looked into, the others count as ok. `stats` counts the whole revision, whatever the filter. A page of the list ends early when its items are in very many places.
       */
      list(spaceId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** `broken`: nothing is there. `in-app`: an address of this installation, which readers elsewhere can't be sure of. `ok`: the rest. */
  readonly status?: "ok" | "broken" | "in-app";
}, options?: CallOptions): Promise<ContentReferences>;
      /**
       * Count what deleting pages of a space breaks.
       *
       * Links of other spaces count as far as you may see these.
       */
      ofDeletion(spaceId: Id, query: {
  /** Ids with commas between them, 200 at most. Those that are gone count as none. */
  readonly pages: string;
}, options?: CallOptions): Promise<PageDeletion>;
    };
    readonly pages: {
      /**
       * Get a page of a space's content.
       *
       * With its Markdown: the body without front matter and leading title, which are its fields. With `format=document` that is JSON in `document` instead.
       */
      get(spaceId: Id, pageId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<Page>;
      /**
       * Get a page of a space's content by its path.
       *
       * The path with its slashes percent-encoded.
       */
      getByPath(spaceId: Id, pagePath: string, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<Page>;
      /**
       * Import content under a page.
       *
       * As importing into the space, with what is imported below a page.
       */
      import(spaceId: Id, pageId: Id, body: ImportContent | FileSource, query?: {
  /** Delete what the source does not have. By default nothing is deleted. */
  readonly prune?: boolean;
  /** What an upload is, where its name does not tell: `confluence`. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}, options?: CallOptions): Work<ImportContentResult>;
      /**
       * List the pages of a space's content.
       *
       * The whole tree at once, in order.
       */
      list(spaceId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<Pages>;
      /**
       * List what links to a page of a space.
       *
       * Each page and reusable content that links to it, from its text, its cover or as a link in the navigation: those of the same content first, then those of the organization's other spaces as they are now, as far as you may see these spaces. What another space links to is known here within a second.
       */
      listBacklinks(spaceId: Id, pageId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ContentLocation>;
      /**
       * List deleted pages of a space.
       *
       * The last 200 of the last 1,000 revisions. `revert_page` with `revision` brings one back, and those below it one by one.
       */
      listDeleted(spaceId: Id, options?: CallOptions): Promise<{
  readonly items: readonly DeletedPage[];
}>;
      /**
       * List the links of a page of a space.
       *
       * Of its text, its cover and, for a link in the navigation, its target: told as those of all pages are.
       */
      listLinks(spaceId: Id, pageId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** `broken`: nothing is there. `in-app`: an address of this installation, which readers elsewhere can't be sure of. `ok`: the rest. */
  readonly status?: "ok" | "broken" | "in-app";
}, options?: CallOptions): Promise<ContentReferences>;
      /**
       * List where a page of a space stands in other languages.
       *
       * In the source of the translation and in its other translations, as far as you may see these and they have the page.
       */
      listMetaLinks(spaceId: Id, pageId: Id, options?: CallOptions): Promise<RevisionPageMetaLinks>;
    };
    readonly pdf: {
      /**
       * Make a PDF of a space or a page.
       *
       * Typeset with a cover, contents and links that work; conditions of visitors are not asked, so everything is in it. Without `page` it holds all pages that are not hidden, with it that page and those below, with `only` that page alone. The address needs no token and is good for an hour. What has not changed is not made again. With `Prefer: respond-async` the answer is a job, whose report has the address.
       */
      get(spaceId: Id, query?: {
  /** The page to print with those below it; without it, all. */
  readonly page?: string;
  /** Only that page, without those below it. */
  readonly only?: boolean;
  /** The size of its sheets. */
  readonly paper?: "a4" | "us-letter";
}, options?: CallOptions): Work<PDFAddress>;
    };
    readonly permissions: {
      /**
       * Give people and teams a role.
       *
       * A direct role decides before everything that comes from above. It replaces one that they had here.
       */
      invite(spaceId: Id, body: InviteUsersAndTeams, options?: CallOptions): Promise<void>;
      /**
       * List everybody who has access.
       *
       * With the role that they have here in the end, and what it comes from.
       */
      list(spaceId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly role?: MemberRole;
}, options?: CallOptions): ListCall<EffectiveContentPermission>;
      /** List the teams with a role. */
      listTeams(spaceId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<TeamContentPermission>;
      /** List the people with a role of their own. */
      listUsers(spaceId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<UserContentPermission>;
      /**
       * Take a team's role back.
       *
       * What they have from above, or from the organization, stays.
       */
      removeTeam(spaceId: Id, teamId: Id, options?: CallOptions): Promise<void>;
      /**
       * Take a user's role back.
       *
       * What they have from above, or from the organization, stays.
       */
      removeUser(spaceId: Id, userId: Id, options?: CallOptions): Promise<void>;
      /** Change the role of a team. */
      updateTeam(spaceId: Id, teamId: Id, body: UpdateContentPermission, options?: CallOptions): Promise<void>;
      /** Change the role of a user. */
      updateUser(spaceId: Id, userId: Id, body: UpdateContentPermission, options?: CallOptions): Promise<void>;
    };
    readonly reusableContents: {
      /**
       * Get a reusable content of a space's content.
       *
       * With its Markdown. Pages show it with `{% include "/reusable/<id>" %}`.
       */
      get(spaceId: Id, reusableContentId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** How texts are told, markdown unless said. */
  readonly format?: "markdown" | "document";
  /** true evaluates expressions and conditions. false unless said. */
  readonly evaluated?: boolean;
}, options?: CallOptions): Promise<RevisionReusableContent>;
      /** List the reusable contents of a space's content. */
      list(spaceId: Id, query?: {
  /** false leaves out Git metadata. true unless said. */
  readonly metadata?: boolean;
  /** false leaves computed pages as placeholders. true unless said. */
  readonly computed?: boolean;
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** A part of their names. */
  readonly search?: string;
  /** How their types begin: `image/` for all pictures. */
  readonly contentType?: string;
  /** true: those that nothing in the same content links to; false: the others. */
  readonly unused?: boolean;
  readonly sort?: "name";
}, options?: CallOptions): ListCall<ReusableContentEntry>;
      /**
       * List what shows a reusable content of a space.
       *
       * Told as what links to a page.
       */
      listBacklinks(spaceId: Id, reusableContentId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ContentLocation>;
    };
    readonly tags: {
      /** Get the tags of a space's content. */
      get(spaceId: Id, options?: CallOptions): Promise<SharedTags>;
    };
    readonly translation: {
      /**
       * Say that pages of a translation are current.
       *
       * For changes of the source that ask for no other words, and for pages that read the same in both languages.
       */
      confirmPages(spaceId: Id, body: ConfirmTranslatedPages, options?: CallOptions): Promise<void>;
      /**
       * End a translation.
       *
       * The space stays with its content, as one that nothing keeps in step.
       */
      delete(spaceId: Id, options?: CallOptions): Promise<void>;
      /**
       * Get what a space translates.
       *
       * With how many of its pages are up to date; a change in either space counts within about a second. A space that is no translation answers 404.
       */
      get(spaceId: Id, options?: CallOptions): Promise<TranslatedSpace>;
      /**
       * List the pages of a translation by their status.
       *
       * In the order of their ids: pages of the translation, of its source, or of both.
       */
      listPages(spaceId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly status?: TranslatedPageStatus;
}, options?: CallOptions): ListCall<TranslatedPage>;
      /**
       * Have missing and outdated pages translated.
       *
       * By the translator that the operator has named; without one it answers 409. Pages that somebody wrote by hand are left alone. The job says how far it is, and can be cancelled.
       */
      run(spaceId: Id, options?: CallOptions): Work<void>;
      /** Set what the translator does in a translation. */
      update(spaceId: Id, body: UpdateTranslation, options?: CallOptions): Promise<TranslatedSpace>;
    };
    readonly variables: {
      /** Get the variables of a space's content. */
      get(spaceId: Id, options?: CallOptions): Promise<SharedVariables>;
    };
  };
  readonly storage: {
    /**
     * Get an address to upload a file to.
     *
     * The address takes the file's bytes in one `PUT`, without a token, within ten minutes. Fonts are WOFF2 or WOFF and have at most 5 MiB. A font then takes the file by its `key`; what no font takes goes after a day.
     */
    createUpload(organizationId: Id, body: GenerateStorageUploadURL, options?: CallOptions): Promise<StorageUploadURL>;
  };
  readonly subdomains: {
    /**
     * Find an organization by its part of addresses.
     *
     * One that you are a member of.
     */
    get(subdomain: string, options?: CallOptions): Promise<Subdomain>;
  };
  readonly system: {
    /** Say which version answers. */
    get(options?: CallOptions): Promise<{
  readonly version: string;
  readonly build: string;
}>;
  };
  readonly teams: {
    /** Create a team. */
    create(organizationId: Id, body: CreateTeam, options?: CallOptions): Promise<Team>;
    /**
     * Delete a team.
     *
     * Its members lose the roles that they had through it at once.
     */
    delete(organizationId: Id, teamId: Id, options?: CallOptions): Promise<void>;
    /** Get a team. */
    get(organizationId: Id, teamId: Id, options?: CallOptions): Promise<Team>;
    /**
     * List the teams of an organization.
     *
     * The oldest first. Guests can't list teams.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  /** A member: only the teams whose members they may manage. */
  readonly owner?: string;
  /** A part of the title, in any case. */
  readonly title?: string;
}, options?: CallOptions): ListCall<Team>;
    /** Rename a team. */
    update(organizationId: Id, teamId: Id, body: UpdateTeam, options?: CallOptions): Promise<Team>;
    readonly members: {
      /**
       * Add a member to a team, or change their role in it.
       *
       * Without a role they become a member, or keep the role they have.
       */
      add(organizationId: Id, teamId: Id, userId: Id, body: {
  readonly role?: TeamMemberRole;
}, options?: CallOptions): Promise<void>;
      /**
       * List the members of a team.
       *
       * In the order they were added.
       */
      list(organizationId: Id, teamId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OrganizationTeamMember>;
      /** Remove a member from a team. */
      remove(organizationId: Id, teamId: Id, userId: Id, options?: CallOptions): Promise<void>;
      /**
       * Add and remove members of a team.
       *
       * People are named by id or e-mail address. Who is both added and removed is removed. Takes an administrator of the organization or an owner of the team.
       */
      update(organizationId: Id, teamId: Id, body: UpdateMembersInOrganizationTeam, options?: CallOptions): Promise<void>;
    };
  };
  readonly tokens: {
    /**
     * Create an API token.
     *
     * The token has your rights, or as much of them as its `scopes` name. Its secret is in this answer and nowhere else. A token that has an end makes no others.
     */
    create(body: CreateUserAPIToken, options?: CallOptions): Promise<UserAPITokenExtended>;
    /**
     * Revoke one of your API tokens.
     *
     * It stops working at once; in other processes of this installation within a second.
     */
    delete(tokenId: Id, options?: CallOptions): Promise<void>;
    /** Get one of your API tokens. */
    get(tokenId: Id, options?: CallOptions): Promise<UserAPIToken>;
    /** List your API tokens. */
    list(query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<UserAPIToken>;
  };
  readonly translations: {
    /**
     * Create translation settings.
     *
     * They name the languages that content is translated to. Without `languages` there are none yet.
     */
    create(organizationId: Id, body: WriteTranslationSettings, options?: CallOptions): Promise<TranslationSettings>;
    /**
     * Delete translation settings.
     *
     * Spaces that were translated under them stay, as spaces that nothing keeps in step.
     */
    delete(organizationId: Id, translationSettingsId: Id, options?: CallOptions): Promise<void>;
    /** Get translation settings. */
    get(organizationId: Id, translationSettingsId: Id, options?: CallOptions): Promise<TranslationSettings>;
    /**
     * List the translation settings of an organization.
     *
     * The oldest first. Guests see none.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<TranslationSettings>;
    /**
     * Translate what is missing or outdated under translation settings.
     *
     * By the translator of the operator; without one a 409. Each space has a job of its own.
     */
    run(organizationId: Id, translationSettingsId: Id, options?: CallOptions): Promise<void>;
    /**
     * Update translation settings.
     *
     * Sets the title. `languages`, where it is sent, replaces the list; spaces that are translated already stay what they are.
     */
    update(organizationId: Id, translationSettingsId: Id, body: WriteTranslationSettings, options?: CallOptions): Promise<TranslationSettings>;
    readonly spaces: {
      /**
       * Begin a translation of a space.
       *
       * Makes a space beside the source, with its content and open to the same people, for one of the settings' languages. Pages have the same ids in both. From then on it takes in what the source changes, and keeps what is translated in it.
       */
      create(organizationId: Id, translationSettingsId: Id, body: CreateTranslatedSpace, options?: CallOptions): Promise<TranslatedSpace>;
      /**
       * List the translations of spaces under translation settings.
       *
       * The oldest first, for administrators.
       */
      list(organizationId: Id, translationSettingsId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<TranslatedSpace>;
    };
  };
  readonly uploads: {
    /**
     * Begin an upload in parts.
     *
     * Its parts are sent one by one, in any order; operations that take files take it by its id. It is kept for 24 hours, for who began it alone. Files have at most 100 MB, and archives that are imported 2 GB; the unfinished uploads of one person have at most 4 GB together, those of an organization 8 GB.
     */
    create(body: CreateUpload, options?: CallOptions): Promise<UploadInParts>;
    /**
     * Give up an upload.
     *
     * With all of its parts.
     */
    delete(uploadId: Id, options?: CallOptions): Promise<void>;
    /**
     * Get an upload.
     *
     * Says which parts are there.
     */
    get(uploadId: Id, options?: CallOptions): Promise<UploadInParts>;
    /**
     * Send a part of an upload.
     *
     * The bytes themselves, as `application/octet-stream`. All parts have `partSize` bytes but the last, which has the rest; any other size is a 400 that names it. Sent again, it is replaced; sent twice at once, one waits for the other.
     */
    putPart(uploadId: Id, partNumber: number, body: Blob | Uint8Array<ArrayBuffer>, options?: CallOptions): Promise<UploadedPart>;
  };
  readonly urls: {
    /**
     * Find what an address of the application means.
     *
     * A collection, or a space with the change request and the page that the address names.
     */
    getContent(query: {
  readonly url: URL;
}, options?: CallOptions): Promise<{
  readonly collection?: Collection;
  readonly space?: Space;
  readonly changeRequest?: ChangeRequest;
  readonly page?: Page;
}>;
    /**
     * Get what an address is where it is embedded.
     *
     * Of a provider that pages may show in a frame: that frame, and the title that the provider gives, kept for a day. Every other address is a link, and nobody is asked about it.
     */
    getEmbed(query: {
  readonly url: URL;
}, options?: CallOptions): Promise<Embed>;
    /**
     * Find what a published address means.
     *
     * @deprecated
     */
    getPublished(query: {
  readonly url: URL;
  readonly visitorAuthToken?: string;
  /** Whether a visitor whose token counts for nothing is led to the login of the site. */
  readonly redirectOnError?: boolean;
}, options?: CallOptions): Promise<PublishedSiteContentLookup>;
    /**
     * Find what a published address means.
     *
     * Without a token. For a visitor who may read it: the site, the variant and the page's path. For others, and for addresses that have moved: where to go, as an answer and not as a redirect. Everything else is 404.
     */
    resolvePublished(body: ResolvePublishedURL, options?: CallOptions): Promise<PublishedSiteContentLookup>;
  };
  readonly userSettings: {
    /** Get your settings of the console. */
    get(options?: CallOptions): Promise<UserSettings>;
    /**
     * Change your settings of the console.
     *
     * Fields that are left out stay, and `null` forgets one. All of it may take 8 kB as JSON.
     */
    update(body: UpdateUserSettings, options?: CallOptions): Promise<UserSettings>;
  };
  readonly users: {
    /**
     * Get a user.
     *
     * Yourself, and the members of organizations whose members you may list. With the token of a site, those whom its pages name, by name and picture.
     */
    get(userId: Id, options?: CallOptions): Promise<User>;
    /** Get the user of this token. */
    me(options?: CallOptions): Promise<User>;
    /**
     * Change your name or picture.
     *
     * The members of all your organizations see them. A token made in a session of single sign-on changes them only while you belong to no other organization than that one.
     */
    update(userId: Id, body: UpdateUser, options?: CallOptions): Promise<User>;
  };
  readonly webhooks: {
    /**
     * Create a webhook.
     *
     * It is told of what happens from now on, by signed requests. The secret that signs them is in this answer and nowhere else.
     */
    create(organizationId: Id, body: CreateWebhook, options?: CallOptions): Promise<WebhookWithSecret>;
    /**
     * Delete a webhook.
     *
     * With its deliveries. What waits is never sent.
     */
    delete(organizationId: Id, webhookId: Id, options?: CallOptions): Promise<void>;
    /**
     * Get a webhook.
     *
     * Whether it works: since when it fails, and when and why it was disabled.
     */
    get(organizationId: Id, webhookId: Id, options?: CallOptions): Promise<Webhook>;
    /**
     * List the webhooks of an organization.
     *
     * The oldest first. Only administrators see them.
     */
    list(organizationId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<Webhook>;
    /**
     * Send a test event to a webhook.
     *
     * An event of the type `ping`, whatever the webhook asks to be told of. Its delivery says what came of it.
     */
    ping(organizationId: Id, webhookId: Id, options?: CallOptions): Promise<WebhookDelivery>;
    /**
     * Give a webhook another secret.
     *
     * The new secret is in this answer and nowhere else. For a day requests carry the signatures of both, so that the receiver can be changed in between.
     */
    rotateSecret(organizationId: Id, webhookId: Id, options?: CallOptions): Promise<WebhookWithSecret>;
    /**
     * Change a webhook.
     *
     * `active: false` gives up what waits, and what happens until it is activated again is not sent later. Whoever changes a webhook becomes its owner.
     */
    update(organizationId: Id, webhookId: Id, body: UpdateWebhook, options?: CallOptions): Promise<Webhook>;
    readonly deliveries: {
      /**
       * Get a delivery with its attempts.
       *
       * What is sent, and for each attempt when it was, how long it took and what was answered.
       */
      get(organizationId: Id, webhookId: Id, deliveryId: Id, options?: CallOptions): Promise<WebhookDeliveryWithAttempts>;
      /**
       * List the deliveries to a webhook.
       *
       * The newest first. They are kept for 30 days after they ended.
       */
      list(organizationId: Id, webhookId: Id, query?: {
  /** Items on a page, 50 unless said. */
  readonly limit?: number;
  readonly status?: WebhookDeliveryStatus;
}, options?: CallOptions): ListCall<WebhookDelivery>;
      /**
       * Send a delivery again.
       *
       * Now, with the same `webhook-id`, without regard to what comes before or after it, and with new attempts for a day. One that waits for its next attempt is not made to wait longer.
       */
      replay(organizationId: Id, webhookId: Id, deliveryId: Id, options?: CallOptions): Promise<WebhookDelivery>;
    };
  };
}

/** The same as a tree of functions that still want their client. */
export const resources = {
  auditEvents: {
    export: functions.exportAuditEvents,
    get: functions.getOrganizationAuditEvent,
    list: functions.listAuditEvents,
    listActions: functions.listAuditEventActions,
  },
  changeRequests: {
    create: functions.createChangeRequest,
    get: functions.getChangeRequestById,
    list: functions.listChangeRequestsForSpace,
    listChanges: functions.getChangeRequestChanges,
    listContributors: functions.getContributorsByChangeRequestId,
    listInOrganization: functions.listChangeRequestsInOrganization,
    listMergeRules: functions.listChangeRequestMergeRules,
    merge: functions.mergeChangeRequest,
    update: functions.updateChangeRequestById,
    updateFromPrimary: functions.updateChangeRequest,
    commentReplies: {
      create: functions.postCommentReplyInChangeRequest,
      delete: functions.deleteCommentReplyInChangeRequest,
      get: functions.getCommentReplyInChangeRequest,
      list: functions.listCommentRepliesInChangeRequest,
      update: functions.updateCommentReplyInChangeRequest,
    },
    comments: {
      create: functions.postCommentInChangeRequest,
      delete: functions.deleteCommentInChangeRequest,
      get: functions.getCommentInChangeRequest,
      list: functions.listCommentsInChangeRequest,
      listCommenters: functions.listCommentersInChangeRequest,
      update: functions.updateCommentInChangeRequest,
    },
    conflicts: {
      list: functions.listChangeRequestConflicts,
      resolve: functions.resolveChangeRequestConflict,
    },
    content: {
      get: functions.getRevisionOfChangeRequestById,
      import: functions.importContentInChangeRequest,
      update: functions.updateChangeRequestContent,
    },
    files: {
      get: functions.getFileInChangeRequestById,
      list: functions.listFilesInChangeRequestById,
      listBacklinks: functions.listChangeRequestFileBacklinks,
      upload: functions.uploadFileToChangeRequest,
    },
    links: {
      list: functions.listChangeRequestLinks,
      ofDeletion: functions.countDeletionInChangeRequest,
    },
    pages: {
      get: functions.getPageInChangeRequestById,
      getByPath: functions.getPageInChangeRequestByPath,
      import: functions.importContentInChangeRequestPageById,
      list: functions.listPagesInChangeRequest,
      listBacklinks: functions.listChangeRequestPageBacklinks,
      listLinks: functions.listPageLinksInChangeRequest,
      listMetaLinks: functions.listChangeRequestPageMetaLinks,
    },
    pdf: {
      get: functions.getChangeRequestPDF,
    },
    reusableContents: {
      get: functions.getReusableContentInChangeRequestById,
      list: functions.listReusableContentsInChangeRequest,
      listBacklinks: functions.listChangeRequestReusableContentBacklinks,
    },
    reviewers: {
      list: functions.getRequestedReviewersByChangeRequestId,
      remove: functions.removeRequestedReviewerFromChangeRequest,
      request: functions.requestReviewersForChangeRequest,
    },
    reviews: {
      get: functions.getChangeRequestReviewById,
      list: functions.getReviewsByChangeRequestId,
      submit: functions.submitChangeRequestReview,
    },
    tags: {
      get: functions.getTagsInChangeRequest,
    },
    variables: {
      get: functions.getVariablesInChangeRequest,
    },
  },
  collections: {
    create: functions.createCollection,
    delete: functions.deleteCollectionById,
    get: functions.getCollectionById,
    list: functions.listCollectionsInOrganizationById,
    listSpaces: functions.listSpacesInCollectionById,
    move: functions.moveCollection,
    purge: functions.purgeCollection,
    restore: functions.restoreCollection,
    transfer: functions.transferCollection,
    update: functions.updateCollectionById,
    permissions: {
      invite: functions.inviteToCollection,
      list: functions.listPermissionsAggregateInCollection,
      listTeams: functions.listTeamPermissionsInCollection,
      listUsers: functions.listUserPermissionsInCollection,
      removeTeam: functions.removeTeamFromCollection,
      removeUser: functions.removeUserFromCollection,
      updateTeam: functions.updateTeamPermissionInCollection,
      updateUser: functions.updateUserPermissionInCollection,
    },
  },
  customHostnames: {
    get: functions.getCustomHostname,
    remove: functions.removeCustomHostname,
    revalidate: functions.dnsRevalidateCustomHostname,
  },
  fonts: {
    create: functions.createCustomFont,
    delete: functions.deleteCustomFont,
    get: functions.getCustomFont,
    list: functions.listCustomFonts,
    update: functions.updateCustomFont,
  },
  git: {
    cancelRun: functions.cancelGitSyncRun,
    create: functions.createGitSyncInstallation,
    delete: functions.deleteGitSyncInstallation,
    get: functions.getGitSyncInstallation,
    getGitHubFile: functions.getGitHubFile,
    getGitLabFile: functions.getGitLabFile,
    getRun: functions.getGitSyncRun,
    getStatus: functions.getGitSyncStatus,
    listBranches: functions.listGitBranches,
    listFolders: functions.listGitFolders,
    listGitHubBranches: functions.listGitHubBranches,
    listGitHubRepositories: functions.listGitHubRepositories,
    listGitLabBranches: functions.listGitLabBranches,
    listGitLabProjects: functions.listGitLabProjects,
    listRepositories: functions.listGitRepositories,
    listReviews: functions.listGitReviews,
    listRuns: functions.listGitSyncRuns,
    listWaiting: functions.listGitWaiting,
    preview: functions.previewGitSync,
    replaceWebhookSecret: functions.replaceGitWebhookSecret,
    resolve: functions.resolveGitSync,
    sync: functions.syncGitInstallation,
    update: functions.updateGitSyncInstallation,
    connections: {
      check: functions.checkGitConnection,
      create: functions.createGitConnection,
      delete: functions.deleteGitConnection,
      get: functions.getGitConnection,
      list: functions.listGitConnections,
      update: functions.updateGitConnection,
    },
  },
  glossary: {
    get: functions.getGlossaryEntry,
    list: functions.listGlossaryEntries,
    update: functions.updateGlossaryEntries,
  },
  importRuns: {
    cancel: functions.cancelImportRun,
    get: functions.getImportRun,
    list: functions.listImportRuns,
    start: functions.startImportRun,
  },
  installations: {
    create: functions.installIntegration,
    createToken: functions.createIntegrationInstallationToken,
    delete: functions.uninstallIntegration,
    get: functions.getIntegrationInstallationById,
    list: functions.listIntegrationInstallations,
    update: functions.updateIntegrationInstallation,
    events: {
      get: functions.getIntegrationInstallationEvent,
      list: functions.listIntegrationInstallationEvents,
      replay: functions.replayIntegrationInstallationEvent,
    },
    sites: {
      add: functions.installIntegrationOnSite,
      get: functions.getIntegrationSiteInstallation,
      list: functions.listIntegrationInstallationSites,
      remove: functions.uninstallIntegrationFromSite,
      update: functions.updateIntegrationSiteInstallation,
    },
    spaces: {
      add: functions.installIntegrationOnSpace,
      get: functions.getIntegrationSpaceInstallation,
      list: functions.listIntegrationInstallationSpaces,
      remove: functions.uninstallIntegrationFromSpace,
      update: functions.updateIntegrationSpaceInstallation,
    },
  },
  integrations: {
    disableDevelopmentMode: functions.disableIntegrationDevelopmentMode,
    get: functions.getIntegrationByName,
    list: functions.listIntegrations,
    listSites: functions.listIntegrationSiteInstallations,
    listSpaces: functions.listIntegrationSpaceInstallations,
    publish: functions.publishIntegration,
    queueTask: functions.queueIntegrationTask,
    render: functions.renderIntegrationUiWithPost,
    setDevelopmentMode: functions.setIntegrationDevelopmentMode,
    unpublish: functions.unpublishIntegration,
    events: {
      get: functions.getIntegrationEvent,
      list: functions.listIntegrationEvents,
      replay: functions.replayIntegrationEvent,
    },
  },
  inviteLinks: {
    create: functions.createOrganizationInvite,
    delete: functions.deleteOrganizationInviteById,
    get: functions.getOrganizationInviteLink,
    list: functions.listOrganizationInviteLinks,
    update: functions.updateOrganizationInviteById,
  },
  invites: {
    accept: functions.joinOrganizationWithInvite,
    create: functions.inviteUsersToOrganization,
  },
  jobs: {
    cancel: functions.cancelJobById,
    get: functions.getJobById,
    list: functions.listJobsInOrganization,
  },
  members: {
    get: functions.getMemberInOrganizationById,
    list: functions.listMembersInOrganizationById,
    listSpaces: functions.listSpacesForOrganizationMember,
    listTeams: functions.listTeamsForOrganizationMember,
    ping: functions.updateOrganizationMemberLastSeenAt,
    remove: functions.removeMemberFromOrganizationById,
    resetSecondFactor: functions.resetSecondFactorOfMember,
    sendInvitation: functions.sendInvitationToMember,
    setSingleSignOn: functions.setUserAsSSOMemberForOrganization,
    update: functions.updateMemberInOrganizationById,
  },
  notifications: {
    list: functions.listNotificationsForAuthenticatedUser,
    markRead: functions.markNotificationsRead,
  },
  openAPISpecs: {
    create: functions.createOpenAPISpec,
    delete: functions.deleteOpenAPISpecBySlug,
    get: functions.getOpenAPISpecBySlug,
    list: functions.listOpenAPISpecs,
    put: functions.createOrUpdateOpenAPISpecBySlug,
    update: functions.updateOpenAPISpecBySlug,
    latestVersion: {
      get: functions.getLatestOpenAPISpecVersion,
      getContent: functions.getLatestOpenAPISpecVersionContent,
      getText: functions.getLatestOpenAPISpecVersionContentRaw,
    },
    versions: {
      get: functions.getOpenAPISpecVersionById,
      getContent: functions.getOpenAPISpecVersionContentById,
      getText: functions.getOpenAPISpecVersionContentRawById,
      list: functions.listOpenAPISpecVersions,
    },
  },
  organizations: {
    create: functions.createOrganization,
    delete: functions.deleteOrganizationById,
    find: functions.findInOrganization,
    get: functions.getOrganizationById,
    join: functions.joinOrganization,
    list: functions.listOrganizationsForAuthenticatedUser,
    listForEmailDomain: functions.getOrganizationsForEmailDomain,
    listInstallations: functions.listOrganizationInstallations,
    search: functions.searchOrganizationContent,
    update: functions.updateOrganizationById,
    integrations: {
      getStatus: functions.getOrganizationIntegrationStatus,
      list: functions.listOrganizationIntegrations,
      listStatus: functions.listOrganizationIntegrationsStatus,
    },
  },
  revisions: {
    get: functions.getRevisionById,
    list: functions.listSpaceRevisions,
    listChanges: functions.getRevisionSemanticChanges,
    restore: functions.restoreRevision,
    files: {
      get: functions.getFileInRevisionById,
      list: functions.listFilesInRevisionById,
    },
    pages: {
      get: functions.getPageInRevisionById,
      getByPath: functions.getPageInRevisionByPath,
      getDocument: functions.getPageDocumentInRevisionById,
      list: functions.listPagesInRevisionById,
      listMetaLinks: functions.listRevisionPageMetaLinks,
    },
    reusableContents: {
      get: functions.getReusableContentInRevisionById,
      getDocument: functions.getReusableContentDocumentInRevisionById,
      list: functions.listReusableContentsInRevision,
    },
    tags: {
      get: functions.getTagsInRevision,
    },
    variables: {
      get: functions.getVariablesInRevision,
    },
  },
  samlProviders: {
    create: functions.createOrganizationSAMLProvider,
    delete: functions.deleteOrganizationSAMLProvider,
    get: functions.getOrganizationSAMLProviderById,
    list: functions.listSAMLProvidersInOrganizationById,
    update: functions.updateOrganizationSAMLProvider,
  },
  singleSignOn: {
    listLogins: functions.listSSOProviderLoginsInOrganization,
  },
  sites: {
    create: functions.createSite,
    createPreview: functions.createSitePublishingPreview,
    delete: functions.deleteSiteById,
    get: functions.getSiteById,
    getPreview: functions.getSitePublishingPreviewById,
    getPublished: functions.getPublishedContentSite,
    list: functions.listSites,
    listGitInstallations: functions.listSiteGitInstallations,
    publish: functions.publishSite,
    purge: functions.purgeSite,
    restore: functions.restoreSite,
    search: functions.searchSiteContent,
    unpublish: functions.unpublishSite,
    update: functions.updateSiteById,
    adaptiveSchema: {
      get: functions.getSiteAdaptiveSchema,
      listTemplateConditions: functions.listSiteAdaptiveTemplateConditions,
      update: functions.updateSiteAdaptiveSchema,
    },
    customization: {
      get: functions.getSiteCustomizationById,
      update: functions.updateSiteCustomizationById,
    },
    insights: {
      aggregate: functions.aggregateSiteEvents,
      track: functions.trackEventsInSiteById,
    },
    integrations: {
      list: functions.listSiteIntegrations,
      listScripts: functions.listSiteIntegrationScripts,
    },
    pageFeedback: {
      list: functions.listSitePageFeedback,
    },
    permissions: {
      invite: functions.inviteToSite,
      list: functions.listPermissionsAggregateInSite,
      listTeams: functions.listTeamPermissionsInSite,
      listUsers: functions.listUserPermissionsInSite,
      removeTeam: functions.removeTeamFromSite,
      removeUser: functions.removeUserFromSite,
      updateTeam: functions.updateTeamPermissionInSite,
      updateUser: functions.updateUserPermissionInSite,
    },
    redirects: {
      create: functions.createSiteRedirect,
      delete: functions.deleteSiteRedirectById,
      getBySource: functions.getSiteRedirectBySource,
      list: functions.listSiteRedirects,
      putMany: functions.bulkUpsertSiteRedirects,
      update: functions.updateSiteRedirectById,
    },
    sectionGroups: {
      add: functions.addSectionGroupToSite,
      addSection: functions.addSectionToGroup,
      delete: functions.deleteSiteSectionGroupById,
      list: functions.listSiteSectionGroups,
      move: functions.moveSiteSectionGroup,
      removeSection: functions.removeSectionFromGroup,
      update: functions.updateSiteSectionGroupById,
    },
    sections: {
      add: functions.addSectionToSite,
      delete: functions.deleteSiteSectionById,
      list: functions.listSiteSections,
      move: functions.moveSiteSection,
      update: functions.updateSiteSectionById,
    },
    shareLinks: {
      create: functions.createSiteShareLink,
      delete: functions.deleteSiteShareLinkById,
      list: functions.listSiteShareLinks,
      update: functions.updateSiteShareLinkById,
    },
    siteSpaces: {
      add: functions.addSpaceToSite,
      delete: functions.deleteSiteSpaceById,
      deleteCustomization: functions.deleteSiteSpaceCustomizationById,
      duplicate: functions.duplicateSiteSpace,
      getCustomization: functions.getSiteSpaceCustomizationById,
      list: functions.listSiteSpaces,
      move: functions.moveSiteSpace,
      overrideCustomization: functions.overrideSiteSpaceCustomizationById,
      update: functions.updateSiteSpaceById,
    },
    structure: {
      get: functions.getSiteStructure,
      sort: functions.sortSiteStructure,
    },
    visitorAuth: {
      get: functions.getSitePublishingAuthById,
      regenerate: functions.regenerateSitePublishingAuthById,
      update: functions.updateSitePublishingAuthById,
    },
  },
  spaces: {
    create: functions.createSpace,
    delete: functions.deleteSpaceById,
    deleteLegacyGitInstallation: functions.deleteLegacyGitInstallation,
    duplicate: functions.duplicateSpace,
    export: functions.exportSpace,
    exportToGitRepository: functions.exportToGitRepository,
    get: functions.getSpaceById,
    getEmbed: functions.getEmbedByUrlInSpace,
    getGitInfo: functions.getSpaceGitInfo,
    importGitRepository: functions.importGitRepository,
    list: functions.listSpacesInOrganizationById,
    move: functions.moveSpace,
    purge: functions.purgeSpace,
    restore: functions.restoreSpace,
    search: functions.searchSpaceContent,
    transfer: functions.transferSpace,
    update: functions.updateSpaceById,
    commentReplies: {
      create: functions.postCommentReplyInSpace,
      delete: functions.deleteCommentReplyInSpace,
      get: functions.getCommentReplyInSpace,
      list: functions.listCommentRepliesInSpace,
      update: functions.updateCommentReplyInSpace,
    },
    comments: {
      create: functions.postCommentInSpace,
      delete: functions.deleteCommentInSpace,
      get: functions.getCommentInSpace,
      list: functions.listCommentsInSpace,
      listCommenters: functions.listCommentersInSpace,
      update: functions.updateCommentInSpace,
    },
    computed: {
      getDocument: functions.getComputedDocument,
      getRevision: functions.getComputedRevision,
    },
    content: {
      get: functions.getCurrentRevision,
      import: functions.importContent,
      update: functions.updateSpaceContent,
    },
    documents: {
      get: functions.getDocumentById,
    },
    files: {
      get: functions.getFileById,
      list: functions.listFiles,
      listBacklinks: functions.listSpaceFileBacklinks,
      upload: functions.uploadFile,
    },
    integrations: {
      list: functions.listSpaceIntegrations,
      listBlocks: functions.listSpaceIntegrationsBlocks,
    },
    links: {
      list: functions.listSpaceLinks,
      ofDeletion: functions.countDeletionInSpace,
    },
    pages: {
      get: functions.getPageById,
      getByPath: functions.getPageByPath,
      import: functions.importContentInPageById,
      list: functions.listPages,
      listBacklinks: functions.listSpacePageBacklinks,
      listDeleted: functions.listDeletedPages,
      listLinks: functions.listPageLinksInSpace,
      listMetaLinks: functions.listSpacePageMetaLinks,
    },
    pdf: {
      get: functions.getSpacePDF,
    },
    permissions: {
      invite: functions.inviteToSpace,
      list: functions.listPermissionsAggregateInSpace,
      listTeams: functions.listTeamPermissionsInSpace,
      listUsers: functions.listUserPermissionsInSpace,
      removeTeam: functions.removeTeamFromSpace,
      removeUser: functions.removeUserFromSpace,
      updateTeam: functions.updateTeamPermissionInSpace,
      updateUser: functions.updateUserPermissionInSpace,
    },
    reusableContents: {
      get: functions.getReusableContentById,
      list: functions.listReusableContents,
      listBacklinks: functions.listSpaceReusableContentBacklinks,
    },
    tags: {
      get: functions.getTags,
    },
    translation: {
      confirmPages: functions.confirmTranslatedPages,
      delete: functions.deleteSpaceTranslation,
      get: functions.getSpaceTranslation,
      listPages: functions.listTranslatedPages,
      run: functions.runSpaceTranslation,
      update: functions.updateSpaceTranslation,
    },
    variables: {
      get: functions.getVariables,
    },
  },
  storage: {
    createUpload: functions.generateStorageUploadURL,
  },
  subdomains: {
    get: functions.getSubdomain,
  },
  system: {
    get: functions.getApiInformation,
  },
  teams: {
    create: functions.createOrganizationTeam,
    delete: functions.removeTeamFromOrganizationById,
    get: functions.getTeamInOrganizationById,
    list: functions.listTeamsInOrganizationById,
    update: functions.updateTeamInOrganizationById,
    members: {
      add: functions.addMemberToOrganizationTeamById,
      list: functions.listTeamMembersInOrganizationById,
      remove: functions.deleteMemberFromOrganizationTeamById,
      update: functions.updateMembersInOrganizationTeam,
    },
  },
  tokens: {
    create: functions.createUserToken,
    delete: functions.deleteUserToken,
    get: functions.getUserToken,
    list: functions.listUserTokens,
  },
  translations: {
    create: functions.createTranslationSettings,
    delete: functions.deleteTranslationSettings,
    get: functions.getTranslationSettings,
    list: functions.listTranslationSettings,
    run: functions.runTranslation,
    update: functions.updateTranslationSettings,
    spaces: {
      create: functions.createTranslatedSpace,
      list: functions.listTranslatedSpaces,
    },
  },
  uploads: {
    create: functions.createUpload,
    delete: functions.deleteUpload,
    get: functions.getUpload,
    putPart: functions.putUploadPart,
  },
  urls: {
    getContent: functions.getContentByUrl,
    getEmbed: functions.getEmbedByUrl,
    getPublished: functions.getPublishedContentByUrl,
    resolvePublished: functions.resolvePublishedContentByUrl,
  },
  userSettings: {
    get: functions.getSettingsOfAuthenticatedUser,
    update: functions.updateSettingsOfAuthenticatedUser,
  },
  users: {
    get: functions.getUserById,
    me: functions.getAuthenticatedUser,
    update: functions.updateUserById,
  },
  webhooks: {
    create: functions.createOrganizationWebhook,
    delete: functions.deleteOrganizationWebhook,
    get: functions.getOrganizationWebhook,
    list: functions.listOrganizationWebhooks,
    ping: functions.pingOrganizationWebhook,
    rotateSecret: functions.rotateOrganizationWebhookSecret,
    update: functions.updateOrganizationWebhook,
    deliveries: {
      get: functions.getWebhookDelivery,
      list: functions.listWebhookDeliveries,
      replay: functions.replayWebhookDelivery,
    },
  },
};
