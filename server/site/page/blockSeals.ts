/**
 * What readers may ask an integration for: what it has offered itself, in something that was drawn for them. A seal
 * proves it, so that nobody has it draw, with the secrets of its installation, what no page names.
 */
import { isFields, type KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import { blockKey, type IntegrationBlock } from "../../../engine/markdown/integrationBlocks.ts";
import type { Secrets } from "../../ports/secrets.ts";

/** A block where it stands, and whose script draws it. */
export interface BlockSpot {
  readonly installation: string;
  readonly space: string;
  readonly block: IntegrationBlock;
}

/** What an integration is asked to draw. */
export interface BlockOffer {
  readonly componentId: string;
  readonly props: KitFields;
}

const PURPOSE = "integration block";
/** What has parts that are drawn; what is in texts and in data may be what a reader wrote. */
const HOLDERS: ReadonlySet<unknown> = new Set(["block", "vstack", "hstack", "box", "input", "card", "modal"]);
const PARTS: ReadonlySet<string> = new Set(["children", "buttons", "submit", "element"]);
const ACTIONS: ReadonlySet<string> = new Set(["onPress", "onValueChange"]);

/** What an integration drew, with the seal of what it drew it for, and of each component that it opens from there. */
export function withSeals(
  secrets: Pick<Secrets, "sign">,
  spot: BlockSpot,
  asked: BlockOffer,
  output: KitFields,
): KitFields {
  const seal = (offer: BlockOffer): string => secrets.sign(PURPOSE, textOf(spot, offer));
  const props = isFields(output["props"]) ? output["props"] : asked.props;
  const element = sealedPart(output["element"], seal);
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

type Seal = (offer: BlockOffer) => string;

function sealedPart(part: unknown, seal: Seal): unknown {
  if (Array.isArray(part)) return part.map((one) => sealedPart(one, seal));
  if (!isFields(part)) return part;
  const isHolder = HOLDERS.has(part["type"]);
  const entries = Object.entries(part).map(([name, value]) => {
    if (ACTIONS.has(name)) return [name, sealedAction(value, seal)];
    return [name, isHolder && PARTS.has(name) ? sealedPart(value, seal) : value];
  });
  return Object.fromEntries(entries);
}

function sealedAction(action: unknown, seal: Seal): unknown {
  if (!isFields(action) || action["action"] !== "@ui.modal.open") return action;
  const { componentId } = action;
  if (typeof componentId !== "string") return action;
  const props = isFields(action["props"]) ? action["props"] : {};
  return { ...action, props, seal: seal({ componentId, props }) };
}
