/**
 * What readers may ask an integration for: what it has offered itself, in something that was drawn for them. A seal
 * proves it, so that nobody has it draw, with the secrets of its installation, what no page names.
 */
import { isFields, type KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import { type BlockOffer, withOffers } from "../../../engine/markdown/html/contentKitOffers.ts";
import { blockKey, type IntegrationBlock } from "../../../engine/markdown/integrationBlocks.ts";
import type { Secrets } from "../../ports/secrets.ts";

/** A block where it stands, and whose script draws it. */
export interface BlockSpot {
  readonly installation: string;
  readonly space: string;
  readonly block: IntegrationBlock;
}

const PURPOSE = "integration block";
/** What an integration drew, with the seal of what it drew it for, and of each component that it opens from there. */
export function withSeals(
  secrets: Pick<Secrets, "sign">,
  spot: BlockSpot,
  asked: BlockOffer,
  output: KitFields,
): KitFields {
  const seal = (offer: BlockOffer): string => secrets.sign(PURPOSE, textOf(spot, offer));
  const props = isFields(output["props"]) ? output["props"] : asked.props;
  const element = withOffers(output["element"], (offer) => ({ seal: seal(offer) }));
  return { ...output, element, props, seal: seal({ componentId: asked.componentId, props }) };
}

/** Whether we sealed it, for this block. */
export function isSealed(
  secrets: Pick<Secrets, "verify">,
  spot: BlockSpot,
  asked: BlockOffer,
  seal: string,
): boolean {
  return secrets.verify(PURPOSE, textOf(spot, asked), seal);
}

function textOf({ installation, space, block }: BlockSpot, { componentId, props }: BlockOffer): string {
  return JSON.stringify([installation, space, blockKey(block.name, block.props), componentId, props]);
}
