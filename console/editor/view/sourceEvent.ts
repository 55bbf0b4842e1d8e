/** Has the view of a block show its text, with the focus in it. */
export const WRITE_SOURCE = "lectern-write-source";
