import { createHash } from "node:crypto";
import { lockOrganization } from "../../access/intern.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { RunningChange } from "../../http/change.ts";
import { conflict, invalid, invalidField, notFound } from "../../http/errors.ts";
import { readFontFile } from "./fontFile.ts";
import { type Face, facesOf, findUpload } from "./queries.ts";
import { idOfKey, type Upload } from "./uploadAddress.ts";

/** Fonts that an organization has at most. */
const MOST_FONTS = 100;
/** Files of an organization that are uploaded and that no font has taken yet. */
const MOST_WAITING = 100;
const REGULAR = 400;

/**
 * Keeps a file under the key that its address was signed for. Sent a second time it is there already.
 * @param now milliseconds
 * @throws 400 for bytes that are no font, 409 for other bytes under the same key or too many files that no font takes
 */
export async function storeUpload(tx: Write, upload: Upload, data: Buffer, now: number): Promise<void> {
  const { organization, id, size } = upload;
  if (data.length !== size)
    throw invalid(`The address is for a file of ${size} bytes, not of ${data.length}; ask for another.`);
  const file = readFontFile(data);
  if (file.problem !== undefined) throw invalid(file.problem);
  const content_type = file.type;
  await lockOrganization(tx, organization);
  const hash = createHash("sha256").update(data).digest("hex");
  const before = await findUpload(tx, organization, id);
  if (before?.hash === hash) return;
  if (before !== undefined)
    throw conflict("already-uploaded", "Another file was sent to this address; request a new address.");
  const { waiting } = await tx
    .selectFrom("uploads")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("organization_id", "=", organization)
    .where("id", "not in", (eb) =>
      eb.selectFrom("font_faces").where("organization_id", "=", organization).select("upload_id"),
    )
    .executeTakeFirstOrThrow();
  if (waiting >= MOST_WAITING)
    throw conflict(
      "too-many-uploads",
      `${MOST_WAITING} files of this organization are in no font yet. Put them into fonts, or wait: they go after a day.`,
    );
  await tx
    .insertInto("uploads")
    .values({ id, organization_id: organization, content_type, hash, data, created_at: now })
    .execute();
}

/** What a request says of one weight; null: it goes. */
interface FaceInput {
  readonly weight: number;
  readonly storageKey: string | null;
}

/**
 * Makes a font of uploaded files.
 * @throws 400 naming the weight that is missing, twice there, or of no uploaded file; 409 beyond all measure
 */
export async function createFont(
  { tx, now, newId }: RunningChange,
  organization: string,
  family: string,
  faces: readonly FaceInput[],
): Promise<Row<"fonts">> {
  await lockOrganization(tx, organization);
  const { fonts } = await tx
    .selectFrom("fonts")
    .select((eb) => eb.fn.countAll<number>().as("fonts"))
    .where("organization_id", "=", organization)
    .executeTakeFirstOrThrow();
  if (fonts >= MOST_FONTS)
    throw conflict("too-many-fonts", `An organization has at most ${MOST_FONTS} fonts. Delete one first.`);
  const values = { id: newId(), organization_id: organization, family, created_at: now };
  const font = await tx.insertInto("fonts").values(values).returningAll().executeTakeFirstOrThrow();
  await putFaces(tx, font, faces);
  return font;
}

interface FontPatch {
  readonly fontFamily?: string | undefined;
  readonly fontFaces?: readonly FaceInput[] | undefined;
}

/**
 * Changes a font: weights that aren't named stay.
 * @throws what `createFont` throws; 404 when it is gone
 */
export async function patchFont(tx: Write, font: Row<"fonts">, patch: FontPatch): Promise<Row<"fonts">> {
  await lockOrganization(tx, font.organization_id);
  if (patch.fontFaces !== undefined) await putFaces(tx, font, patch.fontFaces);
  const after = await tx
    .updateTable("fonts")
    .set({ family: patch.fontFamily ?? font.family })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", font.organization_id)
    .where("id", "=", font.id)
    .returningAll()
    .executeTakeFirst();
  if (after === undefined) throw notFound("The font");
  return after;
}

