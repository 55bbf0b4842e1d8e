// Generated from the OpenAPI document by `npm run client`. Changes belong there.

export interface APITemporaryToken {
  /** It lives for an hour. */
  readonly token: string;
}

export interface AddSectionToSiteSectionGroup {
  readonly sectionId: Id;
}

export interface AddSiteSection {
  readonly spaceId: Id;
  /** The space's title unless said. */
  readonly title?: string | null;
  readonly icon?: Icon;
}

export interface AddSiteSectionGroup {
  readonly title: string;
  readonly icon?: Icon;
  /** Ids of the sections to put into it, in their order. */
  readonly sections?: readonly Id[];
}

export interface AddSiteSpace {
  readonly spaceId: Id;
  /** The section to add it to; the default one unless said, the site itself when it has none. */
  readonly sectionId?: string;
}

export interface AppURLs {
  readonly app: URL;
}

/** One change: who did what to what, when and from where. */
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
  /** Counts up within the space; paths take it in place of the id. */
  readonly number: number;
  readonly status: ChangeRequestStatus;
  readonly subject: string;
  readonly description?: string;
  readonly createdBy?: User;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  /** The id of its space. */
  readonly space: string;
  /** The revision with its content. */
  readonly revision: string;
  /** The revision of the space that it began from. */
  readonly revisionInitial: string;
  /** The last revision of the space that was taken in. */
  readonly revisionMergedAncestor?: string;
  /** What its merge made of the space. */
  readonly revisionMerged?: string;
  readonly comments: number;
  /** Conflicts that nobody has decided yet. */
  readonly conflicts: number;
  /** Whether the space has content that was not taken in. */
  readonly outdated: boolean;
  readonly agentTaskId?: string;
  /** The pull request that it shows: it is changed, merged and closed there. */
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
  /** Of a file, variable, tag or reusable content. */
  readonly key?: string;
  /** The first block that both sides changed. */
  readonly block?: string;
  readonly field?: string;
  readonly removedBy?: "primary" | "changed";
  /** As both sides had it. */
  readonly base?: unknown;
  /** As the space has it. */
  readonly primary?: unknown;
  /** As the change request has it. */
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

/** What somebody says of a change request as it was in one revision. */
export interface ChangeRequestReview {
  readonly object: "change-request-review";
  readonly id: string;
  /** The revision of the change request that was reviewed. */
  readonly revision: string;
  readonly reviewer: User;
  readonly requestedBy?: User;
  readonly status: ChangeRequestReviewStatus;
  /** Whether its reviewer reviewed again since, or was asked to. Only others count for merge rules. */
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

/** One of `markdown` and `document`. Front matter in the Markdown beats the fields beside it; a document is the body alone, and its blocks that were not changed stay as they are written. */
export interface ChangedDocument {
  readonly markdown?: string;
  readonly document?: JSONDocument;
  /** The `documentId` of the text that was changed; null: the empty one. What others wrote since is kept: it is merged, or the answer is 409 and nothing is written. The text is the body alone then: no front matter is read from it, and no title taken out of it. */
  readonly base?: Id | null;
}

export interface CheckGitConnection {
  /** Of a repository on its host; by default one that is kept in step by it. */
  readonly url?: string;
}

/** A grouping of spaces and of other collections. */
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
  /** How many there are. */
  readonly replies: number;
  readonly status: "open" | "resolved";
  readonly resolvedAt?: Timestamp;
  readonly resolvedBy?: User;
  readonly target: {
    readonly space: string;
    readonly changeRequest?: string;
    /** The review that it came with. */
    readonly review?: string;
    /** The revision in which the target is found as it is told here. */
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

/** What is said. */
export interface CommentInput {
  /** In the dialect of pages. It is kept as it is sent. */
  readonly markdown?: string;
  readonly document?: JSONDocument;
}

export interface CommentPermissions {
  readonly view: boolean;
  readonly edit: boolean;
  readonly reply: boolean;
  readonly delete: boolean;
}

/** An answer to a comment. */
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
  /** Whether the page, or the block of it, is no longer there. */
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
  };
  /** What ids are made from: the same seed, the same ids. */
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
  };
  /** What ids are made from: the same seed, the same ids. */
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

export interface ComputedRevision {
  readonly pages: readonly Page[];
  readonly files: readonly RevisionFile[];
  readonly reusableContents: readonly ReusableContentEntry[];
}

/** An expression over the visitor's claims; who does not meet it doesn't see it. null: everybody. */
export type Condition = string | null;

export interface ConfirmTranslatedPages {
  /** Ids of pages that are both in the translation and in its source. */
  readonly pages: readonly Id[];
}

export type ContentChange = UpdatePage | EditPage | InsertPage | DuplicatePage | DeletePage | RevertPage | InsertFiles | UpdateFile | ReplaceFile | DeleteFile | RevertFile | SetVariables | SetTags | InsertReusableContent | UpdateReusableContent | DeleteReusableContent;

export interface ContentChangeResult {
  readonly operation: string;
  readonly page?: string;
  readonly reusableContent?: string;
  readonly file?: string;
  readonly ref?: string;
  /** Destinations in the text that mean nothing here. */
  readonly brokenLinks?: readonly string[];
  /** The text that the page or reusable content has now. */
  readonly documentId?: string;
  /** The version that it is at now. */
  readonly version?: string;
  /** What others wrote since the base is in the text too. */
  readonly merged?: true;
  /** The text as it is stored, where that isn't what was sent. */
  readonly markdown?: string;
}

export interface ContentChanged {
  /** The revision that the space has now. */
  readonly revision: string;
  /** The revision that the changes were made on. */
  readonly before?: string;
  readonly changes: readonly ContentChangeResult[];
  readonly insertedFiles?: ReadonlyArray<RevisionFile & ({
    readonly ref?: string;
  })>;
}

/** An import that goes on after its request. */
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

/** Where the component stands. */
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
};

/** An `element` with its `state` and `props`, or `type: complete` with a `returnValue`. */
export type ContentKitRenderOutput = Readonly<Record<string, unknown>>;

/** Where something is: the thing itself is under the name of its kind. */
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

/** What decided: the space, collection or site that says so, where you may see it, and the team that it was given to. */
export interface ContentPermissionReason {
  /** `administrator`: they administrate the organization. `user`: it was given to them. `team`: to a team of theirs. `level`: all members have it, by the default level. `creator`: it is closed for others, and they made it. `organization`: it is their role there. */
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

/** Something that is linked to, with where. */
export interface ContentReference {
  readonly status: "ok" | "broken" | "in-app";
  /** `dependsOn`: the page can't be shown without it: reusable content, an OpenAPI specification. */
  readonly relation: "reference" | "dependsOn";
  readonly targetReference?: ContentLocation;
  /** Where the link is; of many pages the first 20. */
  readonly locationReferences: readonly ContentLocation[];
  /** How many pages and reusable contents link to it in all. */
  readonly sources: number;
}

export interface ContentReferences {
  readonly next?: NextPage;
  /** How many there are in all, for this caller under this filter. */
  readonly count: number;
  readonly items: readonly ContentReference[];
  /** Counts of the whole revision; a page counts once for each thing that it links to. */
  readonly stats: {
    readonly total: number;
    readonly broken: {
      readonly total: number;
      /** Those that this change request breaks; of a space, those that its open change requests break. */
      readonly changeRequest: number;
    };
  };
}

/** What tags of pages look like, by name. */
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
  /** A file for each weight; 400, the regular one, among them. */
  readonly fontFaces: ReadonlyArray<{
    readonly weight: FontWeight;
    readonly storageKey: StorageFileKey;
  }>;
}

export interface CreateGitConnection {
  readonly provider: GitProvider;
  /** Of the host, or of a repository on it: https. */
  readonly url: string;
  readonly username?: GitUsername;
  readonly accessToken: GitToken;
}

export interface CreateGitSyncInstallation {
  readonly provider: GitProvider;
  readonly target: {
    readonly type: "space";
    readonly spaceId: Id;
    /** Of a site that is kept in step: the space gets `projectDirectory` of its branch. */
    readonly siteId?: string;
  } | {
    readonly type: "site";
    readonly siteId: Id;
    readonly organizationId?: Id;
  };
  readonly providerConfiguration?: GitConfiguration;
  readonly projectDirectory?: GitDirectory;
  /** Of a site: which of its spaces go into which folder of the repository. All of them, each into one with its path, unless said or settled by `docs.yaml`. */
  readonly childInstallationProjectDirectories?: ReadonlyArray<{
    readonly spaceId: Id;
    readonly directory: GitDirectory;
  }>;
  readonly direction?: GitDirection;
  readonly priority?: GitPriority;
  /** That what is deleted or left behind by this may be. */
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
  /** What the button on the sign-in page says. */
  readonly label: string;
  readonly entityID?: SAMLEntityID;
  readonly certificate?: SAMLCertificate;
  readonly ssoURL?: SAMLSignInURL;
  /** A team that people join when they first sign in; null: none. */
  readonly defaultTeam?: string | null;
  readonly defaultRole?: MemberRoleOrGuest;
}

