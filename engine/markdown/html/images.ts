/** Images that stand by themselves, with frames, captions, links and variants for dark pages. */
import type { Figure, FigureImage, Image, Inline, Paragraph } from "../document.ts";
import { type Child, h, type SafeHtml } from "./element.ts";
import type { PageHtml } from "./page.ts";
import {
  imageAttributes,
  type ImageTarget,
  imageWidthClass,
  resolveImage,
  resolveTarget,
} from "./targets.ts";

/** Renders a figure; several images side by side make a gallery. */
export function renderFigure(page: PageHtml, figure: Figure): SafeHtml {
  const images = figure.images.map((image) => {
    const share = imageWidthClass(image.width);
    const classes = [
      "image",
      image.framed && "image-framed",
      image.drawing && "image-drawing",
      figure.fullWidth && "image-full",
      share,
      figure.align !== undefined && `align-${figure.align}`,
    ];
    return renderImage(page, image, classes.filter(Boolean).join(" "));
  });
  return images.length === 1 ? images[0]! : h("div", { class: "gallery" }, images);
}

/** A paragraph that holds nothing but an image is a figure; undefined for all others. */
export function renderImageParagraph(page: PageHtml, paragraph: Paragraph): SafeHtml | undefined {
  const image = onlyImage(paragraph.children);
  if (image === undefined || image.size === "line") return undefined;
  const caption: readonly Inline[] = image.title === undefined ? [] : [{ type: "text", text: image.title }];
  const share = imageWidthClass(image.width);
  return renderImage(page, { ...image, caption }, share === undefined ? "image" : `image ${share}`);
}

function onlyImage(inlines: readonly Inline[]): Image | undefined {
  const [first, second] = inlines;
  return first?.type === "image" && second === undefined ? first : undefined;
}

type ShownFigure = Pick<FigureImage, "src" | "alt" | "caption"> & Partial<FigureImage>;

function renderImage(page: PageHtml, image: ShownFigure, look: string): SafeHtml {
  const light = resolveImage(page.context, image.src);
  const dark = image.dark === undefined ? undefined : resolveImage(page.context, image.dark.url);
  const caption =
    image.caption.length > 0 && h("figcaption", { class: "caption" }, page.inlines(image.caption));
  if (light === undefined) {
    const missing = h("span", { class: "broken", title: page.words.broken }, image.alt || image.src);
    return h("figure", { class: look }, missing, caption);
  }
  const pair: Child = [
    variant(page, image, light, dark === undefined ? undefined : "light-only"),
    dark !== undefined && variant(page, image, dark, "dark-only"),
  ];
  return h(
    "figure",
    { class: look },
    image.link === undefined ? pair : linked(page, image.link.url, pair),
    caption,
  );
}

function variant(
  page: PageHtml,
  image: ShownFigure,
  target: ImageTarget,
  theme: string | undefined,
): SafeHtml {
  const zoom = image.link === undefined;
  if (zoom) page.uses.zoom = true;
  const attributes = { ...imageAttributes(target, image), alt: image.alt, class: theme };
  return h("img", { ...attributes, "data-zoom": zoom && target.src });
}

function linked(page: PageHtml, url: string, content: Child): Child {
  const target = resolveTarget(page.context, url);
  if (target.href === undefined) return content;
  return h("a", { href: target.href, rel: target.external && "noopener" }, content);
}
