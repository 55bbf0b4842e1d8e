/** Descriptions of APIs, their versions, and the pieces these are stored in. */
import type { Generated } from "kysely";

interface OpenAPISpecRow {
  id: string;
  organization_id: string;
  slug: string;
  /** null: its source is a text. */
  source_url: string | null;
  /** Counts up when the source is set: what was read of an earlier one is not taken any more. */
  source: Generated<number>;
  visibility: "private" | "public";
  state: "pending" | "progress" | "complete";
  last_version_id: string | null;
  processed_at: number | null;
  error_code: "FETCH_TIMEOUT" | "FETCH_ERROR" | "PARSE_ERROR" | null;
  /** JSON: {message}[] of the last processing. */
  errors: Generated<string>;
  /** When it is read again; null: never by itself. */
  due_at: number | null;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
}

interface OpenAPIVersionRow {
  organization_id: string;
  id: string;
  spec_id: string;
  /** Of the content. */
  hash: string;
  /** Where it was read; null for a text. */
  url: string | null;
  /** Of the first file. */
  format: "json" | "yaml";
  /** "3.1.0" */
  openapi: string;
  /** Hash of the outline's piece. */
  outline: string;
  /** JSON: hashes of pieces. */
  filesystem: string;
  /** JSON: hashes of pieces. */
  raw: string;
  /** The hashes of all its pieces, 20 bytes each. */
  pieces: Uint8Array;
  created_at: number;
}

interface OpenAPISourceRow {
  organization_id: string;
  spec_id: string;
  text: string;
}

/** A part of a version, by the hash of its bytes: versions share what they have in common. */
interface OpenAPIPieceRow {
  organization_id: string;
  hash: string;
  data: Uint8Array;
  touched_at: number;
}

export interface OpenapiTables {
  openapi_specs: OpenAPISpecRow;
  openapi_versions: OpenAPIVersionRow;
  openapi_sources: OpenAPISourceRow;
  openapi_pieces: OpenAPIPieceRow;
}
