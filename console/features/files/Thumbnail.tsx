/** A file as a small picture, or as the sign of what it is. */
import { useState } from "react";
import type { RevisionFile } from "../../../sdk/src/index.ts";
import { Icon } from "../../ui/Icon.tsx";

interface ThumbnailProps {
  readonly file: Pick<RevisionFile, "name" | "contentType" | "downloadURL" | "size">;
  readonly width: 64 | 256 | 768;
}

/** Bytes of pictures that are shown where there is no smaller copy of them. */
const MOST_SHOWN = 20_000_000;
const PICTURES = new Set([
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/avif",
  "image/svg+xml",
]);

export function Thumbnail({ file, width }: ThumbnailProps) {
  const { name, contentType, downloadURL, size } = file;
  const [failed, fail] = useState<string>();
  // Another address for other bytes: browsers keep what they have shown.
  const address = `${downloadURL}?width=${width}&size=${size}`;
  const isPicture = PICTURES.has(contentType) && size <= MOST_SHOWN && failed !== address;
  const [, ending = ""] = /\.([^.]{1,5})$/.exec(name) ?? [];
  return (
    <span className="thumbnail" data-width={width}>
      {isPicture ? (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => fail(address)} />
      ) : (
        <>
          <Icon name="page" />
          <span className="thumbnail-kind">{ending.toUpperCase()}</span>
        </>
      )}
    </span>
  );
}
