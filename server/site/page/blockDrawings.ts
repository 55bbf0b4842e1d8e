/** What integrations draw in the place of their blocks, on a page of a site. */
import { contentHash } from "../../../engine/hash.ts";
import { blockKey, type IntegrationBlock, MOST_BLOCKS } from "../../../engine/markdown/integrationBlocks.ts";
import { askScript } from "../../nouns/installations/ask.ts";
import { integrationOfId } from "../../nouns/integrations/queries.ts";
import { integrationsOnSpace, type ActiveIntegration } from "../../nouns/sites/site/integrations.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { RenderFailed } from "../bodies/renderer.ts";
import type { VariantReading } from "../reading/reading.ts";

/** By what names the block; see `blockKey`. */
type BlockDrawings = Readonly<Record<string, unknown>>;

const NOTHING: BlockDrawings = {};
/** A block can't be written without this. */
const MAY_DRAW = /\{%-?\s*@/;
/** How long the same is drawn, and how long a reader waits for it, in milliseconds. */
const SAME_MS = 300_000;
const PATIENCE_MS = 4000;
const LARGEST = 100_000;

/** What stands in the place of the blocks of these texts; a block that nobody draws has none. */
export async function drawnIn(reading: VariantReading, bodies: readonly string[]): Promise<BlockDrawings> {
  const { deps, organization, variant } = reading;
  const active = await integrationsOnSpace(deps.db.read, {
    organization_id: organization,
    id: variant.space,
  });
  if (active.length === 0) return NOTHING;
  const drawn: Record<string, unknown> = {};
  const blocks = (await Promise.all(bodies.map((hash) => blocksOf(reading, hash)))).flat();
  // A page of several texts has no more of them than one of one.
  await Promise.all(
    blocks.slice(0, MOST_BLOCKS).map(async (block) => {
      const [owner] = block.name.split("/", 1);
      const integration = active.find(({ name }) => name === owner);
      const element = integration && (await drawnOnce(reading, integration, block));
      if (element !== undefined) drawn[blockKey(block.name, block.props)] = element;
    }),
  );
  return drawn;
}

async function blocksOf({ deps, shown }: VariantReading, hash: string): Promise<readonly IntegrationBlock[]> {
  const listing = deps.content.derived("integration-blocks", hash, async () => {
    const text = await shown.body(hash);
    return MAY_DRAW.test(text) ? JSON.stringify(await deps.renderer.run("blocks", text)) : "[]";
  });
  const listed = await listing.catch((error: unknown) => {
    if (error instanceof RenderFailed) return "[]";
    throw error;
  });
  return JSON.parse(listed) as IntegrationBlock[];
}

/** For some minutes the same, while the integration and how it is set up are the same. */
async function drawnOnce(
  { deps, variant, organization }: VariantReading,
  integration: ActiveIntegration,
  block: IntegrationBlock,
): Promise<unknown> {
  const period = Math.floor(deps.clock.now() / SAME_MS);
  const key = contentHash(
    JSON.stringify([integration.state, variant.space, blockKey(block.name, block.props), period]),
  );
  const drawing = deps.content.derived("integration-drawn", key, async () => {
    const element = await draw(deps, { ...integration, organization }, variant.space, block);
    const text = JSON.stringify(element ?? null);
    return text.length > LARGEST ? "null" : text;
  });
  const patience = new Promise<string>((late) => setTimeout(() => late("null"), PATIENCE_MS).unref());
  try {
    return JSON.parse(await Promise.race([drawing, patience])) ?? undefined;
  } catch (error) {
    if (error instanceof ScriptFailure) return undefined;
    throw error;
  }
}

async function draw(
  deps: VariantReading["deps"],
  { integration: id, installation, organization }: ActiveIntegration & { readonly organization: string },
  space: string,
  { name, props }: IntegrationBlock,
): Promise<unknown> {
  const integration = await integrationOfId(deps.db.read, id);
  if (integration === undefined) return undefined;
  const event = {
    type: "ui_render",
    installationId: installation,
    spaceId: space,
    componentId: name.slice(name.indexOf("/") + 1),
    props,
    context: { type: "document", theme: "light", editable: false, spaceId: space },
  };
  const key = { organization_id: organization, id: installation };
  const { status, body } = await askScript(
    deps,
    integration,
    { event },
    { installation: key, space, depth: 1 },
  );
  if (status !== 200) return undefined;
  try {
    return (JSON.parse(body.toString("utf8")) as { element?: unknown } | null)?.element;
  } catch {
    return undefined;
  }
}
