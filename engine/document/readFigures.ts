/** Images and drawings as the HTML that the dialect has for figures. */
import { attribute, darkSource, given, htmlOf } from "./htmlInlines.ts";
import type { Flow } from "./print.ts";
import { type JsonRecord, own } from "./reader.ts";
import type { NodeReading } from "./reading.ts";

interface Picture {
  readonly html: string;
  readonly framed: boolean;
}

/** A figure, or several side by side. */
export function readImages(node: JsonRecord, path: string, reading: NodeReading): Flow[] {
  const { reader } = reading;
  const images = reader.records(node, "nodes", path).flatMap(({ record, path: at }) => {
    if (!reader.enters(at, reading.depth)) return [];
    if (own(record, "type") === "image") return pictureOf(record, at, reading, false);
    reader.problem(`${at}/type`, "must be image.");
    return [];
  });
  return figure(images, reader.data(node, path), path, reading);
}

/** A drawing: an image with the class that says so. One without a file yet is nothing. */
export function readDrawing(node: JsonRecord, path: string, reading: NodeReading): Flow[] {
  const data = reading.reader.data(node, path);
  if (own(data, "ref") === undefined) return [];
  return figure(pictureOf(node, path, reading, true), data, path, reading);
}

function figure(images: readonly Picture[], data: JsonRecord, path: string, { reader }: NodeReading): Flow[] {
  if (images.length === 0) return [];
  const align = reader.oneOf(data, "align", `${path}/data`, ["left", "center", "right"]);
  const full = reader.flag(data, "fullWidth", `${path}/data`) === true ? ' data-full-width="true"' : "";
  const [only] = images;
  const isSingle = images.length === 1;
  const frame = isSingle && only?.framed === true ? ' data-with-frame="true"' : "";
  const around = given("align", align) + frame;
  const html = images
    .map(
      (image) =>
        `<figure${isSingle ? full : ""}>${image.html.replace("<img", isSingle || !image.framed ? "<img" : '<img data-with-frame="true"')}</figure>`,
    )
    .join(" ");
  const attributes = around + (isSingle ? "" : full);
  return [{ type: "raw", value: isSingle && attributes === "" ? html : `<div${attributes}>${html}</div>` }];
}

function pictureOf(node: JsonRecord, path: string, reading: NodeReading, isDrawing: boolean): Picture[] {
  const { reader } = reading;
  const data = reader.data(node, path);
  const at = `${path}/data`;
  const src = reader.refUrl(data, "ref", at);
  if (src === undefined) return [];
  const dark = reader.refUrl(data, "refDark", at);
  const link = reader.url(data, "link", at);
  const drawing = isDrawing || reader.flag(data, "drawing", at) === true;
  const more =
    given("title", reader.line(data, "title", at)) +
    given("width", reader.size(data, "width", at)) +
    given("height", reader.size(data, "height", at)) +
    given("data-size", reader.line(data, "size", at)) +
    (drawing ? ' class="gitbook-drawing"' : "");
  const image = `<img src="${attribute(src)}" alt="${attribute(reader.line(data, "alt", at) ?? "")}"${more}>`;
  const picture = dark === undefined ? image : `<picture>${darkSource(dark)}${image}</picture>`;
  const linked = link === undefined ? picture : `<a href="${attribute(link)}">${picture}</a>`;
  const words = htmlOf(reading.line(node, path, "caption"));
  const caption = words === "" ? "<figcaption></figcaption>" : `<figcaption><p>${words}</p></figcaption>`;
  return [{ html: linked + caption, framed: reader.flag(data, "framed", at) === true }];
}
