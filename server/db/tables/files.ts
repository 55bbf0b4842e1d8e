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

/** A file that arrives in parts, whose bytes are an owner of their own in the store of files. */
interface FileUploadRow {
  organization_id: string;
  id: string;
  /** Who alone reaches it: a user, or their installation. */
  created_by: string;
  installation_id: string | null;
  /** In bytes. */
  size: number;
  /** What its bytes have to come to, in hexadecimal digits. */
  sha256: string | null;
  created_at: number;
  /** When it was taken or given up. */
  ended_at: number | null;
  /** When its bytes were removed: until then it counts. */
  emptied_at: number | null;
}

interface FileUploadPartRow {
  organization_id: string;
  upload_id: string;
  /** From 1. */
  number: number;
  /** SHA-256 of its bytes. */
  hash: string;
  size: number;
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
  file_uploads: FileUploadRow;
  file_upload_parts: FileUploadPartRow;
  fonts: FontRow;
  font_faces: FontFaceRow;
  prints: PrintRow;
  image_copies: ImageCopyRow;
}
