// Generated from the OpenAPI document by `npm run client`. Changes belong there.

export interface APITemporaryToken {
  /** The token is valid for an hour. */
  readonly token: string;
}

export interface AddSectionToSiteSectionGroup {
  readonly sectionId: Id;
}

export interface AddSiteExternalLink {
  readonly title: string;
  readonly url: URL;
  /** The id of the section group to put it into. The default is the top level. */
  readonly parent?: Id | null;
  readonly description?: string | null;
  readonly icon?: Icon;
  readonly condition?: Condition;
  /** Whether readers don't see it yet. */
  readonly draft?: boolean;
}

export interface AddSiteSection {
  readonly spaceId: Id;
  /** The default is the title of the space. */
  readonly title?: string | null;
  readonly icon?: Icon;
}

export interface AddSiteSectionGroup {
  readonly title: string;
  readonly icon?: Icon;
  /** The ids of its sections, in order. */
  readonly sections?: readonly Id[];
}

export interface AddSiteSpace {
  readonly spaceId: Id;
  /** The section to add it to. The default is the default section; if there is none, the site itself. */
  readonly sectionId?: string;
}

export interface AppURLs {
  readonly app: URL;
}

/** A change: who made it, what it changed, when and from where. */
export interface AuditEvent {
  readonly object: "audit-event";
  readonly id: string;
  readonly occurredAt: Timestamp;
  readonly action: string;
  readonly actor: {
    readonly type: "user" | "integration" | "installation" | "system" | "support";
    readonly id: string;
    readonly label?: string;
  };
  /** `script`: the command line; `workflow`: a job. */
  readonly source: "ui" | "api" | "integration" | "webhook" | "workflow" | "script" | "support";
  readonly target: {
    readonly type: string;
    readonly id: string;
    readonly label?: string;
  };
  /** Id of the API token. */
  readonly token?: string;
  readonly ip?: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly urls: ResourceURLs;
}

export interface AuditEventActions {
  readonly items: readonly string[];
}

export interface ChangeContent {
  readonly changes: readonly ContentChange[];
}

/** Proposed changes to the content of a space. */
export interface ChangeRequest {
  readonly object: "change-request";
  readonly id: string;
  /** Its number within the space. You can use it in paths instead of the id. */
  readonly number: number;
  readonly status: ChangeRequestStatus;
  readonly subject: string;
  readonly description?: string;
  readonly createdBy?: User;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  /** The id of its space. */
  readonly space: string;
  /** The revision that has its content. */
  readonly revision: string;
  /** The revision of the space from which it started. */
  readonly revisionInitial: string;
  /** The last revision of the space that it has taken in. */
  readonly revisionMergedAncestor?: string;
  /** The revision of the space that its merge created. */
  readonly revisionMerged?: string;
  readonly comments: number;
  /** The number of conflicts that nobody has decided yet. */
  readonly conflicts: number;
  /** Whether the space has changes that it has not taken in. */
  readonly outdated: boolean;
  readonly agentTaskId?: string;
  /** The pull request that it shows. Change, merge and close it there. */
  readonly git?: {
    readonly repository: string;
    readonly number: number;
    readonly url?: string;
  };
  readonly urls: {
    readonly app: URL;
    readonly location: URL;
  };
}

/** Something that a change request and its space changed differently. */
export interface ChangeRequestConflict {
  readonly object: "conflict";
  readonly id: string;
  readonly kind: "body" | "page-field" | "page-position" | "page-removed" | "file" | "variable" | "tag" | "reusable";
  readonly page?: string;
  /** The key of a file, variable, tag or reusable content. */
  readonly key?: string;
  /** The first block that both sides changed. */
  readonly block?: string;
  readonly field?: string;
  readonly removedBy?: "primary" | "changed";
  /** The value that both sides started from. */
  readonly base?: unknown;
  /** The value in the space. */
  readonly primary?: unknown;
  /** The value in the change request. */
  readonly changed?: unknown;
  /** `primary`, `changed`, `edited` or `{markdown}`; absent while undecided. */
  readonly resolution?: unknown;
  readonly resolvedAt?: Timestamp;
}

export interface ChangeRequestRequestedReviewer {
  readonly object: "change-request-requested-reviewer";
  readonly kind: "user";
  readonly user: User;
  /** The revision of the change request at that time. */
  readonly revision: string;
  readonly requestedBy: User;
  readonly createdAt: Timestamp;
}

/** The review of one revision of a change request. */
export interface ChangeRequestReview {
  readonly object: "change-request-review";
  readonly id: string;
  /** The revision of the change request that was reviewed. */
  readonly revision: string;
  readonly reviewer: User;
  readonly requestedBy?: User;
  readonly status: ChangeRequestReviewStatus;
  /** Whether its reviewer has reviewed again since, or was asked to. Outdated reviews don't count for merge rules. */
  readonly outdated: boolean;
  readonly comment?: Comment;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly urls: ResourceURLs;
}

export type ChangeRequestReviewStatus = "approved" | "changes-requested";

export type ChangeRequestStatus = "draft" | "open" | "archived" | "merged";

export interface ChangeSiteRedirects {
  readonly redirects: readonly SiteRedirectChange[];
}

/** What changed, by field. */
export type ChangedAttributes = Readonly<Record<string, {
  readonly before?: unknown;
  readonly after?: unknown;
}>>;

/** Either `markdown` or `document`. Front matter in the Markdown takes precedence over the other fields; a document is only the body, and its unchanged blocks keep their Markdown. */
export interface ChangedDocument {
  readonly markdown?: string;
  readonly document?: JSONDocument;
  /** The `documentId` of the text that you changed; null: the empty text. Later changes of others are kept: they are merged, or the answer is 409 and nothing is written. Then the text is only the body: no front matter is read from it, and no title taken out of it. */
  readonly base?: Id | null;
}

export interface CheckGitConnection {
  /** The address of a repository on its host. The default is a repository that is synced with it. */
  readonly url?: string;
}

/** A group of spaces and other collections. */
export interface Collection {
  readonly object: "collection";
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly organization: string;
  readonly parent?: string;
  readonly defaultLevel: DefaultLevel;
  readonly deletedAt?: Timestamp;
  readonly urls: {
    readonly location: URL;
    readonly app: URL;
  };
  readonly permissions: {
    readonly view: boolean;
    readonly admin: boolean;
    readonly viewInviteLinks: boolean;
    readonly create: boolean;
  };
}

export interface CollectionPointer {
  readonly type: "collection";
  readonly collection: Id;
}

/** A colour in hexadecimal digits, such as `#346ddb`. */
export type Color = string;

/** Something said about a space or a change request, about a page of it, or a block of a page. */
export interface Comment {
  readonly object: "comment";
  readonly id: string;
  readonly postedBy: User;
  readonly postedAt: Timestamp;
  readonly editedAt?: Timestamp;
  readonly body: CommentBody;
  readonly reactions: EmojiReactions;
  readonly urls: ResourceURLs;
  readonly permissions: CommentPermissions;
  /** The number of replies. */
  readonly replies: number;
  readonly status: "open" | "resolved";
  readonly resolvedAt?: Timestamp;
  readonly resolvedBy?: User;
  readonly target: {
    readonly space: string;
    readonly changeRequest?: string;
    /** The review that it belongs to. */
    readonly review?: string;
    /** The revision in which the target has this form. */
    readonly revision: string;
    readonly page?: CommentTargetPage;
    readonly node?: {
      readonly id: string;
      readonly preview: string;
    };
  };
}

export interface CommentBody {
  readonly markdown?: string;
  readonly document?: JSONDocument;
}

/** The text of a comment. */
export interface CommentInput {
  /** In the Markdown of pages. It is stored as you send it. */
  readonly markdown?: string;
  readonly document?: JSONDocument;
}

export interface CommentPermissions {
  readonly view: boolean;
  readonly edit: boolean;
  readonly reply: boolean;
  readonly delete: boolean;
}

/** A reply to a comment. */
export interface CommentReply {
  readonly object: "comment-reply";
  readonly id: string;
  readonly postedBy: User;
  readonly postedAt: Timestamp;
  readonly editedAt?: Timestamp;
  readonly body: CommentBody;
  readonly reactions: EmojiReactions;
  readonly urls: ResourceURLs;
  readonly permissions: CommentPermissions;
}

export interface CommentTargetPage {
  readonly id: string;
  readonly title: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly path: string;
  /** Whether the page or its block no longer exists. */
  readonly outdated: boolean;
}

export interface ComputeDocument {
  readonly source: {
    readonly type: "builtin:openapi";
    readonly props: {
      readonly doc: "models";
    } | {
      readonly doc: "operations" | "info";
      readonly page: string;
    };
    readonly dependencies: ComputedContentDependencies;
  } | ComputedContentSourceIntegration;
  /** The seed for the ids. The same seed gives the same ids. */
  readonly seed: string;
}

export interface ComputeRevision {
  readonly source: {
    readonly type: "builtin:openapi";
    readonly props: {
      /** A page of all schemas. */
      readonly models: boolean;
      readonly downloadLink?: boolean;
      readonly grouping?: "by-tag" | "by-operation";
    };
    readonly dependencies: ComputedContentDependencies;
  } | ComputedContentSourceIntegration;
  /** The seed for the ids. The same seed gives the same ids. */
  readonly seed: string;
}

/** The specification, by its slug; with `value.lastVersion`, that version of it. */
export interface ComputedContentDependencies {
  readonly spec: {
    readonly ref: {
      readonly kind: "openapi";
      readonly spec: OpenAPISpecSlug;
    };
    readonly value?: null | {
      readonly object: "openapi-spec";
      readonly id: Id;
      readonly slug: OpenAPISpecSlug;
      readonly lastVersion?: Id;
    };
  };
}

/** The content source of an integration, as `computed` of a page of the space has it. */
export interface ComputedContentSourceIntegration {
  /** `integration:<name>:<source>` */
  readonly type: string;
  readonly props?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, unknown>>;
}

/** What a computed page is made of: its `type`, with `props` and `dependencies`. */
export type ComputedPageSource = Readonly<Record<string, unknown>>;

export interface ComputedRevision {
  readonly pages: readonly Page[];
  readonly files: readonly RevisionFile[];
  readonly reusableContents: readonly ReusableContentEntry[];
}

export interface ComputedSource {
  readonly object: "computed-source";
  /** The id of the computed page. */
  readonly page: string;
  /** The name of the integration. */
  readonly integration: string;
  /** `computed` of the page. */
  readonly source: unknown;
  readonly state: ComputedSourceState;
  /** Why the last attempt failed. */
  readonly problem?: string;
  /** The number of pages that it shows. */
  readonly pages: number;
  readonly computedAt?: Timestamp;
  readonly askedAt?: Timestamp;
}

/** `waiting`: its script has not been asked yet. `failed`: the last attempt gave no pages; those of the one before stay. */
export type ComputedSourceState = "waiting" | "ready" | "failed";

/** An expression over the visitor's claims. Only visitors for whom it is true see this. null: everybody. */
export type Condition = string | null;

export interface ConfirmTranslatedPages {
  /** The ids of pages that are in both the translation and its source. */
  readonly pages: readonly Id[];
}

export type ContentChange = UpdatePage | EditPage | InsertPage | DuplicatePage | DeletePage | RevertPage | InsertFiles | UpdateFile | ReplaceFile | DeleteFile | RevertFile | SetVariables | SetTags | InsertReusableContent | UpdateReusableContent | DeleteReusableContent;

export interface ContentChangeResult {
  readonly operation: string;
  readonly page?: string;
  readonly reusableContent?: string;
  readonly file?: string;
  readonly ref?: string;
  /** Link destinations in the text that were not found. */
  readonly brokenLinks?: readonly string[];
  /** The current text of the page or reusable content. */
  readonly documentId?: string;
  /** Its current version. */
  readonly version?: string;
  /** The text also has what others wrote since the base. */
  readonly merged?: true;
  /** The stored text, if it differs from the text that you sent. */
  readonly markdown?: string;
}

export interface ContentChanged {
  /** The current revision of the space. */
  readonly revision: string;
  /** The revision to which the changes were applied. */
  readonly before?: string;
  readonly changes: readonly ContentChangeResult[];
  readonly insertedFiles?: ReadonlyArray<RevisionFile & ({
    readonly ref?: string;
  })>;
}

/** An import that continues after its request. */
export interface ContentImportRun {
  readonly object: "import-run";
  /** Of its job too. */
  readonly id: string;
  readonly status: "pending" | "in-progress" | "completed" | "failed" | "cancelled";
  /** Why it failed. */
  readonly reason?: string;
  readonly source: {
    readonly type: "website";
    readonly url: URL;
  } | {
    readonly type: "file";
    readonly files: readonly string[];
  };
  readonly target: ContentImportTarget;
  /** The user's id. */
  readonly createdBy?: string;
  readonly createdAt: Timestamp;
  readonly completedAt?: Timestamp;
  readonly urls: ResourceURLs;
}

export interface ContentImportTarget {
  readonly space: Id;
  /** Into it instead of the space: its id or its number. */
  readonly changeRequest?: string;
  /** Below this page. */
  readonly page?: string;
}

/** The place of the component. */
export type ContentKitContext = {
  readonly type: "document";
  readonly theme?: "light" | "dark";
  readonly spaceId: Id;
  readonly editable?: boolean;
} | {
  readonly type: "configuration_account";
  readonly theme?: "light" | "dark";
  readonly organizationId: Id;
} | {
  readonly type: "configuration_space";
  readonly theme?: "light" | "dark";
  readonly spaceId: Id;
} | {
  readonly type: "configuration_site";
  readonly theme?: "light" | "dark";
  readonly siteId: Id;
} | {
  readonly type: "configuration_contentsource";
  readonly theme?: "light" | "dark";
  readonly organizationId: Id;
  readonly spaceId?: Id;
};

/** An `element` with its `state` and `props`, or `type: complete` with a `returnValue`. */
export type ContentKitRenderOutput = Readonly<Record<string, unknown>>;

/** A location. The resource itself is in the field with the name of its kind. */
export interface ContentLocation {
  readonly kind: "page" | "file" | "reusable-content" | "openapi" | "space" | "url";
  readonly organization?: Organization;
  readonly space?: Space;
  readonly changeRequest?: ChangeRequest;
  readonly page?: Page;
  readonly file?: RevisionFile;
  readonly reusableContent?: ReusableContentEntry;
  readonly openAPISpec?: OpenAPISpec;
  readonly url?: string;
  readonly internalLocation?: {
    readonly type: "anchor";
    readonly anchor: string;
  } | {
    readonly type: "node";
    readonly node: unknown;
  };
}

/** The source of the permission: the space, collection or site, if you can see it, and the team that has the role. */
export interface ContentPermissionReason {
  /** `administrator`: they administrate the organization. `user`: the role was given to them. `team`: it was given to one of their teams. `level`: all members have it, by the default level. `creator`: it is closed for others, and they created it. `organization`: it is their role in the organization. */
  readonly kind: "administrator" | "user" | "team" | "level" | "creator" | "organization";
  readonly team?: TitledThing;
  readonly space?: TitledThing;
  readonly collection?: TitledThing;
  readonly site?: TitledThing;
}

export type ContentPointer = SpacePointer | CollectionPointer;

/** What something refers to; `kind` says which of these it is. */
export type ContentRef = ContentRefFile | ContentRefURL | ContentRefPage | ContentRefAnchor | ContentRefUser | ContentRefCollection | ContentRefSpace | ContentRefReusableContent | ContentRefOpenAPI;

export interface ContentRefAnchor {
  readonly kind: "anchor";
  readonly anchor: string;
  readonly space?: Id;
  readonly page?: Id;
}

export interface ContentRefCollection {
  readonly kind: "collection";
  readonly collection: Id;
}

export interface ContentRefFile {
  readonly kind: "file";
  readonly file: Id;
}

export interface ContentRefOpenAPI {
  readonly kind: "openapi";
  readonly spec: Id;
}

export interface ContentRefPage {
  readonly kind: "page";
  readonly page: Id;
  readonly space?: Id;
}

export interface ContentRefReusableContent {
  readonly kind: "reusable-content";
  readonly reusableContent: Id;
  readonly ifVersion?: IfVersion;
  readonly space?: Id;
}

export interface ContentRefSpace {
  readonly kind: "space";
  readonly space: Id;
}

export interface ContentRefURL {
  readonly kind: "url";
  readonly url: LinkAddress;
}

export interface ContentRefUser {
  readonly kind: "user";
  readonly user: Id;
}

/** A link target, with the places that link to it. */
export interface ContentReference {
  readonly status: "ok" | "broken" | "in-app";
  /** `dependsOn`: the page can't be shown without it, such as a reusable content, an OpenAPI specification or an integration. */
  readonly relation: "reference" | "dependsOn";
  readonly targetReference?: ContentLocation;
  /** Where the link is; at most the first 20 pages. */
  readonly locationReferences: readonly ContentLocation[];
  /** The total number of pages and reusable contents that link to it. */
  readonly sources: number;
}

export interface ContentReferences {
  readonly next?: NextPage;
  /** The total number of items that match the filter and that the caller can see. */
  readonly count: number;
  readonly items: readonly ContentReference[];
  /** Counts of the whole revision; a page counts once for each thing that it links to. */
  readonly stats: {
    readonly total: number;
    readonly broken: {
      readonly total: number;
      /** Links that this change request breaks; for a space, links that its open change requests break. */
      readonly changeRequest: number;
    };
  };
}

/** The look of page tags, by name. */
export type ContentTags = Readonly<Record<string, TagDefinition>>;

/** Values that texts print, by name. */
export type ContentVariables = Readonly<Record<string, unknown>>;

export interface CreateChangeRequest {
  readonly subject?: string;
  readonly description?: string;
  readonly agentTaskId?: string;
}

export interface CreateCollection {
  readonly title?: string;
  readonly parent?: Id;
}

export interface CreateCustomFont {
  readonly fontFamily: FontFamily;
  /** A file for each weight. The regular weight, 400, is required. */
  readonly fontFaces: ReadonlyArray<{
    readonly weight: FontWeight;
    readonly storageKey: StorageFileKey;
  }>;
}

export interface CreateGitConnection {
  readonly provider: GitProvider;
  /** The https address of the host, or of a repository on it. */
  readonly url: string;
  readonly username?: GitUsername;
  readonly accessToken: GitToken;
}

export interface CreateGitSyncInstallation {
  readonly provider: GitProvider;
  readonly target: {
    readonly type: "space";
    readonly spaceId: Id;
    /** The installation of a synced site. The space gets `projectDirectory` of its branch. */
    readonly siteId?: string;
  } | {
    readonly type: "site";
    readonly siteId: Id;
    readonly organizationId?: Id;
  };
  readonly providerConfiguration?: GitConfiguration;
  readonly projectDirectory?: GitDirectory;
  /** For a site: its spaces and their folders in the repository. By default all spaces, each in a folder with its path, unless `docs.yaml` defines them. */
  readonly childInstallationProjectDirectories?: ReadonlyArray<{
    readonly spaceId: Id;
    readonly directory: GitDirectory;
  }>;
  readonly direction?: GitDirection;
  readonly priority?: GitPriority;
  /** true: you agree to what this deletes or leaves behind. */
  readonly confirm?: boolean;
  readonly incoming?: GitIncoming;
  readonly outgoing?: GitOutgoing;
  readonly commitMessageTemplate?: GitCommitTemplate;
}

export interface CreateOpenAPISpec {
  readonly slug: OpenAPISpecSlug;
  readonly source: OpenAPISpecSource;
}

export interface CreateOrganization {
  readonly title: string;
  readonly emailDomains?: readonly string[];
  readonly type?: "business" | "community";
  readonly useCase?: "internalDocs" | "docsSite" | "audienceControlledSite" | "productDocs" | "teamKnowledgeBase" | "designSystem" | "openSourceDocs" | "notes" | "other";
}

/** `role` for the organization; or `level` with `space` or `collection`, for people who join as guests. */
export interface CreateOrganizationInvite {
  readonly role?: MemberRoleOrGuest;
  readonly level?: MemberRoleOrGuest;
  readonly space?: Id;
  readonly collection?: Id;
}