/** Deletes a font with its files. @throws 404 when it is gone */
export async function deleteFont(tx: Write, font: Row<"fonts">): Promise<void> {
  await lockOrganization(tx, font.organization_id);
  const before = await facesOf(tx, font.organization_id, [font]);
  const { numDeletedRows } = await tx
    .deleteFrom("fonts")
    .where("organization_id", "=", font.organization_id)
    .where("id", "=", font.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("The font");
  await dropUnnamed(tx, font, before);
}

async function putFaces(tx: Write, font: Row<"fonts">, faces: readonly FaceInput[]): Promise<void> {
  const { organization_id, id: font_id } = font;
  const before = await facesOf(tx, organization_id, [font]);
  const uploads = await uploadsNamed(tx, organization_id, faces);
  const weights = new Set(before.map(({ weight }) => weight));
  const seen = new Set<number>();
  for (const [index, { weight, storageKey }] of faces.entries()) {
    if (seen.has(weight)) throw invalidField(`/fontFaces/${index}/weight`, "is there twice.");
    seen.add(weight);
    await tx
      .deleteFrom("font_faces")
      .where("organization_id", "=", organization_id)
      .where("font_id", "=", font_id)
      .where("weight", "=", weight)
      .execute();
    weights.delete(weight);
    if (storageKey === null) continue;
    weights.add(weight);
    const values = { organization_id, font_id, weight, upload_id: uploads[index] as string };
    await tx.insertInto("font_faces").values(values).execute();
  }
  if (!weights.has(REGULAR))
    throw invalidField("/fontFaces", `needs a file for the weight ${REGULAR}, the regular one.`);
  await dropUnnamed(tx, font, before);
}

/** The uploads that faces name, each at its place. */
async function uploadsNamed(tx: Write, organization: string, faces: readonly FaceInput[]) {
  const ids = faces.map(({ storageKey }) =>
    storageKey === null ? undefined : idOfKey(organization, storageKey),
  );
  const named = ids.filter((id) => id !== undefined);
  const rows =
    named.length === 0
      ? []
      : await tx
          .selectFrom("uploads")
          .select("id")
          .where("organization_id", "=", organization)
          .where("id", "in", named)
          .execute();
  const known = new Set(rows.map(({ id }) => id));
  for (const [index, { storageKey }] of faces.entries()) {
    if (storageKey === null || known.has(ids[index] ?? "")) continue;
    throw invalidField(
      `/fontFaces/${index}/storageKey`,
      "is not the key of a file of this organization: send the file first.",
    );
  }
  return ids;
}

/** Drops those files of a font's former faces that no font names any more. */
async function dropUnnamed(
  tx: Write,
  { organization_id: organization }: Row<"fonts">,
  before: readonly Face[],
): Promise<void> {
  if (before.length === 0) return;
  const ids = before.map(({ upload_id }) => upload_id);
  await tx
    .deleteFrom("uploads")
    .where("organization_id", "=", organization)
    .where("id", "in", ids)
    .where("id", "not in", (eb) =>
      eb.selectFrom("font_faces").where("organization_id", "=", organization).select("upload_id"),
    )
    .execute();
}

/** Drops files that were sent before a time and that no font has taken, at most `most`. Gives how many. */
export async function forgetUploads(tx: Write, before: number, most: number): Promise<number> {
  const untaken = tx
    .selectFrom("uploads")
    .select(["organization_id", "id"])
    .where("created_at", "<", before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("font_faces")
            .select("upload_id")
            .whereRef("font_faces.organization_id", "=", "uploads.organization_id")
            .whereRef("font_faces.upload_id", "=", "uploads.id"),
        ),
      ),
    )
    .limit(most);
  const { numDeletedRows } = await tx
    .deleteFrom("uploads")
    .where((eb) => eb(eb.refTuple("organization_id", "id"), "in", untaken as never))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
