// Generated from the OpenAPI document by `npm run client`. Changes belong there.
import * as functions from "./functions.ts";
import type { CallOptions } from "../client.ts";
import type { ListCall } from "../calls.ts";
import type { FileSource } from "../upload.ts";
import type { Work } from "../work.ts";
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

/** All operations, as resources with verbs. */
export interface LecternResources {
  readonly auditEvents: {
    /**
     * Export the audit log.
     *
     * One JSON document a line, the oldest first, up to the time of the request.
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
}, options?: CallOptions): ListCall<AuditEvent>;
    /**
     * List the actions in the audit log.
     *
     * The actions by which you can filter the log.
     */
    listActions(organizationId: Id, options?: CallOptions): Promise<AuditEventActions>;
  };
  readonly changeRequests: {
    /**
     * Create a change request.
     *
     * It is a draft with the current content of the space. Locked spaces accept change requests, too.
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
     * The change requests in one status, `open` by default, the newest first.
     */
    list(spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly status?: "draft" | "open" | "archived" | "merged";
  /** The id of a user: only change requests that they created or wrote in. */
  readonly contributor?: string;
  /** Only change requests that change, move or delete this page, among the newest 1,000. */
  readonly pageId?: string;
}, options?: CallOptions): ListCall<ChangeRequest>;
    /**
     * List the changes of a change request.
     *
     * Compared with the content of the space that it last took in. Later pages go on between the two revisions that the first one compared. Texts are named by their ids, which `getDocumentById` reads.
     */
    listChanges(spaceId: Id, changeRequestId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** The number of items in the answer; the default is 10. */
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
     * The change requests of all spaces that you can see, in all statuses unless you choose one, the last changed first.
     */
    listInOrganization(organizationId: Id, query?: {
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
}, options?: CallOptions): ListCall<ChangeRequest & ({
  readonly spaceTitle: string;
})>;
    /**
     * List the state of a change request's merge rules.
     *
     * The merge rules of its space, or those of its organization, in order, with their results for you: a rule that makes Lectern refuse your merge is `unmet`. Empty if there are no rules.
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
  /** The resulting revision. */
  readonly revision: string;
  readonly result: "merge" | "conflicts";
}>;
    /**
     * Change a change request.
     *
     * Sets the status to draft, open or archived. Its author and reviewers can archive and reopen it. A merged one answers 409.
     */
    update(spaceId: Id, changeRequestId: Id, body: UpdateChangeRequest, options?: CallOptions): Promise<ChangeRequest>;
    /**
     * Update a change request from its space.
     *
     * With conflicts the answer has `result: conflicts`; the new revision then carries both sides, until each conflict is decided. `If-Match` takes the ETag of its content.
     */
    updateFromPrimary(spaceId: Id, changeRequestId: Id, options?: CallOptions): Promise<{
  /** The resulting revision. */
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
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<CommentReply>;
      /**
       * Delete a reply to a comment on a change request.
       *
       * It can't be undone. Only for its author and for people who can review.
       */
      delete(spaceId: Id, changeRequestId: Id, commentId: Id, commentReplyId: Id, options?: CallOptions): Promise<void>;
      /** Get a reply to a comment on a change request. */
      get(spaceId: Id, changeRequestId: Id, commentId: Id, commentReplyId: Id, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<CommentReply>;
      /**
       * List the replies to a comment on a change request.
       *
       * In the order they came.
       */
      list(spaceId: Id, changeRequestId: Id, commentId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): ListCall<CommentReply>;
      /**
       * Update a reply to a comment on a change request.
       *
       * Everybody who can comment can react to it. Only its author can change its text.
       */
      update(spaceId: Id, changeRequestId: Id, commentId: Id, commentReplyId: Id, body: UpdateCommentReply, options?: CallOptions): Promise<CommentReply>;
    };
    readonly comments: {
      /**
       * Comment on a change request.
       *
       * With `page` the comment is about a page, with `node` too about a block of that page. Both have to exist in the current content. A comment on a block follows it through edits, moves and merges. Merged and archived change requests can be discussed, too.
       */
      create(spaceId: Id, changeRequestId: Id, body: PostComment, options?: CallOptions): Promise<Comment>;
      /**
       * Delete a comment on a change request.
       *
       * Deletes it with its replies, for good. Its author and reviewers can do this.
       */
      delete(spaceId: Id, changeRequestId: Id, commentId: Id, options?: CallOptions): Promise<void>;
      /**
       * Get a comment on a change request.
       *
       * `target` is the page or block as it is now. If it is gone, it is described as it was, with `outdated`.
       */
      get(spaceId: Id, changeRequestId: Id, commentId: Id, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<Comment>;
      /**
       * List the comments on a change request.
       *
       * The newest first by default, open and resolved ones. Comments on a change request of the space are listed with the change request.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
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
}, options?: CallOptions): ListCall<Comment>;
      /**
       * List the authors of comments on a change request.
       *
       * The members who wrote its comments or replies, in the order in which they joined the organization. Guests see only themselves.
       */
      listCommenters(spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OrganizationMember>;
      /**
       * Update a comment on a change request.
       *
       * Fields that you leave out stay. Everybody who can comment can resolve and reopen it, and react. Only its author can change its text. `If-Match` compares text and status, not the reactions of others.
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
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
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
  /** The kind of an upload, if its name doesn't tell it: `confluence`. */
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
  /** The revision to which the changes were applied. */
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
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<RevisionFile>;
      /**
       * List the files of a change request.
       *
       * Sorted by id, unless you sort them otherwise. `unused` filters by links to them in the same content.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
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
}, options?: CallOptions): ListCall<RevisionFile>;
      /**
       * List the backlinks of a file of a change request.
       *
       * In the same form as the backlinks of a page.
       */
      listBacklinks(spaceId: Id, changeRequestId: Id, fileId: Id, query?: {
  /** Items on a page; the default is 50. */
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
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** `broken`: its target doesn't exist. `in-app`: it leads to an address of this installation, which readers may not be able to open. `ok`: all others. */
  readonly status?: "ok" | "broken" | "in-app";
  /** Only broken links: those that the change request breaks, or those that are already broken in the space. */
  readonly brokenContext?: "change-request" | "space";
}, options?: CallOptions): Promise<ContentReferences>;
      /**
       * Count the links that deleting pages of a change request breaks.
       *
       * Includes links from other spaces that you can see.
       */
      ofDeletion(spaceId: Id, changeRequestId: Id, query: {
  /** At most 200 ids, separated by commas. Ids of deleted pages are ignored. */
  readonly pages: string;
}, options?: CallOptions): Promise<PageDeletion>;
    };
    readonly pages: {
      /**
       * Get a page of a change request.
       *
       * With its Markdown: the body without front matter and title, which are in fields of the page. With `format=document` the answer has JSON in `document` instead.
       */
      get(spaceId: Id, changeRequestId: Id, pageId: Id, query?: {
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
}, options?: CallOptions): Promise<Page>;
      /**
       * Get a page of a change request by its path.
       *
       * The path with its slashes percent-encoded.
       */
      getByPath(spaceId: Id, changeRequestId: Id, pagePath: string, query?: {
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
}, options?: CallOptions): Promise<Page>;
      /**
       * Import content under a page of a change request.
       *
       * The same as importing into the change request, but below a page.
       */
      import(spaceId: Id, changeRequestId: Id, pageId: Id, body: ImportContent | FileSource, query?: {
  /** Delete what the source does not have. By default nothing is deleted. */
  readonly prune?: boolean;
  /** The kind of an upload, if its name doesn't tell it: `confluence`. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}, options?: CallOptions): Work<ImportContentResult>;
      /**
       * List the pages of a change request.
       *
       * The whole tree at once, in order.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<Pages>;
      /**
       * List the backlinks of a page of a change request.
       *
       * Told as what links to a page of a space.
       */
      listBacklinks(spaceId: Id, changeRequestId: Id, pageId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ContentLocation>;
      /**
       * List the links of a page of a change request.
       *
       * The links in its text, its cover and, for a link in the navigation, its target.
       */
      listLinks(spaceId: Id, changeRequestId: Id, pageId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** `broken`: its target doesn't exist. `in-app`: it leads to an address of this installation, which readers may not be able to open. `ok`: all others. */
  readonly status?: "ok" | "broken" | "in-app";
}, options?: CallOptions): Promise<ContentReferences>;
      /**
       * List a page of a change request in other languages.
       *
       * The same page in the source and in its other translations, if you can see them and they have the page.
       */
      listMetaLinks(spaceId: Id, changeRequestId: Id, pageId: Id, options?: CallOptions): Promise<RevisionPageMetaLinks>;
    };
    readonly pdf: {
      /**
       * Make a PDF of a change request or one of its pages.
       *
       * Works like the PDF of a space.
       */
      get(spaceId: Id, changeRequestId: Id, query?: {
  /** The page to print, with its subpages. The default is all pages. */
  readonly page?: string;
  /** Only this page, without its subpages. */
  readonly only?: boolean;
  /** The paper size. */
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
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
}, options?: CallOptions): Promise<RevisionReusableContent>;
      /** List the reusable contents of a change request. */
      list(spaceId: Id, changeRequestId: Id, query?: {
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
}, options?: CallOptions): ListCall<ReusableContentEntry>;
      /**
       * List the backlinks of a reusable content of a change request.
       *
       * In the same form as the backlinks of a page.
       */
      listBacklinks(spaceId: Id, changeRequestId: Id, reusableContentId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ContentLocation>;
    };
    readonly reviewers: {
      /**
       * List the requested reviewers of a change request.
       *
       * In the order of the requests, whether or not they have reviewed since.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ChangeRequestRequestedReviewer>;
      /**
       * Withdraw a review request.
       *
       * Earlier reviews stay. The answer is 204 even if they had not been asked.
       */
      remove(spaceId: Id, changeRequestId: Id, userId: Id, options?: CallOptions): Promise<void>;
      /**
       * Ask for reviews of a change request.
       *
       * Asks people who can see the space, whatever their role; a draft becomes `open`. If you ask somebody again, their earlier review no longer counts.
       */
      request(spaceId: Id, changeRequestId: Id, body: RequestReviewers, options?: CallOptions): Promise<{
  readonly users: readonly ChangeRequestRequestedReviewer[];
}>;
    };
    readonly reviews: {
      /** Get a review of a change request. */
      get(spaceId: Id, changeRequestId: Id, reviewId: Id, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<ChangeRequestReview>;
      /**
       * List the reviews of a change request.
       *
       * The newest first. A review belongs to the revision that was reviewed, even when the content changes later. With `outdated=false` you get only the last review of each reviewer.
       */
      list(spaceId: Id, changeRequestId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: only outdated reviews. false: only the others. */
  readonly outdated?: boolean;
}, options?: CallOptions): ListCall<ChangeRequestReview>;
      /**
       * Review a change request.
       *
       * For people who can review in the space or were asked to. The review is about the current content and replaces your earlier one. Its text becomes a comment on the change request. A merged or archived change request answers 409. `If-Match` takes the ETag of the content that you read.
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
     * At the top of the organization it needs the permission `createContent`, in another collection `create` on that one.
     */
    create(organizationId: Id, body: CreateCollection, options?: CallOptions): Promise<Collection>;
    /**
     * Delete a collection.
     *
     * Its spaces and collections move up to its place and keep their permissions: those that inherited get the collection's default level and grants. You can restore the collection for seven days.
     */
    delete(collectionId: Id, options?: CallOptions): Promise<void>;
    /** Get a collection. */
    get(collectionId: Id, options?: CallOptions): Promise<Collection>;
    /**
     * List the collections of an organization.
     *
     * The collections that you can see, in the order of their positions; with `deleted=true` the trash.
     */
    list(organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** true: only those in the trash that you can restore. */
  readonly deleted?: boolean;
  /** false: only collections at the top. The default is true. */
  readonly nested?: boolean;
}, options?: CallOptions): ListCall<Collection>;
    /**
     * List the spaces of a collection.
     *
     * The spaces directly in it that you can see, in the order of their positions.
     */
    listSpaces(collectionId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<Space>;
    /**
     * Move a collection.
     *
     * Moves it into another collection or to the top, and to a place among its siblings. Needs `admin` on it and `create` on its new place.
     */
    move(collectionId: Id, body: MoveContent, options?: CallOptions): Promise<Collection>;
    /** Delete a collection in the trash for good. */
    purge(collectionId: Id, options?: CallOptions): Promise<void>;
    /**
     * Restore a deleted collection.
     *
     * Possible for seven days after the deletion. Its former content comes back into it, except what somebody has moved since and what you can't `admin`.
     */
    restore(collectionId: Id, options?: CallOptions): Promise<Collection>;
    /**
     * Transfer a collection to another organization.
     *
     * Transfers it with everything in it. Needs `admin` on all of that and `createContent` in the other organization. People and teams outside that organization lose their access. Refused while a space in it is in a site, is a translation, or is the source of one.
     */
    transfer(collectionId: Id, body: TransferContent, options?: CallOptions): Promise<Collection>;
    /**
     * Change a collection.
     *
     * Changes title, description and default level. The default level applies to everything in it that inherits.
     */
    update(collectionId: Id, body: UpdateCollection, options?: CallOptions): Promise<Collection>;
    readonly permissions: {
      /**
       * Set the roles of people and teams.
       *
       * A direct role takes precedence over all inherited roles. It replaces their previous role here.
       */
      invite(collectionId: Id, body: InviteUsersAndTeams, options?: CallOptions): Promise<void>;
      /**
       * List the people with access.
       *
       * With their resulting role here, and its source.
       */
      list(collectionId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly role?: MemberRole;
}, options?: CallOptions): ListCall<EffectiveContentPermission>;
      /** List the teams with a direct role. */
      listTeams(collectionId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<TeamContentPermission>;
      /** List the people with a direct role. */
      listUsers(collectionId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<UserContentPermission>;
      /**
       * Remove the role of a team.
       *
       * What they have from above, or from the organization, stays.
       */
      removeTeam(collectionId: Id, teamId: Id, options?: CallOptions): Promise<void>;
      /**
       * Remove the role of a user.
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
     * The state of its proof, and the DNS record that you have to add.
     */
    get(hostname: string, options?: CallOptions): Promise<CustomHostname>;
    /**
     * Remove a custom hostname.
     *
     * Its site is served only at its other address from then on.
     */
    remove(hostname: string, options?: CallOptions): Promise<void>;
    /**
     * Check the DNS of a custom hostname again.
     *
     * Asks the DNS, which takes moments; read the hostname to see the result. Once it is proved, the site is served there. Refused if it is proved already.
     */
    revalidate(hostname: string, options?: CallOptions): Promise<void>;
  };
  readonly fonts: {
    /**
     * Create a font from uploaded files.
     *
     * A font has a file for each weight, including the regular one (400). Use the answer, without `permissions`, as `font` or `monospaceFont` of a site's look.
     */
    create(organizationId: Id, body: CreateCustomFont, options?: CallOptions): Promise<CustomizationFontDefinition>;
    /**
     * Delete a font.
     *
     * Deletes the font with its files. Sites that use it show a font of the reader's system instead.
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
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<CustomizationFontDefinition>;
    /**
     * Change a font.
     *
     * Weights that you don't name stay; `storageKey: null` removes one. Sites keep the font as it was when you set their look; set the look again after this.
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
     * Connect a space or a site with a branch.
     *
     * From then on, changes on each side go to the other. `direction` says what the first sync does. With `git`, a space that has pages answers 409 until you allow with `"confirm": true` to replace them. The credentials are a connection, or a token, from which a connection is made; to only read a public repository, you need none. Without a repository nothing is synced: you can list the repositories, and choose one by an update.
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
     * The repository with which a space is synced, and the state of the sync.
     */
    get(gitInstallationId: Id, options?: CallOptions): Promise<GitSyncInstallation>;
    /**
     * Get a file of a GitHub repository.
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
     * Get a file of a GitLab project.
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
     * Get the differences between a space and its branch.
     *
     * As it is known, without asking the host: a sync asks.
     */
    getStatus(gitInstallationId: Id, options?: CallOptions): Promise<GitSyncStatus>;
    /**
     * Search the branches of a repository.
     *
     * As its host lists them: the first fifty.
     */
    listBranches(gitInstallationId: Id, query?: {
  /** Its full name, such as `acme/docs`. The default is the synced repository. */
  readonly repository?: string;
  /** A part of the name. On Bitbucket, begin with the workspace. */
  readonly search?: string;
}, options?: CallOptions): Promise<{
  readonly items: readonly GitSyncBranch[];
  /** Whether there are more results. A longer search text narrows them down. */
  readonly more: boolean;
}>;
    /**
     * List the folders in a folder of a repository.
     *
     * As its host lists them.
     */
    listFolders(gitInstallationId: Id, query?: {
  /** Its full name, such as `acme/docs`. The default is the synced repository. */
  readonly repository?: string;
  readonly branch?: GitBranch;
  /** The directory to list. The default is the top. */
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
     * Search the repositories of a Git installation.
     *
     * As its host lists what the token reaches: the first fifty. Hosts of the kind `git` have no lists.
     */
    listRepositories(gitInstallationId: Id, query?: {
  /** A part of the name. On Bitbucket, begin with the workspace. */
  readonly search?: string;
}, options?: CallOptions): Promise<{
  readonly items: readonly GitRepository[];
  /** Whether there are more results. A longer search text narrows them down. */
  readonly more: boolean;
}>;
    /**
     * List the pull requests of a Git installation.
     *
     * Those of which the host has told, the last heard first. A week after one was closed it is gone.
     */
    listReviews(gitInstallationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GitReview>;
    /**
     * List the runs of a Git installation.
     *
     * The newest first; the last 200 are kept.
     */
    listRuns(gitInstallationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GitSyncRun>;
    /**
     * List what Git Sync waits for or fails at.
     *
     * Of the spaces and sites that you administrate: those whose sync waits for somebody, with what may be answered, those with things that both sides have changed, and those whose sync has failed six times in a row.
     */
    listWaiting(organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GitWaiting>;
    /**
     * Preview a sync.
     *
     * Soon, by a job: the answer is its run, whose `report` has, once it has ended, the pages that would change here, the files that would change on the branch, and what `git diff` says of these. Nothing is written, and a paused installation can be looked at too.
     */
    preview(gitInstallationId: Id, options?: CallOptions): Promise<GitSyncRun>;
    /**
     * Replace the webhook secret of a Git installation.
     *
     * For setting up the webhook by hand at the host. The previous secret is no longer valid.
     */
    replaceWebhookSecret(gitInstallationId: Id, options?: CallOptions): Promise<GitWebhookWithSecret>;
    /**
     * Decide a question of a sync.
     *
     * One of the choices of its `attention`, or `git` or `lectern` for everything that is held. The sync then continues. If nothing waits for this decision, or the `question` that you send has changed, the answer is 409.
     */
    resolve(gitInstallationId: Id, body: ResolveGitSync, options?: CallOptions): Promise<GitSyncInstallation>;
    /**
     * Sync a space with its branch.
     *
     * Starts a job: the answer doesn't wait for the host. The list of runs shows the result. For a paused installation the answer is 409.
     */
    sync(gitInstallationId: Id, options?: CallOptions): Promise<GitSyncInstallation>;
    /**
     * Change a Git installation.
     *
     * The person who changes it becomes its owner, and it works with their permissions. With another repository, branch or folder the sync starts again: `direction` says what it does, and without `"confirm": true` a 409 lists what would be left behind or replaced. In the same place, `direction` makes a sync decide for that side.
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
       * 409 while a space is synced with it. For its creator and administrators.
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
       * The oldest first. People who can create content see all, others only their own. No answer contains tokens.
       */
      list(organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GitConnection>;
      /**
       * Replace the token of a Git connection.
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
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<GlossaryEntry>;
    /**
     * Insert, update and delete entries of a glossary.
     *
     * All of the operations take effect, or none. The translator gets them with later requests; existing translations stay as they are.
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
     * Grants the integration the scopes that it asks for now, also where it is installed already (200): its configuration, spaces and sites stay. It never has more permissions than you, and loses them when you do. With the target `organization` it works on all spaces and sites; others are installed on each.
     */
    create(integrationName: string, body: InstallIntegration, options?: CallOptions): Promise<IntegrationInstallation>;
    /**
     * Create a token of an installation.
     *
     * For administrators of the integration's organization. The token lasts an hour. It has the granted scopes in the organization's chosen spaces and sites, and never more permissions than the person who installed it.
     */
    createToken(integrationName: string, installationId: Id, options?: CallOptions): Promise<APITemporaryToken>;
    /**
     * Uninstall an integration.
     *
     * Uninstalls it from the organization and all its spaces and sites. Its tokens stop working at once.
     */
    delete(integrationName: string, installationId: Id, options?: CallOptions): Promise<void>;
    /**
     * Get an installation.
     *
     * For people of its organization who can install integrations, and for administrators of the integration.
     */
    get(integrationName: string, installationId: Id, options?: CallOptions): Promise<IntegrationInstallation>;
    /**
     * List the installations of an integration.
     *
     * The installations in all organizations, the oldest first. For administrators of the integration's organization.
     */
    list(integrationName: string, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Only with this external id. */
  readonly externalId?: string;
}, options?: CallOptions): ListCall<IntegrationInstallation>;
    /**
     * Change an installation.
     *
     * `configuration` is checked against the integration's schema; once nothing required is missing, the installation becomes active. If you change a paused installation, it continues with your permissions. With the installation's own token you can change only `configuration` and `externalIds`.
     */
    update(integrationName: string, installationId: Id, body: UpdateIntegrationInstallation, options?: CallOptions): Promise<IntegrationInstallation>;
    readonly events: {
      /**
       * Get an event of an installation with its attempts.
       *
       * When the event was sent, what its script wrote to the console, and the answer.
       */
      get(integrationName: string, installationId: Id, eventId: Id, options?: CallOptions): Promise<IntegrationEventWithTrace>;
      /**
       * List the events of an installation.
       *
       * For people with permission to install: the events that they can see, the newest first, with their results. Kept for 30 days.
       */
      list(integrationName: string, installationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<IntegrationEvent>;
      /**
       * Resend an event to this installation.
       *
       * Now, without regard to what comes before or after it, and with new attempts for a day.
       */
      replay(integrationName: string, installationId: Id, eventId: Id, options?: CallOptions): Promise<IntegrationEvent>;
    };
    readonly sites: {
      /**
       * Install an integration on a site.
       *
       * Only for integrations that can be installed on a site, or everywhere.
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
       * The sites that you can see and on which it is installed, the oldest first.
       */
      list(integrationName: string, installationId: Id, query?: {
  /** Items on a page; the default is 50. */
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
       * Only for integrations that can be installed on a space, or everywhere.
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
       * The spaces that you can see and on which it is installed, the oldest first.
       */
      list(integrationName: string, installationId: Id, query?: {
  /** Items on a page; the default is 50. */
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
     * Stop sending an integration's events to its developer.
     *
     * Events are no longer posted to the developer.
     */
    disableDevelopmentMode(integrationName: string, options?: CallOptions): Promise<void>;
    /**
     * Get an integration.
     *
     * Members of its organization, and of organizations that installed it, can see a private integration. Works without a token for public ones.
     */
    get(integrationName: string, options?: CallOptions): Promise<Integration>;
    /**
     * List integrations.
     *
     * The oldest first: public integrations and, with a token, those of your organizations and those installed there. Works without a token, too.
     */
    list(query?: {
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
}, options?: CallOptions): ListCall<Integration>;
    /**
     * List the site installations of an integration.
     *
     * In all organizations, the oldest first. For administrators of whoever published it.
     */
    listSites(integrationName: string, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly extended?: boolean;
  /** Only with this external id. */
  readonly externalId?: string;
}, options?: CallOptions): ListCall<IntegrationSiteInstallation>;
    /**
     * List the space installations of an integration.
     *
     * In all organizations, the oldest first. For administrators of whoever published it.
     */
    listSpaces(integrationName: string, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly extended?: boolean;
  /** Only with this external id. */
  readonly externalId?: string;
}, options?: CallOptions): ListCall<IntegrationSpaceInstallation>;
    /**
     * Publish an integration, or a new version of it.
     *
     * For administrators of the organization. The body replaces everything that was published under the name, and the version counts up. Each version keeps its script, which is loaded once to see that it can be. Scopes that a new version adds apply only to later installations.
     */
    publish(integrationName: string, body: PublishIntegration, options?: CallOptions): Promise<Integration>;
    /**
     * Schedule a task of an integration.
     *
     * Its script is sent the task as `{task}` by a POST to `/tasks` below the endpoint of whoever asks: an installation, or the integration itself. `x-gitbook-integration-signature` there is the HMAC-SHA256 of the body with `signingSecrets.integration`, in hexadecimal. A task may be sent twice, where a process ended.
     */
    queueTask(integrationName: string, body: QueueIntegrationTask, options?: CallOptions): Promise<void>;
    /**
     * Render a component of an integration.
     *
     * In a page, for those who write in its space; in its configuration, for those who may install it there; where a content source asks what to make pages of, for those who write in the space. What the script gives is passed on as it came, up to 100 kB. With the token of a site, for what a page of it has and what was offered in that: documents have a seal in the props of their blocks, to be sent as it is.
     */
    render(integrationName: string, body: RenderIntegrationUI, options?: CallOptions): Promise<ContentKitRenderOutput>;
    /**
     * Send an integration's events to its developer.
     *
     * For development. Each event is posted there with the secrets of the integration and a token of the installation that lasts an hour.
     */
    setDevelopmentMode(integrationName: string, body: IntegrationDevelopmentMode, options?: CallOptions): Promise<void>;
    /**
     * Unpublish an integration.
     *
     * Deletes all its versions, secrets and installations, in other organizations too. Events that still wait are not sent.
     */
    unpublish(integrationName: string, options?: CallOptions): Promise<void>;
    readonly events: {
      /**
       * Get an event of an integration with its attempts.
       *
       * When the event was sent, and the answer to it.
       */
      get(integrationName: string, eventId: Id, options?: CallOptions): Promise<IntegrationEventWithTrace>;
      /**
       * List the events of an integration.
       *
       * Its events in all organizations, the newest first, with their results. Kept for 30 days. For administrators of the organization that published it.
       */
      list(integrationName: string, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<IntegrationEvent>;
      /**
       * Send an event of an installation again.
       *
       * Sends it now, regardless of earlier and later events, and retries for a day. Requests to an integration can't be sent again: they are only recorded.
       */
      replay(integrationName: string, eventId: Id, options?: CallOptions): Promise<IntegrationEvent>;
    };
  };
  readonly inviteLinks: {
    /**
     * Create an invite link.
     *
     * A link to the organization needs an administrator, a link to a space or a collection the permission to invite there. Its `id` is a secret: anybody who has it can join.
     */
    create(organizationId: Id, body: CreateOrganizationInvite, options?: CallOptions): Promise<OrganizationInviteLink>;
    /**
     * Delete an invite link.
     *
     * Nobody can join with it after this. People who have joined stay.
     */
    delete(organizationId: Id, inviteId: Id, options?: CallOptions): Promise<void>;
    /** Get an invite link. */
    get(organizationId: Id, inviteId: Id, options?: CallOptions): Promise<OrganizationInviteLink>;
    /**
     * List the invite links of an organization.
     *
     * The links to the organization that have not expired, the oldest first.
     */
    list(organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OrganizationInviteLink>;
    /**
     * Change an invite link.
     *
     * `role` for a link to the organization, `level` for one to a space or a collection.
     */
    update(organizationId: Id, inviteId: Id, body: UpdateOrganizationInvite, options?: CallOptions): Promise<OrganizationInviteLink>;
  };
  readonly invites: {
    /**
     * Join by an invite link.
     *
     * Each person can use a link once. It changes nothing for people who already have its role. It is refused if you signed in by single sign-on of another organization, or otherwise where the organization wants its own. A link works for 30 days, while its creator has permission to invite and the organization's `inviteLinks` are on.
     */
    accept(organizationId: Id, inviteId: Id, options?: CallOptions): Promise<JoinedOrganization>;
    /**
     * Invite people by e-mail address.
     *
     * They become members at once; people without an account get one. If a mail server is set up, each gets an e-mail with a link to sign in, which works once, within 24 hours. Until the e-mail is sent, the member's `invitation` says so; without a mail server `emailed` is false. Without a role they get the organization's `defaultRole`. Existing members keep their role. One person can invite 2,000 people in 24 hours; then the answer is 429.
     */
    create(organizationId: Id, body: InviteUsersToOrganization, options?: CallOptions): Promise<InvitedUsers>;
  };
  readonly jobs: {
    /**
     * Cancel a job.
     *
     * A running job ends within moments; finished parts of its work stay. You get a 409 if it has ended, and a 403 for jobs that Lectern started itself.
     */
    cancel(jobId: Id, options?: CallOptions): Promise<Job>;
    /**
     * Get a job.
     *
     * The progress and the report of work in the background. The person who started it can see it, and everybody who can edit its space. The report of a PDF is for the person who started it alone, since it shows what they see of other spaces.
     */
    get(jobId: Id, options?: CallOptions): Promise<Job>;
    /**
     * List the jobs of an organization.
     *
     * The jobs that people started and that you can see, the newest first: your own, and those of spaces that you can edit. They are kept for 30 days after they have ended.
     */
    list(organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Only jobs with this status. */
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
     * The latest to join first. Guests can't list members.
     */
    list(organizationId: Id, query?: {
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
}, options?: CallOptions): ListCall<OrganizationMember>;
    /**
     * List the spaces of a member.
     *
     * The spaces that both of you can see, with the member's role, the newest first.
     */
    listSpaces(organizationId: Id, userId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The default is `desc`. */
  readonly order?: "asc" | "desc";
}, options?: CallOptions): ListCall<MemberContentPermission>;
    /** List the teams of a member. */
    listTeams(organizationId: Id, userId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** A part of the title, in any case. */
  readonly title?: string;
}, options?: CallOptions): ListCall<OrganizationMemberTeam>;
    /**
     * Record your presence in an organization.
     *
     * Records the time, to the minute, and returns a signed token with your identity.
     */
    ping(organizationId: Id, options?: CallOptions): Promise<VisitorClaims>;
    /**
     * Remove a member.
     *
     * They lose all their roles in the organization at once. Everybody can remove themselves. An organization keeps at least one administrator.
     */
    remove(organizationId: Id, userId: Id, options?: CallOptions): Promise<void>;
    /**
     * Reset a member's second factor.
     *
     * Removes their app, passkeys and recovery codes, and ends their sessions. They are notified by e-mail, and sign in by password or link. You get a 409 if they have none, and for members of several organizations: the operator of the installation does it for them.
     */
    resetSecondFactor(organizationId: Id, userId: Id, options?: CallOptions): Promise<void>;
    /**
     * Send the failed e-mails of a member again.
     *
     * What `failedEmails` of the member counts is sent again, to the address that they have now; of links to sign in, one. Nothing of an e-mail is shown to you. If none has failed, nothing is sent. You get a 409 without a mail server.
     */
    sendFailedEmails(organizationId: Id, userId: Id, options?: CallOptions): Promise<void>;
    /**
     * Send the invitation of a member again.
     *
     * Sends an e-mail with a link to sign in, which works once, within 24 hours. You get a 409 without a mail server, for somebody who has signed in or is disabled, and within 10 minutes of the last one.
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
     * Your notifications, the newest first: review requests; reviews, comments and merges of your change requests; replies and mentions. Things that you can't see any more are left out. Notifications are kept for 90 days.
     */
    list(query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** true: only unread notifications. */
  readonly unread?: boolean;
}, options?: CallOptions): ListCall<Notification>;
    /**
     * Mark notifications as read.
     *
     * Marks these notifications, or all of yours.
     */
    markRead(body: MarkNotificationsRead, options?: CallOptions): Promise<void>;
  };
  readonly openAPISpecs: {
    /**
     * Add an OpenAPI specification.
     *
     * Takes an address or the text. Accepts Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2, as JSON or YAML, up to 32 MB of JSON or 10 MB of YAML in at most 50 files; other files are fetched only from the origin of the first. The source is read after the answer; `processingState` shows the progress. A slug that is taken answers 409.
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
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OpenAPISpec>;
    /**
     * Add an OpenAPI specification, or set its source.
     *
     * Lectern reads the source again, even if the address is the same. The last version stays until there is a new one.
     */
    put(organizationId: Id, specSlug: string, body: PutOpenAPISpec, options?: CallOptions): Promise<OpenAPISpec>;
    /**
     * Set the visibility of an OpenAPI specification.
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
       * The text of the main file, unchanged.
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
       * The text of the main file, unchanged.
       */
      getText(organizationId: Id, specSlug: string, versionId: Id, options?: CallOptions): Promise<OpenAPISpecText>;
      /**
       * List the versions of an OpenAPI specification.
       *
       * The oldest first. A version is made when the source says something else than before.
       */
      list(organizationId: Id, specSlug: string, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OpenAPISpecVersion>;
    };
  };
  readonly organizations: {
    /**
     * Create an organization.
     *
     * You become its administrator. Its hostname is made from the title; change it with PATCH. Refused if you signed in by single sign-on, which is limited to the organization that it belongs to, and in installations where the operator makes organizations.
     */
    create(body: CreateOrganization, options?: CallOptions): Promise<Organization>;
    /**
     * Delete an organization.
     *
     * Deletes it with its spaces, sites, members and teams, for good. Nobody reaches it from then on; a job then removes its content. Refused while one of its sites is published.
     */
    delete(organizationId: Id, options?: CallOptions): Promise<void>;
    /**
     * Find things in an organization by name.
     *
     * At most eight things of each type that you can see; titles that begin with the text come first. Pages are also found by their words, and open change requests and drafts by their numbers.
     */
    find(organizationId: Id, query: {
  /** The title, or its beginning. */
  readonly query: string;
  /** Separated by commas. The default is all: page, space, collection, site, member, team, change-request, spec. */
  readonly types?: string;
}, options?: CallOptions): Promise<{
  readonly items: readonly FoundThing[];
}>;
    /** Get an organization. */
    get(organizationId: Id, options?: CallOptions): Promise<Organization>;
    /**
     * Join an organization by your e-mail domain.
     *
     * With a verified address at one of its `emailDomains` you get its `defaultRole`. It changes nothing for members.
     */
    join(organizationId: Id, options?: CallOptions): Promise<void>;
    /** List your organizations. */
    list(query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<Organization>;
    /**
     * List the organizations of an e-mail domain.
     *
     * The organizations that you belong to; all of them if it is the domain of your own verified address.
     */
    listForEmailDomain(emailDomain: string, options?: CallOptions): Promise<OrganizationsOfDomain>;
    /**
     * List the installations of an organization.
     *
     * Installations with their integrations, the oldest first.
     */
    listInstallations(organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Part of the name or the title. */
  readonly search?: string;
}, options?: CallOptions): ListCall<InstalledIntegration>;
    /**
     * Search an organization.
     *
     * The spaces that you can read and that have matching pages, the one with the best page first, each with its best ten pages.
     */
    search(organizationId: Id, query: {
  /** Every word must occur; the last one can be the beginning of a word. Words in quotation marks must be next to each other. If no page has all of them, likely typos are corrected, then words are left out. */
  readonly query: string;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<SearchSpaceResult>;
    /**
     * Change an organization.
     *
     * A new hostname changes the addresses of the organization's sites at once. Setting `sso` answers 409 until somebody has signed in by one of its identity providers, and setting `secondFactor` until you have one yourself. `mergeRules` apply to all spaces without rules of their own.
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
       * List the integrations available to an organization.
       *
       * Public ones, its own, and those that are installed in it; the oldest first.
       */
      list(organizationId: Id, query?: {
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
}, options?: CallOptions): ListCall<Integration>;
      /**
       * List the integration status of an organization.
       *
       * For members. People with permission to install see more in the list of installations.
       */
      listStatus(organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Part of the name or the title. */
  readonly search?: string;
}, options?: CallOptions): ListCall<OrganizationIntegrationStatus>;
    };
  };
  readonly revisions: {
    /** Get a revision. */
    get(spaceId: Id, revisionId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<Revision>;
    /**
     * List the history of a space.
     *
     * Newest first.
     */
    list(spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The id of a page: only revisions that changed it. */
  readonly targetPage?: string;
}, options?: CallOptions): ListCall<RevisionEntry>;
    /**
     * List the changes of a revision.
     *
     * Compared with the revision before it, or `with` another of the space; a merge names the change request that it came from. Texts are named by their ids, which `getDocumentById` reads.
     */
    listChanges(spaceId: Id, revisionId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** The number of items in the answer; the default is 10. */
  readonly limit?: number;
  /** The revision to compare with. The default is the one before it. */
  readonly with?: string;
  readonly metadata?: boolean;
  readonly computed?: boolean;
}, options?: CallOptions): Promise<RevisionSemanticChanges>;
    /**
     * Restore a space to a revision.
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
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<RevisionFile>;
      /**
       * List the files of a revision.
       *
       * Sorted by id, unless you sort them otherwise. `unused` filters by links to them in the same content.
       */
      list(spaceId: Id, revisionId: Id, query?: {
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
}, options?: CallOptions): ListCall<RevisionFile>;
    };
    readonly pages: {
      /**
       * Get a page of a revision.
       *
       * With its Markdown: the body without front matter and title, which are in fields of the page. With `format=document` the answer has JSON in `document` instead.
       */
      get(spaceId: Id, revisionId: Id, pageId: Id, query?: {
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
}, options?: CallOptions): Promise<Page>;
      /**
       * Get a page of a revision by its path.
       *
       * The path with its slashes percent-encoded.
       */
      getByPath(spaceId: Id, revisionId: Id, pagePath: string, query?: {
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
}, options?: CallOptions): Promise<Page>;
      /**
       * Get the document of a page of a revision.
       *
       * Its text as JSON, as `format=document` answers it with the page.
       */
      getDocument(spaceId: Id, revisionId: Id, pageId: Id, query?: {
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
  /** true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false. */
  readonly dereferenced?: boolean | "reusable-contents";
}, options?: CallOptions): Promise<JSONDocument>;
      /**
       * List the pages of a revision.
       *
       * The whole tree at once, in order.
       */
      list(spaceId: Id, revisionId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<Pages>;
      /**
       * List a page of a revision in other languages.
       *
       * The same page in the source and in its other translations, if you can see them and they have the page.
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
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
}, options?: CallOptions): Promise<RevisionReusableContent>;
      /**
       * Get the document of a reusable content of a revision.
       *
       * Its text as JSON, as pages have theirs with `format=document`.
       */
      getDocument(spaceId: Id, revisionId: Id, reusableContentId: Id, query?: {
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
  /** true or `reusable-contents`: reusable content of the same space stands in the document in the place of the blocks that name it. For documents only. The default is false. */
  readonly dereferenced?: boolean | "reusable-contents";
}, options?: CallOptions): Promise<JSONDocument>;
      /** List the reusable contents of a revision. */
      list(spaceId: Id, revisionId: Id, query?: {
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
     * A label is enough to begin with. Enter the answer's `service` at your identity provider. The provider is `pending`, and nobody can sign in through it, until `ssoURL`, `entityID` and `certificate` are set. Without `defaultRole`, new members get the organization's default role.
     */
    create(organizationId: Id, body: CreateSAMLProvider, options?: CallOptions): Promise<OrganizationSAMLProvider>;
    /**
     * Delete a SAML provider.
     *
     * Nobody can sign in through it after this, and its sessions end. Members stay members.
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
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OrganizationSAMLProvider>;
    /**
     * Test a SAML provider before it is saved.
     *
     * Values that aren't given are those that the provider has. The answer's `url` leads to the identity provider, for 15 minutes; the page after it says who was named and whether they would be let in, or why the answer was refused. A test saves nothing and signs nobody in.
     */
    test(organizationId: Id, samlProviderId: Id, body: TestSAMLProvider, options?: CallOptions): Promise<OrganizationSAMLProviderTest>;
    /**
     * Change a SAML provider.
     *
     * A new `certificate` or `entityID` ends sign-ins under way and the sessions that the provider opened. `null` as `defaultTeam` removes the team. An empty `certificate` or `entityID` turns the provider off until it is set again.
     */
    update(organizationId: Id, samlProviderId: Id, body: UpdateSAMLProvider, options?: CallOptions): Promise<OrganizationSAMLProvider>;
  };
  readonly singleSignOn: {
    /**
     * List the ways to sign in to an organization by single sign-on.
     *
     * Works without a token, because people use it before they sign in. Pending providers are left out; an organization that doesn't exist has none.
     */
    listLogins(organizationId: Id, options?: CallOptions): Promise<{
  readonly items: readonly OrganizationSSOProviderLogin[];
}>;
  };
  readonly sites: {
    /**
     * Create a site.
     *
     * `spaces` names the spaces of the site, or creates one: `sample` with pages to start from, `empty` without. A new site is not published yet.
     */
    create(organizationId: Id, body: CreateSite, options?: CallOptions): Promise<Site>;
    /**
     * Preview a site with unsaved changes.
     *
     * `customization` shows the site with these settings, `overrides` the variant as a `PATCH` of its customization would make it, and `changeRequest` or `revision` the content of one. Nobody else sees it. Lectern keeps your last 20 for an hour.
     */
    createPreview(organizationId: Id, siteId: Id, body: CreateSitePreview, options?: CallOptions): Promise<SitePreview>;
    /**
     * Delete a site.
     *
     * Nobody can read it from now on, and other sites can take its hostname. You can restore it for seven days. Its spaces stay.
     */
    delete(organizationId: Id, siteId: Id, options?: CallOptions): Promise<void>;
    /** Get a site. */
    get(organizationId: Id, siteId: Id, options?: CallOptions): Promise<Site>;
    /**
     * Get the address of a preview.
     *
     * The address works for an hour. It shows the site, published or not, as a visitor with these `claims` sees it. Below it, `~/changes/<number>/` shows a change request of the variant's space and `~/revisions/<id>/` a revision of it. Anybody who has the address can read all this, as far as you can see the spaces, and until you lose permission to edit the site.
     */
    getPreview(organizationId: Id, siteId: Id, query?: {
  readonly siteSpace?: Id;
  /** The visitor's claims, in Rison: (plan:pro,beta:!t) */
  readonly claims?: string;
}, options?: CallOptions): Promise<SitePreview>;
    /** Get a published site with its structure and look. */
    getPublished(organizationId: Id, siteId: Id, query?: {
  /** The key of a share link. Published addresses in the answer use it. */
  readonly shareKey?: string;
}, options?: CallOptions): Promise<PublishedContentSite>;
    /**
     * List the sites of an organization.
     *
     * The sites that you can see, the oldest first; with `deleted=true` the trash.
     */
    list(organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly space?: Id;
  /** Contained in the title, in any case. */
  readonly title?: string;
  readonly published?: boolean;
  /** true: only those in the trash that you can restore. */
  readonly deleted?: boolean;
  readonly type?: readonly SiteType[];
}, options?: CallOptions): ListCall<Site>;
    /**
     * List the Git installations of a site.
     *
     * The site's own first, then those of its spaces that you administrate.
     */
    listGitInstallations(organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
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
     * Possible for seven days after the deletion. It comes back unpublished, with its structure, look, redirects and share links, and with its name and hostname if no other site has taken them.
     */
    restore(organizationId: Id, siteId: Id, options?: CallOptions): Promise<Site>;
    /**
     * Search a site.
     *
     * The spaces of the site that you can see and that have matching pages, the one with the best page first, each with its best ten pages and their sections. Conditions for visitors are applied only with a reader's token of the site.
     */
    search(organizationId: Id, siteId: Id, body: SearchSite, query?: {
  /** Items on a page; the default is 50. */
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
     * A narrower visibility takes effect at once. A new basename changes the site's address; the former one redirects to it. A `hostname` needs an administrator of the organization, and works once it is proved: see the custom hostname.
     */
    update(organizationId: Id, siteId: Id, body: UpdateSite, options?: CallOptions): Promise<Site>;
    readonly adaptiveSchema: {
      /**
       * Get the claims schema of a site.
       *
       * Answers 404 until there is a schema.
       */
      get(organizationId: Id, siteId: Id, options?: CallOptions): Promise<SiteAdaptiveSchema>;
      /**
       * List sample conditions for a site.
       *
       * One condition for each boolean claim and for each possible value of the others, in the order of the schema; none without a schema.
       */
      listTemplateConditions(organizationId: Id, siteId: Id, options?: CallOptions): Promise<SiteAdaptiveTemplateConditions>;
      /**
       * Set the claims schema of a site.
       *
       * Conditions then see only these claims, with values that the schema allows; other claims count as missing.
       */
      update(organizationId: Id, siteId: Id, body: PutSiteAdaptiveSchema, options?: CallOptions): Promise<SiteAdaptiveSchema>;
    };
    readonly customization: {
      /** Get the customization of a site. */
      get(organizationId: Id, siteId: Id, options?: CallOptions): Promise<SiteCustomizationSettings>;
      /**
       * Replace the customization of a site.
       *
       * Replaces all settings; readers see them at once. Lectern copies pictures and fonts from their addresses soon after, and shows the copies.
       */
      update(organizationId: Id, siteId: Id, body: UpdateSiteCustomizationSettings, options?: CallOptions): Promise<SiteCustomizationSettings>;
    };
    readonly externalLinks: {
      /**
       * Add an external link to the navigation of a site.
       *
       * The site must have sections. The link comes after everything else at the top level, or in the group that is named. Readers see it among the tabs, unless it is a draft or its condition doesn't hold for them.
       */
      add(organizationId: Id, siteId: Id, body: AddSiteExternalLink, options?: CallOptions): Promise<SiteExternalLink>;
      /** Delete an external link. */
      delete(organizationId: Id, siteId: Id, siteExternalLinkId: Id, options?: CallOptions): Promise<void>;
      /**
       * Change an external link.
       *
       * Another `parent` has it as its last; `structure/sort` puts it elsewhere there.
       */
      update(organizationId: Id, siteId: Id, siteExternalLinkId: Id, body: UpdateSiteExternalLink, options?: CallOptions): Promise<SiteExternalLink>;
    };
    readonly insights: {
      /**
       * Get the page views of a site.
       *
       * As reported by renderers of your own, by day, site-space and page, for 400 days. Lectern's own pages count no views.
       */
      aggregate(organizationId: Id, siteId: Id, body: SiteInsightsQueryEventsAggregation, options?: CallOptions): Promise<SiteInsightsQueryEventsAggregationResult>;
      /**
       * Record what readers of a site do.
       *
       * For renderers of your own. Counts page views of the site by day. All other events are accepted and not kept, and nothing about the reader is.
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
       * List the integration scripts of a site.
       *
       * None on a host that sites of other organizations are on as well.
       */
      listScripts(organizationId: Id, siteId: Id, options?: CallOptions): Promise<readonly SiteIntegrationScript[]>;
    };
    readonly pageFeedback: {
      /**
       * List the page feedback of a site.
       *
       * The newest first, for people who can change the site. Readers are asked if `feedback.enabled` is on in the site's customization.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly rating?: PageFeedbackRating;
  /** Only of this page. */
  readonly pageId?: string;
}, options?: CallOptions): ListCall<PageFeedback>;
    };
    readonly permissions: {
      /**
       * Set the roles of people and teams.
       *
       * A direct role takes precedence over all inherited roles. It replaces their previous role here.
       */
      invite(organizationId: Id, siteId: Id, body: InviteUsersAndTeams, options?: CallOptions): Promise<void>;
      /**
       * List the people with access.
       *
       * With their resulting role here, and its source.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly role?: MemberRole;
}, options?: CallOptions): ListCall<UserSitePermission>;
      /** List the teams with a direct role. */
      listTeams(organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<TeamContentPermission>;
      /** List the people with a direct role. */
      listUsers(organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<UserContentPermission>;
      /**
       * Remove the role of a team.
       *
       * What they have from above, or from the organization, stays.
       */
      removeTeam(organizationId: Id, siteId: Id, teamId: Id, options?: CallOptions): Promise<void>;
      /**
       * Remove the role of a user.
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
       * It applies only to paths without a page: pages, and former addresses of pages, come first. If several match, the one without a wildcard counts, then the longest.
       */
      create(organizationId: Id, siteId: Id, body: CreateSiteRedirect, options?: CallOptions): Promise<SiteRedirect>;
      /** Delete a redirect. */
      delete(organizationId: Id, siteId: Id, siteRedirectId: Id, options?: CallOptions): Promise<void>;
      /**
       * Find the redirect of a path.
       *
       * The live redirect that applies to a path, and its target. It doesn't check whether a page has the path, which readers would get first.
       */
      getBySource(organizationId: Id, siteId: Id, query: {
  /** The key of a share link. Published addresses in the answer use it. */
  readonly shareKey?: string;
  readonly source: SiteRedirectSource;
}, options?: CallOptions): Promise<FoundSiteRedirect>;
      /**
       * List the redirects of a site.
       *
       * The live redirects, or with `draft` those that wait to be published.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** Contained in the source. */
  readonly search?: string;
  /** true: drafts instead of live redirects. */
  readonly draft?: boolean;
  /** The default is the newest first. Sources are sorted alphabetically. */
  readonly orderBy?: "createdAt" | "updatedAt" | "source";
}, options?: CallOptions): ListCall<SiteRedirect>;
      /**
       * Change many redirects at once.
       *
       * Up to 500, in their order, by source: creates, replaces, deletes (with null as destination), or publishes drafts. Each one succeeds or fails alone; `results` has the outcome of each.
       */
      putMany(organizationId: Id, siteId: Id, body: ChangeSiteRedirects, options?: CallOptions): Promise<SiteRedirectsChanged>;
      /**
       * Change a redirect.
       *
       * `draft: false` publishes a draft.
       */
      update(organizationId: Id, siteId: Id, siteRedirectId: Id, body: UpdateSiteRedirect, options?: CallOptions): Promise<SiteRedirect>;
    };
    readonly sectionGroups: {
      /**
       * Create a section group.
       *
       * The group comes after everything else. It is shown when it has sections.
       */
      add(organizationId: Id, siteId: Id, body: AddSiteSectionGroup, options?: CallOptions): Promise<SiteSectionGroup>;
      /**
       * Add a section to a group.
       *
       * The section becomes the last of the group. It leaves its former group.
       */
      addSection(organizationId: Id, siteId: Id, siteSectionGroupId: Id, body: AddSectionToSiteSectionGroup, options?: CallOptions): Promise<SiteSectionGroup>;
      /**
       * Delete a section group.
       *
       * Its sections and external links stay and take its place.
       */
      delete(organizationId: Id, siteId: Id, siteSectionGroupId: Id, options?: CallOptions): Promise<void>;
      /**
       * List the section groups of a site.
       *
       * In the order of its tabs.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<SiteSectionGroup>;
      /**
       * Move a section group among its siblings.
       *
       * @deprecated
       */
      move(organizationId: Id, siteId: Id, siteSectionGroupId: Id, body: MoveSiteSectionGroup, options?: CallOptions): Promise<SiteSectionGroup>;
      /**
       * Remove a section from a group.
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
       * With the first section, the existing site-spaces become a section of their own, the default one.
       */
      add(organizationId: Id, siteId: Id, body: AddSiteSection, options?: CallOptions): Promise<SiteSection>;
      /**
       * Delete a section.
       *
       * Its spaces stay. If it is the default section, the next one becomes the default. The site-spaces of the last section stay on the site. Its external links rest: they are in no answer until the site has a section again, and count towards the 100 that a site can have.
       */
      delete(organizationId: Id, siteId: Id, siteSectionId: Id, options?: CallOptions): Promise<void>;
      /**
       * List the sections of a site.
       *
       * In the order of its tabs; the sections of a group are at the place of the group.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The key of a share link. Published addresses in the answer use it. */
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
       * A new path changes the addresses of its pages.
       */
      update(organizationId: Id, siteId: Id, siteSectionId: Id, body: UpdateSiteSection, options?: CallOptions): Promise<SiteSection>;
    };
    readonly shareLinks: {
      /**
       * Create a share link.
       *
       * Anybody who has its address, `urls.published`, can read the site, once the site is published with the visibility share-link.
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
       * The oldest first. Needs permission to change the site, because the addresses are secrets.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ShareLink>;
      /**
       * Change a share link.
       *
       * `active: false` closes its address at once, true opens it again.
       */
      update(organizationId: Id, siteId: Id, shareLinkId: Id, body: UpdateShareLink, options?: CallOptions): Promise<ShareLink>;
    };
    readonly siteSpaces: {
      /**
       * Add a space to a site.
       *
       * Needs permission to administer the space, because publishing shows it to others.
       */
      add(organizationId: Id, siteId: Id, body: AddSiteSpace, options?: CallOptions): Promise<SiteSpace>;
      /**
       * Remove a space from a site.
       *
       * The space stays. If it is the default, the next one becomes the default.
       */
      delete(organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions): Promise<void>;
      /** Remove the customization of a variant. */
      deleteCustomization(organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions): Promise<void>;
      /**
       * Duplicate a space of a site.
       *
       * Copies the space and adds the copy after its siblings, for the same visitors and in the same look. Needs permission to administer the space, and to create one beside it.
       */
      duplicate(organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions): Promise<SiteSpace>;
      /**
       * Get the customization of a variant.
       *
       * The site's settings, overridden by those of the variant.
       */
      getCustomization(organizationId: Id, siteId: Id, siteSpaceId: Id, options?: CallOptions): Promise<SiteSpaceCustomizationSettings>;
      /**
       * List the spaces of a site.
       *
       * The site-spaces that you can see, section by section.
       */
      list(organizationId: Id, siteId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The key of a share link. Published addresses in the answer use it. */
  readonly shareKey?: string;
  /** Only those that are, or are not, the default in their place. */
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
       * Change the customization of a variant.
       *
       * Fields that you leave out stay; `null` gives a field the site's value again.
       */
      overrideCustomization(organizationId: Id, siteId: Id, siteSpaceId: Id, body: SiteSpaceCustomizationOverrides, options?: CallOptions): Promise<SiteSpaceCustomizationSettings>;
      /**
       * Change a space of a site.
       *
       * Changes its path, its condition, or its space.
       */
      update(organizationId: Id, siteId: Id, siteSpaceId: Id, body: UpdateSiteSpace, options?: CallOptions): Promise<SiteSpace>;
    };
    readonly structure: {
      /**
       * Get the structure of a site.
       *
       * Its sections, their groups and external links in order, or its site-spaces when it has no sections.
       */
      get(organizationId: Id, siteId: Id, query?: {
  /** The key of a share link. Published addresses in the answer use it. */
  readonly shareKey?: string;
}, options?: CallOptions): Promise<SiteStructure>;
      /**
       * Reorder the structure of a site.
       *
       * Moves a site-space within its section, a section or an external link within its group, or one of them or a group at the top level.
       */
      sort(organizationId: Id, siteId: Id, body: SortSiteStructure, options?: CallOptions): Promise<SiteSpace | SiteSection | SiteSectionGroup | SiteExternalLink>;
    };
    readonly visitorAuth: {
      /**
       * Get the visitor authentication of a site.
       *
       * Includes the key that signs visitors' tokens; Lectern makes it when you first ask for it. Needs permission to change the site, because anybody who has the key can sign in as any visitor.
       */
      get(organizationId: Id, siteId: Id, options?: CallOptions): Promise<SitePublishingAuth>;
      /**
       * Replace the visitor key of a site.
       *
       * The old key ends at once, its tokens with it, and visitors have to sign in again. The two keys are never valid together, because keys are replaced when they have leaked.
       */
      regenerate(organizationId: Id, siteId: Id, options?: CallOptions): Promise<SitePublishingAuth>;
      /**
       * Change the visitor authentication of a site.
       *
       * `fallbackURL` is the login of the site's visitors. Visitors without a valid token are sent there, with the requested path in `location`.
       */
      update(organizationId: Id, siteId: Id, body: SitePublishingAuthUpdate, options?: CallOptions): Promise<SitePublishingAuth>;
    };
  };
  readonly spaces: {
    /**
     * Create a space.
     *
     * At the top of the organization it needs the permission `createContent`, in a collection `create` on that one.
     */
    create(organizationId: Id, body: CreateSpace, options?: CallOptions): Promise<Space>;
    /**
     * Delete a space.
     *
     * It disappears from every site at once. You can restore it for seven days; then it is deleted for good.
     */
    delete(spaceId: Id, options?: CallOptions): Promise<void>;
    /**
     * Forget the last import and export of a space.
     *
     * What both sides agreed on last is forgotten, and the space can be connected by itself. The content stays. 204: nothing drives it; a space that is connected stays so.
     */
    deleteLegacyGitInstallation(spaceId: Id, options?: CallOptions): Promise<void>;
    /**
     * Duplicate a space.
     *
     * The copy is next to it, is open to the same people, and has its content without its history. Needs `admin` on it and `create` in its place.
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
     * Starts one export soon, as a commit on top of the branch, which is never overwritten. Everything else is as for the import.
     */
    exportToGitRepository(spaceId: Id, body: ExportToGitRepository, options?: CallOptions): Promise<void>;
    /**
     * Get a space.
     *
     * People who can restore a deleted space get it, with `deletedAt`. With the `shareKey` of a site's share link, `urls.published` is the address that opens it.
     */
    get(spaceId: Id, query?: {
  /** The key of a share link. If it opens the space's site, `urls.published` uses it. */
  readonly shareKey?: string;
}, options?: CallOptions): Promise<Space>;
    /**
     * Get the embed of an address in a space.
     *
     * Of a provider that pages may show in a frame: that frame, and the title that the provider gives, kept for a day. Every other address is a link, and nobody is asked about it.
     */
    getEmbed(spaceId: Id, query: {
  readonly url: URL;
}, options?: CallOptions): Promise<Embed>;
    /**
     * Get the Git connection of a space.
     *
     * 404 for a space without a repository. Only people who can edit the space see the address of the repository.
     */
    getGitInfo(spaceId: Id, options?: CallOptions): Promise<GitSyncState>;
    /**
     * Import a branch into a space.
     *
     * Starts one import soon; the list of runs shows its result. The first import replaces the content by the branch; later ones merge the changes of the branch. Credentials in the address are used only for this run. With `standalone` the space doesn't change: the content of the ref becomes a separate revision, and the event `space_gitsync_completed` has its id. If the space is synced with another place, or its syncs are paused, the answer is 409.
     */
    importGitRepository(spaceId: Id, body: ImportGitRepository, options?: CallOptions): Promise<void>;
    /**
     * List the spaces of an organization.
     *
     * The spaces that you can see, in the order of their positions; with `deleted=true` the trash.
     */
    list(organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** true: the spaces in the trash instead. */
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
     * Within seven days after its deletion, for people who can administrate it.
     */
    restore(spaceId: Id, options?: CallOptions): Promise<Space>;
    /**
     * Search a space.
     *
     * Searches the content that readers see, best pages first: words in titles count more than words in headings, and these more than words in the text. A change is found within a second. `count` counts at most 500 pages.
     */
    search(spaceId: Id, query: {
  /** Every word must occur; the last one can be the beginning of a word. Words in quotation marks must be next to each other. If no page has all of them, likely typos are corrected, then words are left out. */
  readonly query: string;
  /** Items on a page; the default is 50. */
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
     * Changes title, emoji, edit mode, default level and merge rules. Needs the permission `admin` on it.
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
       * It can't be undone. Only for its author and for people who can review.
       */
      delete(spaceId: Id, commentId: Id, commentReplyId: Id, options?: CallOptions): Promise<void>;
      /** Get a reply to a comment on a space. */
      get(spaceId: Id, commentId: Id, commentReplyId: Id, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<CommentReply>;
      /**
       * List the replies to a comment on a space.
       *
       * In the order they came.
       */
      list(spaceId: Id, commentId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): ListCall<CommentReply>;
      /**
       * Update a reply to a comment on a space.
       *
       * Everybody who can comment can react to it. Only its author can change its text.
       */
      update(spaceId: Id, commentId: Id, commentReplyId: Id, body: UpdateCommentReply, options?: CallOptions): Promise<CommentReply>;
    };
    readonly comments: {
      /**
       * Comment on a space.
       *
       * With `page` the comment is about a page, with `node` too about a block of that page. Both have to exist in the current content. A comment on a block follows it through edits, moves and merges. Merged and archived change requests can be discussed, too.
       */
      create(spaceId: Id, body: PostComment, options?: CallOptions): Promise<Comment>;
      /**
       * Delete a comment on a space.
       *
       * Deletes it with its replies, for good. Its author and reviewers can do this.
       */
      delete(spaceId: Id, commentId: Id, options?: CallOptions): Promise<void>;
      /**
       * Get a comment on a space.
       *
       * `target` is the page or block as it is now. If it is gone, it is described as it was, with `outdated`.
       */
      get(spaceId: Id, commentId: Id, query?: {
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
}, options?: CallOptions): Promise<Comment>;
      /**
       * List the comments on a space.
       *
       * The newest first by default, open and resolved ones. Comments on a change request of the space are listed with the change request.
       */
      list(spaceId: Id, query?: {
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
}, options?: CallOptions): ListCall<Comment>;
      /**
       * List the authors of comments on a space.
       *
       * The members who wrote its comments or replies, in the order in which they joined the organization. Guests see only themselves.
       */
      listCommenters(spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<OrganizationMember>;
      /**
       * Update a comment on a space.
       *
       * Fields that you leave out stay. Everybody who can comment can resolve and reopen it, and react. Only its author can change its text. `If-Match` compares text and status, not the reactions of others.
       */
      update(spaceId: Id, commentId: Id, body: UpdateComment, options?: CallOptions): Promise<Comment>;
    };
    readonly computed: {
      /**
       * Make the text of a page of a computed page without saving it.
       *
       * `models` is all schemas; `operations` with `page` the operations of the tag of that name, or the one operation with that slug; `info` the text of a tag alone. Of the content source of an integration: the text of the page of this space that has this `computed`. Nothing is changed.
       */
      getDocument(spaceId: Id, body: ComputeDocument, query?: {
  /** Both are the same. */
  readonly schema?: "current" | "next";
}, options?: CallOptions): Promise<JSONDocument>;
      /**
       * Make the pages of a computed page without saving them.
       *
       * The pages that a computed page with this `source` shows. Of an API: those of the latest version of the specification, or of the one that `value.lastVersion` names. Pages have the same ids whenever `seed` is the same. Nothing is changed. The text of a page is made by `getComputedDocument` from its `computed`. Of the content source of an integration: the pages that its script made of it for a page of this space, whose id is the `seed`.
       */
      getRevision(spaceId: Id, body: ComputeRevision, options?: CallOptions): Promise<ComputedRevision>;
      /**
       * List what integrations make pages of.
       *
       * The content sources that computed pages of the space and of its change requests name, oldest first, with what came of the last attempt. For everybody who can edit the space.
       */
      list(spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ComputedSource>;
      /**
       * Have integrations make pages anew.
       *
       * Their scripts are asked again, also where nothing has changed that their pages depend on. The pages of before stay until there are new ones.
       */
      refresh(spaceId: Id, body: RefreshComputedSources, options?: CallOptions): Promise<void>;
    };
    readonly content: {
      /** Get a space's content. */
      get(spaceId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
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
  /** The kind of an upload, if its name doesn't tell it: `confluence`. */
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
       * The text with this id. Answers of this space have the id as `documentId` of a page, as `document` of a reusable content, or before and after a change, also for its change requests and earlier revisions. The text is JSON, or Markdown with `format=markdown`. For everybody who can view the space. The same text has the same id within a space, and different ids in different spaces.
       */
      get(spaceId: Id, documentId: Id, query?: {
  /** The format of the text. The default is `document`. */
  readonly format?: "markdown" | "document";
  /** Which form of documents; both are the same. */
  readonly schema?: "current" | "next";
}, options?: CallOptions): Promise<JSONDocument | MarkdownText>;
    };
    readonly files: {
      /**
       * Get a file of a space's content.
       *
       * Its `downloadURL` works for whoever has it, until the space is deleted.
       */
      get(spaceId: Id, fileId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<RevisionFile>;
      /**
       * List the files of a space's content.
       *
       * Sorted by id, unless you sort them otherwise. `unused` filters by links to them in the same content.
       */
      list(spaceId: Id, query?: {
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
}, options?: CallOptions): ListCall<RevisionFile>;
      /**
       * List the backlinks of a file of a space.
       *
       * In the same form as the backlinks of a page.
       */
      listBacklinks(spaceId: Id, fileId: Id, query?: {
  /** Items on a page; the default is 50. */
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
       * List the integration blocks of a space.
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
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** `broken`: its target doesn't exist. `in-app`: it leads to an address of this installation, which readers may not be able to open. `ok`: all others. */
  readonly status?: "ok" | "broken" | "in-app";
}, options?: CallOptions): Promise<ContentReferences>;
      /**
       * Count the links that deleting pages of a space breaks.
       *
       * Includes links from other spaces that you can see.
       */
      ofDeletion(spaceId: Id, query: {
  /** At most 200 ids, separated by commas. Ids of deleted pages are ignored. */
  readonly pages: string;
}, options?: CallOptions): Promise<PageDeletion>;
    };
    readonly pages: {
      /**
       * Get a page of a space's content.
       *
       * With its Markdown: the body without front matter and title, which are in fields of the page. With `format=document` the answer has JSON in `document` instead.
       */
      get(spaceId: Id, pageId: Id, query?: {
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
}, options?: CallOptions): Promise<Page>;
      /**
       * Get a page of a space's content by its path.
       *
       * The path with its slashes percent-encoded.
       */
      getByPath(spaceId: Id, pagePath: string, query?: {
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
}, options?: CallOptions): Promise<Page>;
      /**
       * Import content under a page.
       *
       * The same as importing into the space, but below a page.
       */
      import(spaceId: Id, pageId: Id, body: ImportContent | FileSource, query?: {
  /** Delete what the source does not have. By default nothing is deleted. */
  readonly prune?: boolean;
  /** The kind of an upload, if its name doesn't tell it: `confluence`. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}, options?: CallOptions): Work<ImportContentResult>;
      /**
       * List the pages of a space's content.
       *
       * The whole tree at once, in order.
       */
      list(spaceId: Id, query?: {
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
}, options?: CallOptions): Promise<Pages>;
      /**
       * List the backlinks of a page of a space.
       *
       * Each page and reusable content that links to it, from its text, its cover or as a link in the navigation: those of the same content first, then those of the organization's other spaces as they are now, as far as you may see these spaces. What another space links to is known here within a second.
       */
      listBacklinks(spaceId: Id, pageId: Id, query?: {
  /** Items on a page; the default is 50. */
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
       * The links in its text, its cover and, for a link in the navigation, its target.
       */
      listLinks(spaceId: Id, pageId: Id, query?: {
  /** The page to read: `next.page` of the previous answer. */
  readonly page?: string;
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** `broken`: its target doesn't exist. `in-app`: it leads to an address of this installation, which readers may not be able to open. `ok`: all others. */
  readonly status?: "ok" | "broken" | "in-app";
}, options?: CallOptions): Promise<ContentReferences>;
      /**
       * List a page of a space in other languages.
       *
       * The same page in the source and in its other translations, if you can see them and they have the page.
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
  /** The page to print, with its subpages. The default is all pages. */
  readonly page?: string;
  /** Only this page, without its subpages. */
  readonly only?: boolean;
  /** The paper size. */
  readonly paper?: "a4" | "us-letter";
}, options?: CallOptions): Work<PDFAddress>;
    };
    readonly permissions: {
      /**
       * Set the roles of people and teams.
       *
       * A direct role takes precedence over all inherited roles. It replaces their previous role here.
       */
      invite(spaceId: Id, body: InviteUsersAndTeams, options?: CallOptions): Promise<void>;
      /**
       * List the people with access.
       *
       * With their resulting role here, and its source.
       */
      list(spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly role?: MemberRole;
}, options?: CallOptions): ListCall<EffectiveContentPermission>;
      /** List the teams with a direct role. */
      listTeams(spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<TeamContentPermission>;
      /** List the people with a direct role. */
      listUsers(spaceId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<UserContentPermission>;
      /**
       * Remove the role of a team.
       *
       * What they have from above, or from the organization, stays.
       */
      removeTeam(spaceId: Id, teamId: Id, options?: CallOptions): Promise<void>;
      /**
       * Remove the role of a user.
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
  /** false: without Git metadata. The default is true. */
  readonly metadata?: boolean;
  /** false: computed pages stay placeholders. The default is true. */
  readonly computed?: boolean;
  /** The format of texts. The default is markdown. */
  readonly format?: "markdown" | "document";
  /** true: evaluate expressions and conditions. `deterministic-only`: only those that don't ask for the visitor. The default is false. Readers of a site get all of them evaluated. */
  readonly evaluated?: boolean | "deterministic-only";
}, options?: CallOptions): Promise<RevisionReusableContent>;
      /** List the reusable contents of a space's content. */
      list(spaceId: Id, query?: {
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
}, options?: CallOptions): ListCall<ReusableContentEntry>;
      /**
       * List the backlinks of a reusable content of a space.
       *
       * In the same form as the backlinks of a page.
       */
      listBacklinks(spaceId: Id, reusableContentId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<ContentLocation>;
    };
    readonly tags: {
      /** Get the tags of a space's content. */
      get(spaceId: Id, options?: CallOptions): Promise<SharedTags>;
    };
    readonly translation: {
      /**
       * Confirm pages of a translation as current.
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
       * Get the translation of a space.
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
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  readonly status?: TranslatedPageStatus;
}, options?: CallOptions): ListCall<TranslatedPage>;
      /**
       * Translate missing and outdated pages.
       *
       * Uses the translator that the operator has set up; without one, the answer is 409. Pages that somebody wrote by hand stay as they are. The job shows its progress, and can be cancelled.
       */
      run(spaceId: Id, options?: CallOptions): Work<void>;
      /** Set the translator of a translation. */
      update(spaceId: Id, body: UpdateTranslation, options?: CallOptions): Promise<TranslatedSpace>;
    };
    readonly variables: {
      /** Get the variables of a space's content. */
      get(spaceId: Id, options?: CallOptions): Promise<SharedVariables>;
    };
  };
  readonly storage: {
    /**
     * Get an upload address for a file.
     *
     * Send the bytes of the file to the address in one `PUT`, without a token, within ten minutes. Fonts are WOFF2 or WOFF and can have 5 MiB. Then make a font with the `key`. A file that no font uses is deleted after a day.
     */
    createUpload(organizationId: Id, body: GenerateStorageUploadURL, options?: CallOptions): Promise<StorageUploadURL>;
  };
  readonly subdomains: {
    /**
     * Find an organization by its hostname.
     *
     * One of your own organizations.
     */
    get(subdomain: string, options?: CallOptions): Promise<Subdomain>;
  };
  readonly system: {
    /** Get the version of Lectern. */
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
     * Its members lose the roles that they had through the team, at once.
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
  /** Items on a page; the default is 50. */
  readonly limit?: number;
  /** The id of a member: only teams with members that they can manage. */
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
  /** Items on a page; the default is 50. */
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
     * The token has your permissions, limited by its `scopes`. Its secret is only in this answer. A token that expires can't make other tokens.
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
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<UserAPIToken>;
  };
  readonly translations: {
    /**
     * Create translation settings.
     *
     * They name the languages into which content is translated. Without `languages` there are none yet.
     */
    create(organizationId: Id, body: WriteTranslationSettings, options?: CallOptions): Promise<TranslationSettings>;
    /**
     * Delete translation settings.
     *
     * Translated spaces stay, but no longer follow their sources.
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
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<TranslationSettings>;
    /**
     * Translate all missing and outdated pages of translation settings.
     *
     * Uses the operator's translator; without one you get a 409. Each space has a job of its own.
     */
    run(organizationId: Id, translationSettingsId: Id, options?: CallOptions): Promise<void>;
    /**
     * Update translation settings.
     *
     * Sets the title. `languages` replaces the list; spaces that are translated already stay translated.
     */
    update(organizationId: Id, translationSettingsId: Id, body: WriteTranslationSettings, options?: CallOptions): Promise<TranslationSettings>;
    readonly spaces: {
      /**
       * Begin a translation of a space.
       *
       * Creates a space next to the source, with its content and open to the same people, for one of the settings' languages. Pages have the same ids in both. From then on it takes in what the source changes, and keeps what is translated in it.
       */
      create(organizationId: Id, translationSettingsId: Id, body: CreateTranslatedSpace, options?: CallOptions): Promise<TranslatedSpace>;
      /**
       * List the translations of spaces under translation settings.
       *
       * The oldest first, for administrators.
       */
      list(organizationId: Id, translationSettingsId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<TranslatedSpace>;
    };
  };
  readonly uploads: {
    /**
     * Begin an upload in parts.
     *
     * Send its parts one by one, in any order, and give its id to an operation that takes a file. It is kept for 24 hours, only for the person who began it. A file can have 100 MB, and an archive to import 2 GB; the unfinished uploads of one person can have 4 GB in total, those of an organization 8 GB.
     */
    create(body: CreateUpload, options?: CallOptions): Promise<UploadInParts>;
    /**
     * Delete an upload.
     *
     * With all of its parts.
     */
    delete(uploadId: Id, options?: CallOptions): Promise<void>;
    /**
     * Get an upload.
     *
     * Lists the parts that have arrived.
     */
    get(uploadId: Id, options?: CallOptions): Promise<UploadInParts>;
    /**
     * Send a part of an upload.
     *
     * The bytes, as `application/octet-stream`. All parts have `partSize` bytes except the last, which has the rest; any other size is a 400 that names it. Sending a part again replaces it.
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
     * Get the embed of an address.
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
     * You can see yourself, and the members of organizations whose members you can list. With the token of a site you see the names and pictures of people whom its pages mention.
     */
    get(userId: Id, options?: CallOptions): Promise<User>;
    /** Get the user of this token. */
    me(options?: CallOptions): Promise<User>;
    /**
     * Change your name or picture.
     *
     * The members of all your organizations see them. With a token from a session of single sign-on you can change them only while you belong to no other organization.
     */
    update(userId: Id, body: UpdateUser, options?: CallOptions): Promise<User>;
  };
  readonly webhooks: {
    /**
     * Create a webhook.
     *
     * It gets events from now on, as signed requests. The secret that signs them is only in this answer.
     */
    create(organizationId: Id, body: CreateWebhook, options?: CallOptions): Promise<WebhookWithSecret>;
    /**
     * Delete a webhook.
     *
     * Deletes it with its deliveries. Events that still wait are not sent.
     */
    delete(organizationId: Id, webhookId: Id, options?: CallOptions): Promise<void>;
    /**
     * Get a webhook.
     *
     * Includes its health: since when it fails, and when and why it was disabled.
     */
    get(organizationId: Id, webhookId: Id, options?: CallOptions): Promise<Webhook>;
    /**
     * List the webhooks of an organization.
     *
     * The oldest first. Only administrators see them.
     */
    list(organizationId: Id, query?: {
  /** Items on a page; the default is 50. */
  readonly limit?: number;
}, options?: CallOptions): ListCall<Webhook>;
    /**
     * Send a test event to a webhook.
     *
     * Sends an event of the type `ping`, whatever events the webhook has chosen. Its delivery shows the result.
     */
    ping(organizationId: Id, webhookId: Id, options?: CallOptions): Promise<WebhookDelivery>;
    /**
     * Replace the secret of a webhook.
     *
     * The new secret is only in this answer. For a day, requests are signed with both secrets, so that you can change the receiver in between.
     */
    rotateSecret(organizationId: Id, webhookId: Id, options?: CallOptions): Promise<WebhookWithSecret>;
    /**
     * Change a webhook.
     *
     * `active: false` discards the events that wait. Events that happen before it is active again are not sent later. The person who changes a webhook becomes its owner.
     */
    update(organizationId: Id, webhookId: Id, body: UpdateWebhook, options?: CallOptions): Promise<Webhook>;
    readonly deliveries: {
      /**
       * Get a delivery with its attempts.
       *
       * The body of the request, and for each attempt its time, its duration and the answer.
       */
      get(organizationId: Id, webhookId: Id, deliveryId: Id, options?: CallOptions): Promise<WebhookDeliveryWithAttempts>;
      /**
       * List the deliveries to a webhook.
       *
       * The newest first. They are kept for 30 days after they ended.
       */
      list(organizationId: Id, webhookId: Id, query?: {
  /** Items on a page; the default is 50. */
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
    sendFailedEmails: functions.sendFailedEmailsToMember,
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
    test: functions.testOrganizationSAMLProvider,
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
    externalLinks: {
      add: functions.addExternalLinkToSite,
      delete: functions.deleteSiteExternalLinkById,
      update: functions.updateSiteExternalLinkById,
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
      list: functions.listComputedSources,
      refresh: functions.refreshComputedSources,
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
