/** From addresses in the source to addresses and attributes in the page. */
import type { ImageCopy, RenderContext, ResolvedLink } from "./context.ts";
import type { Attributes } from "./element.ts";
import { isExternal, safeUrl } from "./url.ts";

/** A link's target; without `href` it leads nowhere. */
export interface HrefTarget {
  readonly href?: string;
  readonly external: boolean;
  readonly title?: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly description?: string;
}

/** Finds where an address leads. What nobody knows is kept as it is, if it is safe. */
export function resolveTarget(context: RenderContext, url: string): HrefTarget {
  const found = context.resolveLink?.(url) ?? resolveFileLink(context, url);
  const href = found?.broken === true ? undefined : safeUrl(found?.href ?? url, "link");
  return {
    ...about(found),
    ...(href !== undefined && href !== "" && { href }),
    external: found?.external ?? (href !== undefined && isExternal(href)),
  };
}

function resolveFileLink(context: RenderContext, url: string): ResolvedLink | undefined {
  const file = context.resolveFile?.(url);
  return file === undefined ? undefined : { href: file.href, title: file.name };
}

function about(link: ResolvedLink | undefined): Omit<HrefTarget, "href" | "external"> {
  return {
    ...(link?.title !== undefined && { title: link.title }),
    ...(link?.icon !== undefined && { icon: link.icon }),
    ...(link?.emoji !== undefined && { emoji: link.emoji }),
    ...(link?.description !== undefined && { description: link.description }),
  };
}

/** Attributes of a link in text. */
export function targetAttributes(target: HrefTarget): Attributes {
  if (target.href === undefined) return { class: "broken" };
  return target.external
    ? { class: "link external", href: target.href, rel: "noopener" }
    : { class: "link", href: target.href };
}

/** An image's address, and its own size in CSS pixels when known. */
export interface ImageTarget {
  readonly src: string;
  readonly width?: number;
  readonly height?: number;
  readonly copies?: readonly ImageCopy[];
}

/** Finds an image; undefined when its address is not safe, or relative and unknown. */
export function resolveImage(context: RenderContext, url: string): ImageTarget | undefined {
  const file = context.resolveFile?.(url);
  const src = safeUrl(file?.href ?? url, "image");
  if (src === undefined || src === "") return undefined;
  if (file === undefined) {
    const knows = context.resolveFile !== undefined;
    return knows && !isExternal(src) && !src.startsWith("data:") ? undefined : { src };
  }
  return {
    src,
    ...(file.width !== undefined && { width: file.width }),
    ...(file.height !== undefined && { height: file.height }),
    ...(file.copies !== undefined && { copies: file.copies }),
  };
}

/** What an author asked of an image's size, as written. */
export interface AskedSize {
  readonly width?: string | undefined;
  readonly height?: string | undefined;
}

const SHARES = [25, 33, 50, 66, 75, 100] as const;

/**
 * `src` and sizes of an image, so that its place is known before it has loaded. Pixels asked for scale the
 * known height with them; percentages are left to `imageWidthClass`.
 */
export function imageAttributes(image: ImageTarget, asked: AskedSize): Attributes {
  const width = pixels(asked.width);
  const height = pixels(asked.height);
  const ratio =
    image.width === undefined || image.height === undefined ? undefined : image.height / image.width;
  const known = width === undefined && height === undefined;
  const wide = width ?? (known ? image.width : undefined);
  const tall = height ?? (ratio === undefined || wide === undefined ? undefined : Math.round(wide * ratio));
  const sizes = { src: image.src, width: wide, height: tall, loading: "lazy", decoding: "async" };
  const { copies = [] } = image;
  if (copies.length === 0) return sizes;
  const srcset = copies.map(({ href, width: at }) => `${href} ${at}w`).join(", ");
  return { ...sizes, srcset, sizes: shownAt(wide) };
}

/** The column of a page, in CSS pixels; on narrower screens an image is as wide as they are. */
const COLUMN = 768;

function shownAt(width: number | undefined): string {
  const most = Math.min(width ?? COLUMN, COLUMN);
  return `(width < ${most}px) 100vw, ${most}px`;
}

/** The class for a width given in percent: the nearest of a few. */
export function imageWidthClass(asked: string | undefined): string | undefined {
  const share = percent(asked);
  return share === undefined ? undefined : `image-w-${nearestShare(share)}`;
}

/** The share of the column, in percent, nearest to one asked for. */
export function nearestShare(share: number): number {
  return SHARES.reduce((best, one) => (Math.abs(one - share) < Math.abs(best - share) ? one : best), 100);
}

/** Reads "75%"; undefined for anything else. */
export function percent(text: string | undefined): number | undefined {
  const found = /^\s*(\d{1,3}(?:\.\d{1,10})?)\s*%\s*$/.exec(text ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}

function pixels(text: string | undefined): number | undefined {
  const found = /^\s*(\d{1,5})(?:\.\d{1,10})?\s*(?:px)?\s*$/.exec(text ?? "")?.[1];
  return found === undefined || Number(found) === 0 ? undefined : Number(found);
}
