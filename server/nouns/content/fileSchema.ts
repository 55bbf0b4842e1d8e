/** Changes of files, as a request says them. */
import { type Static, Type } from "typebox";
import { named } from "../../http/named.ts";
import { FileName, Id, Url } from "../../http/shapes.ts";
import { uploadFields } from "../uploads/schema.ts";

const strict = { additionalProperties: false } as const;
const operation = <const Name extends string>(name: Name) => ({ operation: Type.Literal(name) });

/** What something is called by other changes of the same request. */
export const Ref = Type.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
  maxLength: 100,
  description: "Letters, digits, dots, underscores and hyphens, of which the first is a letter or a digit.",
});

/** Where the bytes of a file are: one of these. */
const sources = {
  contentType: Type.Optional(Type.String({ maxLength: 127 })),
  url: Type.Optional(Url),
  base64: Type.Optional(Type.String({ maxLength: 1_400_000, description: "At most 1 MB." })),
  upload: Type.Optional(uploadFields.upload),
};

const NewFile = named(
  "NewFile",
  Type.Object({ name: FileName, ref: Type.Optional(Ref), ...sources }, strict),
);

export const InsertFiles = named(
  "InsertFiles",
  Type.Object(
    { ...operation("insert_files"), files: Type.Array(NewFile, { minItems: 1, maxItems: 20 }) },
    strict,
  ),
);

export const UpdateFile = named(
  "UpdateFile",
  Type.Object(
    { ...operation("update_file"), file: Id, name: FileName },
    { ...strict, description: "A new name; links to the file keep working." },
  ),
);

export const ReplaceFile = named(
  "ReplaceFile",
  Type.Object(
    { ...operation("replace_file"), file: Id, name: FileName, ...sources },
    { ...strict, description: "New bytes; everything that shows the file shows these." },
  ),
);

export const DeleteFile = named(
  "DeleteFile",
  Type.Object(
    {
      ...operation("delete_file"),
      file: Id,
      force: Type.Optional(
        Type.Boolean({
          description:
            "true: delete it even if pages or reusable contents of the same content link to it. Otherwise the answer is 409.",
        }),
      ),
    },
    strict,
  ),
);

export const RevertFile = named(
  "RevertFile",
  Type.Object(
    { ...operation("revert_file"), file: Id, revision: Id },
    {
      ...strict,
      description: "The file as it is in another revision. This also restores a deleted file.",
    },
  ),
);

export type SpaceFileChange =
  | Static<typeof InsertFiles>
  | Static<typeof UpdateFile>
  | Static<typeof ReplaceFile>
  | Static<typeof DeleteFile>
  | Static<typeof RevertFile>;
