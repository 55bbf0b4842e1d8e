import type { PresentedShape } from "../../http/operation.ts";
import type { Installation } from "./schema.ts";
import type { InstallationStatus, Row } from "../../db/schema.ts";
import { wordsOf } from "../../db/wordList.ts";
import type { Addresses, Deps } from "../../deps.ts";
import { timestamp } from "../../http/shapes.ts";
import { type Configuration, type ConfigurationLevel, withDefaults } from "../integrations/configuration.ts";
import { detailsOf, endpoints, hostsOf } from "../integrations/present.ts";
import { hasOwnHost, type SentScript } from "../sites/site/integrations.ts";
import { acceptedHosts } from "../sites/site/loadedHosts.ts";

export type InstallationRow = Row<"installations"> & {
  /** The integration's name. */
  readonly integration: string;
  readonly integration_details: string;
  /** Whether events still go there. */
  readonly told: 0 | 1 | null;
  /** Where the integration is developed, and whether events of others than its organization go there. */
  readonly tunnel_url: string | null;
  readonly tunnel_all: 0 | 1;
  /** The organization that published the integration. */
  readonly publisher: string;
  readonly spaces: number;
};

export type ContentInstallationRow = Row<"content_installations"> &
  Pick<
    InstallationRow,
    | "integration"
    | "integration_id"
    | "integration_details"
    | "told"
    | "tunnel_url"
    | "tunnel_all"
    | "publisher"
  > & {
    readonly installation_status: InstallationStatus;
    /** Lists of scopes: those that the installation has, and those that the integration asks for now. */
    readonly granted: string;
    readonly asked: string;
    /** Of the site that it is on. */
    readonly hostname: string | null;
    readonly proxy: string | null;
    readonly published: 0 | 1 | null;
  };

/** Where the script of an installation runs. */
function scriptsOf(row: Parameters<typeof goesToDeveloper>[0], { runsHere }: Deps["scripts"]) {
  if (goesToDeveloper(row)) return "developer";
  return runsHere ? "here" : "not-run";
}

/** Of one that is told nothing, or whose script nothing runs, clients that know no more than this read that it pauses. */
export function statusOf(
  row: Pick<InstallationRow, "status" | "told"> & Parameters<typeof goesToDeveloper>[0],
  { scripts }: Pick<Deps, "scripts">,
): InstallationStatus | "paused" {
  const works = !isPaused(row) && (row.status !== "active" || scriptsOf(row, scripts) !== "not-run");
  return works ? row.status : "paused";
}

/** Whether one that could work is told nothing, for what it did or for who set it up. */
export function isPaused({ status, told }: Pick<InstallationRow, "status" | "told">): boolean {
  return status === "active" && told !== 1;
}

/** Whether events of an installation are sent to who develops the integration. */
export function goesToDeveloper(
  row: Pick<InstallationRow, "tunnel_url" | "tunnel_all" | "publisher" | "organization_id">,
): boolean {
  return row.tunnel_url !== null && (row.tunnel_all === 1 || row.publisher === row.organization_id);
}

function configurationOf(
  row: { configuration: string; integration_details: string },
  level: ConfigurationLevel,
) {
  const { configurations } = detailsOf({ details: row.integration_details });
  return withDefaults(configurations[level], JSON.parse(row.configuration) as Configuration);
}

/** What the integration asks for now. */
function policyOf({ integration_details }: InstallationRow): string | undefined {
  return detailsOf({ details: integration_details }).contentSecurityPolicy;
}

function installationUrl({ app }: Addresses, integration: string, id: string): string {
  return `${app}/v1/integrations/${integration}/installations/${id}`;
}

type PresentingDeps = Pick<Deps, "addresses" | "scripts">;

export function presentInstallation(
  row: InstallationRow,
  deps: PresentingDeps,
): PresentedShape<typeof Installation> {
  const { addresses, scripts } = deps;
  return {
    object: "installation" as const,
    id: row.id,
    integration: row.integration,
    status: statusOf(row, deps),
    scripts: scriptsOf(row, scripts),
    scopes: wordsOf(row.scopes),
    hosts: hostsOf(row, acceptedHosts(policyOf(row), row.policy ?? undefined)),
    space_selection: row.space_selection,
    site_selection: row.site_selection,
    spaces: row.spaces,
    configuration: configurationOf(row, "account"),
    externalIds: wordsOf(row.external_ids),
    target: { organization: row.organization_id },
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    urls: {
      location: installationUrl(addresses, row.integration, row.id),
      app: `${addresses.app}/o/${row.organization_id}/integrations/${row.integration}`,
      ...endpoints(addresses, { integration: row.integration_id, installation: row.id }),
    },
  };
}

/** What one does on a space or a site: no more than the installation itself. */
function statusThere(row: ContentInstallationRow, deps: Pick<Deps, "scripts">) {
  const above = statusOf({ ...row, status: row.installation_status }, deps);
  return above === "active" ? row.status : above;
}

/** What comes of its script on the pages of a site. */
function scriptThere(row: ContentInstallationRow, { addresses, scripts }: PresentingDeps): SentScript {
  const isAsked = [row.granted, row.asked].every((list) => wordsOf(list).includes("site:script:inject"));
  if (!isAsked || statusThere(row, { scripts }) !== "active") return "none";
  if (!hasOwnHost(row, addresses)) return "shared-host";
  return row.published === 1 ? "sent" : "not-published";
}

/** @param content the space or the site itself, in the place of its id */
export function presentContentInstallation(
  row: ContentInstallationRow,
  deps: PresentingDeps,
  content?: object | undefined,
) {
  const { addresses } = deps;
  const kind = row.space_id === null ? "site" : "space";
  const id = row.space_id ?? row.site_id ?? "";
  const { integration, installation_id: installation } = row;
  return {
    integration,
    installation,
    status: statusThere(row, deps),
    ...(kind === "site" && { script: scriptThere(row, deps) }),
    configuration: configurationOf(row, kind),
    externalIds: wordsOf(row.external_ids),
    [kind]: content ?? id,
    urls: {
      location: `${installationUrl(addresses, integration, installation)}/${kind}s/${id}`,
      ...endpoints(addresses, { integration: row.integration_id, installation, [kind]: id }),
    },
  };
}