export interface CreateShareLink {
  /** Whom it is for. */
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
  /** The id of a change request whose content is shown. Without `siteSpace`, where its space stands. */
  readonly changeRequest?: string;
}

export interface CreateSiteRedirect {
  readonly source: SiteRedirectSource;
  readonly destination: SiteRedirectDestinationInput;
  /** Whether what the asterisk stands for goes behind the destination. */
  readonly captureWildcard?: boolean;
  /** Whether it waits to be published, and leads nobody yet. */
  readonly draft?: boolean;
  /** Whether browsers may remember it: 308 on a public site, 307 everywhere else. */
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
  /** The source's, unless said. */
  readonly title?: string;
}

export interface CreateUpload {
  /** Of the whole file in bytes; at most 2 GB. */
  readonly size: number;
  /** In hexadecimal digits; compared when it is taken. */
  readonly sha256?: string;
  /** The space that will take it. */
  readonly space?: string;
  /** In place of `space`, for one that is made later. */
  readonly organization?: string;
}

export interface CreateUserAPIToken {
  readonly label: string;
  /** Absent or null: it doesn't expire. */
  readonly expiresAt?: Timestamp | null;
  /** Narrows it to these; absent: it does all that you may. */
  readonly scopes?: ReadonlyArray<"user:read" | "organization:read" | "organization:write" | "organization:members:read" | "organization:members:write" | "organization:search" | "space:read" | "space:write" | "space:permissions:read" | "space:permissions:write" | "change-request:merge" | "site:read" | "site:write" | "site:publish" | "site:permissions:read" | "site:permissions:write" | "site:preview" | "site:auth:read" | "site:auth:write" | "openapi:read" | "openapi:write" | "integration:read" | "integration:update" | "integration:installation:read" | "integration:installation:update">;
}

