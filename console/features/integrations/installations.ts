/** What is installed in an organization, and where each of it is configured. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  type CallOptions,
  type ContentKitContext,
  getIntegrationInstallationById,
  getIntegrationSiteInstallation,
  getIntegrationSpaceInstallation,
  type IntegrationInstallation,
  type IntegrationSiteInstallation,
  type IntegrationSpaceInstallation,
  listOrganizationInstallations,
  updateIntegrationInstallation,
  updateIntegrationSiteInstallation,
  updateIntegrationSpaceInstallation,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";

/** More than an organization has. */
const MOST = 100;

/** What is installed in an organization. */
export const installationsOf = (organization: string) =>
  queryOptions({
    queryKey: ["organization", organization, "installations"],
    queryFn: async () =>
      (await listOrganizationInstallations(client, organization, { limit: MOST })).items.map(
        ({ installation }) => installation,
      ),
  });

/** What an installation is on. */
export type PlaceKind = "space" | "site";

/** The key of the spaces or sites of an installation in the query cache. */
export const placesOf = (installation: string, kind: PlaceKind) =>
  ["installation", installation, `${kind}s`] as const;

/** What has a configuration. */
export type Configurable =
  | IntegrationInstallation
  | IntegrationSpaceInstallation
  | IntegrationSiteInstallation;

/** Where it is configured, and the things that its component is told of. */
export function standingOf(
  organizationId: string,
  thing: Configurable,
): { readonly context: ContentKitContext; readonly [name: string]: unknown } {
  if ("space" in thing) {
    const spaceId = String(thing.space);
    return { context: { type: "configuration_space", spaceId }, spaceInstallation: thing };
  }
  if ("site" in thing) {
    const siteId = String(thing.site);
    return { context: { type: "configuration_site", siteId }, siteInstallation: thing };
  }
  return { context: { type: "configuration_account", organizationId }, installation: thing };
}

interface ConfigurationChange {
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** A level at which an installation is configured: how it is read and written there. */
export interface ConfiguredAt<Thing extends Configurable> {
  /** Names it among all that is being changed. */
  readonly id: string;
  readonly queryKey: readonly string[];
  readonly read: () => Promise<Thing>;
  readonly write: (change: ConfigurationChange, options: CallOptions) => Promise<Thing>;
  readonly saved: (cache: QueryClient, now: Thing) => void;
}

/** In the organization. */
export function inOrganization(
  organization: string,
  name: string,
  id: string,
): ConfiguredAt<IntegrationInstallation> {
  const queryKey = ["installation", id];
  return {
    id: `installation ${id}`,
    queryKey,
    read: () => getIntegrationInstallationById(client, name, id),
    write: (change, options) => updateIntegrationInstallation(client, name, id, change, options),
    saved: (cache, now) => {
      cache.setQueryData(queryKey, now);
      void cache.invalidateQueries({ queryKey: installationsOf(organization).queryKey });
    },
  };
}

/** On a space or a site. @param place its id */
export function onPlace(
  kind: PlaceKind,
  name: string,
  id: string,
  place: string,
): ConfiguredAt<IntegrationSpaceInstallation | IntegrationSiteInstallation> {
  const queryKey = ["installation", id, kind, place];
  const read = kind === "space" ? getIntegrationSpaceInstallation : getIntegrationSiteInstallation;
  const write = kind === "space" ? updateIntegrationSpaceInstallation : updateIntegrationSiteInstallation;
  return {
    id: `installation ${id} ${kind} ${place}`,
    queryKey,
    read: () => read(client, name, id, place),
    write: (change, options) => write(client, name, id, place, change, {}, options),
    saved: (cache, now) => {
      cache.setQueryData(queryKey, now);
      void cache.invalidateQueries({ queryKey: placesOf(id, kind) });
    },
  };
}
