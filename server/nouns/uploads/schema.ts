import { Type } from "typebox";
import { named } from "../../http/named.ts";
import { Id, Timestamp, Url } from "../../http/shapes.ts";

const MEBIBYTE = 1024 * 1024;

/** The largest upload, in bytes. */
export const LARGEST_UPLOAD = 2048 * MEBIBYTE;
/** All parts but the last, in bytes. */
export const PART_SIZE = 8 * MEBIBYTE;

export const UploadParams = Type.Object({ uploadId: Id });
export const PartParams = Type.Object({
  uploadId: Id,
  partNumber: Type.Integer({ minimum: 1, maximum: LARGEST_UPLOAD / PART_SIZE }),
});

export const CreateUpload = named(
  "CreateUpload",
  Type.Object(
    {
      size: Type.Integer({ minimum: 1, description: "Of the whole file in bytes; at most 2 GB." }),
      sha256: Type.Optional(
        Type.String({
          maxLength: 64,
          pattern: "^[0-9a-f]{64}$",
          description:
            "What the whole file has to come to, in hexadecimal digits. It is compared when it is taken.",
        }),
      ),
      space: Type.Optional({ ...Id, description: "The space whose content will take it." }),
      organization: Type.Optional({
        ...Id,
        description: "In place of `space`, the organization: for a space that is made later.",
      }),
    },
    { additionalProperties: false },
  ),
);

export const UploadedPart = named(
  "UploadedPart",
  Type.Object({
    number: Type.Integer({ description: "From 1." }),
    size: Type.Integer({ description: "In bytes." }),
    sha256: Type.String(),
  }),
);

export const Upload = named(
  "UploadInParts",
  Type.Object(
    {
      object: Type.Literal("upload"),
      id: Type.String(),
      organization: Type.String(),
      size: Type.Integer({ description: "Of the whole file in bytes." }),
      sha256: Type.Optional(Type.String()),
      partSize: Type.Integer({ description: "Of each part in bytes; the last one has the rest." }),
      partCount: Type.Integer(),
      parts: Type.Array(UploadedPart, { description: "Those that are there, in order." }),
      createdAt: Timestamp,
      expiresAt: Timestamp,
      urls: Type.Object({ location: Url }),
    },
    { description: "A file that arrives in parts, for an operation that takes files." },
  ),
);

/** In place of a file: one that was sent in parts before. */
export const uploadFields = {
  upload: { ...Id, description: "The id of an upload all of whose parts are there." },
  name: Type.String({ minLength: 1, maxLength: 1024, description: "What the file is called." }),
};
