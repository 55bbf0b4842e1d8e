/** Figures and galleries as images and drawings. */
import type { Figure, FigureImage } from "../markdown/document.ts";
import { isHostile } from "./hostile.ts";
import { fileRefOfUrl } from "./refs.ts";
import type { JsonBlock } from "./shapes.ts";
import { caption, HOLDS, lengthOf, named, present, STANDS, type NodeWriting } from "./writing.ts";

/** The images of a figure; one drawing that is a file of the space is a drawing. */
export function figureNode(
  { align, fullWidth, images }: Figure,
  writing: NodeWriting,
): JsonBlock<"images" | "drawing"> {
  const nodes = images.map((image) => imageNode(image, writing));
  const layout = present({ align, fullWidth: fullWidth || undefined });
  const [only] = nodes;
  const isDrawing = only?.data.drawing === true && only.data.ref.kind === "file";
  if (nodes.length !== 1 || !isDrawing) return { ...HOLDS, type: "images", data: layout, nodes };
  const { drawing: _, ...data } = only.data;
  const { fragments = [] } = only;
  return {
    ...STANDS,
    type: "drawing",
    data: { ...data, ...layout },
    ...(fragments.length === 0 ? {} : { fragments }),
  };
}

function imageNode(image: FigureImage, writing: NodeWriting): JsonBlock<"image"> {
  const { src, alt, title, dark, width, height, size, framed, drawing, link } = image;
  const data = present({
    ref: fileRefOfUrl(isHostile(src) ? "" : src),
    refDark: dark === undefined || isHostile(dark.url) ? undefined : fileRefOfUrl(dark.url),
    width: lengthOf(width),
    height: lengthOf(height),
    alt: alt === "" ? undefined : alt,
    title,
    size,
    framed: framed || undefined,
    drawing: drawing || undefined,
    link: link === undefined || isHostile(link.url) ? undefined : link.url,
  });
  const fragments = caption(image.caption, writing).map((words) => named("caption", [words]));
  return { object: "block", type: "image", isVoid: true, data, fragments };
}
