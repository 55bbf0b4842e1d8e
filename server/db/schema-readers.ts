/** Rows of what readers get and give beside pages. */

/** A smaller copy of a picture. */
export interface ImageCopyRow {
  key: string;
  /** Of the blob that has its bytes. */
  hash: string;
  created_at: number;
}

/** What a reader said of a page. */
export interface PageFeedbackRow {
  id: string;
  site_id: string;
  /** null: the variant was taken from the site. */
  site_space_id: string | null;
  space_id: string;
  page_id: string;
  /** As it was when they said it. */
  page_title: string;
  url: string;
  rating: "bad" | "ok" | "good";
  comment: string | null;
  created_at: number;
}

export interface ReaderTables {
  image_copies: ImageCopyRow;
  page_feedback: PageFeedbackRow;
}
