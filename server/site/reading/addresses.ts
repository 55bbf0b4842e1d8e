/** Addresses of what pages show and ask for; each carries the key or the signature that opens it. */
import type { ImageCopy } from "../../../engine/markdown/html/context.ts";
import { drawnFamily } from "../../../design/families.ts";
import type { FileEntry } from "../../../engine/page.ts";
import { downloadKey, downloadUrl } from "../../content/download.ts";
import type { Deps } from "../../deps.ts";
import type { CardOrder } from "../../workers/pdf/card.ts";

/** A file's address within its origin. */
export function downloadPath(
  deps: Pick<Deps, "addresses" | "secrets">,
  space: string,
  file: { readonly id: string; readonly name: string },
): string {
  return downloadUrl(deps, space, file).slice(deps.addresses.sites.length);
}

/** Widths that there are copies of, in pixels: nobody can ask for others. */
const WIDTHS = [320, 640, 960, 1280, 1920];
/** Pictures of more pixels are shown as they are. */
export const MOST_PIXELS = 40_000_000;
const MOST_BYTES = 20 * 1024 * 1024;
/** Smaller ones gain nothing. */
const FEWEST_BYTES = 8 * 1024;
const FORMATS = new Set(["image/jpeg", "image/png", "image/webp"]);

/** The copies of a file, by width; none where it is no picture that gains by them. */
export function imageCopies(
  { secrets }: Pick<Deps, "secrets">,
  space: string,
  file: FileEntry,
): readonly ImageCopy[] {
  const { id, hash, size, width, height, contentType } = file;
  if (width === undefined || height === undefined || !FORMATS.has(contentType)) return [];
  if (width * height > MOST_PIXELS || size > MOST_BYTES || size < FEWEST_BYTES) return [];
  const key = downloadKey(secrets, space, id);
  // As wide as it is, but for the widest: the copy in the newer format is smaller all the same.
  const widths = [...WIDTHS.filter((each) => each < width), ...(width <= LARGEST ? [width] : [])];
  return widths.map((each) => ({
    href: `/~/images/${space}/${id}/${key}/${hash.slice(0, 12)}-${each}`,
    width: each,
  }));
}
const LARGEST = Math.max(...WIDTHS);

/** The letters that the fonts which come with us have. */
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{M}\u200d]*$/u;
/** What a card says, as long as it is in the page. */
interface CardWords {
  /** The id of the organization among whose files it is kept. */
  readonly organization: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly site: string;
  /** The site's colour, as its owner wrote it. */
  readonly colour: string;
  /** What the site's settings have as the font of its text; undefined: one of its own. */
  readonly font: string | undefined;
}

/** What the address of a card says. */
export type SaidCard = CardOrder & Pick<CardWords, "organization">;

/**
 * Where a page's card is, within its origin. What can't be drawn is left out: of a page in Thai there is a card with
 * the site's name. undefined: nothing is left.
 */
export function cardPath(
  { secrets }: Pick<Deps, "secrets">,
  { organization, title, description = "", site, colour, font }: CardWords,
): string | undefined {
  const [ownTitle, siteTitle] = [drawable(title, 110), drawable(site, 60)];
  if (ownTitle === "" && siteTitle === "") return undefined;
  const order: SaidCard = {
    organization,
    title: ownTitle === "" ? siteTitle : ownTitle,
    description: drawable(description, 160),
    site: ownTitle === "" ? "" : siteTitle,
    font: drawnFamily(font),
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

const SCHEMAS = "schemas";

/** What leads to the schemas of an outline, on pages that show any: the hash alone is in the addresses of forms, too. */
export function schemasOf({ secrets }: Pick<Deps, "secrets">, organization: string, outline: string): string {
  return `${outline}.${secrets.sign(SCHEMAS, `${organization}/${outline}`)}`;
}

/** Whether schemas of an organization's outline may be read by a signature. */
export function opensSchemas(
  { secrets }: Pick<Deps, "secrets">,
  organization: string,
  outline: string,
  signature: string,
): boolean {
  return secrets.verify(SCHEMAS, `${organization}/${outline}`, signature);
}

const TRY_IT = "try-it";

/** Where requests to the operations of an outline are sent; the hash of an operation's piece follows. */
export function tryItAddress(
  { secrets }: Pick<Deps, "secrets">,
  organization: string,
  outline: string,
): string {
  const place = `${organization}/${outline}`;
  return `/~/reference/try/${secrets.sign(TRY_IT, place)}/${place}/`;
}

/** Whether a signature opens the operations of an organization's outline. */
export function opensTryIt(
  { secrets }: Pick<Deps, "secrets">,
  organization: string,
  outline: string,
  signature: string,
): boolean {
  return secrets.verify(TRY_IT, `${organization}/${outline}`, signature);
}
