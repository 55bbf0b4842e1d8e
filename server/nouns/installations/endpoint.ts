/** Whom a request to an integration is for. */
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { integrationOfId } from "../integrations/queries.ts";
import type { RunPlace } from "./environment.ts";
import { findPlaceOf } from "./contentQueries.ts";
import { isPaused } from "./present.ts";
import { findInstallation, organizationOf } from "./queries.ts";

/** What an address names, by ids. */
export interface EndpointPlace {
  readonly integration: string;
  readonly installation?: string;
  readonly space?: string;
  readonly site?: string;
}

export interface Endpoint {
  readonly integration: Row<"integrations">;
  readonly place: RunPlace;
  /** As events have them. */
  readonly ids: Readonly<Record<string, string>>;
  readonly isPaused: boolean;
}

/** undefined: there is nothing of that kind. */
export async function findEndpoint(
  { db }: Pick<Deps, "db">,
  { integration: id, installation: installationId, space, site }: EndpointPlace,
): Promise<Endpoint | undefined> {
  const integration = await integrationOfId(db.read, id);
  if (integration === undefined) return undefined;
  // A person or a host stands behind it, and no script.
  const depth = 1;
  if (installationId === undefined)
    return { integration, place: { installation: undefined, depth }, ids: {}, isPaused: false };
  const organization_id = await organizationOf(db.read, installationId);
  const key = organization_id && { organization_id, id: installationId };
  const installation = key && (await findInstallation(db.read, key, undefined));
  if (!installation || installation.integration_id !== id) return undefined;
  for (const [kind, content] of [["space", space] as const, ["site", site] as const]) {
    if (content === undefined) continue;
    if ((await findPlaceOf(db.read, kind, key, content)) === undefined) return undefined;
  }
  return {
    integration,
    place: { installation: key, space, site, depth },
    ids: {
      installationId,
      ...(space !== undefined && { spaceId: space }),
      ...(site !== undefined && { siteId: site }),
    },
    isPaused: isPaused(installation),
  };
}
