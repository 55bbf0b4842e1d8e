/** What integrations draw in the place of their blocks, on a page of a site, and what readers do with these. */
import { contentHash } from "../../../engine/hash.ts";
import type { KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import type { BlockOffer } from "../../../engine/markdown/html/contentKitOffers.ts";
import {
  blockKey,
  codeOf,
  type IntegrationBlock,
  MOST_BLOCKS,
} from "../../../engine/markdown/integrationBlocks.ts";
import { drawnKey, drawnOnce, NothingDrawn } from "../../nouns/installations/drawnOnce.ts";
import { noteAsked } from "../../nouns/installations/noteAsked.ts";
import { askComponent } from "../../nouns/installations/component.ts";
import { integrationOfId } from "../../nouns/integrations/queries.ts";
import { integrationsOnSpace, type ActiveIntegration } from "../../nouns/sites/site/integrations.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { RenderFailed } from "../bodies/renderer.ts";
import type { VariantReading } from "../reading/reading.ts";
import { type BlockSpot, isSealed, withSeals } from "./blockSeals.ts";

/** By what names the block; see `blockKey`. */
type BlockDrawings = Readonly<Record<string, unknown>>;

const NOTHING: BlockDrawings = {};
/** A block can't be written without this. */
const MAY_DRAW = /\{%-?\s*@/;
/** Nor code with a language without this. */
const MAY_BE_CODE = /```|~~~/;
/** How long a reader waits for what is drawn, in milliseconds. */
const PATIENCE_MS = 4000;
const THEME = "light";

/**
 * What stands in the place of the blocks of these texts; a block that nobody draws has none.
 * @param onGivenUp hears of what may be there for the next reader
 */
export async function drawnIn(
  reading: VariantReading,
  bodies: readonly string[],
  onGivenUp: () => void,
): Promise<BlockDrawings> {
  const { deps, organization, variant } = reading;
  const active = await integrationsOnSpace(deps.db.read, {
    organization_id: organization,
    id: variant.space,
  });
  if (active.length === 0) return NOTHING;
  const drawn: Record<string, unknown> = {};
  await Promise.all(
    (await blocksIn(reading, active, bodies, onGivenUp)).map(async (block) => {
      const owner = ownerOf(active, block);
      const output = owner && (await drawnInTime(reading, owner, block, onGivenUp));
      if (output !== undefined) drawn[blockKey(block.name, block.props)] = output;
    }),
  );
  return drawn;
}

/** The blocks of these texts, and the code that is drawn. A page of several texts has no more of them than one of one. */
async function blocksIn(
  reading: VariantReading,
  active: readonly ActiveIntegration[],
  bodies: readonly string[],
  onGivenUp?: () => void,
): Promise<IntegrationBlock[]> {
  const languages = [...new Set(active.flatMap(({ fences }) => fences.map(({ language }) => language)))];
  const blocks = await Promise.all(
    bodies.flatMap((hash) => [
      blocksOf(reading, hash, { onGivenUp }),
      ...(languages.length === 0
        ? []
        : [blocksOf(reading, hash, { onGivenUp, languages: languages.toSorted() })]),
    ]),
  );
  return blocks.flat().slice(0, MOST_BLOCKS);
}

/** Whose block it is, and what they are asked for first. */
interface OwnedBlock {
  readonly integration: ActiveIntegration;
  readonly offer: BlockOffer;
}

function ownerOf(active: readonly ActiveIntegration[], block: IntegrationBlock): OwnedBlock | undefined {
  const code = codeOf(block);
  if (code !== undefined) {
    for (const integration of active) {
      const fence = integration.fences.find(({ language }) => language === code.lang);
      if (fence === undefined) continue;
      return {
        integration,
        offer: { componentId: fence.componentId, props: { [fence.body]: code.text } },
      };
    }
    return undefined;
  }
  const { name, props } = block;
  const [owner] = name.split("/", 1);
  const integration = active.find((one) => one.name === owner);
  return integration && { integration, offer: { componentId: name.slice(name.indexOf("/") + 1), props } };
}

type Fields = Readonly<Record<string, unknown>>;

/** What a reader does with a block. */
export interface BlockQuestion {
  readonly block: IntegrationBlock;
  /** Another component of its integration than the block's own. */
  readonly componentId?: string | undefined;
  readonly props: Fields;
  /** That these were offered. */
  readonly seal: string;
  readonly state: Fields;
  readonly action: Fields | undefined;
}

/**
 * Asks the integration of a block that these texts have what a reader wants of it. undefined: there is no such block,
 * nobody draws it, or it has not offered that.
 * @throws ScriptFailure when it gave no answer
 */
export async function redrawn(
  reading: VariantReading,
  bodies: readonly string[],
  { block, componentId, seal, ...asked }: BlockQuestion,
): Promise<Fields | undefined> {
  const { deps, organization, variant } = reading;
  const key = blockKey(block.name, block.props);
  const place = { organization_id: organization, id: variant.space };
  const active = await integrationsOnSpace(deps.db.read, place);
  const own = (await blocksIn(reading, active, bodies)).find(
    ({ name, props }) => blockKey(name, props) === key,
  );
  const owner = own && ownerOf(active, own);
  if (own === undefined || owner === undefined) return undefined;
  const { integration, offer } = owner;
  const spot = { installation: integration.installation, space: variant.space, block: own };
  const wanted = { componentId: componentId ?? offer.componentId, ...asked };
  if (!isSealed(deps.secrets, spot, wanted, seal)) return undefined;
  const output = await draw(deps, { ...integration, organization }, spot, wanted);
  return output && withSeals(deps.secrets, spot, wanted, output);
}

interface BlockListing {
  /** Of code; without them, the blocks that name an integration. */
  readonly languages?: readonly string[];
  readonly onGivenUp: (() => void) | undefined;
}

async function blocksOf(
  { deps, shown }: VariantReading,
  hash: string,
  { languages, onGivenUp }: BlockListing,
): Promise<readonly IntegrationBlock[]> {
  const [kind, may] =
    languages === undefined
      ? (["integration-blocks", MAY_DRAW] as const)
      : (["integration-code", MAY_BE_CODE] as const);
  const key = languages === undefined ? hash : contentHash(JSON.stringify([hash, languages]));
  const listing = deps.content.derived(kind, key, async () => {
    const text = await shown.body(hash);
    const job = languages === undefined ? { text } : { text, languages };
    return may.test(text) ? JSON.stringify(await deps.renderer.run("blocks", job)) : "[]";
  });
  const listed = await listing.catch((error: unknown) => {
    if (!(error instanceof RenderFailed)) throw error;
    onGivenUp?.();
    return "[]";
  });
  return JSON.parse(listed) as IntegrationBlock[];
}

/** What is drawn of a block, sealed, where that doesn't take too long. */
async function drawnInTime(
  { deps, variant, organization }: VariantReading,
  { integration, offer }: OwnedBlock,
  block: IntegrationBlock,
  onGivenUp: () => void,
): Promise<unknown> {
  const { installation } = integration;
  const spot = { installation, space: variant.space, block };
  const place = { space: variant.space, theme: THEME, offer };
  const key = contentHash(
    [drawnKey(deps, integration, place), installation, blockKey(block.name, block.props)].join(),
  );
  const drawing = deps.content.derived("integration-sealed", key, async () => {
    const ask = () => drawnAndNoted(deps, { ...integration, organization }, spot, offer);
    const output = await drawnOnce(deps, integration, place, ask);
    // That there is nothing isn't kept for as long.
    if (output === undefined) throw new NothingDrawn();
    return JSON.stringify(withSeals(deps.secrets, spot, offer, output));
  });
  const patience = new Promise<undefined>((late) => setTimeout(late, PATIENCE_MS, undefined).unref());
  const drawn = await Promise.race([drawing, patience]).catch((error: unknown) => {
    if (error instanceof NothingDrawn) return "null";
    if (error instanceof ScriptFailure) return undefined;
    throw error;
  });
  if (drawn === undefined) onGivenUp();
  return JSON.parse(drawn ?? "null") ?? undefined;
}

/** What the integration gives; that no page waited for it is in its log, where nobody sees why else. */
async function drawnAndNoted(
  deps: VariantReading["deps"],
  integration: ActiveIntegration & { readonly organization: string },
  spot: BlockSpot,
  offer: BlockOffer,
): Promise<KitFields | undefined> {
  const { clock } = deps;
  const begun = clock.now();
  const output = await draw(deps, integration, spot, { ...offer });
  const took = clock.now() - begun;
  if (took <= PATIENCE_MS) return output;
  const { installation: id, organization: organization_id } = integration;
  const { space } = spot;
  const noted = { installationId: id, spaceId: space, componentId: offer.componentId };
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const error = `The block was drawn after ${seconds(took)} seconds. Pages wait ${seconds(PATIENCE_MS)}, and showed its name.`;
  noteAsked(
    deps,
    { installation: { organization_id, id }, space, depth: 1 },
    { event: { type: "ui_render" }, noted },
    { begun, status: 200, error, lines: [] },
  );
  return output;
}

/** What the integration gives. */
async function draw(
  deps: VariantReading["deps"],
  { integration: id, installation, organization }: ActiveIntegration & { readonly organization: string },
  spot: BlockSpot,
  asked: BlockOffer & Fields,
): Promise<KitFields | undefined> {
  const { space } = spot;
  const integration = await integrationOfId(deps.db.read, id);
  if (integration === undefined) return undefined;
  const place = { installation: { organization_id: organization, id: installation }, space };
  const context = { type: "document", theme: THEME, editable: false, spaceId: space };
  return askComponent(deps, integration, place, { ...asked, context });
}
