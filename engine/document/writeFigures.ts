/** Figures and galleries as images and drawings. */
import type { Figure, FigureImage } from "../markdown/document.ts";
import { isHostile } from "./hostile.ts";
import { fileRefOfUrl } from "./refs.ts";
import type { JsonNode } from "./shapes.ts";
import { caption, holder, lengthOf, present, standing, type NodeWriting } from "./writing.ts";

/** The images of a figure; one drawing that is a file of the space is a drawing. */
export function figureNode({ align, fullWidth, images }: Figure, writing: NodeWriting): JsonNode {
  const nodes = images.map((image) => imageNode(image, writing));
  const layout = present({ align, fullWidth: fullWidth || undefined });
  const [only] = nodes;
  const isDrawing =
    only?.data?.["drawing"] === true && (only.data["ref"] as { kind: string }).kind === "file";
  if (nodes.length !== 1 || only === undefined || !isDrawing) return holder("images", nodes, layout);
  const { drawing: _, ...data } = only.data ?? {};
  return standing("drawing", { ...data, ...layout }, only.fragments);
}

function imageNode(image: FigureImage, writing: NodeWriting): JsonNode {
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
  return { object: "block", type: "image", isVoid: true, data, fragments: caption(image.caption, writing) };
}
