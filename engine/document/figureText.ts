/** Pictures as the HTML that the dialect has for figures. */
import type { Inline } from "../markdown/document.ts";
import { attribute, darkSource, given, htmlOf } from "./htmlInlines.ts";

/** A picture to be written. */
export interface WrittenPicture {
  readonly src: string;
  readonly alt: string;
  readonly title: string | undefined;
  readonly width: string | undefined;
  readonly height: string | undefined;
  readonly size: string | undefined;
  /** The variant for dark mode. */
  readonly dark: string | undefined;
  readonly link: string | undefined;
  readonly drawing: boolean;
  readonly framed: boolean;
  readonly caption: readonly Inline[];
}

interface FigureLook {
  readonly align: "left" | "center" | "right" | undefined;
  readonly fullWidth: boolean;
}

/** A figure, or several side by side. */
export function figureText(images: readonly WrittenPicture[], { align, fullWidth }: FigureLook): string {
  const full = fullWidth ? ' data-full-width="true"' : "";
  const isSingle = images.length === 1;
  const frame = isSingle && images[0]?.framed === true ? ' data-with-frame="true"' : "";
  const around = given("align", align) + frame;
  const html = images
    .map((image) => {
      const framed = !isSingle && image.framed ? ' data-with-frame="true"' : "";
      return `<figure${isSingle ? full : ""}>${pictureText(image, framed)}</figure>`;
    })
    .join(" ");
  const attributes = around + (isSingle ? "" : full);
  return isSingle && attributes === "" ? html : `<div${attributes}>${html}</div>`;
}

function pictureText(picture: WrittenPicture, framed: string): string {
  const { src, alt, title, width, height, size, dark, link, drawing } = picture;
  const more =
    given("title", title) +
    given("width", width) +
    given("height", height) +
    given("data-size", size) +
    (drawing ? ' class="gitbook-drawing"' : "");
  const image = `<img${framed} src="${attribute(src)}" alt="${attribute(alt)}"${more}>`;
  const both = dark === undefined ? image : `<picture>${darkSource(dark)}${image}</picture>`;
  const linked = link === undefined ? both : `<a href="${attribute(link)}">${both}</a>`;
  const words = htmlOf(picture.caption);
  return linked + (words === "" ? "<figcaption></figcaption>" : `<figcaption><p>${words}</p></figcaption>`);
}
