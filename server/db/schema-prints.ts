/** Rows of PDFs that are kept. */

export interface PrintRow {
  key: string;
  space_id: string;
  /** Of the blob that has its bytes. */
  hash: string;
  sheets: number;
  created_at: number;
}

export interface PrintTables {
  prints: PrintRow;
}