export interface CreateSAMLProvider {
  /** The text of the button on the sign-in page. */
  readonly label: string;
  readonly entityID?: SAMLEntityID;
  readonly certificate?: SAMLCertificate;
  readonly ssoURL?: SAMLSignInURL;
  /** A team that people join when they first sign in; null: none. */
  readonly defaultTeam?: string | null;
  readonly defaultRole?: MemberRoleOrGuest;
}

export interface CreateShareLink {
  /** The recipients, for your own reference. */
  readonly name: string;
}

export interface CreateSite {
  readonly type?: SiteType;
  readonly title?: string;
  readonly visibility?: SiteVisibility;
  readonly spaces?: readonly Id[] | "sample" | "empty";
}

export interface CreateSitePreview {
  readonly siteSpace?: Id;
  /** The visitor's claims: at most 1500 characters as JSON. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly customization?: UpdateSiteCustomizationSettings;
  readonly overrides?: SiteSpaceCustomizationOverrides;
  /** The id of a change request: the site shows its content. Without `siteSpace`, it opens the space of the change request. */
  readonly changeRequest?: string;
  /** The same of a revision, also of one that shows a pull request of Git Sync. Not together with `changeRequest`. */
  readonly revision?: string;
}

export interface CreateSiteRedirect {
  readonly source: SiteRedirectSource;
  readonly destination: SiteRedirectDestinationInput;
  /** Whether the text for the asterisk is appended to the destination. */
  readonly captureWildcard?: boolean;
  /** Whether it is a draft, which has no effect until it is published. */
  readonly draft?: boolean;
  /** Whether browsers can cache it: 308 on a public site, 307 everywhere else. */
  readonly permanent?: boolean;
}

export interface CreateSpace {
  readonly title?: string;
  /** A character or its code points in hex. */
  readonly emoji?: string;
  readonly parent?: Id;
  readonly language?: TranslationLanguage;
  readonly editMode?: SpaceEditMode;
}

export interface CreateTeam {
  readonly title: string;
  /** Ids of members. */
  readonly members?: readonly string[];
}

export interface CreateTranslatedSpace {
  /** The space to translate. */
  readonly source: string;
  readonly language: TranslationLanguage;
  /** The default is the title of the source. */
  readonly title?: string;
}

export interface CreateUpload {
  /** The size of the whole file in bytes; at most 2 GB. */
  readonly size: number;
  /** In hexadecimal digits. Lectern compares it when the upload is used. */
  readonly sha256?: string;
  /** The space that will use the upload. */
  readonly space?: string;
  /** Instead of `space`, for a space that is created later. */
  readonly organization?: string;
}

export interface CreateUserAPIToken {
  readonly label: string;
  /** Absent or null: the token doesn't expire. */
  readonly expiresAt?: Timestamp | null;
  /** The scopes of the token. Absent: it has all your permissions. */
  readonly scopes?: ReadonlyArray<"user:read" | "organization:read" | "organization:write" | "organization:members:read" | "organization:members:write" | "organization:search" | "space:read" | "space:write" | "space:permissions:read" | "space:permissions:write" | "change-request:merge" | "site:read" | "site:write" | "site:publish" | "site:permissions:read" | "site:permissions:write" | "site:preview" | "site:auth:read" | "site:auth:write" | "openapi:read" | "openapi:write" | "integration:read" | "integration:update" | "integration:installation:read" | "integration:installation:update">;
}

export interface CreateWebhook {
  readonly kind?: WebhookKind;
  /** The https address, on a public host, to which events are sent. */
  readonly url: string;
  /** The purpose of the webhook. */
  readonly description?: string;
  /** The types of events to send. Empty: all types, including those of later versions. */
  readonly events?: readonly WebhookEventName[];
  readonly spaces?: WebhookSpaces;
  readonly active?: boolean;
}

/** A hostname that a site has claimed. */
export interface CustomHostname {
  readonly object: "custom-hostname";
  readonly hostname: string;
  readonly target: {
    readonly type: "site";
    readonly site: string;
  };
  /** Whether the site is served there. */
  readonly isActive: boolean;
  readonly status: "dns_passed" | "dns_no_cname" | "dns_wrong_cname" | "internal_error";
  /** The DNS record that proves it. */
  readonly verification: {
    readonly type: "TXT";
    readonly name: string;
    readonly value: string;
  };
  readonly urls: ResourceURLs;
}

export interface CustomizationAI {
  readonly mode: "none" | "search" | "assistant" | "integration";
  readonly integrationId?: string;
}

/** A line over every page. */
export interface CustomizationAnnouncement {
  readonly enabled: boolean;
  readonly message: string;
  readonly link?: CustomizationContentLink;
  readonly style: "info" | "warning" | "danger" | "success";
}

export interface CustomizationCodeThemes {
  readonly default: CustomizationThemedCodeTheme;
  readonly openapi: CustomizationThemedCodeTheme;
}

export interface CustomizationContentLink {
  readonly title: string;
  readonly to: ContentRef;
}

export interface CustomizationExternalLinks {
  readonly target: SiteExternalLinksTarget;
}

/** The picture of the site beside its title and in the browser's tab. */
export type CustomizationFavicon = {
  readonly icon: CustomizationThemedURL;
} | {
  readonly emoji: string;
} | Readonly<Record<string, never>>;

export type CustomizationFont = "ABCFavorit" | "Inter" | "Roboto" | "RobotoSlab" | "OpenSans" | "SourceSansPro" | "Lato" | "Ubuntu" | "Raleway" | "Merriweather" | "Overpass" | "NotoSans" | "IBMPlexSerif" | "Poppins" | "FiraSans" | CustomizationFontOfYourOwn;

/** A font of an organization. Without `permissions`, you can send it as the font of a site's customization. */
export interface CustomizationFontDefinition {
  readonly id: string;
  readonly custom: boolean;
  readonly fontFamily: string;
  readonly fontFaces: ReadonlyArray<{
    readonly weight: number;
    readonly sources: ReadonlyArray<{
      /** The address at which everybody can read the file. */
      readonly url: string;
      readonly format: "woff2" | "woff";
    }>;
  }>;
  readonly permissions: {
    readonly edit: boolean;
  };
}

/** A font of your own. Its files are copied, so that readers ask no other host for them. */
export interface CustomizationFontOfYourOwn {
  readonly id: Id;
  readonly custom: boolean;
  readonly fontFamily: string;
  readonly fontFaces: ReadonlyArray<{
    readonly weight: number;
    readonly sources: ReadonlyArray<{
      readonly url: URL;
      readonly format?: "woff2" | "woff";
    }>;
  }>;
}

export interface CustomizationFooter {
  readonly logo?: CustomizationThemedURL;
  readonly groups: readonly CustomizationFooterGroup[];
  readonly copyright?: string;
}

export interface CustomizationFooterGroup {
  readonly title: string;
  readonly links: readonly CustomizationContentLink[];
}

export interface CustomizationGit {
  readonly showEditLink: boolean;
}

export interface CustomizationHeader {
  readonly preset: "default" | "bold" | "contrast" | "custom" | "none";
  readonly logo?: CustomizationThemedURL;
  readonly backgroundColor?: CustomizationThemedColor;
  readonly linkColor?: CustomizationThemedColor;
  readonly links: readonly CustomizationHeaderItem[];
}

/** A link of the header; with `links` a menu of them. */
export interface CustomizationHeaderItem {
  readonly title: string;
  readonly style?: "link" | "button-primary" | "button-secondary";
  readonly to: ContentRef | null;
  readonly links: readonly CustomizationContentLink[];
  readonly condition?: string;
}

export interface CustomizationInsights {
  readonly trackingCookie: boolean;
}

export interface CustomizationInternationalization {
  readonly locale: CustomizationLocale;
}

export interface CustomizationLink {
  readonly url?: URL;
}

export interface CustomizationLinkOverride {
  readonly url?: URL | null;
}

/** The language of the site's own labels. */
export type CustomizationLocale = "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "pt-br" | "ru";

export type CustomizationMonospaceFont = "FiraCode" | "IBMPlexMono" | "JetBrainsMono" | "SourceCodePro" | "RobotoMono" | "SpaceMono" | "DMMono" | "Inconsolata" | CustomizationFontOfYourOwn;

export interface CustomizationPageActions {
  readonly externalAI: boolean;
  readonly markdown: boolean;
  readonly items: ReadonlyArray<"external-ai" | "markdown" | "git" | "pdf">;
}

/** Always empty: such links are in the footer. */
export type CustomizationSocialAccounts = readonly unknown[];

export interface CustomizationStyling {
  readonly theme: "clean" | "muted" | "bold" | "gradient";
  readonly primaryColor: CustomizationThemedColor;
  readonly infoColor: CustomizationThemedColor;
  readonly successColor: CustomizationThemedColor;
  readonly warningColor: CustomizationThemedColor;
  readonly dangerColor: CustomizationThemedColor;
  readonly corners: "straight" | "rounded" | "circular";
  readonly depth: "subtle" | "flat";
  readonly links: "default" | "accent";
  readonly background: "plain" | "match";
  readonly icons: "regular" | "solid" | "duotone" | "light" | "thin";
  readonly search: "prominent" | "subtle";
  readonly tint?: CustomizationTint;
  readonly font: CustomizationFont;
  readonly monospaceFont: CustomizationMonospaceFont;
  readonly sidebar: {
    readonly background: "default" | "filled";
    readonly list: "default" | "pill" | "line";
  };
  readonly codeTheme?: CustomizationCodeThemes;
}

/** Code has the colours of the site. */
export interface CustomizationThemedCodeTheme {
  readonly light: "default-light";
  readonly dark: "default-dark";
}

/** A colour in each theme. */
export interface CustomizationThemedColor {
  readonly light: Color;
  readonly dark: Color;
}

/** A picture in each theme. */
export interface CustomizationThemedURL {
  readonly light: URL;
  readonly dark: URL;
}

export interface CustomizationThemes {
  readonly default: "light" | "dark";
  /** Whether readers can switch. */
  readonly toggeable: boolean;
}

/** The colour that tints greys. The default is the primary colour. */
export interface CustomizationTint {
  readonly color: CustomizationThemedColor;
}

/** The role that members have here. null: only the creator has access. inherit: the role from above. */
export type DefaultLevel = MemberRole | null | "inherit";

export interface DeleteFile {
  readonly operation: "delete_file";
  readonly file: Id;
  /** true: delete it even if pages or reusable contents of the same content link to it. Otherwise the answer is 409. */
  readonly force?: boolean;
}

export interface DeletePage {
  readonly operation: "delete_page";
  readonly page: Id;
  readonly ifVersion?: IfVersion;
}

/** It disappears from every page that includes it. */
export interface DeleteReusableContent {
  readonly operation: "delete_reusable_content";
  readonly reusableContent: Id;
  readonly ifVersion?: IfVersion;
}

/** A page that was deleted. */
export interface DeletedPage {
  readonly id: string;
  readonly type: PageType;
  readonly title: string;
  readonly emoji?: string;
  readonly icon?: string;
  /** The number of pages below it. */
  readonly pages: number;
  /** The last revision that has the page. */
  readonly revision: string;
  readonly deletedAt: Timestamp;
  /** The user's id. */
  readonly deletedBy?: string;
}

export type DocumentBlock = DocumentBlockParagraph | DocumentBlockHeading1 | DocumentBlockHeading2 | DocumentBlockHeading3 | DocumentBlockListUnordered | DocumentBlockListOrdered | DocumentBlockListTasks | DocumentBlockListItem | DocumentBlockQuote | DocumentBlockCode | DocumentBlockCodeLine | DocumentBlockMath | DocumentBlockDivider | DocumentBlockTable | DocumentBlockHint | DocumentBlockTabs | DocumentBlockTabsItem | DocumentBlockStepper | DocumentBlockStepperStep | DocumentBlockColumns | DocumentBlockColumn | DocumentBlockExpandable | DocumentBlockEmbed | DocumentBlockContentRef | DocumentBlockFile | DocumentBlockDrawing | DocumentBlockImages | DocumentBlockImage | DocumentBlockReusableContent | DocumentBlockIf | DocumentBlockOpenAPI | DocumentBlockOpenAPIOperation | DocumentBlockOpenAPIWebhook | DocumentBlockOpenAPISchemas | DocumentBlockUpdates | DocumentBlockUpdate | DocumentBlockPrompt | DocumentBlockIntegration;

export interface DocumentBlockCode {
  readonly object: "block";
  readonly type: "code";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: {
    readonly syntax?: string;
    readonly title?: string;
    readonly overflow?: "scroll" | "wrap";
    readonly lineNumbers?: boolean;
    readonly expandable?: boolean;
    /** What stands behind the fence, where it is more than `syntax`. */
    readonly info?: string;
  };
  readonly nodes: readonly DocumentBlockCodeLine[];
}

export interface DocumentBlockCodeLine {
  readonly object: "block";
  readonly type: "code-line";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: {
    readonly highlighted?: boolean;
  };
  readonly nodes: readonly DocumentWords[];
}

export interface DocumentBlockColumn {
  readonly object: "block";
  readonly type: "column";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: {
    readonly width?: DocumentLength;
  };
  readonly nodes: readonly DocumentBlock[];
}

export interface DocumentBlockColumns {
  readonly object: "block";
  readonly type: "columns";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly nodes: readonly DocumentBlockColumn[];
}

