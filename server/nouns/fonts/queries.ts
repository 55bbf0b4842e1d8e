import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { oldestFirst } from "../../http/pageBy.ts";
import type { LoadCall, LoadedThing, Paging } from "../../http/operation.ts";
import { versioned } from "../../http/versioned.ts";
import { loadOrganization } from "../orgs/queries.ts";

/** One weight of a font with what is said of its file. */
export interface Face {
  readonly font_id: string;
  readonly weight: number;
  readonly upload_id: string;
  readonly content_type: string;
}

export interface FontThing extends LoadedThing<"edit"> {
  readonly font: Row<"fonts">;
}

const byId = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("fonts")
    .selectAll()
    .where("id", "=", p("id"))
    .where("organization_id", "=", p("organization")),
);

/** The font that the path names. Those who make sites change it. */
export async function loadFont(call: LoadCall): Promise<FontThing | undefined> {
  const loaded = await loadOrganization(call);
  if (loaded === undefined) return undefined;
  const { organization, rights } = loaded;
  const font = await byId.first(call.deps.db.read, {
    organization: organization.id,
    id: call.params["fontId"] ?? "",
  });
  if (font === undefined) return undefined;
  return {
    font,
    rights: { view: true, edit: rights.createSite },
    version: versioned("fonts", font),
  };
}

/** The fonts of an organization, oldest first. */
export function listFonts(read: Read, organization: string, paging: Paging) {
  return oldestFirst(read.selectFrom("fonts").where("organization_id", "=", organization), paging);
}

const facesByFont = prepared((read, p: Params<{ organization: string; fonts: readonly string[] }>) =>
  read
    .selectFrom("font_faces")
    .innerJoin("uploads", (on) =>
      on
        .onRef("uploads.organization_id", "=", "font_faces.organization_id")
        .onRef("uploads.id", "=", "font_faces.upload_id"),
    )
    .select(["font_faces.font_id", "font_faces.weight", "font_faces.upload_id", "uploads.content_type"])
    .where("font_faces.organization_id", "=", p("organization"))
    .where("font_faces.font_id", "in", p.list("fonts"))
    .orderBy("font_faces.font_id")
    .orderBy("font_faces.weight"),
);

/** The weights of fonts of an organization, the lightest first. */
export function facesOf(
  read: Read,
  organization: string,
  fonts: readonly Pick<Row<"fonts">, "id">[],
): Promise<Face[]> {
  return facesByFont.all(read, { organization, fonts: fonts.map(({ id }) => id) });
}

const uploadById = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("uploads")
    .select(["content_type", "hash", "data"])
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);

/** An uploaded file, for everybody who knows its address. */
export function findUpload(
  read: Read,
  organization: string,
  id: string,
): Promise<Pick<Row<"uploads">, "content_type" | "hash" | "data"> | undefined> {
  return uploadById.first(read, { organization, id });
}
