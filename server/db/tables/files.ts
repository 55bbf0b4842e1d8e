/** Fonts of organizations with the files uploaded for them, and files that are made of content and kept. */
import type { Generated } from "kysely";

/** A file that was sent to a signed address. What nothing names goes after a day. */
interface UploadRow {
  id: string;
  organization_id: string;
  /** As its bytes say. */
  content_type: string;
  /** SHA-256 of the bytes. */
  hash: string;
  data: Uint8Array;
  created_at: number;
}

/** A font of an organization's own. */
interface FontRow {
  id: string;
  organization_id: string;
  family: string;
  created_at: number;
  version: Generated<number>;
}

interface FontFaceRow {
  organization_id: string;
  font_id: string;
  /** 1 to 1000. */
  weight: number;
  upload_id: string;
}

interface PrintRow {
  organization_id: string;
  key: string;
  space_id: string;
  /** Of the blob that has its bytes. */
  hash: string;
  sheets: number;
  created_at: number;
}

/** A smaller copy of a picture. */
interface ImageCopyRow {
  organization_id: string;
  key: string;
  /** Of the blob that has its bytes. */
  hash: string;
  created_at: number;
}

export interface FilesTables {
  uploads: UploadRow;
  fonts: FontRow;
  font_faces: FontFaceRow;
  prints: PrintRow;
  image_copies: ImageCopyRow;
}
