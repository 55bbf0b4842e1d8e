import { Type } from "typebox";
import { closed, named } from "../../http/named.ts";
import { Id, Timestamp, ResourceUrls } from "../../http/shapes.ts";

const MEBIBYTE = 1024 * 1024;

/** The largest upload, in bytes. */
export const LARGEST_UPLOAD = 2048 * MEBIBYTE;
/** All parts but the last, in bytes. */
export const PART_SIZE = 8 * MEBIBYTE;
/** Files, or parts of them, that an organization may send to one operation at once: each is on disk before it counts. */
export const MOST_ARRIVING = 8;

export const UploadParams = Type.Object({ uploadId: Id });
export const PartParams = Type.Object({
  uploadId: Id,
  partNumber: Type.Integer({ minimum: 1, maximum: LARGEST_UPLOAD / PART_SIZE }),
});

export const CreateUpload = named(
  "CreateUpload",
  closed({
    size: Type.Integer({ minimum: 1, description: "The size of the whole file in bytes; at most 2 GB." }),
    sha256: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: "^[0-9a-f]{64}$",
        description: "In hexadecimal digits. Lectern compares it when the upload is used.",
      }),
    ),
    space: Type.Optional({ ...Id, description: "The space that will use the upload." }),
    organization: Type.Optional({
      ...Id,
      description: "Instead of `space`, for a space that is created later.",
    }),
  }),
);

export const UploadedPart = named(
  "UploadedPart",
  Type.Object({
    number: Type.Integer({ description: "The number of the part, from 1." }),
    size: Type.Integer({ description: "In bytes." }),
    sha256: Type.String(),
  }),
);

export const Upload = named(
  "UploadInParts",
  Type.Object({
    object: Type.Literal("upload"),
    id: Type.String(),
    size: Type.Integer({ description: "The size of the whole file in bytes." }),
    sha256: Type.Optional(Type.String()),
    partSize: Type.Integer({ description: "The size of each part in bytes; the last one has the rest." }),
    partCount: Type.Integer(),
    parts: Type.Array(UploadedPart, { description: "The parts that have arrived, in order." }),
    expiresAt: Timestamp,
    urls: ResourceUrls,
  }),
);

/** In place of a file: one that was sent in parts before. */
export const uploadFields = {
  upload: { ...Id, description: "The id of a complete upload." },
  name: Type.String({ minLength: 1, maxLength: 1024, description: "The name of the file." }),
};
