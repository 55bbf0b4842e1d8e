/** What integrations draw for readers, be they of our pages or of a renderer elsewhere: asked for once in a while. */
import { contentHash } from "../../../engine/hash.ts";
import { canonicalJson } from "../../../engine/json.ts";
import type { KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import type { BlockOffer } from "../../../engine/markdown/html/contentKitOffers.ts";
import type { Deps } from "../../deps.ts";
import type { ActiveIntegration } from "../sites/site/integrations.ts";

/** How long the same is drawn, in milliseconds. */
const SAME_MS = 300_000;
/** How long nobody asks again who gave nothing, in milliseconds: it may have been for a moment. */
const NOTHING_MS = 30_000;
const NOTHING = "null";

/** An integration gave nothing that can be shown. */
export class NothingDrawn extends Error {}

/** What is drawn, and where. */
export interface FirstDrawing {
  readonly space: string;
  readonly theme: string;
  readonly offer: BlockOffer;
}

/** Another text where the integration, how it is set up, what is drawn or the time is another. */
export function drawnKey(
  { clock }: Pick<Deps, "clock">,
  { state }: Pick<ActiveIntegration, "state">,
  { space, theme, offer: { componentId, props } }: FirstDrawing,
): string {
  const period = Math.floor(clock.now() / SAME_MS);
  return contentHash(canonicalJson([state, period, space, theme, componentId, props]));
}

/**
 * What an integration draws before anybody does anything with it, as it gives it: for some minutes the same, while the
 * integration and how it is set up are the same. The seals of those who see it are put on it afterwards.
 * @param ask has it drawn without a state: what comes of that is everybody's
 * @returns undefined where it gives nothing, for half a minute
 */
export async function drawnOnce(
  deps: Pick<Deps, "content" | "clock">,
  integration: Pick<ActiveIntegration, "state">,
  place: FirstDrawing,
  ask: () => Promise<KitFields | undefined>,
): Promise<KitFields | undefined> {
  const key = drawnKey(deps, integration, place);
  const { derived } = deps.content;
  const asked = async () => JSON.stringify((await ask()) ?? null);
  const lately = `${key} ${Math.floor(deps.clock.now() / NOTHING_MS)}`;
  const drawn = await derived("integration-drawn", key, async () => {
    const given = await derived("integration-drawn", lately, asked);
    if (given === NOTHING) throw new NothingDrawn();
    return given;
  }).catch((error: unknown) => {
    if (!(error instanceof NothingDrawn)) throw error;
    return NOTHING;
  });
  return (JSON.parse(drawn) as KitFields | null) ?? undefined;
}
