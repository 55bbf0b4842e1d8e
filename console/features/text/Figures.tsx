/** Pictures that stand by themselves, with what is said below them. */
import type { ReactNode } from "react";
import type { Figure, FigureImage, Image } from "../../../engine/markdown/document.ts";
import { imageWidthClass } from "../../../engine/markdown/html/targets.ts";
import { Inlines } from "./Inlines.tsx";
import { Pictures } from "../targets/Picture.tsx";
import { LeadsTo } from "../targets/targets.tsx";

/** Several side by side make a gallery. */
export function FigureView({ of }: { readonly of: Figure }) {
  const { align, fullWidth, images } = of;
  const looks = [fullWidth && "image-full", align !== undefined && `align-${align}`];
  const shown = images.map((image) => (
    <ImageView
      key={image.destination.start}
      of={image}
      looks={looks}
      caption={<Inlines of={image.caption} />}
    />
  ));
  return images.length === 1 ? shown[0] : <div className="gallery">{shown}</div>;
}

interface ImageViewProps {
  readonly of: Image | FigureImage;
  readonly looks?: readonly (string | false)[];
  readonly caption: ReactNode;
}

/** One of them. A picture that is all of a paragraph is shown so too. */
export function ImageView({ of, looks = [], caption }: ImageViewProps) {
  const { framed = false, drawing = false, link } = of as Partial<FigureImage>;
  const own = ["image", framed && "image-framed", drawing && "image-drawing", imageWidthClass(of.width)];
  const hasCaption = "caption" in of ? of.caption.length > 0 : of.title !== undefined;
  const pictures = <Pictures image={of} />;
  return (
    <figure className={[...own, ...looks].filter(Boolean).join(" ")}>
      {link === undefined ? pictures : <LeadsTo url={link.url}>{pictures}</LeadsTo>}
      {hasCaption ? <figcaption className="caption">{caption}</figcaption> : null}
    </figure>
  );
}