export interface DocumentBlockContentRef {
  readonly object: "block";
  readonly type: "content-ref";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly ref: DocumentRef;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockDivider {
  readonly object: "block";
  readonly type: "divider";
  readonly key?: string;
  readonly isVoid?: boolean;
}

export interface DocumentBlockDrawing {
  readonly object: "block";
  readonly type: "drawing";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: {
    readonly ref?: DocumentFileRef;
    readonly refDark?: DocumentFileRef;
    readonly width?: DocumentLength;
    readonly height?: DocumentLength;
    readonly alt?: string;
    readonly title?: string;
    readonly size?: string;
    readonly framed?: boolean;
    readonly link?: string;
    readonly align?: "left" | "center" | "right";
    readonly fullWidth?: boolean;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockEmbed {
  readonly object: "block";
  readonly type: "embed";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly url: string;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockExpandable {
  readonly object: "block";
  readonly type: "expandable";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: {
    readonly defaultExpanded?: boolean;
  };
  readonly meta?: DocumentBlockMeta;
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockFile {
  readonly object: "block";
  readonly type: "file";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly ref: DocumentRefFile;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockHeading1 {
  readonly object: "block";
  readonly type: "heading-1";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: DocumentHeadingData;
  readonly meta?: DocumentBlockMeta;
  readonly nodes: readonly DocumentWords[];
}

export interface DocumentBlockHeading2 {
  readonly object: "block";
  readonly type: "heading-2";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: DocumentHeadingData;
  readonly meta?: DocumentBlockMeta;
  readonly nodes: readonly DocumentWords[];
}

export interface DocumentBlockHeading3 {
  readonly object: "block";
  readonly type: "heading-3";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: DocumentHeadingData;
  readonly meta?: DocumentBlockMeta;
  readonly nodes: readonly DocumentWords[];
}

export interface DocumentBlockHint {
  readonly object: "block";
  readonly type: "hint";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly style: "info" | "warning" | "danger" | "success";
    readonly icon?: string;
  };
  readonly nodes: readonly DocumentBlock[];
}

export interface DocumentBlockIf {
  readonly object: "block";
  readonly type: "if";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly expression: string;
  };
  readonly nodes: readonly DocumentBlock[];
}

export interface DocumentBlockImage {
  readonly object: "block";
  readonly type: "image";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly ref: DocumentFileRef;
    readonly refDark?: DocumentFileRef;
    readonly width?: DocumentLength;
    readonly height?: DocumentLength;
    readonly alt?: string;
    readonly title?: string;
    readonly size?: string;
    readonly framed?: boolean;
    readonly link?: string;
    readonly drawing?: boolean;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockImages {
  readonly object: "block";
  readonly type: "images";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: {
    readonly align?: "left" | "center" | "right";
    readonly fullWidth?: boolean;
  };
  readonly nodes: readonly DocumentBlockImage[];
}

export interface DocumentBlockIntegration {
  readonly object: "block";
  readonly type: "integration";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly integration: string;
    readonly block: string;
    readonly props: Readonly<Record<string, unknown>>;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockListItem {
  readonly object: "block";
  readonly type: "list-item";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: {
    readonly checked?: boolean;
  };
  readonly nodes: readonly DocumentBlock[];
}

export interface DocumentBlockListOrdered {
  readonly object: "block";
  readonly type: "list-ordered";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data?: {
    readonly start?: number;
  };
  readonly meta?: DocumentBlockMeta;
  readonly nodes: readonly DocumentBlockListItem[];
}

export interface DocumentBlockListTasks {
  readonly object: "block";
  readonly type: "list-tasks";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly meta?: DocumentBlockMeta;
  readonly nodes: readonly DocumentBlockListItem[];
}

export interface DocumentBlockListUnordered {
  readonly object: "block";
  readonly type: "list-unordered";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly meta?: DocumentBlockMeta;
  readonly nodes: readonly DocumentBlockListItem[];
}

export interface DocumentBlockMath {
  readonly object: "block";
  readonly type: "math";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly formula: string;
  };
}

export interface DocumentBlockMeta {
  /** By which addresses name the block. */
  readonly id?: string;
  /** There are blank lines between the items. */
  readonly loose?: true;
}

export interface DocumentBlockOpenAPI {
  readonly object: "block";
  readonly type: "swagger";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly path: string;
    readonly method: string;
    readonly ref: DocumentFileRef;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockOpenAPIOperation {
  readonly object: "block";
  readonly type: "openapi-operation";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly path: string;
    readonly method: string;
    readonly ref: DocumentRefOpenAPI;
    readonly src?: string;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockOpenAPISchemas {
  readonly object: "block";
  readonly type: "openapi-schemas";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly schemas: readonly string[];
    readonly grouped?: boolean;
    readonly ref: DocumentRefOpenAPI;
    readonly src?: string;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockOpenAPIWebhook {
  readonly object: "block";
  readonly type: "openapi-webhook";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly name: string;
    readonly method: string;
    readonly ref: DocumentRefOpenAPI;
    readonly src?: string;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockParagraph {
  readonly object: "block";
  readonly type: "paragraph";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly nodes: readonly DocumentWords[];
}

export interface DocumentBlockPrompt {
  readonly object: "block";
  readonly type: "prompt";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly description: string;
    readonly icon?: string;
    readonly openInAIProviders?: boolean;
    readonly defaultExpanded?: "hidden" | "partial" | "full";
  };
  readonly said?: string;
  readonly unsaid?: readonly string[];
  readonly nodes: readonly DocumentBlock[];
}

export interface DocumentBlockQuote {
  readonly object: "block";
  readonly type: "blockquote";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly nodes: readonly DocumentBlock[];
}

export interface DocumentBlockReusableContent {
  readonly object: "block";
  readonly type: "reusable-content";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly ref: DocumentRefReusableContent;
  };
}

export interface DocumentBlockStepper {
  readonly object: "block";
  readonly type: "stepper";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly nodes: readonly DocumentBlockStepperStep[];
}

export interface DocumentBlockStepperStep {
  readonly object: "block";
  readonly type: "stepper-step";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly nodes: readonly DocumentBlock[];
}

export interface DocumentBlockTable {
  readonly object: "block";
  readonly type: "table";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly view: DocumentTableView;
    readonly definition: Readonly<Record<string, DocumentTableDefinition>>;
    readonly records: Readonly<Record<string, DocumentTableRecord>>;
  };
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentBlockTabs {
  readonly object: "block";
  readonly type: "tabs";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly nodes: readonly DocumentBlockTabsItem[];
}

export interface DocumentBlockTabsItem {
  readonly object: "block";
  readonly type: "tabs-item";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly title: string;
    readonly icon?: string;
  };
  readonly meta?: DocumentBlockMeta;
  readonly nodes: readonly DocumentBlock[];
}

export interface DocumentBlockUpdate {
  readonly object: "block";
  readonly type: "update";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly date: string;
    readonly tags?: ReadonlyArray<{
      readonly kind: "tag";
      readonly tag: string;
    }>;
  };
  readonly said?: string;
  readonly nodes: readonly DocumentBlock[];
}

export interface DocumentBlockUpdates {
  readonly object: "block";
  readonly type: "updates";
  readonly key?: string;
  readonly isVoid?: boolean;
  readonly data: {
    readonly format: "numeric" | "full" | "short";
  };
  readonly said?: string;
  readonly unsaid?: readonly string[];
  readonly nodes: readonly DocumentBlockUpdate[];
}

export type DocumentFileRef = DocumentRefURL | DocumentRefFile;

export interface DocumentFragment {
  readonly object: "fragment";
  /** Its name. */
  readonly fragment?: string;
  readonly type?: "body" | "caption" | "expandable-title" | "expandable-body" | "annotation-body" | "table-cell";
  readonly nodes: readonly DocumentBlock[];
}

export interface DocumentHeadingData {
  readonly id?: string;
  /** An id with letters that `id` has not. */
  readonly anchor?: string;
  /** In the text, where the type stands for several. */
  readonly level?: number;
}

export type DocumentInline = DocumentInlineLink | DocumentInlineMention | DocumentInlineAnnotation | DocumentInlineMath | DocumentInlineExpression | DocumentInlineEmoji | DocumentInlineIcon | DocumentInlineImage | DocumentInlineButton;

export interface DocumentInlineAnnotation {
  readonly object: "inline";
  readonly type: "annotation";
  readonly marks?: readonly DocumentMark[];
  readonly isVoid?: boolean;
  /** That of its footnote. */
  readonly label?: string;
  readonly nodes: readonly DocumentWords[];
  readonly fragments?: readonly DocumentFragment[];
}

export interface DocumentInlineButton {
  readonly object: "inline";
  readonly type: "button";
  readonly marks?: readonly DocumentMark[];
  readonly isVoid?: boolean;
  readonly data: {
    readonly label: string;
    readonly kind: "primary" | "secondary";
    readonly icon?: string;
    readonly ref?: DocumentRef;
    readonly query?: string;
    readonly action?: {
      readonly action: string;
      readonly query?: string;
    };
  };
}

export interface DocumentInlineEmoji {
  readonly object: "inline";
  readonly type: "emoji";
  readonly marks?: readonly DocumentMark[];
  readonly isVoid?: boolean;
  readonly data: {
    readonly code: string;
    readonly name?: string;
  };
}

export interface DocumentInlineExpression {
  readonly object: "inline";
  readonly type: "expression";
  readonly marks?: readonly DocumentMark[];
  readonly isVoid?: boolean;
  readonly data: {
    readonly expression: string;
  };
}

export interface DocumentInlineIcon {
  readonly object: "inline";
  readonly type: "icon";
  readonly marks?: readonly DocumentMark[];
  readonly isVoid?: boolean;
  readonly data: {
    readonly icon: string;
  };
}

export interface DocumentInlineImage {
  readonly object: "inline";
  readonly type: "inline-image";
  readonly marks?: readonly DocumentMark[];
  readonly isVoid?: boolean;
  readonly data: {
    readonly ref: DocumentFileRef;
    readonly refDark?: DocumentFileRef;
    readonly caption?: string;
    readonly size?: "original" | "line";
    readonly title?: string;
    readonly width?: string;
    readonly height?: string;
  };
}

export interface DocumentInlineLink {
  readonly object: "inline";
  readonly type: "link";
  readonly marks?: readonly DocumentMark[];
  readonly isVoid?: boolean;
  readonly data: {
    readonly ref: DocumentRef;
    readonly title?: string;
  };
  readonly nodes: readonly DocumentWords[];
}

export interface DocumentInlineMath {
  readonly object: "inline";
  readonly type: "inline-math";
  readonly marks?: readonly DocumentMark[];
  readonly isVoid?: boolean;
  readonly data: {
    readonly formula: string;
  };
}

export interface DocumentInlineMention {
  readonly object: "inline";
  readonly type: "mention";
  readonly marks?: readonly DocumentMark[];
  readonly isVoid?: boolean;
  readonly data: {
    readonly ref: DocumentRef;
    readonly text?: string;
  };
}

export interface DocumentLeaf {
  readonly object: "leaf";
  readonly text: string;
  readonly marks: readonly DocumentMark[];
  readonly underline?: true;
  /** The space in `text` is a line end of the source. */
  readonly soft?: true;
  /** One raw tag or comment; `text` is empty then. */
  readonly html?: string;
}

export type DocumentLength = number | {
  readonly unit: string;
  readonly value: number;
};

export type DocumentMark = DocumentMarkBold | DocumentMarkItalic | DocumentMarkStrikethrough | DocumentMarkUnderline | DocumentMarkKeyboard | DocumentMarkSubscript | DocumentMarkSuperscript | DocumentMarkCode | DocumentMarkColor;

export interface DocumentMarkBold {
  readonly object: "mark";
  readonly type: "bold";
}

export interface DocumentMarkCode {
  readonly object: "mark";
  readonly type: "code";
}

export interface DocumentMarkColor {
  readonly object: "mark";
  readonly type: "color";
  readonly data: {
    readonly text: DocumentMarkColorName;
    readonly background: DocumentMarkColorName;
    /** Other colours of CSS, as written. */
    readonly css?: {
      readonly color?: string;
      readonly background?: string;
    };
  };
}

export type DocumentMarkColorName = "default" | "green" | "blue" | "red" | "orange" | "yellow" | "purple" | "$primary" | "$info" | "$success" | "$warning" | "$danger";

export interface DocumentMarkItalic {
  readonly object: "mark";
  readonly type: "italic";
}

export interface DocumentMarkKeyboard {
  readonly object: "mark";
  readonly type: "keyboard";
}

export interface DocumentMarkStrikethrough {
  readonly object: "mark";
  readonly type: "strikethrough";
}

export interface DocumentMarkSubscript {
  readonly object: "mark";
  readonly type: "subscript";
}

export interface DocumentMarkSuperscript {
  readonly object: "mark";
  readonly type: "superscript";
}

export interface DocumentMarkUnderline {
  readonly object: "mark";
  readonly type: "underline";
}

export type DocumentRef = DocumentRefURL | DocumentRefFile | DocumentRefReusableContent | DocumentRefPage | DocumentRefAnchor | DocumentRefSpace;

export interface DocumentRefAnchor {
  readonly kind: "anchor";
  readonly anchor: string;
  readonly page?: string;
  readonly space?: string;
}

export interface DocumentRefFile {
  readonly kind: "file";
  readonly file: string;
}

export interface DocumentRefOpenAPI {
  readonly kind: "openapi";
  readonly spec: string;
}

export interface DocumentRefPage {
  readonly kind: "page";
  readonly page: string;
  readonly space?: string;
}

export interface DocumentRefReusableContent {
  readonly kind: "reusable-content";
  readonly reusableContent: string;
  readonly space?: string;
}

export interface DocumentRefSpace {
  readonly kind: "space";
  readonly space: string;
}

export interface DocumentRefURL {
  readonly kind: "url";
  readonly url: string;
}

export interface DocumentTableDefinition {
  readonly id: string;
  readonly title: string;
  readonly type: "text" | "number" | "rating" | "checkbox" | "content-ref" | "files" | "select";
  readonly textAlignment?: "left" | "center" | "right";
  readonly align?: "left" | "center" | "right";
  /** The fragment with the title, where that is more than text. */
  readonly header?: string;
  /** What the text calls the column, where its cells are text. */
  readonly kind?: string;
  readonly max?: number;
  readonly multiple?: boolean;
  readonly options?: ReadonlyArray<{
    readonly value: string;
    readonly label: string;
    readonly color: string;
  }>;
}

export interface DocumentTableRecord {
  readonly orderIndex: string;
  /** By column. The text of a cell is the fragment of this name. */
  readonly values: Readonly<Record<string, number | string | boolean | readonly string[] | DocumentRef | null>>;
}

export type DocumentTableView = DocumentTableViewGrid | DocumentTableViewCards;

export interface DocumentTableViewCards {
  readonly type: "cards";
  readonly columns: readonly string[];
  readonly cardSize?: "medium" | "large";
  readonly targetDefinition?: string;
  readonly coverDefinition?: string;
  readonly coverDefinitionDark?: string;
}

export interface DocumentTableViewGrid {
  readonly type: "grid";
  readonly columns: readonly string[];
  readonly columnWidths?: Readonly<Record<string, number>>;
  readonly hideHeader?: boolean;
}

export interface DocumentText {
  readonly object: "text";
  readonly key?: string;
  readonly leaves: readonly DocumentLeaf[];
}

export type DocumentWords = DocumentText | DocumentInline;

/** A copy after the page, with its subpages. A request copies at most 200 pages. */
export interface DuplicatePage {
  readonly operation: "duplicate_page";
  readonly page: Id;
  /** The title of the copy. The default is the title of the page. */
  readonly title?: string;
}

/** Replaces, adds and removes blocks. Name a block by the `key` that it has at the top level of the document of `base`. All other text stays exactly the same. */
export interface EditPage {
  readonly operation: "edit_page";
  readonly page: Id;
  /** The `documentId` of the text that has these blocks. Later changes of others are kept. */
  readonly base: Id | null;
  readonly edits: readonly PageBlockEdit[];
  readonly ifVersion?: IfVersion;
}

/** The resulting permission of a user, and its reason. */
export type EffectiveContentPermission = UserContentPermission & ({
  readonly reason: ContentPermissionReason;
});

export type Embed = {
  readonly title: string;
  /** The name of the provider, or a host. */
  readonly site: string;
  readonly type: "link";
} | {
  readonly title: string;
  /** The name of the provider, or a host. */
  readonly site: string;
  readonly type: "rich";
  /** A sandboxed frame of the provider. */
  readonly html: string;
};

/** In the order of their first use. */
export type EmojiReactions = ReadonlyArray<{
  readonly emoji: string;
  readonly count: number;
  readonly users: ReadonlyArray<{
    readonly user: User;
    readonly reactedAt: Timestamp;
  }>;
}>;

export interface Error {
  readonly error: {
    /** Repeats the status. */
    readonly code: number;
    /** What happened and what to do. */
    readonly message: string;
    /** A stable name to branch on. */
    readonly type: string;
    readonly details?: ReadonlyArray<{
      /** A JSON pointer into the request. */
      readonly path: string;
      /** What to do. */
      readonly message: string;
    }>;
    /** The id of the request in the server's log. */
    readonly requestId: string;
  };
}

export interface ExportToGitRepository {
  /** The address for cloning the repository. Credentials in it are used only for this run. */
  readonly url: string;
  /** The branch: `refs/heads/main`, or `main`. */
  readonly ref: string;
  readonly repoProjectDirectory?: GitDirectory;
  /** Sync even if nothing seems to have changed. */
  readonly force?: boolean;
  readonly gitInfo?: {
    readonly provider?: GitProvider;
    readonly url?: URL;
  };
  /** Accepted, but not used: both sides are merged from their last common state, and the order doesn't change the result. */
  readonly timestamp?: string;
  /** Accepted, but not used. */
  readonly repoCacheID?: string;
  /** Accepted, but not used. */
  readonly repoTreeURL?: string;
  /** Accepted, but not used. */
  readonly repoCommitURL?: string;
  /** The subject of the commit. */
  readonly commitMessage: string;
}

/** E-mails of one kind to a member that Lectern gave up. */
export interface FailedEmails {
  /** `sign-in`: a link to sign in, which they asked for. `account`: what was done to their password or second factor. `notice`: about the organization, such as a webhook that was disabled. */
  readonly kind: "sign-in" | "account" | "notice";
  readonly count: number;
  readonly lastFailedAt: Timestamp;
  /** Why the last attempt failed. */
  readonly error: string;
}

export type FileName = string;

export interface FileUpload {
  readonly file: string;
}

export type FontFamily = string;

export type FontWeight = number;

export interface FoundSiteRedirect {
  readonly redirect: SiteRedirect;
  readonly target: string;
}

/** A resource with a matching title. */
export interface FoundThing {
  readonly type: "page" | "space" | "collection" | "site" | "member" | "team" | "change-request" | "spec";
  /** The id; for a change request its number, for a specification its slug. */
  readonly id: string;
  readonly title: string;
  /** The space that it is in, by its title. */
  readonly where?: string;
  readonly urls: AppURLs;
}

export interface GenerateStorageUploadURL {
  readonly kind: "customization_font";
  readonly file: {
    readonly name: string;
    /** The media type, as the sender states it. */
    readonly type: string;
    /** The size in bytes. The upload must have this size. */
    readonly size: number;
  };
}

/** The files at the top of the repository that tell agents how to write its pages: `agents`, AGENTS.md; `claude`, CLAUDE.md. Lectern creates a missing file once, and never changes it. */
export type GitAgentInstructions = ReadonlyArray<"agents" | "claude">;

/** Why a sync waits for a person. */
export interface GitAttention {
  readonly kind: string;
  /** What is stopped, and what to do. */
  readonly message: string;
  /** The possible answers. Empty: follow the message, then start a sync. */
  readonly choices: readonly GitChoice[];
  /** Identifies the question. Send it with the decision, so that the decision applies to this question only. */
  readonly question?: string;
}

/** Its full name: `refs/heads/main`. */
export type GitBranch = string;

/** `git`: where both sides differ, take the branch. `lectern`: commit Lectern's content on top of the branch. `apply`: continue, including deletions. `pull-request`: from now on, send changes in Lectern as pull requests. */
export type GitChoice = "git" | "lectern" | "apply" | "pull-request";

/** The subject of commits, with `{change_request_number}`, `{change_request_subject}`, `{space}`, `{pages}` and `{user}`; null: Lectern's own. */
export type GitCommitTemplate = string | null;

/** The address of the repository, and the credentials for it. */
export interface GitConfiguration {
  /** The https address for cloning the repository, without credentials. */
  readonly url?: string;
  /** Instead of `url`: the id of the repository on its host. */
  readonly repositoryId?: number | string;
  /** The same on GitLab. */
  readonly projectId?: number | string;
  readonly branch?: GitBranch;
  /** The id of a connection of the organization. */
  readonly connection?: string;
  readonly username?: GitUsername;
  readonly accessToken?: GitToken;
  /** The address of a self-hosted instance, such as `https://gitlab.example.com`. */
  readonly customInstanceURL?: string | null;
}

/** Credentials for a host of Git repositories, without the token itself. */
export interface GitConnection {
  readonly object: "git-connection";
  readonly id: string;
  readonly provider: GitProvider;
  /** The host: the token is sent there and nowhere else. */
  readonly origin: string;
  readonly username: string;
  /** The account of its GitHub App. */
  readonly account?: string;
  readonly status: GitConnectionStatus;
  readonly checkedAt?: Timestamp;
  /** Whether the host accepts pushes with it, if this was checked. */
  readonly canPush?: boolean;
  /** Whether the host shows it the webhooks of the repository, if this was checked. If not, Lectern can't make one. Absent for hosts without an API, and for a GitHub App, which needs none. */
  readonly canHook?: boolean;
  /** The error of the host from the last check. */
  readonly problem?: string;
  readonly createdBy?: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly urls: ResourceURLs;
}

/** `pending`: Lectern has not asked the host yet. `unauthenticated`: the host no longer accepts the token; set a new one. */
export type GitConnectionStatus = "pending" | "active" | "unauthenticated";

/** What the first sync does. `git`: the repository replaces the content. `lectern`: the content is committed on top of the branch. If the host refuses that push, and you then let changes go out as pull requests, the first sync is a `merge`. `merge`: both are merged page by page. */
export type GitDirection = "git" | "lectern" | "merge";

/** The folder of the repository with which the space is synced. Empty: all of it. */
export type GitDirectory = string;

/** Something that stays unchanged on both sides until somebody decides. */
export interface GitHeld {
  readonly kind: "page" | "file" | "variable" | "tag" | "reusable";
  /** The id; for a variable or tag, its name. */
  readonly id: string;
  /** The change request that shows both sides. Merge it to decide. Absent: decide another one first. */
  readonly changeRequest?: string;
  /** `both`: both sides have changed it differently. `token`: its file has an API token that works. `large`: the host doesn't accept its bytes through Git LFS. `missing`: the host doesn't give them. `blocked`: on the branch, a link, a submodule or a file that can't be taken is where it would go. `size`: its file is too large. `unreadable`: a link, a submodule, bytes that aren't UTF-8 text or front matter that is too much to be read are where its file was. */
  readonly reason: "both" | "token" | "large" | "blocked" | "missing" | "size" | "unreadable";
}

/** What happens to changes on the branch. `apply`: they go into the space. `change-request`: they wait in a change request that follows the branch, until somebody merges it. */
export type GitIncoming = "apply" | "change-request";

/** For a revision, its commit. For its content, the file in the repository, in the current content of a synced space. Only people who can edit the space see the address of the repository. */
export type GitMetadata = Readonly<Record<string, unknown>>;

/** What happens to changes in Lectern. `push`: they are pushed to the branch. `push-or-pull-request`: the same, until a rule of the host refuses a push; from then on as `pull-request`. A first sync in the direction `lectern` asks first. `pull-request`: they are pushed to a separate branch with a pull request, and both sides agree when it is merged. `off`: nothing is pushed, and the space follows the branch. */
export type GitOutgoing = "push" | "push-or-pull-request" | "pull-request" | "off";

/** The same as `direction`: `gitbook` is `lectern`. */
export type GitPriority = "git" | "gitbook";

/** The host of the repository. `git`: any host that supports Git over HTTPS. */
export type GitProvider = "github" | "gitlab" | "gitea" | "bitbucket" | "git";

export interface GitProviderConfiguration {
  readonly url?: string;
  /** The id of the repository on its host, if it was chosen by this id instead of `url`. */
  readonly repositoryId?: number | string;
  /** The same on GitLab. */
  readonly projectId?: number | string;
  readonly branch?: GitBranch;
  /** The address of a self-hosted instance. */
  readonly customInstanceURL?: string;
}

export interface GitRepository {
  readonly id: string;
  /** Its full name. */
  readonly name: string;
  /** The address for cloning. */
  readonly url: string;
  /** Its full name. */
  readonly defaultBranch?: string;
}

/** A repository, and the credentials for it. Absent: it needs no credentials. */
export interface GitRepositoryConnection {
  readonly object: "git-repository-connection";
  /** Of the connection. */
  readonly id: string;
  readonly provider: GitProvider;
  /** The id on its host, if the repository was chosen by this id. */
  readonly repositoryId?: string;
  readonly repositoryName: string;
  readonly repositoryUrl: string;
  /** `pending`: nothing has been synced yet. */
  readonly authState: "unauthenticated" | "active" | "pending";
  /** The features of the host that Lectern uses. */
  readonly capabilities: {
    /** Whether Lectern reads pull requests from the host. */
    readonly pullRequests: boolean;
    /** Whether the host accepts commit statuses. */
    readonly commitStatuses: boolean;
  };
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

/** A pull or merge request for the branch. */
export interface GitReview {
  readonly object: "git-review";
  readonly number: number;
  readonly state: "open" | "merged" | "closed";
  readonly title: string;
  /** Of another repository. */
  readonly fork: boolean;
  readonly commitId: string;
  /** What the space would say with it; in no list. */
  readonly revision?: string;
  readonly pagesChanged?: number;
  /** The one that shows it here. */
  readonly changeRequest?: string;
  /** Why there is no preview. */
  readonly problem?: string;
  readonly updatedAt: Timestamp;
  readonly urls: {
    readonly host?: string;
    readonly app?: string;
  };
}

/** `synced`: the last run went well. What has changed in Lectern since, or waits to be merged on the host, is counted by `pagesAhead` and `othersAhead` of the status; `isBehind` says whether the branch has changed since. `changed`: a run will follow. `attention`: it waits for a person. `failed`: Lectern tries again by itself. */
export type GitState = "new" | "synced" | "changed" | "attention" | "failed" | "paused";

export interface GitSyncBranch {
  readonly name: string;
  /** Its full name. */
  readonly ref: string;
}

/** A space that is synced with a directory of a branch; or a site with a `docs.yaml` that maps directories to spaces. */
export interface GitSyncInstallation {
  readonly object: "git-sync-installation";
  readonly id: string;
  /** The installation of the site with which the space is synced. */
  readonly parentInstallationId?: string;
  readonly target: GitSyncTarget;
  readonly provider: GitProvider;
  readonly providerConfiguration: GitProviderConfiguration;
  readonly repositoryConnection?: GitRepositoryConnection;
  readonly syncRoot?: GitSyncRoot;
  /** `pending`: nothing has been synced yet. */
  readonly status: "unauthenticated" | "active" | "pending";
  readonly state: GitState;
  readonly attention?: GitAttention;
  /** Absent: nobody has chosen it yet. */
  readonly repository?: {
    /** The id on its host, if the repository was chosen by this id. */
    readonly id?: string;
    readonly url: string;
    readonly branch: string;
    readonly name: string;
  };
  readonly repositoryRef?: {
    readonly object: "git-repository-ref";
    readonly id: string;
    readonly name: GitBranch;
    readonly type: "branch";
    readonly latestObservedCommitId?: string;
    readonly latestImportedCommitId?: string;
    readonly updatedAt: Timestamp;
  };
  readonly projectDirectory: string;
  /** The id of its connection. Absent: it uses none. */
  readonly connection?: string;
  readonly commitMessageTemplate?: string;
  readonly agentInstructions: GitAgentInstructions;
  readonly incoming: GitIncoming;
  /** The id of the change request in which changes on the branch wait. */
  readonly changeRequest?: string;
  readonly outgoing: GitOutgoing;
  /** The changes that wait to be merged on the host. */
  readonly pullRequest?: {
    readonly branch: string;
    readonly number?: number;
    readonly url?: string;
    /** Why the host has no pull request. You can open it there by hand. */
    readonly problem?: string;
  };
  readonly webhook?: GitWebhook;
  /** Why the host doesn't accept statuses. */
  readonly statusProblem?: string;
  readonly previewPullRequests: boolean;
  readonly reviewPullRequests: boolean;
  readonly previewExternalBranches: boolean;
  readonly paused: boolean;
  /** The user with whose permissions it works. */
  readonly owner?: string;
  readonly syncedAt?: Timestamp;
  readonly createdBy?: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly urls: ResourceURLs;
}

export interface GitSyncRepository {
  readonly id: number;
  readonly accountName: string;
  readonly repositoryName: string;
  readonly fullName: string;
  readonly defaultBranch: string | null;
}

export interface GitSyncRepositoryFile {
  readonly name: string;
  readonly path: string;
  readonly sha: string;
  /** Bytes. */
  readonly size: number;
}

/** What one commit and one merge sync. */
export interface GitSyncRoot {
  readonly object: "git-sync-root";
  readonly id: string;
  /** The installation of the site, if the space is a folder of the site's branch. */
  readonly installationId: string;
  readonly target: GitSyncTarget;
  /** Who merges changes. Always `gitbook`: Lectern merges them, also if the branch takes only pull requests. `provider` is there for clients that know it. */
  readonly defaultMergeAuthorityPolicy: "provider" | "gitbook";
  /** `disabled`: it is paused. */
  readonly status: "active" | "disabled";
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

/** One attempt to sync both sides. */
export interface GitSyncRun {
  readonly object: "git-sync-run";
  readonly id: string;
  /** The result: content arrived, left, both, or neither. `preview`: it only checked what a sync would do. */
  readonly operation: "import" | "export" | "check" | "merge" | "preview";
  readonly cause: "setup" | "poll" | "webhook" | "content" | "user";
  readonly state: "queued" | "running" | "success" | "failure" | "timeout" | "cancelled";
  readonly stage: "repo_fetch" | "config_check" | "content_process" | "finalize";
  readonly commitId?: string;
  readonly revisionId?: string;
  /** What was imported, skipped, pushed and held. For `preview`, what a sync would do: pages that go into the space or wait in a change request (`pagesTo`: `space`, `request`), and files that go to the branch or into a pull request (`filesTo`: `branch`, `proposal`). */
  readonly report?: unknown;
  readonly error?: string;
  readonly startedAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly completedAt?: Timestamp;
}

/** The repository with which a space is synced. */
export interface GitSyncState {
  /** The name of the repository, for people who can edit the space. */
  readonly repoName?: string;
  readonly installationProvider?: "github" | "gitlab";
  /** The address of the repository, for people who can edit the space. */
  readonly url?: string;
  readonly updatedAt?: Timestamp;
  readonly installationId: string;
  /** The installation of the site with which the space is synced. */
  readonly parentInstallationId?: string;
  readonly installationStatus: "unauthenticated" | "active" | "pending";
  readonly operation?: {
    readonly state: "running" | "failure" | "success" | "timeout";
    readonly direction: "export" | "import";
    readonly startedAt: Timestamp;
    readonly endedAt?: Timestamp;
    /** For people who can change its settings. */
    readonly error?: string;
    /** The address at which they see what to do. */
    readonly errorAction?: {
      readonly label: string;
      readonly url: URL;
    };
  };
  /** The number of milliseconds after which a run is stopped. */
  readonly operationTimeout?: number;
}

/** How far both sides are apart, as far as Lectern knows without asking the host. */
export interface GitSyncStatus {
  readonly state: GitState;
  readonly attention?: GitAttention;
  /** Identifies what a decision would be about now: the question of the `attention`, or everything that is held. Send it with the decision. Absent: there is nothing to decide. */
  readonly question?: string;
  readonly branch: string;
  /** The last commit on which both sides agreed. */
  readonly commitId?: string;
  /** The last commit of the branch that Lectern has seen. */
  readonly observedCommitId?: string;
  /** The number of pages that changed in Lectern since then. */
  readonly pagesAhead: number;
  /** The number of files, reusable content, variables and tags that did. */
  readonly othersAhead: number;
  /** Whether the branch has changed since then. */
  readonly isBehind: boolean;
  readonly held: readonly GitHeld[];
  readonly lastRun?: GitSyncRun;
  readonly syncedAt?: Timestamp;
}

export type GitSyncTarget = {
  readonly type: "space";
  readonly spaceId: string;
  /** The site with which the space is synced. */
  readonly siteId?: string;
} | {
  readonly type: "site";
  readonly organizationId: string;
  readonly siteId: string;
};

/** A token with permission to read and write the repository. It is stored encrypted, and no answer contains it. */
export type GitToken = string;

/** The user name for the token. The default is the usual one for this kind of host. */
export type GitUsername = string;

/** A space or a site that isn't synced until somebody decides, whose runs fail, or whose pull request the host doesn't open. */
export interface GitWaiting {
  readonly object: "git-waiting";
  /** Its id. */
  readonly installation: string;
  /** The installation of the site with which the space is synced. */
  readonly parentInstallation?: string;
  readonly target: GitSyncTarget;
  /** The title of the space or the site. */
  readonly title: string;
  readonly state: GitState;
  readonly attention?: GitAttention;
  /** The error of the last run, once six in a row have failed: Lectern tries again every hour. Or why the host opens no pull request for what has changed, and what to do. */
  readonly problem?: string;
  /** The number of things that stay unchanged on both sides. */
  readonly held: number;
  readonly urls: {
    readonly app: string;
  };
}

/** How the host tells that its branch has moved. */
export interface GitWebhook {
  /** Where the host tells of pushes. */
  readonly url: string;
  /** Whether the host has made it; `manual`: set it up there yourself. */
  readonly state: "pending" | "registered" | "manual";
  /** Give or take ten minutes. */
  readonly lastSeenAt?: string;
  /** Why the host didn't make it. */
  readonly problem?: string;
}

export interface GitWebhookWithSecret {
  readonly webhook: GitWebhook;
  /** What the host signs with. It is in this answer and nowhere else. */
  readonly secret: string;
}

export interface GlossaryDelete {
  readonly type: "delete";
  readonly id: Id;
}

/** A term of an organization in each language. */
export interface GlossaryEntry {
  readonly object: "glossary-entry";
  readonly id: string;
  readonly translations: GlossaryTranslations;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly urls: ResourceURLs;
}

export interface GlossaryInsert {
  readonly type: "insert";
  readonly translations: GlossaryTranslations;
}

/** A term in one line. */
export type GlossaryTerm = string;

/** The term by the code of the language, each in one line. */
export type GlossaryTranslations = Readonly<Record<string, GlossaryTerm>>;

/** Replaces all its translations by these. */
export interface GlossaryUpdate {
  readonly type: "update";
  readonly id: Id;
  readonly translations: GlossaryTranslations;
}

/** The name of an icon. */
export type Icon = string | null;

export type Id = string;

/** The `version` that it must have; otherwise the answer is 409. */
export type IfVersion = string;

export interface ImportContent {
  /** The address of the source. Send `source` with it. */
  readonly url?: string;
  /** The id of a complete upload. */
  readonly upload?: string;
  /** The name of the file in `upload`. */
  readonly name?: string;
  /** The kind of source. `website` follows the links below an address, `github-wiki` reads a wiki by its address, the others read one file: a document, a page, or an archive. For an upload, the name can tell it. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}

export interface ImportContentResult {
  /** The new revision; if nothing has changed, the previous one. */
  readonly revision: string;
  /** Whether the content is another than before. Without a change no revision is made. */
  readonly changed: boolean;
  /** How many of each kind were imported. Groups, links and what is made for folders count as pages. */
  readonly imported: {
    readonly pages: number;
    readonly files: number;
    readonly reusableContents: number;
  };
  /** The number of pages, files and reusable contents that were imported. */
  readonly importedResources: number;
  /** The number of resources in the source. */
  readonly totalResources: number;
  /** What was skipped, what could not be imported exactly, and which links were not found. */
  readonly report: {
    readonly skipped: ReadonlyArray<{
      readonly path: string;
      readonly reason: string;
    }>;
    readonly problems: ReadonlyArray<{
      readonly path: string;
      readonly message: string;
    }>;
    readonly brokenLinks: ReadonlyArray<{
      readonly page: string;
      readonly url: string;
    }>;
    /** The number of lines that were left out of this report. */
    readonly omitted: number;
  };
}

export interface ImportGitRepository {
  /** The address for cloning the repository. Credentials in it are used only for this run. */
  readonly url: string;
  /** The branch: `refs/heads/main`, or `main`. */
  readonly ref: string;
  readonly repoProjectDirectory?: GitDirectory;
  /** Sync even if nothing seems to have changed. */
  readonly force?: boolean;
  readonly gitInfo?: {
    readonly provider?: GitProvider;
    readonly url?: URL;
  };
  /** Accepted, but not used: both sides are merged from their last common state, and the order doesn't change the result. */
  readonly timestamp?: string;
  /** Accepted, but not used. */
  readonly repoCacheID?: string;
  /** Accepted, but not used. */
  readonly repoTreeURL?: string;
  /** Accepted, but not used. */
  readonly repoCommitURL?: string;
  /** true: the content of the ref becomes a revision for viewing only. It is in no list, and no content moves to it. You can use any ref, such as `refs/pull/7/head`. */
  readonly standalone?: boolean;
}

export interface InheritedMergeRules {
  readonly type: "inherit";
}

export interface InsertFiles {
  readonly operation: "insert_files";
  readonly files: readonly NewFile[];
}

export interface InsertPage {
  readonly operation: "insert_page";
  readonly type?: PageType;
  readonly document?: SentDocument;
  readonly title?: string;
  /** What navigation and mentions call it, where that is not its title. Empty: its title. */
  readonly linkTitle?: string;
  /** Unique among its siblings. Changing it moves the page; the old address redirects. */
  readonly slug?: string;
  /** Empty: none. */
  readonly emoji?: string;
  /** Empty: none. */
  readonly icon?: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  /** An expression that decides who sees the page. Empty: everybody. */
  readonly condition?: string;
  readonly cover?: RevisionPageDocumentCover | null;
  readonly layout?: RevisionPageLayoutOptions | null;
  readonly variables?: Variables | null;
  readonly computed?: ComputedPageSource;
  /** Tags with a definition in the space are shown; primary tags also in the table of contents. */
  readonly tags?: readonly RevisionPageTag[];
  /** The new parent page, by its id, or by the `ref` of a change before in this request. null: the top. */
  readonly into?: Id | null;
  /** The position among the new siblings, from 0. */
  readonly at?: number;
  readonly target?: ContentRef;
  /** Letters, digits, dots, underscores and hyphens, of which the first is a letter or a digit. */
  readonly ref?: string;
}

/** A text that pages include as `/reusable/<id>`. Pages of this request include it by its `ref`. */
export interface InsertReusableContent {
  readonly operation: "insert_reusable_content";
  readonly title: string;
  readonly document: SentDocument;
  /** Letters, digits, dots, underscores and hyphens, of which the first is a letter or a digit. */
  readonly ref?: string;
}

export interface InstallIntegration {
  readonly organization: Id;
  /** The version with the scopes and hosts that you accept. If another version has been published meanwhile, the request is refused. */
  readonly version?: number;
}

export interface InstallIntegrationOnSite {
  readonly siteId: Id;
}

export interface InstallIntegrationOnSpace {
  readonly space: Id;
}

export interface InstallationPlaceURLs {
  readonly location: URL;
  /** The address at which its script answers. */
  readonly publicEndpoint: string;
  /** The same. */
  readonly publicContentEndpoint: string;
}

export interface InstalledIntegration {
  readonly installation: IntegrationInstallation;
  readonly integration: Integration;
}

/** A program of an organization that others can install. */
export interface Integration {
  readonly object: "integration";
  readonly name: string;
  /** Increases by one each time it is published. */
  readonly version: number;
  readonly title: string;
  readonly description: string;
  readonly summary?: string;
  readonly previewImages: readonly URL[];
  readonly target: IntegrationTarget;
  readonly verified: boolean;
  readonly visibility: IntegrationVisibility;
  readonly scopes: readonly IntegrationScope[];
  readonly categories: readonly IntegrationCategory[];
  readonly blocks: IntegrationBlocks;
  readonly contentSources: IntegrationContentSources;
  readonly configurations: IntegrationConfigurations;
  readonly externalLinks: IntegrationExternalLinks;
  readonly owner: Organization;
  readonly urls: {
    readonly location: URL;
    readonly icon?: URL;
    readonly app: URL;
    readonly assets: URL;
    /** The address at which its script answers. */
    readonly publicEndpoint: string;
    /** The same. */
    readonly publicContentEndpoint: string;
  };
  readonly permissions: {
    readonly admin: boolean;
    readonly install: boolean;
  };
  readonly contentSecurityPolicy?: string;
  readonly hosts: IntegrationHosts;
}

export type IntegrationBlocks = ReadonlyArray<{
  /** Letters, digits, hyphens, underscores and dots. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** An https address. */
  readonly icon?: string;
  /** Addresses that turn into this block. `*` stands for any part between two slashes, `**` for anything. */
  readonly urlUnfurl?: readonly string[];
  readonly markdown?: {
    readonly codeblock: string;
    readonly body: string;
  };
}>;

export type IntegrationCategory = "analytics" | "collaboration" | "content" | "gitsync" | "marketing" | "visitor-auth" | "other";

export type IntegrationConfiguration = {
  readonly properties: Readonly<Record<string, IntegrationConfigurationProperty>>;
  readonly required?: readonly string[];
} | IntegrationConfigurationComponent;

export interface IntegrationConfigurationComponent {
  /** Letters, digits, hyphens, underscores and dots. */
  readonly componentId: string;
}

export type IntegrationConfigurationProperty = {
  readonly title?: string;
  readonly description?: string;
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly completion_url?: string;
} | {
  readonly title?: string;
  readonly description?: string;
  readonly type: "number";
  readonly default?: number;
} | {
  readonly title?: string;
  readonly description?: string;
  readonly type: "boolean";
  readonly default?: boolean;
} | {
  readonly title?: string;
  readonly description?: string;
  readonly type: "button";
  readonly callback_url: string;
  readonly button_text: string;
};

export interface IntegrationConfigurations {
  readonly account?: IntegrationConfiguration;
  readonly space?: IntegrationConfiguration;
  readonly site?: IntegrationConfiguration;
}

/** The hosts from which its scripts can load more into pages. The person who installs the integration has to accept them. */
export type IntegrationContentSecurityPolicy = string | Readonly<Record<string, string>>;

export type IntegrationContentSources = ReadonlyArray<{
  /** Letters, digits, hyphens, underscores and dots. */
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** An https address. */
  readonly icon?: string;
  readonly configuration: IntegrationConfigurationComponent;
}>;

export interface IntegrationDevelopmentMode {
  /** The https address, on a public host, to which events are sent. */
  readonly tunnelUrl: string;
  /** Whether events of other organizations' installations are sent there as well. */
  readonly all?: boolean;
}

export interface IntegrationEvent {
  readonly id: string;
  readonly integrationId: string;
  readonly installationId: string;
  readonly createdAt: Timestamp;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly status: "success" | "failed";
}

export interface IntegrationEventWithTrace {
  readonly event: IntegrationEvent;
  readonly trace: {
    readonly logs: ReadonlyArray<{
      readonly message: string;
      readonly timestamp: Timestamp;
      readonly level: string;
    }>;
  };
}

export type IntegrationExternalLinks = ReadonlyArray<{
  readonly url: URL;
  readonly label: string;
}>;

/** The hosts from which its scripts can load more into pages of sites that have their own host. The person who installs the integration accepts them. */
export type IntegrationHosts = readonly string[];

/** An integration in an organization. */
export interface IntegrationInstallation {
  readonly object: "installation";
  readonly id: string;
  /** Its name. */
  readonly integration: string;
  readonly status: IntegrationInstallationStatus;
  readonly scripts: IntegrationInstallationScripts;
  /** The scopes that were granted at the installation. */
  readonly scopes: readonly string[];
  readonly hosts: IntegrationHosts;
  readonly space_selection: IntegrationInstallationSelection;
  readonly site_selection: IntegrationInstallationSelection;
  /** The number of spaces on which it is installed and that you can see. */
  readonly spaces: number;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  readonly target: {
    readonly organization: string;
  };
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly urls: {
    readonly location: URL;
    readonly app: URL;
    /** The address at which its script answers. */
    readonly publicEndpoint: string;
    /** The same. */
    readonly publicContentEndpoint: string;
  };
}

/** Values of the properties that the integration declares. They replace all previous values. */
export type IntegrationInstallationConfiguration = Readonly<Record<string, unknown>>;

/** Where its script runs. `here`: on this server. `not-run`: nowhere, because nothing here runs scripts of integrations; its events are recorded and have no effect. `developer`: with the developer of the integration, who gets its events. */
export type IntegrationInstallationScripts = "here" | "not-run" | "developer";

export type IntegrationInstallationSelection = "all" | "selected";

/** `pending`: its configuration lacks required values. `paused`: it does nothing, because nothing here runs its script (see `scripts`), its events failed for a day, its script took too much time or memory, or the person who set it up has left. */
export type IntegrationInstallationStatus = "active" | "pending" | "paused";

export type IntegrationScope = "space:views:read" | "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:script:inject" | "space:script:cookies" | "space:git:sync" | "space:visitor:auth" | "page:feedback:read" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:visitor:claims" | "site:adaptive:read" | "site:adaptive:write" | "site:ai:ask" | "openapi:read" | "openapi:write" | "conversations:ingest";

/** Values that only the script can read. They are stored encrypted, and no answer contains them. */
export type IntegrationSecrets = Readonly<Record<string, string>>;

/** An installation on one site. */
export interface IntegrationSiteInstallation {
  readonly integration: string;
  readonly installation: string;
  readonly status: IntegrationInstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  readonly urls: InstallationPlaceURLs;
  /** Its id; with `extended`, the site itself where you see it. */
  readonly site: string | Site;
  readonly script: SiteScriptState;
}

/** An installation on one space. */
export interface IntegrationSpaceInstallation {
  readonly integration: string;
  readonly installation: string;
  readonly status: IntegrationInstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  readonly urls: InstallationPlaceURLs;
  /** Its id; with `extended`, the space itself where you see it. */
  readonly space: string | Space;
}

/** Where it can be installed. */
export type IntegrationTarget = "all" | "site" | "space" | "organization";

/** `public`: everybody can find it. `unlisted`: only people who know its name. `private`: only members of its organization. */
export type IntegrationVisibility = "public" | "private" | "unlisted";

/** Members or teams of the organization, and the role that they all get here. */
export interface InviteUsersAndTeams {
  readonly users?: readonly Id[];
  readonly teams?: readonly Id[];
  readonly role: MemberRole;
}

export interface InviteUsersToOrganization {
  readonly emails: ReadonlyArray<string | {
    /** An e-mail address. */
    readonly email: string;
    readonly role: MemberRoleOrGuest;
  }>;
  readonly role?: MemberRoleOrGuest;
  /** Whether they sign in by single sign-on. The default is false. */
  readonly sso?: boolean;
}

export interface InvitedUsers {
  /** The ids of the people who have become members. */
  readonly users: readonly string[];
  /** The number of people who have become members. */
  readonly invited: number;
  /** Whether each of them gets an e-mail with a link to sign in. Without a mail server nobody does, and whoever runs Lectern makes links. */
  readonly emailed: boolean;
}

/** A text as JSON, as `format=document` answers it. In a request either this or `markdown`. */
export interface JSONDocument {
  readonly object: "document";
  readonly data: Readonly<Record<string, unknown>>;
  readonly nodes: readonly DocumentBlock[];
}

/** Work that continues after the answer. */
export interface Job {
  readonly object: "job";
  readonly id: string;
  readonly kind: string;
  /** The id of the space that it works on. */
  readonly space?: string;
  /** The last three values are final. */
  readonly status: "queued" | "running" | "done" | "failed" | "cancelled";
  /** The progress of the job. */
  readonly progress?: {
    readonly done?: number;
    readonly total?: number;
  } & Readonly<Record<string, unknown>>;
  /** The result, when the job is done. */
  readonly report?: unknown;
  /** Why the job failed; while it is queued, why its last attempt failed. */
  readonly error?: string;
  readonly createdAt: Timestamp;
  readonly finishedAt?: Timestamp;
  readonly urls: ResourceURLs;
}

export type JoinedOrganization = Readonly<Record<string, unknown>>;

export type LinkAddress = string;

/** A page of a list. */
export interface List {
  readonly next?: NextPage;
  /** The total number of items that match the filter and that the caller can see. */
  readonly count: number;
}

export interface MarkNotificationsRead {
  /** The ids of notifications. The default is all of yours. */
  readonly notifications?: readonly Id[];
}

/** A text as `format=markdown` answers it. */
export interface MarkdownText {
  readonly markdown: string;
}

export interface MemberContentPermission {
  readonly permission: MemberRole;
  readonly space: Space;
}

/** The invitation e-mail, until it is sent. Only administrators see it. */
export interface MemberInvitation {
  /** `waiting`: it has not been sent yet, or Lectern tries again. `failed`: Lectern gave up. */
  readonly status: "waiting" | "failed";
  /** Why the last attempt failed. */
  readonly error?: string;
}

export type MemberRole = "read" | "comment" | "edit" | "review" | "create" | "admin";

export type MemberRoleOrGuest = MemberRole | null;

export type MergeRule = {
  readonly rule: "require_at_least_one_review" | "require_at_least_one_approved_review" | "require_all_reviews_approved" | "require_agent_review" | "require_up_to_date_change_request" | "require_change_request_subject" | "require_change_request_description" | "require_author_to_merge";
} | {
  readonly rule: "require_specific_reviewers" | "require_one_of_specific_reviewers" | "allow_bypass";
  /** Ids of members of the organization. */
  readonly users: readonly Id[];
} | {
  readonly rule: "custom";
  /** An expression over `changeRequest`, `reviews`, `actor` and `space` that must be true. */
  readonly expression: string;
  /** The message if it isn't true. */
  readonly message?: string;
};

/** The result of a merge rule for a change request. */
export interface MergeRuleState {
  readonly rule: MergeRule;
  /** `bypassed`: it is not met, but another rule lets you skip it. */
  readonly state: "met" | "unmet" | "bypassed";
  /** What is missing, as a sentence. */
  readonly missing?: string;
}

export interface MergeRules {
  readonly type: "rules";
  readonly rules: readonly MergeRule[];
}

export interface MoveContent {
  /** The collection to move it to. null: the top of the organization. Absent: it stays where it is. */
  readonly parent?: Id | null;
  /** The sibling in the new parent next to which to put it. The default is the end. */
  readonly position?: {
    readonly before?: ContentPointer;
    readonly after?: ContentPointer;
  };
}

export interface MoveSiteSection {
  readonly position?: {
    readonly before?: SiteSectionPointer;
    readonly after?: SiteSectionPointer;
  };
}

export interface MoveSiteSectionGroup {
  readonly position?: {
    readonly before?: SiteSectionGroupPointer;
    readonly after?: SiteSectionGroupPointer;
  };
}

export interface MoveSiteSpace {
  readonly position?: {
    readonly before?: SiteSpacePointer;
    readonly after?: SiteSpacePointer;
  };
}

export interface NamedTag {
  readonly tag: string;
  /** The same as `tag`. */
  readonly slug: string;
  readonly label: string;
  readonly icon?: string;
  /** A CSS colour. It is shown as the nearest colour of the palette. */
  readonly color?: string;
}

export interface NewFile {
  readonly name: FileName;
  /** Letters, digits, dots, underscores and hyphens, of which the first is a letter or a digit. */
  readonly ref?: string;
  readonly contentType?: string;
  readonly url?: URL;
  /** At most 1 MB. */
  readonly base64?: string;
  /** The id of a complete upload. */
  readonly upload?: string;
}

/** The next page of the list; absent at its end. */
export interface NextPage {
  readonly page: string;
}

export interface NoMergeRules {
  readonly type: "none";
}

/** An event in something that the user takes part in. */
export interface Notification {
  readonly object: "notification";
  readonly id: string;
  /** `comment`: on one of your change requests. `reply`: to your comment, or to one to which you replied. `merged`: a change request that you created or reviewed. `git-standstill`: Git Sync waits for you, or fails again and again. */
  readonly type: "review-requested" | "reviewed" | "comment" | "reply" | "mention" | "merged" | "job-ended" | "git-standstill";
  readonly createdAt: Timestamp;
  readonly readAt?: Timestamp;
  /** The id of the organization. */
  readonly organization: string;
  readonly actor?: User;
  readonly space?: TitledThing;
  /** The site that it is about, if it isn't about a space. */
  readonly site?: {
    readonly id: string;
    readonly title: string;
  };
  readonly changeRequest?: {
    readonly id: string;
    readonly number: number;
    readonly subject: string;
  };
  /** The id of the page that the comment is about. */
  readonly page?: string;
  /** The id of the comment. */
  readonly comment?: string;
  /** The id of the reply. */
  readonly reply?: string;
  readonly job?: {
    readonly id: string;
    readonly kind: string;
  };
  readonly urls: {
    readonly app: string;
  };
}

/** The description of an API, kept up to date with its source. */
export interface OpenAPISpec {
  readonly object: "openapi-spec";
  readonly id: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly slug: string;
  readonly sourceURL?: URL;
  /** `complete` also after a failure; lastProcessErrorCode then has the reason. */
  readonly processingState: "pending" | "progress" | "complete";
  readonly visibility: OpenAPISpecVisibility;
  /** The id of the version from which pages are made. */
  readonly lastVersion?: string;
  readonly lastProcessedAt?: Timestamp;
  /** Why the last processing created no version. The previous version stays. */
  readonly lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
  /** The first 20 problems of the source, as sentences. */
  readonly lastProcessedErrors?: ReadonlyArray<{
    readonly message: string;
  }>;
  /** The number of all problems, including those beyond the first 20. */
  readonly lastProcessedErrorCount: number;
  readonly permissions: {
    readonly view: boolean;
    readonly edit: boolean;
  };
  readonly urls: {
    readonly location: URL;
    readonly app: URL;
    readonly published?: URL;
  };
}

/** The files of a version, parsed. */
export interface OpenAPISpecContent {
  /** The files. The main file comes first, and its name is null. */
  readonly filesystem: ReadonlyArray<{
    readonly dir: string;
    readonly isEntrypoint: boolean;
    /** The files that it refers to, with the addresses that it uses. */
    readonly references: readonly string[];
    readonly filename: string | null;
    /** The parsed file; references in it are not resolved. */
    readonly specification: unknown;
  }>;
  readonly url: string;
  readonly urls: {
    readonly source: URL;
    /** The address at which anybody can read the latest version. */
    readonly public: URL | null;
  };
}

/** Lower-case letters, digits and single hyphens; unique in the organization. */
export type OpenAPISpecSlug = string;

/** An address, which Lectern reads again every six hours, or the text of the specification. */
export type OpenAPISpecSource = {
  /** An address that begins with http:// or https://. */
  readonly url: string;
} | {
  readonly text: string;
};

export interface OpenAPISpecText {
  /** The text of the main file, unchanged. */
  readonly text: string;
  readonly format: "json" | "yaml";
}

/** The content of a source at one time. A version never changes. */
export interface OpenAPISpecVersion {
  readonly object: "openapi-spec-version";
  readonly id: string;
  readonly createdAt: Timestamp;
  /** The address of the file. Everybody with this address can read it. */
  readonly url: string;
  readonly urls: ResourceURLs;
}

/** public: anybody with the address in `urls.published` can read the specification. */
export type OpenAPISpecVisibility = "private" | "public";

export interface Organization {
  readonly object: "organization";
  readonly id: string;
  readonly title: string;
  readonly createdAt: Timestamp;
  readonly emailDomains: readonly string[];
  readonly hostname?: string;
  readonly type: "business" | "community";
  readonly useCase?: string;
  readonly communityType?: string;
  readonly defaultRole?: MemberRoleOrGuest;
  readonly defaultContent?: OrganizationDefaultContent;
  readonly sso: boolean;
  readonly secondFactor?: SecondFactorRule;
  readonly ai: boolean;
  readonly inviteLinks: boolean;
  readonly mergeRules: OrganizationMergeRules;
  readonly plan: string;
  readonly urls: {
    readonly location: URL;
    readonly app: URL;
    readonly logo?: URL;
  };
  readonly trial: {
    readonly status: "notapplicable";
    readonly count: number;
  };
  readonly internal_isOnNewTrial: true;
  readonly permissions: {
    readonly view: boolean;
    readonly access: boolean;
    readonly admin: boolean;
    readonly ownTeam: boolean;
    readonly createContent: boolean;
    readonly createOpenAPISpec: boolean;
    readonly ingestConversations: boolean;
    readonly viewBilling: boolean;
    readonly listMembers: boolean;
    readonly listTeams: boolean;
    readonly listIntegrations: boolean;
    readonly listInstallations: boolean;
    readonly installIntegration: boolean;
  };
}

export interface OrganizationDefaultContent {
  readonly type: "site";
  readonly site: string;
}

export interface OrganizationIntegrationStatus {
  readonly status?: IntegrationInstallationStatus;
  readonly integration: Integration;
}

/** A link that makes people members: to an organization, or as guests to one space or collection. */
export interface OrganizationInviteLink {
  readonly object: "invite";
  /** The secret of the link. */
  readonly id: string;
  readonly role?: MemberRoleOrGuest;
  readonly level?: MemberRoleOrGuest;
  /** Whether you already have everything that it would give you. */
  readonly redundant: boolean;
  readonly expiresAt: Timestamp;
  readonly space?: Space;
  readonly collection?: Collection;
}

/** A user in an organization. */
export interface OrganizationMember {
  readonly object: "member";
  /** The user's id. */
  readonly id: string;
  readonly role: MemberRoleOrGuest;
  readonly user: User;
  readonly disabled: boolean;
  readonly joinedAt: Timestamp;
  readonly lastSeenAt?: Timestamp;
  /** Whether they sign in by single sign-on. */
  readonly sso: boolean;
  /** Whether they have a second factor. Only administrators see it. */
  readonly secondFactor?: boolean;
  /** The number of spaces that both you and they can see. */
  readonly spaces: number;
  readonly teams: number;
  /** The number of sites that both you and they can see. */
  readonly sites: number;
  readonly invitation?: MemberInvitation;
  /** E-mails to them that could not be sent, if any. Only administrators see them. */
  readonly failedEmails?: readonly FailedEmails[];
}

export interface OrganizationMemberTeam {
  readonly team: Team;
  readonly member: TeamPlace;
}

/** The merge rules for all spaces without their own. */
export type OrganizationMergeRules = MergeRules | NoMergeRules;

/** An identity provider through which people sign in to an organization. */
export interface OrganizationSAMLProvider {
  readonly object: "saml-provider";
  readonly id: string;
  /** The text of the button on the sign-in page. */
  readonly label: string;
  readonly ssoURL?: URL;
  readonly entityID?: string;
  /** The certificate as PEM. */
  readonly certificate?: string;
  readonly defaultTeam?: Team;
  readonly defaultRole: MemberRoleOrGuest;
  readonly createdAt: Timestamp;
  /** `pending` until `ssoURL`, `entityID` and `certificate` are set. Until then nobody can sign in through it. */
  readonly status: "active" | "pending";
  readonly service: SAMLService;
  readonly urls: ResourceURLs;
}

/** A sign-in that tests values of an identity provider and lets nobody in. */
export interface OrganizationSAMLProviderTest {
  readonly object: "saml-provider-test";
  /** The address of the sign-in at the identity provider. The page after it shows the result. */
  readonly url: string;
  readonly expiresAt: Timestamp;
}

/** A way to sign in by single sign-on. */
export interface OrganizationSSOProviderLogin {
  readonly id: string;
  /** The text of the button on the sign-in page. */
  readonly label: string;
  readonly startURL: string;
}

export interface OrganizationTeamMember {
  readonly organization: OrganizationMember;
  readonly team: TeamPlace;
  readonly permissions: {
    readonly view: boolean;
  };
}

export interface OrganizationsOfDomain {
  readonly organizations: readonly Organization[];
}

export interface PDFAddress {
  readonly url: URL;
}

/** A page, with its subpages. Fields that its type doesn't have are absent. */
export interface Page {
  readonly id: string;
  readonly kind: "sheet" | "group" | "link" | "computed";
  readonly type: PageType;
  readonly title: string;
  /** The title in the navigation and in mentions, if it differs from the title of the page. */
  readonly linkTitle?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly hidden: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly condition?: string;
  readonly slug?: string;
  /** The path of the page: the slugs of its parent pages and its own. */
  readonly path?: string;
  /** The pages below it. */
  readonly pages?: readonly Page[];
  readonly urls?: AppURLs;
  readonly description?: string;
  /** The id of its text. Send it as the base when you change the text. */
  readonly documentId?: string;
  readonly layout?: {
    readonly width: "default" | "wide";
    readonly cover: boolean;
    readonly coverSize: "hero" | "full";
    readonly coverMask: "none";
    readonly title: boolean;
    readonly description: boolean;
    readonly tableOfContents: boolean;
    readonly outline: boolean;
    readonly pagination: boolean;
    readonly metadata: boolean;
    readonly tags: boolean;
    readonly actions: boolean;
    readonly anchors: boolean;
  };
  /** Its picture. */
  readonly cover?: Readonly<Record<string, unknown>>;
  readonly variables?: ContentVariables;
  readonly tags?: readonly RevisionPageTag[];
  /** The target of a link. */
  readonly target?: Readonly<Record<string, unknown>>;
  readonly href?: string;
  /** The source of a computed page. */
  readonly computed?: Readonly<Record<string, unknown>>;
  readonly computedSeed?: string;
  readonly git?: GitMetadata;
  /** The text of the page. Only in the answer for one page, by id or path. */
  readonly markdown?: string;
  readonly document?: JSONDocument;
  /** The version of the page: it changes with its fields, its place and its text. Only in the answer for one page, by id or path. */
  readonly version?: string;
}

export type PageBlockEdit = {
  readonly block: Id;
  readonly markdown: string;
} | {
  /** null: before all other blocks. */
  readonly after: Id | null;
  readonly markdown: string;
} | {
  readonly remove: Id;
};

/** A file of the space, or an address. */
export type PageCoverRef = ContentRefFile | ContentRefURL;

/** The effect of deleting pages. */
export interface PageDeletion {
  /** The number of pages, including their subpages. */
  readonly pages: number;
  /** The number of links to them from the remaining content. */
  readonly links: number;
}

/** What a reader said of a page. Who it was is not kept. */
export interface PageFeedback {
  readonly object: "page-feedback";
  readonly id: string;
  readonly rating: PageFeedbackRating;
  readonly comment?: string;
  readonly page: {
    readonly id: string;
    /** As it was when the reader said it. */
    readonly title: string;
  };
  /** The space that the page is in. */
  readonly space: string;
  /** Where it was read; absent once that is gone. */
  readonly siteSpace?: string;
  readonly url: string;
  readonly createdAt: Timestamp;
}

/** Whether the page was helpful. */
export type PageFeedbackRating = "bad" | "ok" | "good";

export interface PageStub {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly path?: string;
}

export type PageType = "document" | "group" | "link" | "computed";

export interface Pages {
  readonly pages: readonly Page[];
}

/** Lower-case letters and digits, with single hyphens, dots or underscores between them; not .md, .txt or .xml at the end. */
export type PathSegment = string;

export interface PlaceOfUser {
  readonly space: Id;
  readonly page?: Id;
}

export interface PostComment {
  readonly body: CommentInput;
  /** The page that the comment is about. */
  readonly page?: string;
  /** The id of the block of this page that the comment is about. */
  readonly node?: string;
}

export interface PostCommentReply {
  readonly body: CommentInput;
}

export interface PublishIntegration {
  /** The id or hostname of the organization that publishes it. */
  readonly organization: string;
  readonly title: string;
  readonly description: string;
  readonly script: string;
  readonly scopes?: readonly IntegrationScope[];
  /** The default is `v1`. */
  readonly runtime?: "v1" | "v2";
  /** A picture in Base64: PNG, JPEG or WebP, up to 1 MiB and 4096 pixels along a side. Lectern converts it to WebP. */
  readonly icon?: string;
  /** Markdown. */
  readonly summary?: string;
  readonly previewImages?: readonly string[];
  readonly visibility?: IntegrationVisibility;
  readonly target?: IntegrationTarget;
  readonly categories?: readonly IntegrationCategory[];
  readonly blocks?: IntegrationBlocks;
  readonly contentSources?: IntegrationContentSources;
  readonly externalLinks?: IntegrationExternalLinks;
  readonly configurations?: IntegrationConfigurations;
  readonly secrets?: IntegrationSecrets;
  readonly contentSecurityPolicy?: IntegrationContentSecurityPolicy;
}

export interface PublishedContentSite {
  readonly object: "published-content-site";
  readonly site: Site;
  readonly structure: SiteStructure;
  readonly customizations: {
    readonly site: SiteCustomizationSettings;
    readonly siteSpaces: Readonly<Record<string, SiteCustomizationSettings>>;
  };
  readonly scripts: readonly SiteIntegrationScript[];
}

export interface PublishedSiteContent {
  readonly organization: string;
  readonly site: string;
  readonly siteSection?: string;
  readonly siteSpace: string;
  readonly space: string;
  /** The id of the change request that a preview shows. */
  readonly changeRequest?: string;
  /** The id of the revision that a preview shows. */
  readonly revision?: string;
  /** The page's path in its space, with a slash before it. */
  readonly pathname: string;
  /** What is before the page's path in the address. */
  readonly basePath: string;
  /** The part of that which is the site's own. */
  readonly siteBasePath: string;
  readonly shareKey?: string;
  /** Whether what follows can only be pages. */
  readonly complete: boolean;
  /** The same as long as the visitor's claims are: for caches. */
  readonly contextId?: string;
  readonly canonicalUrl: URL;
  /** Opens what the site shows to this visitor, and nothing else, to a renderer that reads it by this API. The same for minutes, good for ten, and not longer than the site is open to them. That of a preview opens nothing. */
  readonly apiToken: string;
}

export type PublishedSiteContentLookup = PublishedSiteRedirect | PublishedSiteContent;

export interface PublishedSiteRedirect {
  readonly target: "application" | "content" | "external";
  readonly redirect: URL;
}

export interface PublishedURLs {
  readonly published?: URL;
}

export interface PutOpenAPISpec {
  readonly source: OpenAPISpecSource;
}

export interface PutSiteAdaptiveSchema {
  readonly jsonSchema: SiteAdaptiveJSONSchema;
}

export interface QueueIntegrationTask {
  /** Any value for the script. */
  readonly task: Readonly<Record<string, unknown>>;
  /** Seconds from now; the default is 0. */
  readonly schedule?: number;
}

export interface RefreshComputedSources {
  /** The id of a computed page. The default is all of the space. */
  readonly page?: string;
}

export interface RenderIntegrationUI {
  readonly componentId: string;
  /** What the component is drawn for. */
  readonly props: Readonly<Record<string, unknown>>;
  /** What its fields hold. */
  readonly state?: Readonly<Record<string, unknown>>;
  readonly context: ContentKitContext;
  /** What somebody did with it. */
  readonly action?: Readonly<Record<string, unknown>>;
}

/** New bytes; everything that shows the file shows these. */
export interface ReplaceFile {
  readonly operation: "replace_file";
  readonly file: Id;
  readonly name: FileName;
  readonly contentType?: string;
  readonly url?: URL;
  /** At most 1 MB. */
  readonly base64?: string;
  /** The id of a complete upload. */
  readonly upload?: string;
}

export interface RequestReviewers {
  /** The ids of people who can see the space. Empty: nobody in particular. */
  readonly users: readonly Id[];
  /** A new subject of the change request. */
  readonly subject?: string;
}

export interface ResolveConflict {
  readonly resolution: "primary" | "changed" | {
    readonly markdown: string;
  };
}

export interface ResolveGitSync {
  readonly choice: GitChoice;
  /** The `question` of the status or the `attention` that you answer. If it has changed, because something else is held by now or either side says something else of it, the answer is 409 and nothing is decided. Absent: the current question. */
  readonly question?: string;
}

export interface ResolvePublishedURL {
  readonly url: URL;
  /** Whether a visitor whose token counts for nothing is led to the login of the site. */
  readonly redirectOnError?: boolean;
  readonly visitor?: {
    /** Who reads, `human` unless said. Both are answered the same. */
    readonly type?: "human" | "agent";
    readonly jwtToken?: string;
    readonly unsignedClaims?: Readonly<Record<string, unknown>>;
  };
}

export interface ResourceURLs {
  readonly location: URL;
}

export interface ReusableContentEntry {
  readonly id: string;
  readonly title: string;
  readonly document: string;
  readonly git?: GitMetadata;
}

/** The file as it is in another revision. This also restores a deleted file. */
export interface RevertFile {
  readonly operation: "revert_file";
  readonly file: Id;
  readonly revision: Id;
}

/** The page as it is in another revision. This also restores a deleted page, without its subpages. */
export interface RevertPage {
  readonly operation: "revert_page";
  readonly page: Id;
  readonly ifVersion?: IfVersion;
  readonly revision?: Id;
  /** Restores only these blocks of the text: the ids of new, changed or removed blocks. */
  readonly block?: readonly Id[];
}

/** A state of a space's content. The content never changes; the information about its change request can. */
export interface Revision {
  readonly object: "revision";
  readonly id: string;
  readonly type: "edits" | "merge" | "rollback" | "update" | "computed";
  readonly mergedFrom?: ChangeRequest;
  readonly parents: readonly string[];
  readonly pages: readonly Page[];
  readonly files: readonly RevisionFile[];
  readonly reusableContents: readonly ReusableContentEntry[];
  readonly variables: ContentVariables;
  readonly tags: readonly RevisionTag[];
  readonly createdAt: Timestamp;
  readonly git?: GitMetadata;
  readonly urls: {
    readonly app: URL;
    /** The address at which readers find the published content. */
    readonly published?: string;
    /** The same, if everybody can read it. */
    readonly public?: string;
  };
}

/** An entry in the history of a space. */
export interface RevisionEntry {
  readonly object: "revision-entry";
  readonly id: string;
  readonly type: string;
  readonly parents: readonly string[];
  readonly createdAt: Timestamp;
  /** The user's id. */
  readonly createdBy?: string;
  readonly message?: string;
  /** The commit from which it came, or as which it was pushed. */
  readonly commit?: {
    readonly id: string;
    readonly message: string;
    /** Whether Lectern made it. */
    readonly isOurs: boolean;
    /** For people who can edit the space. */
    readonly url?: string;
  };
  /** Whether readers see this one. */
  readonly current: boolean;
  readonly urls: ResourceURLs;
}

/** A file of a space. */
export interface RevisionFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly downloadURL: URL;
  /** Bytes. */
  readonly size: number;
  readonly dimensions?: {
    readonly width: number;
    readonly height: number;
  };
  readonly git?: GitMetadata;
}

export interface RevisionPageDocumentCover {
  readonly ref?: PageCoverRef;
  readonly refDark?: PageCoverRef;
  /** The vertical position, in pixels; the default is 0. */
  readonly yPos?: number;
}

export interface RevisionPageLayoutOptions {
  readonly width?: "default" | "wide";
  readonly coverSize?: "hero" | "full";
  readonly cover?: boolean;
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tableOfContents?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
  readonly tags?: boolean;
  readonly actions?: boolean;
  readonly anchors?: boolean;
  readonly coverMask?: "none";
}

export interface RevisionPageMetaLinks {
  /** The source comes first. */
  readonly alternates: ReadonlyArray<{
    readonly kind: "page";
    readonly page: string;
    readonly space: string;
  }>;
}

export interface RevisionPageTag {
  readonly tag: {
    readonly kind: "tag";
    readonly tag: string;
  };
  readonly primary?: boolean;
}

/** A text that several pages share. */
export interface RevisionReusableContent {
  readonly id: string;
  readonly title: string;
  /** The id of its text. Send it as the base when you change the text. */
  readonly document: string;
  readonly markdown: string;
  /** Changes only with its title and its text. */
  readonly version: string;
  readonly git?: GitMetadata;
}

export interface RevisionSemanticChanges {
  readonly mergedFrom?: ChangeRequest;
  readonly changes: readonly SemanticChange[];
  /** How many changes follow on later pages. */
  readonly more?: number;
  readonly next?: NextPage;
}

/** A tag as it is shown; `slug` is its name. */
export interface RevisionTag {
  readonly slug: string;
  readonly label: string;
  /** The nearest colour of the palette, or `default`. */
  readonly color: string;
  readonly icon?: string;
}

/** The certificate for its signatures, as PEM or bare base64. Empty: none. */
export type SAMLCertificate = string;

/** The id of the identity provider, exactly as in its answers. Empty: none. */
export type SAMLEntityID = string;

/** The values to enter at the identity provider. */
export interface SAMLService {
  /** The address to which the identity provider sends its answer (assertion consumer service). */
  readonly acsURL: string;
  /** The address at which a sign-in begins. */
  readonly startURL: string;
  /** Our id for the identity provider: the address of our metadata, and the audience. */
  readonly entityID: string;
}

/** The address to which Lectern sends people to sign in (HTTP-Redirect binding). */
export type SAMLSignInURL = string;

/** A page that was found. */
export interface SearchPageResult {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly score: SearchResultScore;
  /** Its rank in the whole answer, across all its parts. The best is 1. */
  readonly rank: number;
  readonly resultType: "page";
  /** The pages above it, from the top. */
  readonly ancestors: ReadonlyArray<{
    readonly title: string;
  }>;
  /** The sections with a word of the query, best first. */
  readonly sections: readonly SearchSectionResult[];
  readonly urls: AppURLs;
}

/** Higher is better. Compare scores only within one answer. */
export type SearchResultScore = number;

/** A heading with the text below it. */
export interface SearchSectionResult {
  /** The anchor of its heading; the page's id before the first heading. */
  readonly id: string;
  readonly title: string;
  /** The page's path with the anchor. */
  readonly path: string;
  readonly score: SearchResultScore;
  readonly resultType: "section";
  /** The lines around what was found, as plain text. */
  readonly body: string;
  readonly urls: AppURLs;
}

export interface SearchSite {
  readonly query: string;
  /** The part to search. The default is the whole site. */
  readonly scope?: {
    readonly mode: "default";
    readonly includedSiteSpaces?: readonly Id[];
    /** The site-space that the reader is in. It is searched too. In other sections, the site-space in its language is searched instead of the default one. */
    readonly currentSiteSpace?: string;
    /** Only `currentSiteSpace`, or all others of this scope. */
    readonly restrictTo?: "currentSiteSpace" | "otherSiteSpaces";
  } | {
    readonly mode: "specific";
    readonly siteSpaceIds: readonly Id[];
  } | {
    readonly mode: "all";
  };
  /** Former way to say the scope. */
  readonly mode?: "specific" | "current" | "all";
  readonly siteSpaceIds?: readonly Id[];
  readonly siteSpaceId?: Id;
}

/** A space in which pages were found, with the best of them. */
export interface SearchSpaceResult {
  readonly type: "space";
  readonly id: string;
  readonly title: string;
  readonly score: SearchResultScore;
  readonly pages: readonly SearchPageResult[];
}

export interface SecondFactorRule {
  readonly from: Timestamp;
  /** `counts`: people who use single sign-on need no second factor here. `asks`: they enter it after single sign-on. */
  readonly singleSignOn: "counts" | "asks";
}

/** A change, with what it is about. */
export interface SemanticChange {
  readonly type: "page_created" | "page_edited" | "page_deleted" | "page_moved" | "file_created" | "file_edited" | "file_deleted" | "variables_edited" | "tag_created" | "tag_edited" | "tag_deleted" | "reusable_content_created" | "reusable_content_edited" | "reusable_content_deleted";
  readonly page?: PageStub;
  /** A side where there was none is absent. */
  readonly parent?: {
    readonly before?: PageStub;
    readonly after?: PageStub;
  };
  readonly file?: RevisionFile;
  readonly reusableContent?: ReusableContentEntry;
  readonly attributes?: ChangedAttributes;
  readonly variables?: ChangedAttributes;
  readonly tag?: NamedTag;
}

/** Either `markdown` or `document`. Front matter in the Markdown takes precedence over the other fields; a document is only the body, and its unchanged blocks keep their Markdown. */
export interface SentDocument {
  readonly markdown?: string;
  readonly document?: JSONDocument;
}

/** The look of page tags. null removes the definition of a tag. */
export interface SetTags {
  readonly operation: "set_tags";
  readonly tags: Readonly<Record<string, TagDefinition | null>>;
  /** Their definitions before your change. If they differ now, the answer is 409. */
  readonly was?: Readonly<Record<string, TagDefinition | null>>;
}

/** Variables of the space; null removes one. */
export interface SetVariables {
  readonly operation: "set_variables";
  readonly variables: Readonly<Record<string, VariableValue | null>>;
  /** Their values before your change. If they differ now, the answer is 409. */
  readonly was?: Readonly<Record<string, VariableValue | null>>;
}

/** A secret address of a site. It opens the site if its visibility is share-link. */
export interface ShareLink {
  readonly object: "share-link";
  readonly id: string;
  readonly createdAt: Timestamp;
  readonly name: string;
  /** Whether its address opens the site. */
  readonly active: boolean;
  readonly urls: PublishedURLs;
}

export interface SharedTags {
  readonly tags: ContentTags;
}

export interface SharedVariables {
  readonly variables: ContentVariables;
}

/** A published documentation site. */
export interface Site {
  readonly object: "site";
  readonly id: string;
  readonly type: SiteType;
  readonly appliedType: SiteType;
  readonly title: string;
  readonly icon?: CustomizationFavicon;
  readonly hostname?: string;
  readonly basename?: string;
  readonly proxy?: {
    readonly origin: string;
    readonly target: string;
  };
  readonly visibility: SiteVisibility;
  readonly defaultLevel: DefaultLevel;
  readonly published: boolean;
  readonly siteSpaces: number;
  readonly createdAt: Timestamp;
  readonly deletedAt?: Timestamp;
  readonly adaptiveContent: SiteAdaptiveContent;
  readonly agentsContext: SiteAgentsContext;
  readonly features: ReadonlyArray<{
    readonly id: string;
    readonly plan: string;
    readonly frozen: boolean;
  }>;
  readonly urls: {
    readonly location: URL;
    readonly app: URL;
    readonly published?: URL;
    /** The address at which people who can change the site see it before it is published. */
    readonly preview: string;
  };
  readonly permissions: SitePermissions;
}

export interface SiteAdaptiveContent {
  readonly enabled: boolean;
}

/** A JSON Schema (draft-07) of the claims: an object whose properties are booleans, texts, numbers, lists of these or objects, each with a description, and `unsigned` for claims that nobody signs. */
export type SiteAdaptiveJSONSchema = Readonly<Record<string, unknown>>;

/** The claims that visitors of a site can have. */
export interface SiteAdaptiveSchema {
  readonly object: "site-adaptive-schema";
  readonly jsonSchema: SiteAdaptiveJSONSchema;
  readonly updatedAt: Timestamp;
}

export interface SiteAdaptiveTemplateConditions {
  readonly items: ReadonlyArray<{
    readonly description: string;
    readonly condition: string;
  }>;
}

export type SiteAgentsContext = "excluded" | "included";

export interface SiteCustomizationSettings {
  readonly title?: string;
  readonly styling: CustomizationStyling;
  readonly internationalization: CustomizationInternationalization;
  readonly favicon: CustomizationFavicon;
  readonly header: CustomizationHeader;
  readonly footer: CustomizationFooter;
  readonly announcement?: CustomizationAnnouncement;
  readonly themes: CustomizationThemes;
  readonly feedback: Switch;
  readonly ai: CustomizationAI;
  readonly advancedCustomization: Switch;
  readonly externalLinks: CustomizationExternalLinks;
  readonly pagination: Switch;
  readonly trademark: Switch;
  readonly privacyPolicy: CustomizationLink;
  readonly socialPreview: CustomizationLink;
  readonly insights: CustomizationInsights;
  readonly pdf: Switch;
  readonly git: CustomizationGit;
  readonly pageActions: CustomizationPageActions;
  readonly socialAccounts: CustomizationSocialAccounts;
}

/** A link of the navigation of a site that leads elsewhere. */
export interface SiteExternalLink {
  readonly object: "site-external-link";
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  readonly url: URL;
  readonly sectionGroup?: string;
  /** Whether readers don't see it yet. */
  readonly draft: boolean;
  readonly condition?: string;
}

/** The tab for links to other sites. */
export type SiteExternalLinksTarget = "self" | "blank";

/** An action of a reader. Lectern stores nothing about the reader, whatever you send. */
export type SiteInsightsEvent = {
  /** Lectern counts `page_view`. */
  readonly type: string;
  readonly location?: {
    /** Where it was read. */
    readonly siteSpace?: string | null;
    /** What was read. */
    readonly page?: string | null;
  };
} & Readonly<Record<string, unknown>>;

export interface SiteInsightsPage {
  readonly page: Id;
  readonly space: Id;
}

export interface SiteInsightsQueryEventsAggregation {
  readonly range: "lastYear" | "last3Months" | "last30Days" | "last7Days" | "last24Hours" | {
    readonly from: Timestamp;
    readonly to: Timestamp;
  };
  /** The default is `eventsCount`. */
  readonly select?: readonly SiteInsightsQueryEventsColumn[];
  /** The columns of `select` except `eventsCount`, which is also the default. Other columns are refused. */
  readonly groupBy?: readonly SiteInsightsQueryEventsColumn[];
  readonly where?: ReadonlyArray<{
    readonly column: "siteSpace";
    readonly values: readonly Id[];
    readonly operator?: "in" | "notIn";
  } | {
    readonly column: "page";
    readonly values: readonly SiteInsightsPage[];
    readonly operator?: "in" | "notIn";
  }>;
  /** Sort by a column of `select`. */
  readonly order?: {
    readonly by: SiteInsightsQueryEventsColumn;
    readonly direction: "asc" | "desc";
  };
  readonly limit?: number;
}

export interface SiteInsightsQueryEventsAggregationResult {
  readonly columns: ReadonlyArray<{
    readonly column: "datetime" | "siteSpace" | "page" | "eventType" | "eventsCount";
    /** The values of a column. All columns have the same length, and values at the same index form a row. */
    readonly values: ReadonlyArray<string | number | SiteInsightsPage>;
  }>;
}

export interface SiteInsightsQueryEventsColumn {
  readonly column: "datetime" | "siteSpace" | "page" | "eventType" | "eventsCount";
  /** For `datetime`: counts are per day, in UTC. */
  readonly interval?: "day";
}

export interface SiteIntegrationScript {
  /** Its address. */
  readonly script: string;
  /** Whether it can store data about readers. Readers have to be asked first. */
  readonly cookies: boolean;
  readonly contentSecurityPolicy?: string;
}

/** Your permissions on a site. */
export interface SitePermissions {
  readonly view: boolean;
  readonly access: boolean;
  readonly edit: boolean;
  readonly create: boolean;
  readonly publish: boolean;
  readonly admin: boolean;
  readonly installIntegration: boolean;
  readonly viewAdaptiveSchema: boolean;
  readonly editAdaptiveSchema: boolean;
}

export interface SitePreview {
  readonly url: string;
}

/** The sign-in of a site's visitors. */
export interface SitePublishingAuth {
  readonly object: "publishing-auth";
  /** Who signs visitors in: your own backend, or an integration. */
  readonly backend: "custom" | "integration";
  /** The secret that signs visitors' tokens: HS256, with the UTF-8 bytes of this text. */
  readonly privateKey: string;
  readonly fallbackURL?: URL;
}

export interface SitePublishingAuthUpdate {
  /** Who signs visitors in: your own backend, or an integration. */
  readonly backend?: "custom" | "integration";
  /** The address to which visitors without a valid token are sent, with the requested path in `location`. null: none. */
  readonly fallbackURL?: string | null;
}

/** The destination of a path without a page. */
export interface SiteRedirect {
  readonly object: "site-redirect";
  readonly id: string;
  readonly source: string;
  /** Whether it is a draft, which has no effect until it is published. */
  readonly draft: boolean;
  /** Whether the text for the asterisk is appended to the destination. */
  readonly captureWildcard: boolean;
  /** Whether browsers can cache it: 308 on a public site, 307 everywhere else. */
  readonly permanent: boolean;
  readonly destination: SiteRedirectDestination;
  readonly createdAt: Timestamp;
  readonly updatedAt?: Timestamp;
}

/** If its destination is null, the redirect is deleted. */
export interface SiteRedirectChange {
  readonly source: SiteRedirectSource;
  /** What to write; the default is live. `publish` makes the draft of this source live. */
  readonly intent?: "live" | "draft" | "publish";
  readonly destination?: SiteRedirectDestinationSiteSection | SiteRedirectDestinationSiteSpace | SiteRedirectDestinationPage | SiteRedirectDestinationExternal | SiteRedirectDestinationPath | null;
  /** Whether the text for the asterisk is appended to the destination. */
  readonly captureWildcard?: boolean;
  /** Whether browsers can cache it: 308 on a public site, 307 everywhere else. */
  readonly permanent?: boolean;
}

export type SiteRedirectDestination = SiteRedirectDestinationSiteSection | SiteRedirectDestinationSiteSpace | SiteRedirectDestinationPage | SiteRedirectDestinationExternal;

export interface SiteRedirectDestinationExternal {
  readonly kind: "external";
  readonly url: URL;
}

export type SiteRedirectDestinationInput = SiteRedirectDestinationSiteSection | SiteRedirectDestinationSiteSpace | SiteRedirectDestinationPage | SiteRedirectDestinationExternal | SiteRedirectDestinationPath;

export interface SiteRedirectDestinationPage {
  readonly kind: "site-page";
  readonly siteSpaceId: Id;
  readonly pageId: Id;
}

/** A page by its path in its space. The redirect follows the page when it moves. */
export interface SiteRedirectDestinationPath {
  readonly kind: "path";
  readonly spaceId: Id;
  readonly path: string;
}

export interface SiteRedirectDestinationSiteSection {
  readonly kind: "site-section";
  readonly siteSectionId: Id;
}

export interface SiteRedirectDestinationSiteSpace {
  readonly kind: "site-space";
  readonly siteSpaceId: Id;
}

/** A path below the site's address, such as `/old/page`: it begins with a slash, and has letters, digits and `-._~+` between slashes, and other characters percent-encoded. Upper and lower case are the same. An asterisk at the end matches any rest. */
export type SiteRedirectSource = string;

export interface SiteRedirectsChanged {
  readonly results: ReadonlyArray<{
    readonly status: "created" | "updated" | "deleted" | "published" | "error";
    readonly source: string;
    readonly draft: boolean;
    readonly id?: string;
    readonly error?: string;
  }>;
}

/** `sent`: pages of the site load its script. `shared-host`: they don't, because other organizations' sites are on the same host; give the site a hostname. `not-published`: they will once the site is published. `none`: it brings no script, or isn't active. */
export type SiteScriptState = "sent" | "shared-host" | "not-published" | "none";

/** A part of a site with its own tab. */
export interface SiteSection {
  readonly object: "site-section";
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** Whether it is the default, and so has no path of its own. */
  readonly default: boolean;
  readonly draft: false;
  readonly path: string;
  readonly condition?: string;
  readonly sectionGroup?: string;
  readonly icon?: string;
  readonly siteSpaces: readonly SiteSpace[];
  readonly urls: PublishedURLs;
}

/** A group of sections and external links under one tab. */
export interface SiteSectionGroup {
  readonly object: "site-section-group";
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  readonly draft: false;
  readonly sections: readonly SiteSection[];
  /** The same sections, and the external links among them, in order. */
  readonly children: ReadonlyArray<SiteSection | SiteExternalLink>;
}

export interface SiteSectionGroupPointer {
  readonly type: "site-section" | "site-section-group";
  readonly id: Id;
}

export interface SiteSectionPointer {
  readonly type: "site-section";
  readonly siteSection: Id;
}

export interface SiteSpace {
  readonly object: "site-space";
  readonly id: string;
  readonly path: string;
  readonly section?: string;
  readonly space: Space;
  readonly title: string;
  /** Whether it is the default in its place, and so has no path of its own. */
  readonly default: boolean;
  readonly draft: false;
  readonly condition?: string;
  readonly hasAdvancedCustomizationFeature: boolean;
  readonly urls: PublishedURLs;
}

/** `null` gives a field back to the site; what is left out stays. */
export interface SiteSpaceCustomizationOverrides {
  readonly title?: string | null;
  readonly favicon?: CustomizationFavicon | null;
  readonly styling?: {
    readonly theme?: "clean" | "muted" | "bold" | "gradient" | null;
    readonly primaryColor?: CustomizationThemedColor | null;
    readonly infoColor?: CustomizationThemedColor | null;
    readonly successColor?: CustomizationThemedColor | null;
    readonly warningColor?: CustomizationThemedColor | null;
    readonly dangerColor?: CustomizationThemedColor | null;
    readonly corners?: "straight" | "rounded" | "circular" | null;
    readonly depth?: "subtle" | "flat" | null;
    readonly links?: "default" | "accent" | null;
    readonly background?: "plain" | "match" | null;
    readonly icons?: "regular" | "solid" | "duotone" | "light" | "thin" | null;
    readonly search?: "prominent" | "subtle" | null;
    readonly tint?: CustomizationTint | null;
    readonly sidebar?: {
      readonly background?: "default" | "filled" | null;
      readonly list?: "default" | "pill" | "line" | null;
    };
  };
  readonly internationalization?: {
    readonly locale?: CustomizationLocale | null;
  };
  readonly announcement?: CustomizationAnnouncement | null;
  readonly header?: {
    readonly preset?: "default" | "bold" | "contrast" | "custom" | "none" | null;
    readonly logo?: CustomizationThemedURL | null;
    readonly backgroundColor?: CustomizationThemedColor | null;
    readonly linkColor?: CustomizationThemedColor | null;
    readonly links?: readonly CustomizationHeaderItem[] | null;
  };
  readonly footer?: {
    readonly logo?: CustomizationThemedURL | null;
    readonly groups?: readonly CustomizationFooterGroup[] | null;
    readonly copyright?: string | null;
  };
  readonly themes?: {
    readonly default?: "light" | "dark" | null;
    /** Whether readers can switch. */
    readonly toggeable?: boolean | null;
  };
  readonly pdf?: SwitchOverride;
  readonly feedback?: SwitchOverride;
  readonly git?: {
    readonly showEditLink?: boolean | null;
  };
  readonly externalLinks?: {
    readonly target?: SiteExternalLinksTarget | null;
  };
  readonly pagination?: SwitchOverride;
  readonly trademark?: SwitchOverride;
  readonly privacyPolicy?: CustomizationLinkOverride;
  readonly socialPreview?: CustomizationLinkOverride;
}

export interface SiteSpaceCustomizationSettings {
  readonly title?: string;
  readonly styling: CustomizationStyling;
  readonly internationalization: CustomizationInternationalization;
  readonly favicon: CustomizationFavicon;
  readonly header: CustomizationHeader;
  readonly footer: CustomizationFooter;
  readonly announcement?: CustomizationAnnouncement;
  readonly themes: CustomizationThemes;
  readonly feedback: Switch;
  readonly ai: CustomizationAI;
  readonly advancedCustomization: Switch;
  readonly externalLinks: CustomizationExternalLinks;
  readonly pagination: Switch;
  readonly trademark: Switch;
  readonly privacyPolicy: CustomizationLink;
  readonly socialPreview: CustomizationLink;
  readonly insights: CustomizationInsights;
  readonly pdf: Switch;
  readonly git: CustomizationGit;
  readonly pageActions: CustomizationPageActions;
  readonly socialAccounts: CustomizationSocialAccounts;
  /** Whether anything differs from the site. */
  readonly hasOverrides: boolean;
  readonly overrides: SiteSpaceCustomizationOverrides;
}

export interface SiteSpacePointer {
  readonly type?: "site-space";
  readonly siteSpace: Id;
}

export type SiteStructure = {
  readonly type: "sections";
  readonly structure: ReadonlyArray<SiteSection | SiteSectionGroup | SiteExternalLink>;
} | {
  readonly type: "siteSpaces";
  readonly structure: readonly SiteSpace[];
};

export interface SiteStructureItemPointer {
  readonly type: "site-space" | "site-section" | "site-section-group" | "site-external-link";
  readonly id: Id;
}

export type SiteType = "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";

/** public: anybody, indexed. unlisted: anybody, not indexed. share-link: people with the secret address. visitor-auth: signed-in visitors. */
export type SiteVisibility = "public" | "unlisted" | "share-link" | "visitor-auth";

export interface SortSiteStructure {
  readonly item: SiteStructureItemPointer;
  /** The sibling next to which to put it. The default is the end. */
  readonly position?: {
    readonly before?: SiteStructureItemPointer;
    readonly after?: SiteStructureItemPointer;
  };
}

/** A container of documentation. */
export interface Space {
  readonly object: "space";
  readonly id: string;
  readonly title: string;
  readonly emoji: string;
  readonly visibility: "public" | "unlisted" | "share-link" | "visitor-auth" | "in-collection" | "private";
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly deletedAt?: Timestamp;
  readonly editMode: SpaceEditMode;
  readonly organization: string;
  readonly parent?: string;
  readonly language?: TranslationLanguage;
  /** The sign-in for visitors of its site, if they have to sign in. */
  readonly visitorAuth?: {
    readonly backend: "custom";
  };
  readonly gitSync?: SpaceGitSync;
  /** The revision that readers see. */
  readonly revision: string;
  readonly defaultLevel: DefaultLevel;
  readonly mergeRules: SpaceMergeRules;
  readonly comments: number;
  readonly changeRequests: number;
  readonly changeRequestsOpen: number;
  readonly changeRequestsDraft: number;
  readonly urls: {
    readonly location: URL;
    readonly app: URL;
    readonly published?: URL;
    readonly public?: URL;
  };
  readonly permissions: {
    readonly view: boolean;
    readonly access: boolean;
    readonly admin: boolean;
    readonly viewInviteLinks: boolean;
    readonly edit: boolean;
    readonly triggerGitSync: boolean;
    readonly comment: boolean;
    readonly merge: boolean;
    readonly review: boolean;
    readonly installIntegration: boolean;
  };
}

/** live: people who can edit write directly. locked: changes need a change request. */
export type SpaceEditMode = "live" | "locked";

/** The repository with which a space is synced. Only people who can edit the space see it. */
export interface SpaceGitSync {
  /** The name of the repository, with its owner. */
  readonly repoName: string;
  readonly installationProvider?: "github" | "gitlab";
  /** The address of the folder on its host. */
  readonly url: string;
  readonly updatedAt: Timestamp;
}

export type SpaceIntegrationBlocks = ReadonlyArray<{
  readonly name: string;
  readonly blocks: readonly unknown[];
}>;

/** The merge rules of a space: its own, none, or those of the organization. */
export type SpaceMergeRules = InheritedMergeRules | MergeRules | NoMergeRules;

export interface SpacePointer {
  readonly type: "space";
  readonly space: Id;
}

export interface StartImportRun {
  readonly source: {
    readonly type: "website";
    readonly url: URL;
  } | {
    readonly type: "file";
  };
  readonly target: ContentImportTarget;
  /** Runs are listed by the sites that show their space. */
  readonly site?: string;
  /** Content is imported as it is: no model rewrites it. */
  readonly enhance?: false;
}

/** The key of an uploaded file. */
export type StorageFileKey = string;

export interface StorageUploadURL {
  readonly object: "storage-signed-url";
  /** `PUT` the bytes here within ten minutes, without a token. */
  readonly url: string;
  /** The key by which a font names the file. */
  readonly key: string;
}

/** The part of addresses that an organization has. */
export interface Subdomain {
  readonly object: "subdomain";
  readonly subdomain: string;
  readonly target: {
    readonly type: "organization";
    readonly organization: string;
  };
  readonly isActive: boolean;
}

export interface SubmitReview {
  readonly status: ChangeRequestReviewStatus;
  readonly comment?: CommentInput;
}

export interface Switch {
  readonly enabled: boolean;
}

export interface SwitchOverride {
  readonly enabled?: boolean | null;
}

export interface TagDefinition {
  readonly label: string;
  readonly icon?: string;
  /** A CSS colour. It is shown as the nearest colour of the palette. */
  readonly color?: string;
}

export interface TakeUpload {
  /** The id of a complete upload. */
  readonly upload: string;
  /** The name of the file. */
  readonly name: string;
}

/** Members of an organization who get roles together. */
export interface Team {
  readonly object: "team";
  readonly id: string;
  readonly title: string;
  readonly members: number;
  /** The number of spaces on which it has a role and that you can see. */
  readonly spaces: number;
  readonly createdAt: Timestamp;
  readonly permissions: {
    readonly admin: boolean;
    readonly view: boolean;
  };
}

export interface TeamContentPermission {
  readonly permission: MemberRole;
  readonly team: Team;
}

/** `owner`: can manage the members of the team. */
export type TeamMemberRole = "owner" | "member";

export interface TeamPlace {
  readonly role: TeamMemberRole;
}

export interface TestSAMLProvider {
  readonly entityID?: SAMLEntityID;
  readonly certificate?: SAMLCertificate;
  readonly ssoURL?: SAMLSignInURL;
}

export type Timestamp = string;

export interface TitledThing {
  readonly id: string;
  readonly title: string;
}

export interface TrackSiteEvents {
  readonly events: readonly SiteInsightsEvent[];
}

export interface TransferContent {
  /** The organization to move to. */
  readonly organization: string;
}

/** A page of a translation or of its source. */
export interface TranslatedPage {
  readonly object: "translated-page";
  /** Its id, in both spaces. */
  readonly page: string;
  /** The title in the translation. Absent if the translation doesn't have the page. */
  readonly title?: string;
  readonly status: TranslatedPageStatus;
  readonly writtenBy?: "hand" | "translator";
  readonly writtenAt?: Timestamp;
  /** Possible errors of the translator, such as missing links or changed code. */
  readonly problems: readonly string[];
}

/** The number of pages with each status. */
export interface TranslatedPageCounts {
  readonly missing: number;
  readonly outdated: number;
  readonly current: number;
  readonly extra: number;
}

/** `missing`: nobody has translated it. `outdated`: its source has changed since. `current`: it is up to date. `extra`: the source has no such page. */
export type TranslatedPageStatus = "missing" | "outdated" | "current" | "extra";

/** A space that translates its source into another language. */
export interface TranslatedSpace {
  readonly object: "translated-space";
  /** The space that holds the translation. */
  readonly space: string;
  /** The space that it translates. */
  readonly source: string;
  readonly settings: string;
  readonly language: TranslationLanguage;
  /** Whether the translator translates pages as soon as they are missing or outdated. */
  readonly automatic: boolean;
  /** Instructions for the translator. */
  readonly instructions?: string;
  readonly pages: TranslatedPageCounts;
  readonly createdAt: Timestamp;
  readonly permissions: {
    readonly view: boolean;
    readonly edit: boolean;
    readonly admin: boolean;
  };
  readonly urls: ResourceURLs;
}

export type TranslationLanguage = "en" | "fr" | "de" | "es" | "it" | "pt" | "pt-br" | "ru" | "ja" | "zh" | "yue" | "ko" | "ar" | "hi" | "nl" | "pl" | "tr" | "sv" | "no" | "da" | "fi" | "el" | "cs" | "hu" | "ro" | "th" | "vi" | "id" | "ms" | "he" | "uk" | "sk" | "bg" | "hr" | "lt" | "lv" | "et" | "sl";

/** The languages into which an organization translates some of its content. */
export interface TranslationSettings {
  readonly object: "translation-settings";
  readonly id: string;
  readonly title: string;
  /** The codes of the languages into which content is translated. */
  readonly languages: readonly TranslationLanguage[];
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly permissions: {
    readonly view: boolean;
    readonly edit: boolean;
  };
  readonly urls: ResourceURLs;
}

export type URL = string;

export interface UpdateChangeRequest {
  readonly subject?: string;
  readonly description?: string | null;
  readonly status?: "draft" | "open" | "archived";
}

export interface UpdateCollection {
  readonly title?: string;
  readonly description?: string | null;
  readonly defaultLevel?: DefaultLevel;
}

export interface UpdateComment {
  readonly resolved?: boolean;
  readonly body?: CommentInput;
  /** Reactions of the caller to add; those there already stay as they are. Each is one emoji, as a character or its code points in hex. */
  readonly addedReactions?: readonly string[];
  /** Reactions of the caller to take back; what is in both lists is taken back. Each is one emoji, as a character or its code points in hex. */
  readonly removedReactions?: readonly string[];
}

export interface UpdateCommentReply {
  readonly body?: CommentInput;
  /** Reactions of the caller to add; those there already stay as they are. Each is one emoji, as a character or its code points in hex. */
  readonly addedReactions?: readonly string[];
  /** Reactions of the caller to take back; what is in both lists is taken back. Each is one emoji, as a character or its code points in hex. */
  readonly removedReactions?: readonly string[];
}

export interface UpdateContentPermission {
  readonly role: MemberRole;
}

export interface UpdateCustomFont {
  readonly fontFamily?: FontFamily;
  /** Weights to add or replace. `null` removes a weight. */
  readonly fontFaces?: ReadonlyArray<{
    readonly weight: FontWeight;
    readonly storageKey: StorageFileKey | null;
  }>;
}

/** A new name; links to the file keep working. */
export interface UpdateFile {
  readonly operation: "update_file";
  readonly file: Id;
  readonly name: FileName;
}

export interface UpdateGitConnection {
  readonly username?: GitUsername;
  readonly accessToken?: GitToken;
}

export interface UpdateGitSyncInstallation {
  readonly provider?: GitProvider;
  readonly providerConfiguration?: GitConfiguration;
  readonly projectDirectory?: GitDirectory;
  readonly direction?: GitDirection;
  readonly priority?: GitPriority;
  /** true: you agree to what this deletes or leaves behind. */
  readonly confirm?: boolean;
  /** For a site: folders for spaces without one. null: the space is no longer in the repository, and its folder stays as it is. */
  readonly childInstallationProjectDirectories?: ReadonlyArray<{
    readonly spaceId: Id;
    readonly directory: GitDirectory | null;
  }>;
  readonly incoming?: GitIncoming;
  readonly outgoing?: GitOutgoing;
  readonly commitMessageTemplate?: GitCommitTemplate;
  readonly agentInstructions?: GitAgentInstructions;
  /** Whether to preview pull requests for the branch. */
  readonly previewPullRequests?: boolean;
  /** Whether each pull request with a preview also gets a change request that follows it. */
  readonly reviewPullRequests?: boolean;
  /** Whether to include pull requests from other repositories. */
  readonly previewExternalBranches?: boolean;
  /** true: nothing is synced until you set it to false again. */
  readonly paused?: boolean;
  /** Another connection to the same host; null: none. */
  readonly connection?: Id | null;
}

export interface UpdateGlossary {
  /** They take effect in this order, either all or none. */
  readonly operations: ReadonlyArray<GlossaryInsert | GlossaryUpdate | GlossaryDelete>;
}

export interface UpdateIntegrationContentInstallation {
  readonly configuration?: IntegrationInstallationConfiguration;
  /** Its id in another system. Lists can be filtered by it. */
  readonly externalIds?: readonly string[];
}

export interface UpdateIntegrationInstallation {
  readonly configuration?: IntegrationInstallationConfiguration;
  /** Its id in another system. Lists can be filtered by it. */
  readonly externalIds?: readonly string[];
  readonly space_selection?: IntegrationInstallationSelection;
  readonly site_selection?: IntegrationInstallationSelection;
}

export interface UpdateMembersInOrganizationTeam {
  /** Ids or e-mail addresses. */
  readonly add?: readonly string[];
  /** Ids or e-mail addresses. */
  readonly remove?: readonly string[];
  /** The role of each person in the team, by id or e-mail address. People who are not in the team join it. */
  readonly memberships?: Readonly<Record<string, TeamPlace>>;
}

export interface UpdateOpenAPISpec {
  readonly visibility: OpenAPISpecVisibility;
}

export interface UpdateOrganization {
  readonly title?: string;
  readonly emailDomains?: readonly string[];
  /** The organization's part of its sites' addresses: lower-case letters, digits and hyphens. */
  readonly hostname?: string;
  readonly defaultRole?: MemberRoleOrGuest;
  readonly defaultContent?: OrganizationDefaultContent | null;
  readonly logo?: URL | null;
  readonly sso?: boolean;
  readonly secondFactor?: SecondFactorRule | null;
  readonly ai?: boolean;
  readonly inviteLinks?: boolean;
  readonly mergeRules?: OrganizationMergeRules;
}

export interface UpdateOrganizationInvite {
  readonly role?: MemberRoleOrGuest;
  readonly level?: MemberRoleOrGuest;
}

export interface UpdateOrganizationMember {
  readonly role?: MemberRoleOrGuest;
}

export interface UpdatePage {
  readonly operation: "update_page";
  readonly page: Id;
  readonly document?: ChangedDocument;
  readonly title?: string;
  /** What navigation and mentions call it, where that is not its title. Empty: its title. */
  readonly linkTitle?: string;
  /** Unique among its siblings. Changing it moves the page; the old address redirects. */
  readonly slug?: string;
  /** Empty: none. */
  readonly emoji?: string;
  /** Empty: none. */
  readonly icon?: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  /** An expression that decides who sees the page. Empty: everybody. */
  readonly condition?: string;
  readonly cover?: RevisionPageDocumentCover | null;
  readonly layout?: RevisionPageLayoutOptions | null;
  readonly variables?: Variables | null;
  readonly computed?: ComputedPageSource;
  /** Tags with a definition in the space are shown; primary tags also in the table of contents. */
  readonly tags?: readonly RevisionPageTag[];
  /** The new parent page, by its id, or by the `ref` of a change before in this request. null: the top. */
  readonly into?: Id | null;
  /** The position among the new siblings, from 0. */
  readonly at?: number;
  readonly ifVersion?: IfVersion;
  /** The values of the fields before your change. If a field now has neither this value nor the one that you send, the answer is 409. */
  readonly was?: {
    readonly title?: string;
    /** What navigation and mentions call it, where that is not its title. Empty: its title. */
    readonly linkTitle?: string;
    /** Unique among its siblings. Changing it moves the page; the old address redirects. */
    readonly slug?: string;
    /** Empty: none. */
    readonly emoji?: string;
    /** Empty: none. */
    readonly icon?: string;
    readonly description?: string;
    readonly hidden?: boolean;
    readonly noIndex?: boolean;
    readonly noRobotsIndex?: boolean;
    /** An expression that decides who sees the page. Empty: everybody. */
    readonly condition?: string;
    readonly cover?: RevisionPageDocumentCover | null;
    readonly layout?: RevisionPageLayoutOptions | null;
    readonly variables?: Variables | null;
    readonly computed?: ComputedPageSource;
    /** Tags with a definition in the space are shown; primary tags also in the table of contents. */
    readonly tags?: readonly RevisionPageTag[];
    /** The new parent page, by its id, or by the `ref` of a change before in this request. null: the top. */
    readonly into?: Id | null;
  };
}

export interface UpdateReusableContent {
  readonly operation: "update_reusable_content";
  readonly reusableContent: Id;
  readonly title?: string;
  readonly document?: ChangedDocument;
  readonly ifVersion?: IfVersion;
  readonly was?: {
    readonly title?: string;
  };
}

export interface UpdateSAMLProvider {
  /** The text of the button on the sign-in page. */
  readonly label?: string;
  readonly entityID?: SAMLEntityID;
  readonly certificate?: SAMLCertificate;
  readonly ssoURL?: SAMLSignInURL;
  /** A team that people join when they first sign in; null: none. */
  readonly defaultTeam?: string | null;
  readonly defaultRole?: MemberRoleOrGuest;
}

export interface UpdateShareLink {
  readonly active?: boolean;
  /** The recipients, for your own reference. */
  readonly name?: string;
}

export interface UpdateSite {
  readonly title?: string;
  readonly visibility?: SiteVisibility;
  /** Lower-case letters, digits and single hyphens: its part of the address. */
  readonly basename?: string;
  readonly adaptiveContent?: SiteAdaptiveContent;
  readonly agentsContext?: SiteAgentsContext;
  readonly defaultLevel?: DefaultLevel;
  readonly defaultSiteSpace?: Id;
  readonly defaultSiteSection?: Id;
  /** Only administrators of the organization can set it. The site is served there when the hostname is proved. */
  readonly hostname?: string | null;
  /** The host and the path on another server, such as `example.com/docs`. */
  readonly proxy?: string | null;
}

export interface UpdateSiteCustomizationSettings {
  readonly title?: string;
  readonly styling: CustomizationStyling;
  readonly internationalization: CustomizationInternationalization;
  readonly favicon: CustomizationFavicon;
  readonly header: CustomizationHeader;
  readonly footer: CustomizationFooter;
  readonly announcement?: CustomizationAnnouncement;
  readonly themes: CustomizationThemes;
  readonly feedback: Switch;
  readonly ai: CustomizationAI;
  readonly advancedCustomization: Switch;
  readonly externalLinks: CustomizationExternalLinks;
  readonly pagination: Switch;
  readonly trademark: Switch;
  readonly privacyPolicy: CustomizationLink;
  readonly socialPreview: CustomizationLink;
  readonly insights: CustomizationInsights;
  readonly pdf?: Switch;
  readonly git?: CustomizationGit;
  /** `items` that differ from what they were say it all: also `pdf.enabled` and `git.showEditLink`. */
  readonly pageActions: {
    readonly externalAI?: boolean;
    readonly markdown?: boolean;
    readonly items?: ReadonlyArray<"external-ai" | "markdown" | "git" | "pdf">;
  };
  readonly socialAccounts?: CustomizationSocialAccounts;
}

export interface UpdateSiteExternalLink {
  readonly title?: string;
  readonly url?: URL;
  /** The id of the section group to move it into, as its last. null: the top level. */
  readonly parent?: Id | null;
  readonly description?: string | null;
  readonly icon?: Icon;
  readonly condition?: Condition;
  /** Whether readers don't see it yet. */
  readonly draft?: boolean;
}

export interface UpdateSiteRedirect {
  readonly source?: SiteRedirectSource;
  readonly destination?: SiteRedirectDestinationInput;
  /** Whether the text for the asterisk is appended to the destination. */
  readonly captureWildcard?: boolean;
  /** Whether it is a draft, which has no effect until it is published. */
  readonly draft?: boolean;
  /** Whether browsers can cache it: 308 on a public site, 307 everywhere else. */
  readonly permanent?: boolean;
}

export interface UpdateSiteSection {
  readonly title?: string;
  readonly path?: PathSegment;
  readonly defaultSiteSpace?: Id;
  readonly condition?: Condition;
  readonly icon?: Icon;
  readonly description?: string | null;
}

export interface UpdateSiteSectionGroup {
  readonly title?: string;
  readonly icon?: Icon;
}

export interface UpdateSiteSpace {
  readonly path?: PathSegment;
  readonly condition?: Condition;
  readonly spaceId?: Id;
}

export interface UpdateSpace {
  readonly title?: string;
  /** null: the default emoji of spaces. */
  readonly emoji?: string | null;
  readonly language?: TranslationLanguage;
  readonly editMode?: SpaceEditMode;
  readonly defaultLevel?: DefaultLevel;
  readonly mergeRules?: SpaceMergeRules;
}

export interface UpdateTeam {
  readonly title: string;
}

export interface UpdateTranslation {
  /** Whether the translator translates pages as soon as they are missing or outdated. */
  readonly automatic?: boolean;
  /** Instructions for the translator. */
  readonly instructions?: string | null;
}

export interface UpdateUser {
  readonly displayName?: string;
  readonly photoURL?: URL | null;
}

export interface UpdateUserSettings {
  /** `system`: as the browser has it. */
  readonly theme?: "system" | "light" | "dark" | null;
  /** Whether single letters are shortcuts. */
  readonly singleKeys?: boolean | null;
  /** Spaces and pages, in the order in which they are shown. */
  readonly favourites?: readonly PlaceOfUser[] | null;
  /** What was open, the last first. */
  readonly recents?: readonly PlaceOfUser[] | null;
  /** Spaces in which they change pages by change requests, though they could do it directly. */
  readonly proposesIn?: readonly Id[] | null;
}

export interface UpdateWebhook {
  /** The https address, on a public host, to which events are sent. */
  readonly url?: string;
  /** The purpose of the webhook. */
  readonly description?: string;
  /** The types of events to send. Empty: all types, including those of later versions. */
  readonly events?: readonly WebhookEventName[];
  readonly spaces?: WebhookSpaces;
  readonly active?: boolean;
}

export interface UploadInParts {
  readonly object: "upload";
  readonly id: string;
  /** The size of the whole file in bytes. */
  readonly size: number;
  readonly sha256?: string;
  /** The size of each part in bytes; the last one has the rest. */
  readonly partSize: number;
  readonly partCount: number;
  /** The parts that have arrived, in order. */
  readonly parts: readonly UploadedPart[];
  readonly expiresAt: Timestamp;
  readonly urls: ResourceURLs;
}

export interface UploadedPart {
  /** The number of the part, from 1. */
  readonly number: number;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** A person. */
export interface User {
  readonly object: "user";
  readonly id: string;
  readonly displayName: string;
  readonly email?: string;
  readonly photoURL?: string;
  readonly urls: ResourceURLs;
}

/** An API token, without its secret. */
export interface UserAPIToken {
  readonly object: "token";
  readonly id: string;
  readonly label: string;
  readonly createdAt: Timestamp;
  readonly lastUsedAt?: Timestamp;
  readonly expiresAt?: Timestamp;
  /** The scopes of the token. Absent: it has all your permissions. */
  readonly scopes?: readonly string[];
  readonly urls: ResourceURLs;
}

/** A new API token. */
export type UserAPITokenExtended = UserAPIToken & ({
  /** The secret. It is shown only once. */
  readonly token: string;
});

export interface UserContentPermission {
  readonly permission: MemberRole;
  readonly user: User;
}

export interface UserContributor {
  readonly user: User;
  readonly updatedAt: Timestamp;
  /** How many revisions of it they made. */
  readonly count: number;
}

/** What was never set is absent. */
export interface UserSettings {
  /** `system`: as the browser has it. */
  readonly theme?: "system" | "light" | "dark";
  /** Whether single letters are shortcuts. */
  readonly singleKeys?: boolean;
  /** Spaces and pages, in the order in which they are shown. */
  readonly favourites?: readonly PlaceOfUser[];
  /** What was open, the last first. */
  readonly recents?: readonly PlaceOfUser[];
  /** Spaces in which they change pages by change requests, though they could do it directly. */
  readonly proposesIn?: readonly Id[];
}

export type UserSitePermission = EffectiveContentPermission & ({
  readonly origin: UserSitePermissionOrigin;
  readonly disabled: false;
});

export type UserSitePermissionOrigin = {
  readonly type: "organization";
  readonly organization: string;
} | {
  readonly type: "site";
  readonly site: string;
  readonly reason: "member" | "team" | "default";
  readonly team?: string;
};

export type VariableValue = string | number | boolean;

export type Variables = Readonly<Record<string, VariableValue>>;

export interface VisitorClaims {
  /** A signed token (JWT, HS256) that identifies the member. It is valid for seven days. */
  readonly serviceVisitorClaims: string;
}

/** An address to which Lectern sends the events of an organization. */
export interface Webhook {
  readonly object: "webhook";
  readonly id: string;
  readonly kind: WebhookKind;
  /** The https address, on a public host, to which events are sent. */
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly spaces: readonly string[] | null;
  /** Whether Lectern sends events to it. */
  readonly active: boolean;
  /** The administrator who created it or changed it last. If they are no longer an administrator, Lectern disables it. */
  readonly owner: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly lastDeliveredAt?: Timestamp;
  /** Since when all deliveries have failed. */
  readonly failingSince?: string;
  /** When and why Lectern disabled it. Send a PATCH with `active: true` to enable it. */
  readonly disabled?: {
    readonly at: Timestamp;
    /** `failures`: all deliveries failed for a day. `gone`: it answered 410. `owner`: its owner is no longer an administrator. */
    readonly because: "failures" | "gone" | "owner";
  };
  readonly urls: ResourceURLs;
}

export interface WebhookAttempt {
  readonly number: number;
  readonly at: Timestamp;
  /** Milliseconds. */
  readonly duration: number;
  /** The HTTP status, if there was an answer. */
  readonly status?: number;
  /** A code that says why there was no answer. */
  readonly error?: string;
  /** The text of the answer, at most 1 kB. */
  readonly answer?: string;
}

/** The delivery of an event to a webhook. */
export interface WebhookDelivery {
  readonly object: "webhook-delivery";
  readonly id: string;
  readonly event: {
    /** The `webhook-id` header: the same on every attempt. */
    readonly id: string;
    readonly type: string;
  };
  readonly space?: string;
  readonly status: WebhookDeliveryStatus;
  /** How often Lectern sent it. */
  readonly attempts: number;
  readonly createdAt: Timestamp;
  /** Absent while an earlier delivery of the same space comes first. */
  readonly nextAttemptAt?: string;
  readonly finishedAt?: Timestamp;
}

/** `waiting`: Lectern will send it, or send it again. `failed`: Lectern gave up. */
export type WebhookDeliveryStatus = "waiting" | "delivered" | "failed";

export type WebhookDeliveryWithAttempts = WebhookDelivery & ({
  /** The exact body of the request. */
  readonly body: string;
  /** The attempts, the newest 100, oldest first. */
  readonly log: readonly WebhookAttempt[];
});

export type WebhookEventName = "space_created" | "space_updated" | "space_content_updated" | "space_moved" | "space_deleted" | "space_restored" | "space_permissions_updated" | "space_gitsync_started" | "space_gitsync_completed" | "git_attention" | "change_request_created" | "change_request_updated" | "change_request_content_updated" | "change_request_review_requested" | "change_request_reviewed" | "change_request_merged" | "comment_created" | "comment_updated" | "comment_deleted" | "collection_created" | "collection_updated" | "collection_moved" | "collection_deleted" | "collection_restored" | "collection_permissions_updated" | "site_created" | "site_updated" | "site_published" | "site_unpublished" | "site_deleted" | "site_restored" | "site_permissions_updated" | "page_feedback" | "site_auth_updated" | "site_hostname_checked" | "site_hostname_removed" | "site_space_created" | "site_space_updated" | "site_space_deleted" | "site_section_created" | "site_section_updated" | "site_section_deleted" | "site_section_group_created" | "site_section_group_updated" | "site_section_group_deleted" | "site_external_link_created" | "site_external_link_updated" | "site_external_link_deleted" | "site_redirect_created" | "site_redirect_updated" | "site_redirect_deleted" | "site_redirects_updated" | "share_link_created" | "share_link_updated" | "share_link_deleted" | "members_invited" | "member_joined" | "member_updated" | "member_removed" | "team_created" | "team_updated" | "team_deleted" | "openapi_spec_created" | "openapi_spec_updated" | "openapi_spec_version_created" | "openapi_spec_deleted" | "organization_updated";

/** `webhook`: it gets events. `renderer`: a program that shows sites elsewhere. It gets the tags of the answers that it has to read again. */
export type WebhookKind = "webhook" | "renderer";

/** Only events of these spaces. null: all events. */
export type WebhookSpaces = readonly Id[] | null;

/** A webhook with its new secret. */
export type WebhookWithSecret = Webhook & ({
  /** The secret that signs the requests. It is only in this answer. */
  readonly secret: string;
});

/** A conflict between a write and the content. */
export interface WriteConflict {
  /** The index of the change in the request, from 0. */
  readonly change: number;
  readonly page?: string;
  readonly reusableContent?: string;
  /** The id of its current text. */
  readonly documentId?: string;
  /** `body`: blocks that both sides changed. `page-field`: a field with neither its old value nor the one that you sent; `reusable`: a field of a reusable content. `page-version`: the version differs from `ifVersion`. `page-removed`: the page no longer exists. `variable`, `tag`: the variable or tag of the space with the name in `field`. `base-unknown`: the space has no text with the id of the base. */
  readonly kind: "body" | "page-field" | "page-version" | "reusable" | "page-removed" | "base-unknown" | "variable" | "tag";
  readonly field?: string;
  /** The first block of the conflict in the current content. */
  readonly block?: string;
  /** What it was changed from. */
  readonly base?: unknown;
  /** As the content has it. */
  readonly primary?: unknown;
  /** As it was sent. */
  readonly changed?: unknown;
  /** The three sides are left out, because with them the conflicts up to this one have more than 256 kB together. */
  readonly omitted?: true;
}

/** The state of the content doesn't allow this. Nothing was written. */
export type WriteConflicts = Error & ({
  /** All conflicts of a write, for the types `content-conflict`, `base-unknown` and `page-removed`. */
  readonly conflicts?: readonly WriteConflict[];
});

export interface WriteTranslationSettings {
  readonly title: string;
  /** The codes of the languages into which content is translated. */
  readonly languages?: readonly TranslationLanguage[];
}

/** What every event says: ids, no content. */
export interface EventData {
  readonly organizationId: string;
  readonly spaceId?: string;
  readonly siteId?: string;
  readonly actor: { readonly type: string; readonly id?: string };
  readonly [name: string]: unknown;
}

/** The types of events, with what each tells. */
export interface EventTypes {
  /** A space was created, or copied from another. */
  readonly space_created: EventData;
  /** The title, icon, edit mode or another property of a space changed. */
  readonly space_updated: EventData;
  /** A space has a new revision: by an edit, an import or a merge. */
  readonly space_content_updated: EventData;
  /** A space was moved to another collection or organization. */
  readonly space_moved: EventData;
  /** A space was moved to the trash. */
  readonly space_deleted: EventData;
  /** A space was restored from the trash. */
  readonly space_restored: EventData;
  /** The permissions of a space changed. */
  readonly space_permissions_updated: EventData;
  /** Git Sync started to bring a commit into a space, or the content of a space to a branch. */
  readonly space_gitsync_started: EventData;
  /** Git Sync has finished a run for a space, with or without success. */
  readonly space_gitsync_completed: EventData;
  /** Git Sync of a space waits for a person to decide. */
  readonly git_attention: EventData;
  /** Somebody started a change request. */
  readonly change_request_created: EventData;
  /** The subject, description or status of a change request changed. */
  readonly change_request_updated: EventData;
  /** A change request has a new revision. */
  readonly change_request_content_updated: EventData;
  /** Somebody was asked to review a change request. */
  readonly change_request_review_requested: EventData;
  /** Somebody approved a change request, or asked for changes. */
  readonly change_request_reviewed: EventData;
  /** A change request was merged into its space. */
  readonly change_request_merged: EventData;
  /** Somebody wrote a comment or a reply. */
  readonly comment_created: EventData;
  /** A comment or a reply was changed, resolved or reopened. */
  readonly comment_updated: EventData;
  /** A comment or a reply was deleted. */
  readonly comment_deleted: EventData;
  /** A collection was created. */
  readonly collection_created: EventData;
  /** A property of a collection changed. */
  readonly collection_updated: EventData;
  /** A collection was moved to another collection or organization. */
  readonly collection_moved: EventData;
  /** A collection was moved to the trash. */
  readonly collection_deleted: EventData;
  /** A collection was restored from the trash. */
  readonly collection_restored: EventData;
  /** The permissions of a collection changed. */
  readonly collection_permissions_updated: EventData;
  /** A site was created. */
  readonly site_created: EventData;
  /** The title, visibility or another property of a site changed. */
  readonly site_updated: EventData;
  /** A site was published. */
  readonly site_published: EventData;
  /** A site was unpublished. */
  readonly site_unpublished: EventData;
  /** A site was moved to the trash. */
  readonly site_deleted: EventData;
  /** A site was restored from the trash. */
  readonly site_restored: EventData;
  /** The permissions of a site changed. */
  readonly site_permissions_updated: EventData;
  /** A reader of a site said whether a page was helpful. */
  readonly page_feedback: EventData;
  /** The way in which a site signs visitors in changed, or the key for it. */
  readonly site_auth_updated: EventData;
  /** Lectern checked the hostname of a site. */
  readonly site_hostname_checked: EventData;
  /** The hostname of a site was removed. */
  readonly site_hostname_removed: EventData;
  /** A space was added to a site. */
  readonly site_space_created: EventData;
  /** A space of a site got another path, title, condition, place or look. */
  readonly site_space_updated: EventData;
  /** A space was removed from a site. */
  readonly site_space_deleted: EventData;
  /** A section was added to a site. */
  readonly site_section_created: EventData;
  /** A property or the place of a section changed. */
  readonly site_section_updated: EventData;
  /** A section was removed from a site. */
  readonly site_section_deleted: EventData;
  /** A group of sections was created. */
  readonly site_section_group_created: EventData;
  /** A group of sections was renamed or moved, or has other sections. */
  readonly site_section_group_updated: EventData;
  /** A group of sections was deleted. */
  readonly site_section_group_deleted: EventData;
  /** An external link was added to the navigation of a site. */
  readonly site_external_link_created: EventData;
  /** A property or the place of an external link changed. */
  readonly site_external_link_updated: EventData;
  /** An external link was deleted. */
  readonly site_external_link_deleted: EventData;
  /** A redirect was added to a site. */
  readonly site_redirect_created: EventData;
  /** A redirect of a site changed. */
  readonly site_redirect_updated: EventData;
  /** A redirect of a site was deleted. */
  readonly site_redirect_deleted: EventData;
  /** Several redirects of a site were set by one request. */
  readonly site_redirects_updated: EventData;
  /** A share link of a site was created. */
  readonly share_link_created: EventData;
  /** A share link was renamed, switched on or switched off. */
  readonly share_link_updated: EventData;
  /** A share link was deleted. */
  readonly share_link_deleted: EventData;
  /** An administrator added people to the organization. */
  readonly members_invited: EventData;
  /** Somebody became a member by an invite link, or by the domain of their address. */
  readonly member_joined: EventData;
  /** The role of a member changed. */
  readonly member_updated: EventData;
  /** Somebody is no longer a member. */
  readonly member_removed: EventData;
  /** A team was created. */
  readonly team_created: EventData;
  /** A team was renamed, or its members changed. */
  readonly team_updated: EventData;
  /** A team was deleted. */
  readonly team_deleted: EventData;
  /** An OpenAPI specification was added. */
  readonly openapi_spec_created: EventData;
  /** The source or the visibility of an OpenAPI specification changed. */
  readonly openapi_spec_updated: EventData;
  /** An OpenAPI specification has a new version, because its source changed. */
  readonly openapi_spec_version_created: EventData;
  /** An OpenAPI specification was deleted. */
  readonly openapi_spec_deleted: EventData;
  /** A setting of the organization changed. */
  readonly organization_updated: EventData;
}

/** What a webhook is told: branch on `type`. */
export type WebhookEvent = {
  [Type in keyof EventTypes | "ping"]: {
    readonly id: string;
    readonly type: Type;
    readonly timestamp: string;
    readonly data: Type extends keyof EventTypes ? EventTypes[Type] : EventData;
  };
}[keyof EventTypes | "ping"];
