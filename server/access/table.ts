import { atLeast, type Role, ROLES, type Standing } from "./roles.ts";

/**
 * Who may do what: the one table. The `permissions` objects of resources are rows of it, and the edge enforces the
 * same rows, so that what a resource says is what happens.
 */

const organizationTable = {
  createContent: "create",
  createOpenAPISpec: "create",
  ingestConversations: "create",
  listMembers: "read",
  listTeams: "read",
  listIntegrations: "read",
  listInstallations: "create",
  installIntegration: "create",
  createSite: "create",
  viewBilling: "admin",
  admin: "admin",
} as const satisfies Record<string, Role>;

const spaceTable = {
  view: "read",
  access: "read",
  comment: "comment",
  edit: "edit",
  review: "review",
  merge: "review",
  admin: "create",
  viewInviteLinks: "create",
  triggerGitSync: "create",
  installIntegration: "create",
} as const satisfies Record<string, Role>;

const collectionTable = {
  view: "read",
  create: "create",
  admin: "create",
  viewInviteLinks: "create",
} as const satisfies Record<string, Role>;

const siteTable = {
  view: "read",
  access: "read",
  edit: "create",
  create: "create",
  publish: "create",
  admin: "create",
  installIntegration: "create",
  viewAdaptiveSchema: "read",
  editAdaptiveSchema: "create",
} as const satisfies Record<string, Role>;

const translationSettingsTable = { view: "read", edit: "admin" } as const satisfies Record<string, Role>;

const openAPISpecTable = { view: "read", edit: "create" } as const satisfies Record<string, Role>;

type Row<Table> = { readonly [Verb in keyof Table]: boolean };

function row<Table extends Record<string, Role>>(table: Table, role: Standing): Row<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([verb, least]) => [verb, atLeast(role, least)]),
  ) as Row<Table>;
}

/** One row for each standing: computed once, shared by every answer. */
function rows<Table extends Record<string, Role>>(table: Table): (role: Standing) => Row<Table> {
  const known = new Map<Standing, Row<Table>>();
  return (role) => {
    const existing = known.get(role) ?? row(table, role);
    known.set(role, existing);
    return existing;
  };
}

const organizationRows = rows(organizationTable);
const siteRows = rows(siteTable);

export type OrganizationRights = Row<typeof organizationTable> & {
  view: boolean;
  access: boolean;
  ownTeam: boolean;
};
export type SpaceRights = Row<typeof spaceTable>;
export type CollectionRights = Row<typeof collectionTable>;
/** A hostname is claimed for a whole installation: whoever is given a role on a site may not. */
export type SiteRights = Row<typeof siteTable> & { readonly claimHostname: boolean };
export type TranslationSettingsRights = Row<typeof translationSettingsTable>;
export type OpenAPISpecRights = Row<typeof openAPISpecTable>;

/** What a member may do with their organization. Every member sees it, guests too. */
export function organizationRights(role: Role | null, ownsTeam = false): OrganizationRights {
  return { view: true, access: true, ownTeam: ownsTeam, ...organizationRows(role) };
}

/** The roles of those whose integrations work: of others nothing runs, whatever they installed before. */
export const INSTALLERS: readonly Role[] = ROLES.filter(
  (role) => organizationRights(role).installIntegration,
);

/** What somebody may do with a space, by their effective role on it. */
export const spaceRights: (role: Standing) => SpaceRights = rows(spaceTable);

export interface CommentRights {
  readonly view: boolean;
  /** Its text: for its author, while they may comment. */
  readonly edit: boolean;
  /** Reply, react, resolve and reopen. */
  readonly reply: boolean;
  readonly delete: boolean;
}

/** What somebody may do with a comment or a reply, by what they may do with its space. */
export function commentRights({ view, comment, review }: SpaceRights, isAuthor: boolean): CommentRights {
  return { view, edit: isAuthor && comment, reply: comment, delete: review || (isAuthor && comment) };
}

/** What the reader of a site may do with what it shows. They are a member of nothing, and look at it. */
const READING = { view: true } as const;
export const readerSpaceRights: SpaceRights = { ...spaceRights(null), ...READING };
export const readerSiteRights: SiteRights = { ...siteRows(null), ...READING, claimHostname: false };
export const readerSpecRights: OpenAPISpecRights = { ...rows(openAPISpecTable)(null), ...READING };

/** What somebody may do with a collection, by their effective role on it. */
export const collectionRights: (role: Standing) => CollectionRights = rows(collectionTable);

/**
 * What a member may do with a site.
 * @param role their effective one on it
 */
export function siteRights(
  role: Standing,
  { role: inOrganization }: { readonly role: Standing },
): SiteRights {
  return { ...siteRows(role), claimHostname: inOrganization === "admin" };
}

/** What a member may do with the OpenAPI specifications of their organization. */
export const openAPISpecRights: (role: Standing) => OpenAPISpecRights = rows(openAPISpecTable);

/** What a member may do with the translation settings of their organization. */
export const translationSettingsRights: (role: Standing) => TranslationSettingsRights =
  rows(translationSettingsTable);
