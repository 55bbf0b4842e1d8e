import type { PresentedShape } from "../../http/operation.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { Face } from "./queries.ts";
import type { Font } from "./schema.ts";

/** The ending of a font's address, by the type of its bytes. */
function formatOf({ content_type }: Pick<Face, "content_type">): "woff2" | "woff" {
  return content_type === "font/woff2" ? "woff2" : "woff";
}

/** @param faces of this font and perhaps of others */
export function presentFont(
  { addresses }: Pick<Deps, "addresses">,
  font: Row<"fonts">,
  faces: readonly Face[],
  edit: boolean,
): PresentedShape<typeof Font> {
  return {
    id: font.id,
    custom: true,
    fontFamily: font.family,
    fontFaces: faces
      .filter(({ font_id }) => font_id === font.id)
      .map((face) => {
        const format = formatOf(face);
        const url = `${addresses.sites}/~/fonts/${font.organization_id}/${face.upload_id}.${format}`;
        return { weight: face.weight, sources: [{ url, format }] };
      }),
    permissions: { edit },
  };
}
