/** What a space has beside its pages, in the order of its list. */
export const SPACE_PARTS = [
  "history",
  "spaceComments",
  "files",
  "reusables",
  "variables",
  "tags",
  "brokenLinks",
  "spaceImport",
  "spaceTrash",
] as const;
