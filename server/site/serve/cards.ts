/** The pictures that stand for pages where their addresses are shared. All that one shows is in its address, signed. */
import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import { contentHash } from "../../../engine/hash.ts";
import { runInWorker } from "../../ports/worker.ts";
import type { CardOrder } from "../../workers/pdf/card.ts";
import { keptPicture } from "./keptPictures.ts";

const ADDRESS = /^\/~\/cards\/([\w-]{1,2000})\/([\w-]{43})\.png$/;
const LIMITS = { timeout: 15_000, memory: 512 };
/** Counts up when cards come out differently. */
const DRAWING = 2;
/** The letters that the fonts which come with us have. */
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{M}\u200d]*$/u;
/** What a card says, as long as it is in the page. */
export interface CardWords {
  readonly title: string;
  readonly description?: string | undefined;
  readonly site: string;
  /** The site's colour, as its owner wrote it. */
  readonly colour: string;
}

/**
 * Where a page's card is, within its origin. What can't be drawn is left out: of a page in Arabic there is a card with
 * the site's name. undefined: nothing is left.
 */
export function cardPath(
  { secrets }: Pick<Deps, "secrets">,
  { title, description = "", site, colour }: CardWords,
): string | undefined {
  const [ownTitle, siteTitle] = [drawable(title, 110), drawable(site, 60)];
  if (ownTitle === "" && siteTitle === "") return undefined;
  const order: CardOrder = {
    title: ownTitle === "" ? siteTitle : ownTitle,
    description: drawable(description, 160),
    site: ownTitle === "" ? "" : siteTitle,
    ground: /^#[\da-f]{6}$/i.test(colour) ? colour : "#3d5ccc",
  };
  const said = Buffer.from(JSON.stringify(order)).toString("base64url");
  return `/~/cards/${said}/${secrets.sign("card", said)}.png`;
}

/** A text as it fits; "" where letters of it can't be drawn. */
function drawable(text: string, most: number): string {
  return DRAWABLE.test(text) ? cut(text.replace(/\s+/g, " ").trim(), most) : "";
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** @param most columns, of which letters of East Asia take two */
function cut(text: string, most: number): string {
  let columns = 0;
  let kept = "";
  for (const character of text) {
    columns += WIDE.test(character) ? 2 : 1;
    if (columns > most) return `${kept.slice(0, -1).toWellFormed().trimEnd()}…`;
    kept += character;
  }
  return kept;
}

/** Sends the card that an address names, if we signed it. undefined: nothing is there. */
export async function sendCard(
  deps: Deps,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [, said, signature] = ADDRESS.exec(path) ?? [];
  if (said === undefined || signature === undefined || !deps.secrets.verify("card", said, signature))
    return undefined;
  const order = JSON.parse(Buffer.from(said, "base64url").toString("utf8")) as CardOrder;
  const make = async () => new Uint8Array(await runInWorker<ArrayBuffer>("card", order, LIMITS));
  const kept = await keptPicture(deps, `card-${DRAWING}-${contentHash(said)}`, make);
  const stream = kept && (await deps.blobs.get(kept.hash));
  if (kept === undefined || stream === undefined) return undefined;
  reply
    .header("content-type", "image/png")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("etag", `"${kept.hash}"`)
    .header("cache-control", "public, max-age=31536000, immutable");
  if (ifNoneMatch === `"${kept.hash}"`) {
    stream.destroy();
    return reply.code(304).send();
  }
  return reply.header("content-length", kept.size).send(stream);
}
