/** Scripts that integrations write for the pages of a site. */
import { contentHash } from "../../../engine/hash.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { askScript } from "../../nouns/installations/ask.ts";
import { integrationOfId } from "../../nouns/integrations/queries.ts";
import type { SiteScript } from "../../nouns/sites/site/integrations.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";

/** Bytes: every reader loads it. */
const LARGEST = 512 * 1024;
/** How long the same is given, also that there is none, in milliseconds: readers, and who asks to do harm, run nothing. */
const SAME_MS = 30_000;

type Site = Pick<Row<"sites">, "organization_id" | "id">;

/** What an integration has the pages of a site run; undefined where it gives none. */
export async function publishedScript(
  deps: Deps,
  site: Site,
  script: SiteScript,
): Promise<string | undefined> {
  const period = Math.floor(deps.clock.now() / SAME_MS);
  const key = contentHash(JSON.stringify([site.id, script.file, period]));
  const written = deps.content.derived("integration-script", key, async () =>
    JSON.stringify((await askedScript(deps, site, script)) ?? null),
  );
  try {
    return (JSON.parse(await written) as string | null) ?? undefined;
  } catch (error) {
    if (error instanceof ScriptFailure) return undefined;
    throw error;
  }
}

/** @throws ScriptFailure when there was no place to run it: that says nothing of the script */
async function askedScript(
  deps: Deps,
  { organization_id, id: siteId }: Site,
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
    if (error instanceof ScriptFailure && error.problem !== "busy") return undefined;
    throw error;
  }
}
