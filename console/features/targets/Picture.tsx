/** Pictures of texts: files of the space as they are, and the name of what other hosts have. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FigureImage, Image } from "../../../engine/markdown/document.ts";
import { imageAttributes } from "../../../engine/markdown/html/targets.ts";
import { isExternal, safeUrl } from "../../../engine/markdown/html/url.ts";
import { thingOf } from "../../../engine/markdown/targets.ts";
import { shownFile } from "../../api/files.ts";
import { usePage } from "./page.ts";

interface PictureProps {
  readonly src: string;
  readonly alt: string;
  /** As written: pixels, or a share of the column. */
  readonly width?: string | undefined;
  readonly height?: string | undefined;
  readonly look?: string | undefined;
}

/** The file of a space that a destination names; undefined while it is looked for, null for what is none. */
export function useFile(destination: string) {
  const { space = "", number } = usePage();
  const thing = space === "" ? undefined : thingOf(destination, space);
  const isFile = thing?.kind === "file";
  const place = { space: thing?.space ?? "", number: thing?.space === space ? number : undefined };
  const { data, error } = useQuery({ ...shownFile(place, thing?.id ?? ""), enabled: isFile });
  // Its address is asked for again and again: one that can't be had now is still the picture that is shown.
  return isFile && (error === null || data !== undefined) ? data : null;
}

/** A picture; of what is elsewhere the name and the host: no page is to call home from an editor's session. */
export function Picture({ src, alt, width, height, look }: PictureProps) {
  const file = useFile(src);
  const [failed, fail] = useState<string>();
  const embedded = safeUrl(src, "image");
  const address = file?.downloadURL ?? (embedded?.startsWith("data:") === true ? embedded : undefined);
  if (address === undefined || failed === address)
    return (
      <span className="picture" title={src} data-waits={file === undefined || undefined}>
        {alt === "" ? nameOf(src) : alt}
        {isExternal(src) ? <small> {hostOf(src)}</small> : null}
      </span>
    );
  const { sizes: _, ...size } = imageAttributes({ ...file?.dimensions, src: address }, { width, height });
  return (
    <img
      {...(size as { readonly width?: number; readonly height?: number })}
      className={look}
      src={address}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => fail(address)}
    />
  );
}

/** A picture with the one that dark pages have instead. */
export function Pictures({ image, look }: { readonly image: Image | FigureImage; readonly look?: string }) {
  const { src, alt, width, height, dark } = image;
  const classes = (theme: string) => [look, theme].filter(Boolean).join(" ");
  if (dark === undefined) return <Picture {...{ src, alt, width, height, look }} />;
  return (
    <>
      <Picture {...{ src, alt, width, height }} look={classes("light-only")} />
      <Picture {...{ alt, width, height }} src={dark.url} look={classes("dark-only")} />
    </>
  );
}

/** The last part of an address. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function hostOf(address: string): string {
  return URL.canParse(address, "https://a") ? new URL(address, "https://a").host : "";
}
