/** Scripts that integrations write for the pages of a site. */
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { askScript } from "../../nouns/installations/ask.ts";
import { integrationOfId } from "../../nouns/integrations/queries.ts";
import type { SiteScript } from "../../nouns/sites/site/integrations.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";

/** Bytes: every reader loads it. */
const LARGEST = 512 * 1024;

/** What an integration has the pages of a site run; undefined where it gives none. */
export async function publishedScript(
  deps: Deps,
  { organization_id, id: siteId }: Pick<Row<"sites">, "organization_id" | "id">,
  { integration: integrationId, installation: installationId }: SiteScript,
): Promise<string | undefined> {
  const integration = await integrationOfId(deps.db.read, integrationId);
  if (integration === undefined) return undefined;
  const place = { installation: { organization_id, id: installationId }, site: siteId, depth: 1 };
  const event = { type: "fetch_published_script", installationId, siteId };
  try {
    const { status, body } = await askScript(deps, integration, { event }, place);
    return status === 200 && body.length <= LARGEST ? body.toString("utf8") : undefined;
  } catch (error) {
    if (error instanceof ScriptFailure) return undefined;
    throw error;
  }
}
