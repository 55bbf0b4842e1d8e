/** Rows of what spaces name of other spaces. They follow the content, as the search index does. */

/** A thing of a space that another space names. */
export interface SpaceReferenceRow {
  /** The space that is named; it need not be there. */
  space_id: string;
  /** "page:<id>", "file:<id>" or "reusable:<id>", without the place in it. */
  target: string;
  /** The space that names it. */
  source_id: string;
  /** How many pages and reusable contents do, each counted for every place in the thing that it names. */
  sources: number;
}

export interface ReferenceTables {
  space_references: SpaceReferenceRow;
}
