/**
 * Blocks of integrations in documents that readers of a site get by the API. Their props carry a seal, which a renderer
 * hands on without knowing it: so nobody has an integration draw, with the secrets of its installation, what no page
 * that they read names.
 */
import { OWN_BLOCKS } from "../../../engine/document/nodeTypes.ts";
import { canonicalJson } from "../../../engine/json.ts";
import { isFields, type KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import { type BlockOffer, withOffers } from "../../../engine/markdown/html/contentKitOffers.ts";
import type { SiteReader } from "../../access/siteReader.ts";
import { WrittenJson } from "../../http/writtenJson.ts";
import type { Secrets } from "../../ports/secrets.ts";

/** Where a reader meets an integration. */
export interface ReaderSpot {
  readonly reader: Pick<SiteReader, "key">;
  readonly space: string;
  /** By its name. */
  readonly integration: string;
}

const PURPOSE = "integration block by the API";
/** The field of props that has it. */
const SEAL = "lectern-seal";

const textOf = ({ reader, space, integration }: ReaderSpot, { componentId, props }: BlockOffer): string =>
  canonicalJson([reader.key, space, integration, componentId, props]);

/** Props with their seal. */
function sealed(secrets: Pick<Secrets, "sign">, spot: ReaderSpot, offer: BlockOffer): KitFields {
  return { ...offer.props, [SEAL]: secrets.sign(PURPOSE, textOf(spot, offer)) };
}

/** What was sealed, without the seal. undefined: it was not, for this reader and this place. */
export function unsealed(
  secrets: Pick<Secrets, "verify">,
  spot: ReaderSpot,
  { componentId, props }: BlockOffer,
): KitFields | undefined {
  const { [SEAL]: seal, ...own } = props;
  const isOurs =
    typeof seal === "string" && secrets.verify(PURPOSE, textOf(spot, { componentId, props: own }), seal);
  return isOurs ? own : undefined;
}

/** What an integration drew for a reader: it, and what it opens from there, can be asked for again. */
export function sealedDrawing(
  secrets: Pick<Secrets, "sign">,
  spot: ReaderSpot,
  asked: BlockOffer,
  output: KitFields,
): KitFields {
  if (output["type"] === "complete") return output;
  const { componentId } = asked;
  const props = isFields(output["props"]) ? output["props"] : asked.props;
  const element = withOffers(output["element"], (offer) => ({ props: sealed(secrets, spot, offer) }));
  return { ...output, element, props: sealed(secrets, spot, { componentId, props }) };
}

/** A document with the seals of its blocks; as it is for whoever is no reader of a site. */
export function sealedDocument(
  secrets: Pick<Secrets, "sign">,
  { reader, space }: { readonly reader: ReaderSpot["reader"] | undefined; readonly space: string },
  document: WrittenJson,
): WrittenJson {
  const bytes = Buffer.from(document.bytes);
  if (reader === undefined || !bytes.includes('"type":"integration"')) return document;
  const written = JSON.stringify(JSON.parse(bytes.toString()), (_, node: unknown) => {
    if (!isFields(node) || node["object"] !== "block" || node["type"] !== "integration") return node;
    const { data } = node;
    if (!isFields(data)) return node;
    const { integration, block, props } = data;
    if (typeof integration !== "string" || typeof block !== "string" || !isFields(props)) return node;
    if (integration === OWN_BLOCKS) return node;
    const spot = { reader, space, integration };
    return { ...node, data: { ...data, props: sealed(secrets, spot, { componentId: block, props }) } };
  });
  return new WrittenJson(Buffer.from(written));
}
