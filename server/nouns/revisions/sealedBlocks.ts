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
import { openPace } from "../../turns/pace.ts";

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

/** How a block of an integration begins in a document as we write it; in a text its quotes would be escaped. */
const BLOCK = '"type":"integration","data":';
const OWN = `${BLOCK}{"integration":"${OWN_BLOCKS}"`;

/**
 * A document with the seals of its blocks; as it is for whoever is no reader of a site. It may be of sixteen million
 * characters, and was written in a thread: only what the blocks say is read of it, with a pause wherever one is due.
 */
export async function sealedDocument(
  secrets: Pick<Secrets, "sign">,
  { reader, space }: { readonly reader: ReaderSpot["reader"] | undefined; readonly space: string },
  document: WrittenJson,
): Promise<WrittenJson> {
  if (reader === undefined) return document;
  const { buffer, byteOffset, byteLength } = document.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const parts: Uint8Array[] = [];
  const pause = openPace();
  let end = 0;
  for (let at = bytes.indexOf(BLOCK); at !== -1; at = bytes.indexOf(BLOCK, Math.max(end, at + 1))) {
    await pause();
    if (bytes.subarray(at, at + OWN.length).equals(Buffer.from(OWN))) continue;
    const start = at + BLOCK.length;
    const close = endOfObject(bytes, start);
    const data = JSON.parse(bytes.toString("utf8", start, close)) as Record<string, unknown>;
    const { integration, block, props } = data;
    if (typeof integration !== "string" || typeof block !== "string" || !isFields(props)) continue;
    const spot = { reader, space, integration };
    const written = JSON.stringify({
      ...data,
      props: sealed(secrets, spot, { componentId: block, props }),
    });
    parts.push(bytes.subarray(end, start), Buffer.from(written));
    end = close;
  }
  return parts.length === 0 ? document : new WrittenJson(Buffer.concat([...parts, bytes.subarray(end)]));
}

const [QUOTE, BACKSLASH, OPENING, CLOSING] = Buffer.from('"\\{}') as unknown as [
  number,
  number,
  number,
  number,
];

/** The place after an object of JSON that begins at `start`. */
function endOfObject(json: Uint8Array, start: number): number {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < json.length; at += 1) {
    const byte = json[at];
    if (isInText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isInText = !isInText;
    else if (!isInText && byte === OPENING) depth += 1;
    else if (!isInText && byte === CLOSING && --depth === 0) return at + 1;
  }
  return json.length;
}
