/** Images and drawings as the HTML that the dialect has for figures. */
import { figureText, type WrittenPicture } from "./figureText.ts";
import type { Flow } from "./print.ts";
import { type JsonRecord, own } from "./reader.ts";
import type { NodeReading } from "./reading.ts";

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

function figure(
  images: readonly WrittenPicture[],
  data: JsonRecord,
  path: string,
  { reader }: NodeReading,
): Flow[] {
  if (images.length === 0) return [];
  const align = reader.oneOf(data, "align", `${path}/data`, ["left", "center", "right"]);
  const fullWidth = reader.flag(data, "fullWidth", `${path}/data`) === true;
  return [{ type: "raw", value: figureText(images, { align, fullWidth }) }];
}

function pictureOf(
  node: JsonRecord,
  path: string,
  reading: NodeReading,
  isDrawing: boolean,
): WrittenPicture[] {
  const { reader } = reading;
  const data = reader.data(node, path);
  const at = `${path}/data`;
  const src = reader.refUrl(data, "ref", at);
  if (src === undefined) return [];
  return [
    {
      src,
      dark: reader.refUrl(data, "refDark", at),
      link: reader.url(data, "link", at),
      drawing: isDrawing || reader.flag(data, "drawing", at) === true,
      title: reader.line(data, "title", at),
      width: reader.size(data, "width", at),
      height: reader.size(data, "height", at),
      size: reader.line(data, "size", at),
      alt: reader.line(data, "alt", at) ?? "",
      caption: reading.line(node, path, "caption"),
      framed: reader.flag(data, "framed", at) === true,
    },
  ];
}
