import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import type { PresentedShape } from "../../http/operation.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { partCount } from "./bytes.ts";
import { UPLOAD_LIFE } from "./queries.ts";
import { PART_SIZE, type Upload, type UploadedPart } from "./schema.ts";

export function presentUpload(
  upload: Row<"file_uploads">,
  parts: readonly Row<"file_upload_parts">[],
  addresses: Addresses,
): PresentedShape<typeof Upload> {
  return {
    object: "upload",
    id: upload.id,
    size: upload.size,
    ...given("sha256", upload.sha256),
    partSize: PART_SIZE,
    partCount: partCount(upload),
    parts: parts.map(presentPart),
    expiresAt: timestamp(upload.created_at + UPLOAD_LIFE),
    urls: { location: `${addresses.app}/v1/uploads/${upload.id}` },
  };
}

export function presentPart({
  number,
  size,
  hash,
}: Pick<Row<"file_upload_parts">, "number" | "size" | "hash">): PresentedShape<typeof UploadedPart> {
  return { number, size, sha256: hash };
}
