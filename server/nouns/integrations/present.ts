import type { PresentedShape } from "../../http/operation.ts";
import type { Integration } from "./schema.ts";
import type { Static } from "typebox";
import { type OrganizationRights, organizationRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given } from "../../http/shapes.ts";
import { presentOrganization } from "../orgs/present.ts";
import type { Configurations } from "./configuration.ts";
import type { PublishIntegration } from "./schema.ts";
import { hostsIn, type LoadedHosts, namesOf } from "../sites/site/loadedHosts.ts";
import { type AnsweringPlace, endpointOf } from "./origin.ts";
import { wordsOf } from "../../db/wordList.ts";

type PublicationBody = Static<typeof PublishIntegration>;

/** What is shown of an integration and never asked for in a query. */
export interface IntegrationDetails {
  readonly blocks: NonNullable<PublicationBody["blocks"]>;
  readonly contentSources: NonNullable<PublicationBody["contentSources"]>;
  readonly configurations: Configurations;
  readonly externalLinks: NonNullable<PublicationBody["externalLinks"]>;
  /** Hashes. */
  readonly previewImages: readonly string[];
  readonly contentSecurityPolicy?: string;
}

export type IntegrationWithOwner = Row<"integrations"> & {
  readonly owner: Row<"organizations">;
  /** What the caller may do with the owner; undefined: they are no member of it. */
  readonly rights: OrganizationRights | undefined;
  readonly mayInstall: boolean;
};

export function detailsOf({ details }: Pick<Row<"integrations">, "details">): IntegrationDetails {
  return JSON.parse(details) as IntegrationDetails;
}

/** What scripts answer and what they draw is served in one place, which reads no cookie: clients ask for both by name. */
export function endpoints(addresses: Addresses, place: AnsweringPlace) {
  const at = endpointOf(addresses, place);
  return { publicEndpoint: at, publicContentEndpoint: at };
}

export function presentIntegration(
  row: IntegrationWithOwner,
  addresses: Addresses,
): PresentedShape<typeof Integration> {
  const details = detailsOf(row);
  const { app, sites } = addresses;
  const assets = `${sites}/~/integrations/${row.id}`;
  const picture = (hash: string): string => `${assets}/${hash}`;
  return {
    object: "integration" as const,
    name: row.name,
    version: row.version,
    title: row.title,
    description: row.description,
    ...given("summary", row.summary),
    previewImages: details.previewImages.map(picture),
    target: row.target,
    verified: false,
    visibility: row.visibility,
    scopes: wordsOf(row.scopes),
    categories: wordsOf(row.categories),
    blocks: details.blocks,
    contentSources: details.contentSources,
    configurations: details.configurations,
    externalLinks: details.externalLinks,
    owner: presentOwner(row, addresses),
    urls: {
      location: `${app}/v1/integrations/${row.name}`,
      ...(row.icon === null ? {} : { icon: picture(row.icon) }),
      app: `${app}/integrations/${row.name}`,
      assets,
      ...endpoints(addresses, { integration: row.id }),
    },
    permissions: { admin: row.rights?.admin ?? false, install: row.mayInstall },
    ...given("contentSecurityPolicy", details.contentSecurityPolicy),
    hosts: hostsOf(row, hostsIn(details.contentSecurityPolicy)),
  };
}

/** Hosts as people are shown them: of an integration with scripts for pages. */
export function hostsOf({ scopes }: { readonly scopes: string }, hosts: LoadedHosts): string[] {
  return wordsOf(scopes).includes("site:script:inject") ? namesOf(hosts) : [];
}

/** The owner: to those who are no member of it, no more than its name and address. */
function presentOwner({ owner, rights }: IntegrationWithOwner, addresses: Addresses) {
  if (rights !== undefined) return presentOrganization(owner, rights, addresses);
  const known = {
    ...owner,
    email_domains: "[]",
    use_case: null,
    community_type: null,
    default_role: null,
    default_content: null,
    sso: 0 as const,
    ai: 0 as const,
    invite_links: 0 as const,
    merge_rules: null,
  };
  const nothing = Object.fromEntries(
    Object.keys(organizationRights(null)).map((verb) => [verb, false]),
  ) as unknown as OrganizationRights;
  return presentOrganization(known, nothing, addresses);
}