export interface CreateWebhook {
  readonly kind?: WebhookKind;
  /** Where events are posted to: https, on a public host. */
  readonly url: string;
  /** What it is for. */
  readonly description?: string;
  /** The types it is told of; empty: all, those of later versions too. */
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

/** A font of an organization's own. Without `permissions` it is what the look of a site takes as its font. */
export interface CustomizationFontDefinition {
  readonly id: string;
  readonly custom: boolean;
  readonly fontFamily: string;
  readonly fontFaces: ReadonlyArray<{
    readonly weight: number;
    readonly sources: ReadonlyArray<{
      /** Where everybody may read the file. */
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

/** The language of what the site says by itself. */
export type CustomizationLocale = "en" | "fr" | "es" | "zh" | "ja" | "de" | "nl" | "no" | "pt-br" | "ru";

export type CustomizationMonospaceFont = "FiraCode" | "IBMPlexMono" | "JetBrainsMono" | "SourceCodePro" | "RobotoMono" | "SpaceMono" | "DMMono" | "Inconsolata" | CustomizationFontOfYourOwn;

export interface CustomizationPageActions {
  readonly externalAI: boolean;
  readonly markdown: boolean;
  readonly items: ReadonlyArray<"external-ai" | "markdown" | "git" | "pdf">;
}

/** Always empty: such links stand in the footer. */
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
  /** Whether readers may switch. */
  readonly toggeable: boolean;
}

/** The colour that greys lean to; the primary colour unless said. */
export interface CustomizationTint {
  readonly color: CustomizationThemedColor;
}

/** The role that members have here; null: nobody but the creator; inherit: as above. */
export type DefaultLevel = MemberRole | null | "inherit";

export interface DeleteFile {
  readonly operation: "delete_file";
  readonly file: Id;
  /** true deletes it although pages or reusable contents of the same content link to it: else 409. */
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
  /** Those below it. */
  readonly pages: number;
  /** The last that has it. */
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

/** A copy behind the page, with those below it: 200 pages at most in one request. */
export interface DuplicatePage {
  readonly operation: "duplicate_page";
  readonly page: Id;
  /** Of the copy; its own unless said. */
  readonly title?: string;
}

/** Writes blocks anew, adds some behind others, removes some. They are named by the `key` that blocks at the top of the document of `base` have; all other text stays as it is, to the byte. */
export interface EditPage {
  readonly operation: "edit_page";
  readonly page: Id;
  /** The `documentId` of the text whose blocks are named. What others wrote since is kept. */
  readonly base: Id | null;
  readonly edits: readonly PageBlockEdit[];
  readonly ifVersion?: IfVersion;
}

/** What somebody may do in the end, and why. */
export type EffectiveContentPermission = UserContentPermission & ({
  readonly reason: ContentPermissionReason;
});

export type Embed = {
  readonly title: string;
  /** Who shows it: a provider's name, or a host. */
  readonly site: string;
  readonly type: "link";
} | {
  readonly title: string;
  /** Who shows it: a provider's name, or a host. */
  readonly site: string;
  readonly type: "rich";
  /** A frame of the provider's, in a sandbox. */
  readonly html: string;
};

/** In the order in which they first came. */
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
      /** A JSON pointer into what was sent. */
      readonly path: string;
      /** What to do. */
      readonly message: string;
    }>;
    /** By which the server's log has it. */
    readonly requestId: string;
  };
}

export interface ExportToGitRepository {
  /** Of the repository, as it is cloned; credentials in it are used for this run alone. */
  readonly url: string;
  /** The branch: `refs/heads/main`, or `main`. */
  readonly ref: string;
  readonly repoProjectDirectory?: GitDirectory;
  /** To look although nothing seems to have changed. */
  readonly force?: boolean;
  readonly gitInfo?: {
    readonly provider?: GitProvider;
    readonly url?: URL;
  };
  /** Taken, and not needed: both sides are merged from what they agreed on last, which comes to the same in any order. */
  readonly timestamp?: string;
  /** Taken, and not needed. */
  readonly repoCacheID?: string;
  /** Taken, and not needed. */
  readonly repoTreeURL?: string;
  /** Taken, and not needed. */
  readonly repoCommitURL?: string;
  /** The subject of the commit. */
  readonly commitMessage: string;
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

/** Something that is called so. */
export interface FoundThing {
  readonly type: "page" | "space" | "collection" | "site" | "member" | "team" | "change-request" | "spec";
  /** Of a change request its number, of a specification its slug. */
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
    /** What the sender takes it for. */
    readonly type: string;
    /** Its bytes: the upload has as many. */
    readonly size: number;
  };
}

/** The files at the top of the repository that tell agents how its pages are written: `agents`, AGENTS.md; `claude`, CLAUDE.md. Each is made once, where there is none, and never changed. */
export type GitAgentInstructions = ReadonlyArray<"agents" | "claude">;

/** Why a sync waits for a person. */
export interface GitAttention {
  readonly kind: string;
  /** What stands still, and what to do. */
  readonly message: string;
  /** What may be answered; empty: what is said has to be done, then a sync be asked for. */
  readonly choices: readonly GitChoice[];
  /** Stands for all that is asked: sent with the decision, it holds for nothing else. */
  readonly question?: string;
}

/** Its full name: `refs/heads/main`. */
export type GitBranch = string;

/** `git`: where both sides differ, take the branch; `lectern`: put Lectern's content on top of the branch, by a commit; `apply`: go on, deletions included; `pull-request`: from now on what changes in Lectern goes out as pull requests. */
export type GitChoice = "git" | "lectern" | "apply" | "pull-request";

/** The subject of commits, with `{change_request_number}`, `{change_request_subject}`, `{space}`, `{pages}` and `{user}`; null: Lectern's own. */
export type GitCommitTemplate = string | null;

/** Where the repository is, and what it is reached with. */
export interface GitConfiguration {
  /** Of the repository, as it is cloned: https, without credentials. */
  readonly url?: string;
  /** Instead of `url`: as its host calls it. */
  readonly repositoryId?: number | string;
  /** The same on GitLab. */
  readonly projectId?: number | string;
  readonly branch?: GitBranch;
  /** One of the organization's. */
  readonly connection?: string;
  readonly username?: GitUsername;
  readonly accessToken?: GitToken;
  /** Of a host of one's own: `https://gitlab.example.com`. */
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
  /** Of its GitHub App. */
  readonly account?: string;
  readonly status: GitConnectionStatus;
  readonly checkedAt?: Timestamp;
  /** Whether the host takes pushes with it, as far as that was checked. */
  readonly canPush?: boolean;
  /** What the host said against it when it was checked. */
  readonly problem?: string;
  readonly createdBy?: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly urls: ResourceURLs;
}

/** `pending`: the host was not asked yet; `unauthenticated`: it doesn't take the token any more, give it a new one. */
export type GitConnectionStatus = "pending" | "active" | "unauthenticated";

/** What counts at first: `git`, the repository replaces the content; `lectern`, the content goes on top of the branch; `merge`, both are joined page by page. */
export type GitDirection = "git" | "lectern" | "merge";

/** The folder of the repository that the space is kept in step with; empty: all of it. */
export type GitDirectory = string;

/** Something that stays as it is on either side. */
export interface GitHeld {
  readonly kind: "page" | "file" | "variable" | "tag" | "reusable";
  /** An id; of a variable or tag its name. */
  readonly id: string;
  /** The change request that shows both sides; merging it decides. Absent: another one is to be decided first. */
  readonly changeRequest?: string;
  /** `both`: both sides have changed it differently; `token`: its file holds an API token that works; `large`: the host doesn't take its bytes by Git LFS; `missing`: it doesn't give them; `size`: its file is larger than what is taken. */
  readonly reason: "both" | "token" | "large" | "missing" | "size";
}

/** What becomes of what the branch brings: `apply`, it goes into the space; `change-request`, it waits in one that follows the branch, until somebody merges that. */
export type GitIncoming = "apply" | "change-request";

/** Of a revision its commit; of what is in it, the file that says it, in the current content of a space that is kept in step with a repository. Where that is, those see who may edit the space. */
export type GitMetadata = Readonly<Record<string, unknown>>;

/** What becomes of what changes in Lectern: `push`, it goes to the branch; `push-or-pull-request`, the same, and from the first push on that a rule of the host refuses as `pull-request`; `pull-request`, to a branch of its own, with a pull request, and both agree once that is merged; `off`, the space follows the branch. */
export type GitOutgoing = "push" | "push-or-pull-request" | "pull-request" | "off";

/** The same as `direction`: `gitbook` is `lectern`. */
export type GitPriority = "git" | "gitbook";

/** Who hosts the repository; `git`: any host that speaks Git over HTTPS. */
export type GitProvider = "github" | "gitlab" | "gitea" | "bitbucket" | "git";

export interface GitProviderConfiguration {
  readonly url?: string;
  /** Instead of `url`, where it was chosen by that. */
  readonly repositoryId?: number | string;
  /** The same on GitLab. */
  readonly projectId?: number | string;
  readonly branch?: GitBranch;
  /** Of a host of one's own. */
  readonly customInstanceURL?: string;
}

export interface GitRepository {
  readonly id: string;
  /** Its full name. */
  readonly name: string;
  /** As it is cloned. */
  readonly url: string;
  /** Its full name. */
  readonly defaultBranch?: string;
}

/** A repository, and what it is reached with. Absent: nothing is needed for that. */
export interface GitRepositoryConnection {
  readonly object: "git-repository-connection";
  /** Of the connection. */
  readonly id: string;
  readonly provider: GitProvider;
  /** As its host calls it, where it was chosen by that. */
  readonly repositoryId?: string;
  readonly repositoryName: string;
  readonly repositoryUrl: string;
  /** `pending`: nothing has been synced yet. */
  readonly authState: "unauthenticated" | "active" | "pending";
  /** What its host is asked for. */
  readonly capabilities: {
    /** Whether the host is asked for pull requests. */
    readonly pullRequests: boolean;
    /** Whether the host takes statuses of commits. */
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

/** `synced`: both sides say the same; `changed`: a run is to come; `attention`: it waits for a person; `failed`: it is tried again by itself. */
export type GitState = "new" | "synced" | "changed" | "attention" | "failed" | "paused";

export interface GitSyncBranch {
  readonly name: string;
  /** Its full name. */
  readonly ref: string;
}

/** A space that is kept in step with a directory of a branch; or a site, whose `docs.yaml` says which directory has which space. */
export interface GitSyncInstallation {
  readonly object: "git-sync-installation";
  readonly id: string;
  /** Of the site that the space is kept in step with. */
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
    /** As its host calls it, where it was chosen by that. */
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
  /** The id of its connection; absent: none is used. */
  readonly connection?: string;
  readonly commitMessageTemplate?: string;
  readonly agentInstructions: GitAgentInstructions;
  readonly incoming: GitIncoming;
  /** The id of the one in which waits what the branch brings. */
  readonly changeRequest?: string;
  readonly outgoing: GitOutgoing;
  /** What waits to be merged on the host. */
  readonly pullRequest?: {
    readonly branch: string;
    readonly number?: number;
    readonly url?: string;
    /** Why the host has none: it can be opened there by hand. */
    readonly problem?: string;
  };
  readonly webhook?: GitWebhook;
  /** Why the host takes no statuses. */
  readonly statusProblem?: string;
  readonly previewPullRequests: boolean;
  readonly reviewPullRequests: boolean;
  readonly previewExternalBranches: boolean;
  readonly paused: boolean;
  /** Whose rights it works with. */
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

/** What is kept in step by one commit and one merge. */
export interface GitSyncRoot {
  readonly object: "git-sync-root";
  readonly id: string;
  /** Of the site, where the space is a folder of its branch. */
  readonly installationId: string;
  readonly target: GitSyncTarget;
  /** Who merges what changes in Lectern: `provider`, somebody on the host, by a pull request; `gitbook`, Lectern. */
  readonly defaultMergeAuthorityPolicy: "provider" | "gitbook";
  /** `disabled`: it is paused. */
  readonly status: "active" | "disabled";
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

/** One attempt to bring both sides in step. */
export interface GitSyncRun {
  readonly object: "git-sync-run";
  readonly id: string;
  /** What it came to: content arrived, left, both, or neither; `preview`: it only looked what a sync would do. */
  readonly operation: "import" | "export" | "check" | "merge" | "preview";
  readonly cause: "setup" | "poll" | "webhook" | "content" | "user";
  readonly state: "queued" | "running" | "success" | "failure" | "timeout" | "cancelled";
  readonly stage: "repo_fetch" | "config_check" | "content_process" | "finalize";
  readonly commitId?: string;
  readonly revisionId?: string;
  /** What was taken, skipped, pushed and held. Of `preview` what a sync would do: pages that go into the space or wait in a change request (`pagesTo`: `space`, `request`), files that go to the branch or are proposed for it (`filesTo`: `branch`, `proposal`). */
  readonly report?: unknown;
  readonly error?: string;
  readonly startedAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly completedAt?: Timestamp;
}

/** What a space is kept in step with. */
export interface GitSyncState {
  /** Repository name, for those who may edit the space. */
  readonly repoName?: string;
  readonly installationProvider?: "github" | "gitlab";
  /** Of the repository, for those who may edit the space. */
  readonly url?: string;
  readonly updatedAt?: Timestamp;
  readonly installationId: string;
  /** Of the site that the space is kept in step with. */
  readonly parentInstallationId?: string;
  readonly installationStatus: "unauthenticated" | "active" | "pending";
  readonly operation?: {
    readonly state: "running" | "failure" | "success" | "timeout";
    readonly direction: "export" | "import";
    readonly startedAt: Timestamp;
    readonly endedAt?: Timestamp;
    /** For those who may change its settings. */
    readonly error?: string;
    /** Where they see what to do about it. */
    readonly errorAction?: {
      readonly label: string;
      readonly url: URL;
    };
  };
  /** Milliseconds after which a run is ended. */
  readonly operationTimeout?: number;
}

/** How far both sides are apart, as it is known without asking the host. */
export interface GitSyncStatus {
  readonly state: GitState;
  readonly attention?: GitAttention;
  readonly branch: string;
  /** What both sides agreed on last. */
  readonly commitId?: string;
  /** Where the branch was seen last. */
  readonly observedCommitId?: string;
  /** Pages that were changed in Lectern since. */
  readonly pagesAhead: number;
  /** Whether the branch has moved since. */
  readonly isBehind: boolean;
  readonly held: readonly GitHeld[];
  readonly lastRun?: GitSyncRun;
  readonly syncedAt?: Timestamp;
}

export type GitSyncTarget = {
  readonly type: "space";
  readonly spaceId: string;
  /** The site that the space is kept in step with. */
  readonly siteId?: string;
} | {
  readonly type: "site";
  readonly organizationId: string;
  readonly siteId: string;
};

/** A token that may read and write the repository. It is kept encrypted and is in no answer. */
export type GitToken = string;

/** The name that the host wants beside the token; by default the one that such hosts use. */
export type GitUsername = string;

/** A space or a site that is not in step before somebody decides. */
export interface GitWaiting {
  readonly object: "git-waiting";
  /** Its id. */
  readonly installation: string;
  /** Of the site that the space is kept in step with. */
  readonly parentInstallation?: string;
  readonly target: GitSyncTarget;
  /** Of the space or the site. */
  readonly title: string;
  readonly state: GitState;
  readonly attention?: GitAttention;
  /** Things of the space that stay as they are on either side. */
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

/** A term of an organization, as each language has it. */
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

export type GlossaryTerm = string;

/** What it is called, by the code of the language; each in one line. */
export type GlossaryTranslations = Readonly<Record<string, GlossaryTerm>>;

/** Its translations are these from then on, and no others. */
export interface GlossaryUpdate {
  readonly type: "update";
  readonly id: Id;
  readonly translations: GlossaryTranslations;
}

/** The name of an icon. */
export type Icon = string | null;

export type Id = string;

/** The `version` that it has to be at: else the answer is 409. */
export type IfVersion = string;

export interface ImportContent {
  /** Where it is. `source` stands beside it. */
  readonly url?: string;
  /** The id of an upload that is whole. */
  readonly upload?: string;
  /** What the file of `upload` is called. */
  readonly name?: string;
  /** What it is. `website` follows the links below an address, `github-wiki` reads a wiki by its address, the others read one file: a document, a page, or an archive. Of an upload its name may tell. */
  readonly source?: "website" | "docx" | "markdown" | "html" | "zip" | "confluence" | "github-wiki" | "notion" | "google-docs";
}

export interface ImportContentResult {
  /** The new revision; the one there was, when nothing has changed. */
  readonly revision: string;
  /** Pages, files and reusable contents that were taken over. */
  readonly importedResources: number;
  /** How many the source has. */
  readonly totalResources: number;
  /** What was left out, what could not be taken as written, which links found nothing. */
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
    /** Lines that found no room. */
    readonly omitted: number;
  };
}

export interface ImportGitRepository {
  /** Of the repository, as it is cloned; credentials in it are used for this run alone. */
  readonly url: string;
  /** The branch: `refs/heads/main`, or `main`. */
  readonly ref: string;
  readonly repoProjectDirectory?: GitDirectory;
  /** To look although nothing seems to have changed. */
  readonly force?: boolean;
  readonly gitInfo?: {
    readonly provider?: GitProvider;
    readonly url?: URL;
  };
  /** Taken, and not needed: both sides are merged from what they agreed on last, which comes to the same in any order. */
  readonly timestamp?: string;
  /** Taken, and not needed. */
  readonly repoCacheID?: string;
  /** Taken, and not needed. */
  readonly repoTreeURL?: string;
  /** Taken, and not needed. */
  readonly repoCommitURL?: string;
  /** true: what is at the ref becomes a revision that is in no list and nobody's head, for looking at it. Any ref will do, such as `refs/pull/7/head`. */
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
  /** Those that the space says how they look are shown; primary ones in the table of contents too. */
  readonly tags?: readonly RevisionPageTag[];
  /** The page above; null: the top. */
  readonly into?: Id | null;
  /** Position among the new siblings, from zero. */
  readonly at?: number;
  readonly target?: ContentRef;
  readonly computed?: Readonly<Record<string, unknown>>;
  readonly ref?: string;
}

/** A text that pages include as `/reusable/<id>`, pages of this request by its `ref`. */
export interface InsertReusableContent {
  readonly operation: "insert_reusable_content";
  readonly title: string;
  readonly document: SentDocument;
  readonly ref?: string;
}

export interface InstallIntegration {
  readonly organization: Id;
  /** That whose scopes and hosts you accept: another that is published meanwhile is refused. */
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
  /** Where its script answers. */
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
  /** Counts up each time it is published. */
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
    /** Where its script answers. */
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
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** An https address. */
  readonly icon?: string;
  /** Addresses that become this block. */
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

/** Names the hosts from which its scripts may have pages load more, once whoever installs it has accepted them. */
export type IntegrationContentSecurityPolicy = string | Readonly<Record<string, string>>;

export type IntegrationContentSources = ReadonlyArray<{
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** An https address. */
  readonly icon?: string;
  readonly configuration: IntegrationConfigurationComponent;
}>;

export interface IntegrationDevelopmentMode {
  /** Where events are posted to: https, on a public host. */
  readonly tunnelUrl: string;
  /** Whether events of other organizations' installations are posted there as well. */
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

/** From where its scripts may have pages of sites load more, on a site's own host. Who installs it accepts them. */
export type IntegrationHosts = readonly string[];

/** An integration in an organization. */
export interface IntegrationInstallation {
  readonly object: "installation";
  readonly id: string;
  /** Its name. */
  readonly integration: string;
  readonly status: IntegrationInstallationStatus;
  readonly scripts: IntegrationInstallationScripts;
  /** What was granted when it was installed. */
  readonly scopes: readonly string[];
  readonly hosts: IntegrationHosts;
  readonly space_selection: IntegrationInstallationSelection;
  readonly site_selection: IntegrationInstallationSelection;
  /** On how many spaces it is installed, of those that you see. */
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
    /** Where its script answers. */
    readonly publicEndpoint: string;
    /** The same. */
    readonly publicContentEndpoint: string;
  };
}

/** Values of the properties that the integration declares. Replaces all that was set before. */
export type IntegrationInstallationConfiguration = Readonly<Record<string, unknown>>;

/** Where its script runs. `here`: with this server. `not-run`: nowhere, since nothing here runs scripts of integrations; events are noted for it and do nothing. `developer`: with who develops the integration, to whom its events are sent. */
export type IntegrationInstallationScripts = "here" | "not-run" | "developer";

export type IntegrationInstallationSelection = "all" | "selected";

/** `pending`: its configuration lacks what the integration requires; `paused`: it does nothing, because nothing here runs its script (`scripts` says so), what was sent failed for a day, its script took too much time or memory, or who set it up has left. */
export type IntegrationInstallationStatus = "active" | "pending" | "paused";

export type IntegrationScope = "space:views:read" | "space:content:read" | "space:content:write" | "space:metadata:read" | "space:metadata:write" | "space:script:inject" | "space:script:cookies" | "space:git:sync" | "space:visitor:auth" | "page:feedback:read" | "site:metadata:read" | "site:views:read" | "site:script:inject" | "site:script:cookies" | "site:visitor:auth" | "site:visitor:claims" | "site:adaptive:read" | "site:adaptive:write" | "site:ai:ask" | "openapi:read" | "openapi:write" | "conversations:ingest";

/** What the script alone gets to know. Kept encrypted, and in no answer. */
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

/** What it can be installed on. */
export type IntegrationTarget = "all" | "site" | "space" | "organization";

/** `public`: everybody finds it; `unlisted`: who knows its name; `private`: members of its organization alone. */
export type IntegrationVisibility = "public" | "private" | "unlisted";

/** Members or teams of the organization, and the role that all of them get here. */
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
  /** They sign in by single sign-on. False unless said. */
  readonly sso?: boolean;
}

export interface InvitedUsers {
  /** Ids of those who have become members. */
  readonly users: readonly string[];
  /** How many have become members. */
  readonly invited: number;
}

/** A text as JSON, as `format=document` answers it. In a request either this or `markdown`. */
export interface JSONDocument {
  readonly object: "document";
  readonly data: Readonly<Record<string, unknown>>;
  readonly nodes: readonly DocumentBlock[];
}

/** Work that goes on after the answer. */
export interface Job {
  readonly object: "job";
  readonly id: string;
  readonly kind: string;
  /** The id of the space that it works on. */
  readonly space?: string;
  /** The last three are final. */
  readonly status: "queued" | "running" | "done" | "failed" | "cancelled";
  /** How far it has come. */
  readonly progress?: {
    readonly done?: number;
    readonly total?: number;
  } & Readonly<Record<string, unknown>>;
  /** What it did, once it is done. */
  readonly report?: unknown;
  /** Why it failed; while it is queued, why its last attempt did. */
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
  /** How many there are in all, for this caller under this filter. */
  readonly count: number;
}

export interface MarkNotificationsRead {
  /** Their ids; all of yours unless said. */
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

/** The e-mail with their invitation, while it has not left; administrators see it. */
export interface MemberInvitation {
  /** `waiting` until it is sent, also while it is tried again; `failed` when it was given up. */
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
  /** Over `changeRequest`, `reviews`, `actor` and `space`; it has to give true. */
  readonly expression: string;
  /** What is said when it doesn't give true. */
  readonly message?: string;
};

/** How a merge rule stands for a change request. */
export interface MergeRuleState {
  readonly rule: MergeRule;
  /** `bypassed`: it is not met, and another rule lets you do without it. */
  readonly state: "met" | "unmet" | "bypassed";
  /** What it misses, as a sentence. */
  readonly missing?: string;
}

export interface MergeRules {
  readonly type: "rules";
  readonly rules: readonly MergeRule[];
}

export interface MoveContent {
  /** The collection to move into; null: the top of the organization. Absent: where it is. */
  readonly parent?: Id | null;
  /** Beside which space or collection of the new parent; at the end unless said. */
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
  /** As CSS writes it: shown as the nearest of the palette. */
  readonly color?: string;
}

export interface NewFile {
  readonly name: FileName;
  readonly ref?: string;
  readonly contentType?: string;
  readonly url?: URL;
  /** At most 1 MB. */
  readonly base64?: string;
  /** The id of an upload that is whole. */
  readonly upload?: string;
}

/** Where a list goes on; absent at its end. */
export interface NextPage {
  readonly page: string;
}

export interface NoMergeRules {
  readonly type: "none";
}

/** Something that happened to what somebody has a part in. */
export interface Notification {
  readonly object: "notification";
  readonly id: string;
  /** `comment`: on a change request of yours; `reply`: to a comment of yours, or where you replied; `merged`: a change request of yours, or one that you reviewed; `git-standstill`: Git Sync waits for you. */
  readonly type: "review-requested" | "reviewed" | "comment" | "reply" | "mention" | "merged" | "job-ended" | "git-standstill";
  readonly createdAt: Timestamp;
  readonly readAt?: Timestamp;
  /** The id of the organization. */
  readonly organization: string;
  readonly actor?: User;
  readonly space?: TitledThing;
  /** What it is about, where that is no space. */
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
  /** complete also after a failure: lastProcessErrorCode says so. */
  readonly processingState: "pending" | "progress" | "complete";
  readonly visibility: OpenAPISpecVisibility;
  /** Id of the version that pages are made of. */
  readonly lastVersion?: string;
  readonly lastProcessedAt?: Timestamp;
  /** Why the last processing brought no version; the one before stays. */
  readonly lastProcessErrorCode?: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR";
  /** What is wrong with the source, in sentences; the first 20. */
  readonly lastProcessedErrors?: ReadonlyArray<{
    readonly message: string;
  }>;
  /** Those beyond the first 20 too. */
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
  /** The files, the first one before those that it refers to. Its name is null. */
  readonly filesystem: ReadonlyArray<{
    readonly dir: string;
    readonly isEntrypoint: boolean;
    /** The files that it refers to, as it does. */
    readonly references: readonly string[];
    readonly filename: string | null;
    /** The file's value; references in it are kept. */
    readonly specification: unknown;
  }>;
  readonly url: string;
  readonly urls: {
    readonly source: URL;
    /** Where anybody reads the latest. */
    readonly public: URL | null;
  };
}

/** Small letters, digits and single hyphens; unique in the organization. */
export type OpenAPISpecSlug = string;

/** An address, read again every six hours, or the text of the description. */
export type OpenAPISpecSource = {
  readonly url: string;
} | {
  readonly text: string;
};

export interface OpenAPISpecText {
  /** The first file as it came. */
  readonly text: string;
  readonly format: "json" | "yaml";
}

/** What a source said at one time. It never changes. */
export interface OpenAPISpecVersion {
  readonly object: "openapi-spec-version";
  readonly id: string;
  readonly createdAt: Timestamp;
  /** The file itself. Who has this address may read it. */
  readonly url: string;
  readonly urls: ResourceURLs;
}

/** public: anybody who has the address at `urls.published` may read the description. */
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
  /** The secret that people join with. */
  readonly id: string;
  readonly role?: MemberRoleOrGuest;
  readonly level?: MemberRoleOrGuest;
  /** Whether it would give you nothing that you don't have. */
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
  /** Whether they have a second factor; administrators see it. */
  readonly secondFactor?: boolean;
  /** How many spaces they may see, of those that you may see. */
  readonly spaces: number;
  readonly teams: number;
  /** How many sites they may see, of those that you may see. */
  readonly sites: number;
  readonly invitation?: MemberInvitation;
}

export interface OrganizationMemberTeam {
  readonly team: Team;
  readonly member: TeamPlace;
}

/** What a merge takes in all spaces that have no merge rules of their own. */
export type OrganizationMergeRules = MergeRules | NoMergeRules;

/** An identity provider through which people sign in to an organization. */
export interface OrganizationSAMLProvider {
  readonly object: "saml-provider";
  readonly id: string;
  /** What the button on the sign-in page says. */
  readonly label: string;
  readonly ssoURL?: URL;
  readonly entityID?: string;
  /** The certificate as PEM. */
  readonly certificate?: string;
  readonly defaultTeam?: Team;
  readonly defaultRole: MemberRoleOrGuest;
  readonly createdAt: Timestamp;
  /** `pending` until `ssoURL`, `entityID` and `certificate` are there; nobody signs in before. */
  readonly status: "active" | "pending";
  readonly service: SAMLService;
  readonly urls: ResourceURLs;
}

/** A sign-in that tests values of an identity provider and lets nobody in. */
export interface OrganizationSAMLProviderTest {
  readonly object: "saml-provider-test";
  /** Where somebody signs in at the identity provider; the page after it says what came of it. */
  readonly url: string;
  readonly expiresAt: Timestamp;
}

/** A way to sign in by single sign-on. */
export interface OrganizationSSOProviderLogin {
  readonly id: string;
  /** What the button on the sign-in page says. */
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

/** A page, with those below it. Fields that its type hasn't are absent. */
export interface Page {
  readonly id: string;
  readonly kind: "sheet" | "group" | "link" | "computed";
  readonly type: PageType;
  readonly title: string;
  /** What navigation and mentions call it, where that is not its title. */
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
  /** Its slug below those of the pages above. */
  readonly path?: string;
  /** Those below it. */
  readonly pages?: readonly Page[];
  readonly urls?: AppURLs;
  readonly description?: string;
  /** Of its text, which it names as a base when it is written. */
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
  /** Of a link: what it leads to. */
  readonly target?: Readonly<Record<string, unknown>>;
  readonly href?: string;
  /** What a computed page is made from. */
  readonly computed?: Readonly<Record<string, unknown>>;
  readonly computedSeed?: string;
  readonly git?: GitMetadata;
  /** Of one page by id or path. */
  readonly markdown?: string;
  readonly document?: JSONDocument;
  /** Of one page by id or path: changes with its fields, its place and its text. */
  readonly version?: string;
}

export type PageBlockEdit = {
  readonly block: Id;
  readonly markdown: string;
} | {
  /** null: before all others. */
  readonly after: Id | null;
  readonly markdown: string;
} | {
  readonly remove: Id;
};

/** A file of the space, or an address. */
export type PageCoverRef = ContentRefFile | ContentRefURL;

/** What deleting pages takes away. */
export interface PageDeletion {
  /** With those below them. */
  readonly pages: number;
  /** Of what stays, to them. */
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

/** Lower-case letters and digits, with single hyphens, dots or underscores between them. */
export type PathSegment = string;

export interface PlaceOfUser {
  readonly space: Id;
  readonly page?: Id;
}

export interface PostComment {
  readonly body: CommentInput;
  /** The page that it is about. */
  readonly page?: string;
  /** The block of that page that it is about, by its id. */
  readonly node?: string;
}

export interface PostCommentReply {
  readonly body: CommentInput;
}

export interface PublishIntegration {
  /** Id or hostname of the organization that publishes it. */
  readonly organization: string;
  readonly title: string;
  readonly description: string;
  readonly script: string;
  readonly scopes?: readonly IntegrationScope[];
  /** `v1` unless said. */
  readonly runtime?: "v1" | "v2";
  /** A picture in Base64: PNG, JPEG or WebP, up to 1 MiB and 4096 pixels along a side. It is drawn anew and kept as WebP. */
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
  /** Whatever the script wants to be told. */
  readonly task: Readonly<Record<string, unknown>>;
  /** Seconds from now; 0 unless said. */
  readonly schedule?: number;
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

/** Other bytes: everything that shows the file shows these. */
export interface ReplaceFile {
  readonly operation: "replace_file";
  readonly file: Id;
  readonly name: FileName;
  readonly contentType?: string;
  readonly url?: URL;
  /** At most 1 MB. */
  readonly base64?: string;
  /** The id of an upload that is whole. */
  readonly upload?: string;
}

export interface RequestReviewers {
  /** Ids of people who see the space; empty: nobody in particular. */
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
  /** The `question` of the `attention` that is decided, or `held` for all that is held: where something else is asked by now, the answer is 409 and nothing is decided. Absent: whatever is asked now. */
  readonly question?: string;
}

export interface ResolvePublishedURL {
  readonly url: URL;
  /** Whether a visitor whose token counts for nothing is led to the login of the site. */
  readonly redirectOnError?: boolean;
  readonly visitor?: {
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

/** The file as another revision has it. One that was deleted comes back. */
export interface RevertFile {
  readonly operation: "revert_file";
  readonly file: Id;
  readonly revision: Id;
}

/** The page as another revision has it. One that was deleted comes back without its subpages. */
export interface RevertPage {
  readonly operation: "revert_page";
  readonly page: Id;
  readonly ifVersion?: IfVersion;
  readonly revision?: Id;
  /** Takes back these blocks of the text alone: ids of those that are new, changed, or were removed. */
  readonly block?: readonly Id[];
}

/** A state of a space's content. That never changes; what is told of a change request beside it may. */
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
    /** Where readers find what they see now. */
    readonly published?: string;
    /** The same, where everybody may. */
    readonly public?: string;
  };
}

/** A line of a space's history. */
export interface RevisionEntry {
  readonly object: "revision-entry";
  readonly id: string;
  readonly type: string;
  readonly parents: readonly string[];
  readonly createdAt: Timestamp;
  /** The user's id. */
  readonly createdBy?: string;
  readonly message?: string;
  /** That it came from, or went out as. */
  readonly commit?: {
    readonly id: string;
    readonly message: string;
    /** Whether Lectern made it. */
    readonly isOurs: boolean;
    /** For those who may edit the space. */
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
  /** Vertical position, in pixels; 0 unless said. */
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
  /** The source first. */
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
  /** The id of its text, which names it as a base when it is written. */
  readonly document: string;
  readonly markdown: string;
  /** Changes with its title and its text, and with nothing else. */
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
  /** The nearest of the palette, or `default`. */
  readonly color: string;
  readonly icon?: string;
}

/** The certificate it signs with, as PEM or bare base64. Empty: none. */
export type SAMLCertificate = string;

/** The identity provider's own id, exactly as it names itself in its answers. Empty: none. */
export type SAMLEntityID = string;

/** What the identity provider has to be told. */
export interface SAMLService {
  /** Where the identity provider sends its answer (assertion consumer service). */
  readonly acsURL: string;
  /** Where a sign-in begins. */
  readonly startURL: string;
  /** Who we are to the identity provider: the address of our metadata, and the audience. */
  readonly entityID: string;
}

/** Where people are sent to sign in (HTTP-Redirect binding). */
export type SAMLSignInURL = string;

/** A page that was found. */
export interface SearchPageResult {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly score: SearchResultScore;
  /** Its place in the whole answer, all its parts included: the best is 1. */
  readonly rank: number;
  readonly resultType: "page";
  /** The pages above it, from the top. */
  readonly ancestors: ReadonlyArray<{
    readonly title: string;
  }>;
  /** Those with a word of the query, best first. */
  readonly sections: readonly SearchSectionResult[];
  readonly urls: AppURLs;
}

/** The higher the better; compares within one answer. */
export type SearchResultScore = number;

/** A heading with what follows it. */
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
  /** What is searched; the whole site, unless said. */
  readonly scope?: {
    readonly mode: "default";
    readonly includedSiteSpaces?: readonly Id[];
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
  /** `counts`: who comes by single sign-on needs none here. `asks`: they give it after it. */
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

/** One of `markdown` and `document`. Front matter in the Markdown beats the fields beside it; a document is the body alone, and its blocks that were not changed stay as they are written. */
export interface SentDocument {
  readonly markdown?: string;
  readonly document?: JSONDocument;
}

/** What tags of pages look like; null: nothing is said of one any more. */
export interface SetTags {
  readonly operation: "set_tags";
  readonly tags: Readonly<Record<string, TagDefinition | null>>;
  /** What was said of them when they were changed: else 409. */
  readonly was?: Readonly<Record<string, TagDefinition | null>>;
}

/** Variables of the space; null removes one. */
export interface SetVariables {
  readonly operation: "set_variables";
  readonly variables: Readonly<Record<string, VariableValue | null>>;
  /** What they were when they were changed: else 409. */
  readonly was?: Readonly<Record<string, VariableValue | null>>;
}

/** A secret address of a site. It opens the site while its visibility is share-link. */
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
    /** Where people who may change it see it before it is published. */
    readonly preview: string;
  };
  readonly permissions: SitePermissions;
}

export interface SiteAdaptiveContent {
  readonly enabled: boolean;
}

/** A JSON Schema (draft-07) of the claims: an object whose properties are booleans, texts, numbers, lists of these or objects, each with a description, and `unsigned` for claims that nobody signs. */
export type SiteAdaptiveJSONSchema = Readonly<Record<string, unknown>>;

/** The claims that a site's visitors may have. */
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

/** The tab in which links to other sites open. */
export type SiteExternalLinksTarget = "self" | "blank";

/** What a reader did. Of those who did it nothing is kept, whatever is sent. */
export type SiteInsightsEvent = {
  /** `page_view` is counted. */
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
  /** `eventsCount` unless said. */
  readonly select?: readonly SiteInsightsQueryEventsColumn[];
  /** The columns of `select` but `eventsCount`, which is what it does unless said; others are refused. */
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
  /** By a column of `select`. */
  readonly order?: {
    readonly by: SiteInsightsQueryEventsColumn;
    readonly direction: "asc" | "desc";
  };
  readonly limit?: number;
}

export interface SiteInsightsQueryEventsAggregationResult {
  readonly columns: ReadonlyArray<{
    readonly column: "datetime" | "siteSpace" | "page" | "eventType" | "eventsCount";
    /** As many as each other column has; the first belong together, and so on. */
    readonly values: ReadonlyArray<string | number | SiteInsightsPage>;
  }>;
}

export interface SiteInsightsQueryEventsColumn {
  readonly column: "datetime" | "siteSpace" | "page" | "eventType" | "eventsCount";
  /** Of `datetime`: days, in UTC, are what is counted. */
  readonly interval?: "day";
}

export interface SiteIntegrationScript {
  /** Its address. */
  readonly script: string;
  /** Whether it may keep something of readers, who are to be asked. */
  readonly cookies: boolean;
  readonly contentSecurityPolicy?: string;
}

/** What you may do with a site. */
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

/** How a site signs visitors in. */
export interface SitePublishingAuth {
  readonly object: "publishing-auth";
  /** Who signs visitors in: a backend of your own, or an integration. */
  readonly backend: "custom" | "integration";
  /** Signs visitors' tokens: HS256, with the UTF-8 bytes of this text. A secret. */
  readonly privateKey: string;
  readonly fallbackURL?: URL;
}

export interface SitePublishingAuthUpdate {
  /** Who signs visitors in: a backend of your own, or an integration. */
  readonly backend?: "custom" | "integration";
  /** Where visitors without a valid token are sent, with the path they asked for in `location`. null: nowhere. */
  readonly fallbackURL?: string | null;
}

/** Where a path leads on which no page is. */
export interface SiteRedirect {
  readonly object: "site-redirect";
  readonly id: string;
  readonly source: string;
  /** Whether it waits to be published, and leads nobody yet. */
  readonly draft: boolean;
  /** Whether what the asterisk stands for goes behind the destination. */
  readonly captureWildcard: boolean;
  /** Whether browsers may remember it: 308 on a public site, 307 everywhere else. */
  readonly permanent: boolean;
  readonly destination: SiteRedirectDestination;
  readonly createdAt: Timestamp;
  readonly updatedAt?: Timestamp;
}

/** With null as its destination the redirect is deleted. */
export interface SiteRedirectChange {
  readonly source: SiteRedirectSource;
  /** What is written, live unless said; `publish` makes the draft of this source live. */
  readonly intent?: "live" | "draft" | "publish";
  readonly destination?: SiteRedirectDestinationSiteSection | SiteRedirectDestinationSiteSpace | SiteRedirectDestinationPage | SiteRedirectDestinationExternal | SiteRedirectDestinationPath | null;
  /** Whether what the asterisk stands for goes behind the destination. */
  readonly captureWildcard?: boolean;
  /** Whether browsers may remember it: 308 on a public site, 307 everywhere else. */
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

/** A page by its path in its space; kept as the page, wherever it goes. */
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

/** A path below the site's address, compared without regard to case. An asterisk at its end stands for any rest. */
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

/** A part of a site with its own tab. */
export interface SiteSection {
  readonly object: "site-section";
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** Whether it has no path of its own. */
  readonly default: boolean;
  readonly draft: false;
  readonly path: string;
  readonly condition?: string;
  readonly sectionGroup?: string;
  readonly icon?: string;
  readonly siteSpaces: readonly SiteSpace[];
  readonly urls: PublishedURLs;
}

/** Sections under one tab. */
export interface SiteSectionGroup {
  readonly object: "site-section-group";
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  readonly draft: false;
  readonly sections: readonly SiteSection[];
  /** The same: what stands in it, in its order. */
  readonly children: readonly SiteSection[];
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
  /** Whether it has no path of its own where it stands. */
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
    /** Whether readers may switch. */
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
  /** Whether it differs from the site in anything. */
  readonly hasOverrides: boolean;
  readonly overrides: SiteSpaceCustomizationOverrides;
}

export interface SiteSpacePointer {
  readonly type?: "site-space";
  readonly siteSpace: Id;
}

export type SiteStructure = {
  readonly type: "sections";
  readonly structure: ReadonlyArray<SiteSection | SiteSectionGroup>;
} | {
  readonly type: "siteSpaces";
  readonly structure: readonly SiteSpace[];
};

export interface SiteStructureItemPointer {
  readonly type: "site-space" | "site-section" | "site-section-group";
  readonly id: Id;
}

export type SiteType = "basic" | "premium" | "ultimate" | "sponsored" | "legacy-basic" | "legacy-premium";

/** public: anyone, indexed. unlisted: anyone, not indexed. share-link: who has the secret address. visitor-auth: signed-in visitors. */
export type SiteVisibility = "public" | "unlisted" | "share-link" | "visitor-auth";

export interface SortSiteStructure {
  readonly item: SiteStructureItemPointer;
  /** Beside which of its siblings; at the end unless said. */
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
  /** Who signs the visitors of its site in, where they have to. */
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

/** live: who may edit writes directly; locked: changes come through change requests alone. */
export type SpaceEditMode = "live" | "locked";

/** The repository that a space is kept in step with, for those who may edit the space. */
export interface SpaceGitSync {
  /** Of the repository, with its owner's. */
  readonly repoName: string;
  readonly installationProvider?: "github" | "gitlab";
  /** Where people see the folder on its host. */
  readonly url: string;
  readonly updatedAt: Timestamp;
}

export type SpaceIntegrationBlocks = ReadonlyArray<{
  readonly name: string;
  readonly blocks: readonly unknown[];
}>;

/** What a merge takes: rules of its own, none, or those of the organization. */
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
  /** Where the bytes are to be `PUT`, within ten minutes, without a token. */
  readonly url: string;
  /** What names the file afterwards, in a font. */
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
  /** As CSS writes it: shown as the nearest of the palette. */
  readonly color?: string;
}

export interface TakeUpload {
  /** The id of an upload that is whole. */
  readonly upload: string;
  /** What the file is called. */
  readonly name: string;
}

/** Members of an organization who are given roles together. */
export interface Team {
  readonly object: "team";
  readonly id: string;
  readonly title: string;
  readonly members: number;
  /** How many spaces it has a role on, of those that you may see. */
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

/** `owner`: may manage the members of the team. */
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
  /** As the translation has it; absent when it hasn't. */
  readonly title?: string;
  readonly status: TranslatedPageStatus;
  readonly writtenBy?: "hand" | "translator";
  readonly writtenAt?: Timestamp;
  /** What looks wrong in what the translator wrote: links that got lost, other code. */
  readonly problems: readonly string[];
}

/** How many pages have which status. */
export interface TranslatedPageCounts {
  readonly missing: number;
  readonly outdated: number;
  readonly current: number;
  readonly extra: number;
}

/** `missing`: nobody has translated it. `outdated`: its source says something else since. `current`: neither. `extra`: the source has no such page. */
export type TranslatedPageStatus = "missing" | "outdated" | "current" | "extra";

/** A space that says in another language what its source says. */
export interface TranslatedSpace {
  readonly object: "translated-space";
  /** The space that holds the translation. */
  readonly space: string;
  /** The space that it translates. */
  readonly source: string;
  readonly settings: string;
  readonly language: TranslationLanguage;
  /** Whether the translator writes pages as soon as they are missing or outdated. */
  readonly automatic: boolean;
  /** What the translator is told. */
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

/** The languages that some content of an organization is translated to. */
export interface TranslationSettings {
  readonly object: "translation-settings";
  readonly id: string;
  readonly title: string;
  /** Codes of the languages that content is translated to. */
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
  /** Weights that are put in the place of those before; `null` takes a weight away. */
  readonly fontFaces?: ReadonlyArray<{
    readonly weight: FontWeight;
    readonly storageKey: StorageFileKey | null;
  }>;
}

/** Another name; what links to it goes on doing so. */
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
  /** That what is deleted or left behind by this may be. */
  readonly confirm?: boolean;
  /** Of a site: folders for spaces that have none; null: the space is in the repository no more, and the folder stays as it is. */
  readonly childInstallationProjectDirectories?: ReadonlyArray<{
    readonly spaceId: Id;
    readonly directory: GitDirectory | null;
  }>;
  readonly incoming?: GitIncoming;
  readonly outgoing?: GitOutgoing;
  readonly commitMessageTemplate?: GitCommitTemplate;
  readonly agentInstructions?: GitAgentInstructions;
  /** Those for the branch. */
  readonly previewPullRequests?: boolean;
  /** Each with a preview is a change request too, which follows it. */
  readonly reviewPullRequests?: boolean;
  /** Those of other repositories, too. */
  readonly previewExternalBranches?: boolean;
  /** true: nothing is synced until it is false again. */
  readonly paused?: boolean;
  /** Another connection to the same host; null: none. */
  readonly connection?: Id | null;
}

export interface UpdateGlossary {
  /** They take effect in their order, all or none. */
  readonly operations: ReadonlyArray<GlossaryInsert | GlossaryUpdate | GlossaryDelete>;
}

export interface UpdateIntegrationContentInstallation {
  readonly configuration?: IntegrationInstallationConfiguration;
  /** What it is called elsewhere; lists can be filtered by it. */
  readonly externalIds?: readonly string[];
}

export interface UpdateIntegrationInstallation {
  readonly configuration?: IntegrationInstallationConfiguration;
  /** What it is called elsewhere; lists can be filtered by it. */
  readonly externalIds?: readonly string[];
  readonly space_selection?: IntegrationInstallationSelection;
  readonly site_selection?: IntegrationInstallationSelection;
}

export interface UpdateMembersInOrganizationTeam {
  /** Ids or e-mail addresses. */
  readonly add?: readonly string[];
  /** Ids or e-mail addresses. */
  readonly remove?: readonly string[];
  /** Who has which role in the team, by id or e-mail address; those who are not in it join it. */
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
  /** Those that the space says how they look are shown; primary ones in the table of contents too. */
  readonly tags?: readonly RevisionPageTag[];
  /** The page above; null: the top. */
  readonly into?: Id | null;
  /** Position among the new siblings, from zero. */
  readonly at?: number;
  readonly ifVersion?: IfVersion;
  /** What fields were when they were changed. One that is neither that now nor what is sent is a conflict: 409. */
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
    /** Those that the space says how they look are shown; primary ones in the table of contents too. */
    readonly tags?: readonly RevisionPageTag[];
    /** The page above; null: the top. */
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
  /** What the button on the sign-in page says. */
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
  /** Whom it is for. */
  readonly name?: string;
}

export interface UpdateSite {
  readonly title?: string;
  readonly visibility?: SiteVisibility;
  readonly basename?: string;
  readonly adaptiveContent?: SiteAdaptiveContent;
  readonly agentsContext?: SiteAgentsContext;
  readonly defaultLevel?: DefaultLevel;
  readonly defaultSiteSpace?: Id;
  readonly defaultSiteSection?: Id;
  /** Organization administrators set it. The site is served there once it is proved. */
  readonly hostname?: string | null;
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

export interface UpdateSiteRedirect {
  readonly source?: SiteRedirectSource;
  readonly destination?: SiteRedirectDestinationInput;
  /** Whether what the asterisk stands for goes behind the destination. */
  readonly captureWildcard?: boolean;
  /** Whether it waits to be published, and leads nobody yet. */
  readonly draft?: boolean;
  /** Whether browsers may remember it: 308 on a public site, 307 everywhere else. */
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
  /** null: the one that a space begins with. */
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
  /** Whether the translator writes pages as soon as they are missing or outdated. */
  readonly automatic?: boolean;
  /** What the translator is told. */
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
  /** Where events are posted to: https, on a public host. */
  readonly url?: string;
  /** What it is for. */
  readonly description?: string;
  /** The types it is told of; empty: all, those of later versions too. */
  readonly events?: readonly WebhookEventName[];
  readonly spaces?: WebhookSpaces;
  readonly active?: boolean;
}

export interface UploadInParts {
  readonly object: "upload";
  readonly id: string;
  /** Of the whole file in bytes. */
  readonly size: number;
  readonly sha256?: string;
  /** Of each part in bytes; the last one has the rest. */
  readonly partSize: number;
  readonly partCount: number;
  /** Those that are there, in order. */
  readonly parts: readonly UploadedPart[];
  readonly expiresAt: Timestamp;
  readonly urls: ResourceURLs;
}

export interface UploadedPart {
  /** From 1. */
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
  /** What it is narrowed to; absent: it does all that you may. */
  readonly scopes?: readonly string[];
  readonly urls: ResourceURLs;
}

/** An API token just made. */
export type UserAPITokenExtended = UserAPIToken & ({
  /** The secret. It is shown this once. */
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
  /** A signed token (JWT, HS256) that says who the member is; good for seven days. */
  readonly serviceVisitorClaims: string;
}

/** An address that is told of what happens in an organization. */
export interface Webhook {
  readonly object: "webhook";
  readonly id: string;
  readonly kind: WebhookKind;
  /** Where events are posted to: https, on a public host. */
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly spaces: readonly string[] | null;
  /** Whether it is told of what happens from now on. */
  readonly active: boolean;
  /** The administrator who made it or changed it last. When they are none any more, it is disabled. */
  readonly owner: string;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  readonly lastDeliveredAt?: Timestamp;
  /** When the failures began that no success has ended. */
  readonly failingSince?: string;
  /** When and why Lectern disabled it. A PATCH with `active: true` ends that. */
  readonly disabled?: {
    readonly at: Timestamp;
    /** `failures`: nothing else for a day; `gone`: it answered 410; `owner`: its owner is no administrator any more. */
    readonly because: "failures" | "gone" | "owner";
  };
  readonly urls: ResourceURLs;
}

export interface WebhookAttempt {
  readonly number: number;
  readonly at: Timestamp;
  /** Milliseconds. */
  readonly duration: number;
  /** The HTTP status, where there was an answer. */
  readonly status?: number;
  /** Why there was none: a code. */
  readonly error?: string;
  /** The answer's text, 1 kB of it at most. */
  readonly answer?: string;
}

/** One event on its way to one webhook. */
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
  /** How often it was sent. */
  readonly attempts: number;
  readonly createdAt: Timestamp;
  /** Absent while an earlier delivery of the same space comes first. */
  readonly nextAttemptAt?: string;
  readonly finishedAt?: Timestamp;
}

/** `waiting`: it is sent, or sent again, when its time comes; `failed`: it was given up. */
export type WebhookDeliveryStatus = "waiting" | "delivered" | "failed";

export type WebhookDeliveryWithAttempts = WebhookDelivery & ({
  /** What is sent, byte for byte. */
  readonly body: string;
  /** The attempts, the newest 100, oldest first. */
  readonly log: readonly WebhookAttempt[];
});

export type WebhookEventName = "space_created" | "space_updated" | "space_content_updated" | "space_moved" | "space_deleted" | "space_restored" | "space_permissions_updated" | "space_gitsync_started" | "space_gitsync_completed" | "git_attention" | "change_request_created" | "change_request_updated" | "change_request_content_updated" | "change_request_review_requested" | "change_request_reviewed" | "change_request_merged" | "comment_created" | "comment_updated" | "comment_deleted" | "collection_created" | "collection_updated" | "collection_moved" | "collection_deleted" | "collection_restored" | "collection_permissions_updated" | "site_created" | "site_updated" | "site_published" | "site_unpublished" | "site_deleted" | "site_restored" | "site_permissions_updated" | "page_feedback" | "site_auth_updated" | "site_hostname_checked" | "site_hostname_removed" | "site_space_created" | "site_space_updated" | "site_space_deleted" | "site_section_created" | "site_section_updated" | "site_section_deleted" | "site_section_group_created" | "site_section_group_updated" | "site_section_group_deleted" | "site_redirect_created" | "site_redirect_updated" | "site_redirect_deleted" | "site_redirects_updated" | "share_link_created" | "share_link_updated" | "share_link_deleted" | "members_invited" | "member_joined" | "member_updated" | "member_removed" | "team_created" | "team_updated" | "team_deleted" | "openapi_spec_created" | "openapi_spec_updated" | "openapi_spec_version_created" | "openapi_spec_deleted" | "organization_updated";

/** `webhook`: it is told what happens. `renderer`: a program that shows sites elsewhere, which is told the tags of the answers that it has to read again. */
export type WebhookKind = "webhook" | "renderer";

/** Only what happens in these spaces; null: everything. */
export type WebhookSpaces = readonly Id[] | null;

/** A webhook with the secret that it was just given. */
export type WebhookWithSecret = Webhook & ({
  /** Signs what is sent. It is in this answer and nowhere else. */
  readonly secret: string;
});

/** What a write and the content disagree about. */
export interface WriteConflict {
  /** Which change of the request, from zero. */
  readonly change: number;
  readonly page?: string;
  readonly reusableContent?: string;
  /** The text that it has now. */
  readonly documentId?: string;
  /** `body`: blocks that both changed. `page-field`: a field that is neither what it was nor what was sent; `reusable`: that of a reusable content. `page-version`: another version than `ifVersion`. `page-removed`: it is gone. `variable`, `tag`: that of the space by the name in `field`. `base-unknown`: the base is no text that this space has answered and still keeps. */
  readonly kind: "body" | "page-field" | "page-version" | "reusable" | "page-removed" | "base-unknown" | "variable" | "tag";
  readonly field?: string;
  /** The first block of it as the content has it. */
  readonly block?: string;
  /** What it was changed from. */
  readonly base?: unknown;
  /** As the content has it. */
  readonly primary?: unknown;
  /** As it was sent. */
  readonly changed?: unknown;
  /** The three sides are left out: those before have more than 256 kB together. */
  readonly omitted?: true;
}

/** The state of the content doesn't allow it, and nothing was written. */
export type WriteConflicts = Error & ({
  /** All that stands against a write of the type `content-conflict`, `base-unknown` or `page-removed`. */
  readonly conflicts?: readonly WriteConflict[];
});

export interface WriteTranslationSettings {
  readonly title: string;
  /** Codes of the languages that content is translated to. */
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
  /** A space was made, or copied from another. */
  readonly space_created: EventData;
  /** The title, icon, edit mode or another property of a space changed. */
  readonly space_updated: EventData;
  /** A space has a new revision: by an edit, an import or a merge. */
  readonly space_content_updated: EventData;
  /** A space went to another collection or organization. */
  readonly space_moved: EventData;
  /** A space went to the trash. */
  readonly space_deleted: EventData;
  /** A space came back from the trash. */
  readonly space_restored: EventData;
  /** Who has a role on a space changed. */
  readonly space_permissions_updated: EventData;
  /** A run begins to bring a commit into a space, or what a space says to a branch. */
  readonly space_gitsync_started: EventData;
  /** A run has brought a space and its branch in step, or could not. */
  readonly space_gitsync_completed: EventData;
  /** A space that is kept in step with a branch waits for a person to decide. */
  readonly git_attention: EventData;
  /** Somebody began a change request. */
  readonly change_request_created: EventData;
  /** The subject, description or status of a change request changed. */
  readonly change_request_updated: EventData;
  /** A change request has a new revision. */
  readonly change_request_content_updated: EventData;
  /** Somebody was asked to review a change request. */
  readonly change_request_review_requested: EventData;
  /** Somebody approved a change request, or asked for changes. */
  readonly change_request_reviewed: EventData;
  /** A change request went into its space. */
  readonly change_request_merged: EventData;
  /** Somebody wrote a comment, or a reply. */
  readonly comment_created: EventData;
  /** A comment or a reply was changed, resolved or opened again. */
  readonly comment_updated: EventData;
  /** A comment or a reply was deleted. */
  readonly comment_deleted: EventData;
  /** A collection was made. */
  readonly collection_created: EventData;
  /** A property of a collection changed. */
  readonly collection_updated: EventData;
  /** A collection went to another one, or to another organization. */
  readonly collection_moved: EventData;
  /** A collection went to the trash. */
  readonly collection_deleted: EventData;
  /** A collection came back from the trash. */
  readonly collection_restored: EventData;
  /** Who has a role on a collection changed. */
  readonly collection_permissions_updated: EventData;
  /** A site was made. */
  readonly site_created: EventData;
  /** The title, visibility or another property of a site changed. */
  readonly site_updated: EventData;
  /** A site opened to its readers. */
  readonly site_published: EventData;
  /** A site closed. */
  readonly site_unpublished: EventData;
  /** A site went to the trash. */
  readonly site_deleted: EventData;
  /** A site came back from the trash. */
  readonly site_restored: EventData;
  /** Who has a role on a site changed. */
  readonly site_permissions_updated: EventData;
  /** A reader of a site said whether a page was helpful. */
  readonly page_feedback: EventData;
  /** How a site signs its visitors in changed, or the key that it does so with. */
  readonly site_auth_updated: EventData;
  /** A hostname was looked up for a site, and its state noted. */
  readonly site_hostname_checked: EventData;
  /** A site gave its hostname up. */
  readonly site_hostname_removed: EventData;
  /** A space was added to a site. */
  readonly site_space_created: EventData;
  /** A space of a site got another path, title, condition, place or look. */
  readonly site_space_updated: EventData;
  /** A space was taken out of a site. */
  readonly site_space_deleted: EventData;
  /** A section was added to a site. */
  readonly site_section_created: EventData;
  /** A property or the place of a section changed. */
  readonly site_section_updated: EventData;
  /** A section was taken out of a site. */
  readonly site_section_deleted: EventData;
  /** A group of sections was made. */
  readonly site_section_group_created: EventData;
  /** A group of sections was renamed or moved, or has other sections. */
  readonly site_section_group_updated: EventData;
  /** A group of sections was deleted. */
  readonly site_section_group_deleted: EventData;
  /** A redirect was added to a site. */
  readonly site_redirect_created: EventData;
  /** A redirect of a site changed. */
  readonly site_redirect_updated: EventData;
  /** A redirect of a site was deleted. */
  readonly site_redirect_deleted: EventData;
  /** Several redirects of a site were set by one request. */
  readonly site_redirects_updated: EventData;
  /** A share link of a site was made. */
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
  /** Somebody is no member any more. */
  readonly member_removed: EventData;
  /** A team was made. */
  readonly team_created: EventData;
  /** A team was renamed, or its members changed. */
  readonly team_updated: EventData;
  /** A team was deleted. */
  readonly team_deleted: EventData;
  /** An OpenAPI specification was added. */
  readonly openapi_spec_created: EventData;
  /** The source or the visibility of an OpenAPI specification was set. */
  readonly openapi_spec_updated: EventData;
  /** The source of an OpenAPI specification says something new. */
  readonly openapi_spec_version_created: EventData;
  /** An OpenAPI specification was deleted. */
  readonly openapi_spec_deleted: EventData;
  /** A property of the organization changed. */
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
