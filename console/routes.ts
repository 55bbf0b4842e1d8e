/**
 * The addresses of the console: the one table. The server answers each with the shell, and `urls.app` of resources are
 * among them.
 */
export const ROUTES = {
  start: "/",
  inbox: "/inbox",
  kept: "/kept",
  home: "/o/:organization",
  organizationInbox: "/o/:organization/inbox",
  sites: "/o/:organization/sites",
  site: "/o/:organization/sites/:site",
  siteLook: "/o/:organization/sites/:site/customize",
  siteAudience: "/o/:organization/sites/:site/audience",
  siteRedirects: "/o/:organization/sites/:site/redirects",
  siteFeedback: "/o/:organization/sites/:site/feedback",
  siteGit: "/o/:organization/sites/:site/git",
  sitePermissions: "/o/:organization/sites/:site/permissions",
  siteSettings: "/o/:organization/sites/:site/settings",
  spec: "/o/:organization/specs/:spec",
  integration: "/o/:organization/integrations/:integration",
  anyIntegration: "/integrations/:integration",
  members: "/o/:organization/members",
  teams: "/o/:organization/teams",
  team: "/o/:organization/teams/:team",
  invites: "/o/:organization/invites",
  singleSignOn: "/o/:organization/sso",
  webhooks: "/o/:organization/webhooks",
  webhook: "/o/:organization/webhooks/:webhook",
  specs: "/o/:organization/specs",
  integrations: "/o/:organization/integrations",
  jobs: "/o/:organization/jobs",
  audit: "/o/:organization/audit",
  translations: "/o/:organization/translations",
  translation: "/o/:organization/translations/:translation",
  organizationSettings: "/o/:organization/settings",
  collection: "/c/:collection",
  space: "/s/:space",
  page: "/s/:space/:page",
  changes: "/o/:organization/changes",
  spaceChanges: "/s/:space/~/changes",
  change: "/s/:space/~/changes/:number",
  changeDiff: "/s/:space/~/changes/:number/diff",
  changeConflicts: "/s/:space/~/changes/:number/conflicts",
  history: "/s/:space/~/history",
  pageHistory: "/s/:space/~/history/:page",
  revision: "/s/:space/~/revisions/:revision",
  revisionPage: "/s/:space/~/revisions/:revision/:page",
  spaceComments: "/s/:space/~/comments",
  files: "/s/:space/~/files",
  file: "/s/:space/~/files/:file",
  spaceImport: "/s/:space/~/import",
  reusables: "/s/:space/~/reusable",
  reusable: "/s/:space/~/reusable/:reusable",
  variables: "/s/:space/~/variables",
  tags: "/s/:space/~/tags",
  brokenLinks: "/s/:space/~/links",
  spaceTrash: "/s/:space/~/trash",
  trash: "/o/:organization/trash",
  spaceTranslation: "/s/:space/~/translation",
  spaceSettings: "/s/:space/~/settings",
  spacePermissions: "/s/:space/~/permissions",
  spaceGit: "/s/:space/~/git",
  collectionPermissions: "/c/:collection/permissions",
  changedPage: "/s/:space/~/changes/:number/:page",
} as const;

export type RouteName = keyof typeof ROUTES;

type NamesIn<Pattern> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

/** What an address names, by the names in its pattern. */
export type RouteParams<Name extends RouteName> = Readonly<Record<NamesIn<(typeof ROUTES)[Name]>, string>>;

/** The address of a screen. */
export function addressOf<Name extends RouteName>(name: Name, params: RouteParams<Name>): string {
  const named: Readonly<Record<string, string>> = params;
  return ROUTES[name].replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(named[part] ?? ""));
}

/** What names and ids in addresses are made of; those that aren't said are ids of ours. */
const GRAMMAR: Readonly<Record<string, string>> = {
  number: String.raw`\d{1,9}`,
  integration: String.raw`[\w.-]{1,100}`,
  spec: String.raw`[\w.-]{1,100}`,
};
const POSSIBLE = Object.values(ROUTES).map(
  (pattern) =>
    new RegExp(
      `^${pattern.replaceAll(/:(\w+)/g, (_, name: string) => GRAMMAR[name] ?? String.raw`[\w-]{1,64}`)}/?$`,
    ),
);

/** Whether an address is one of ours by its form: what isn't is asked of nobody. */
export function isPossible(path: string): boolean {
  return POSSIBLE.some((pattern) => pattern.test(path));
}

/** What an address has open: a space, perhaps a change request of it, or an organization, perhaps a site of it. */
export function placeOf(path: string) {
  const [, space, changeRequest] = /^\/s\/([\w-]{1,64})(?:\/~\/changes\/(\d+))?(?:\/|$)/.exec(path) ?? [];
  const [, organization, site] = /^\/o\/([\w-]{1,64})(?:\/sites\/([\w-]{1,64}))?(?:\/|$)/.exec(path) ?? [];
  return { organization, site, space, changeRequest };
}

/** The page that an address opens, be it one of a change request; undefined for other screens. */
export function pageAt(path: string) {
  const [, space, number, page] =
    /^\/s\/([\w-]{1,64})(?:\/~\/changes\/(\d+))?\/(?!(?:diff|conflicts)$)([\w-]{1,64})$/.exec(path) ?? [];
  return space === undefined || page === undefined ? undefined : { space, number, page };
}
